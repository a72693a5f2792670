"""Compiled Gran Cerdo: games of two policies.

The dice are those of `shared_rules.chance.fall` with a `Pcg32` of the same seed. A policy is a
compiled function `hold(state, fresh, params) -> bool`. `state` is a `State`; `fresh` is True at
the first choice of a turn; `params` is the policy's own tuple of arrays.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from numba import njit

from pocketpig.simulation.pcg import Words, below
from pocketpig.solver.moves import Ints
from pocketpig.tables.device_code import KEPT
from shared_rules.variants.gran_cerdo import GREEDY, MOST_TRUFFLES, THIRD_DIE_ABOVE
from shared_rules.variants.gran_cerdo import OINK as OINK_POINTS

from .rolls import BLOCK, BUST, GIFT, LEAST_DICE, OINK, TURNS, Rolls

kept = njit(cache=KEPT)


class State(NamedTuple):
    """A position in which the player to move has a choice, from that player's view.

    turn: from 1 over both pigs; mine, theirs: banked truffles; total: of the running round;
    rolls: made in it; three: 1 with three dice; oinks: mine less theirs; my_most, their_most:
    rolls of the longest round so far.
    """

    turn: int
    mine: int
    theirs: int
    total: int
    rolls: int
    three: int
    oinks: int
    my_most: int
    their_most: int


@kept
def lead(mine: int, theirs: int, oinks: int, my_most: int, their_most: int) -> int:
    """Return the victory points of one pig less those of the other."""
    points = mine // BLOCK - theirs // BLOCK + OINK_POINTS * oinks
    if mine != theirs:
        points += MOST_TRUFFLES if mine > theirs else -MOST_TRUFFLES
    if my_most != their_most:
        points += GREEDY if my_most > their_most else -GREEDY
    return points


@kept
def lead_if_held(state: State) -> int:
    """Return the `lead` of the player to move after a hold."""
    mine = state.mine + state.total
    return lead(mine, state.theirs, state.oinks, state.my_most, state.their_most)


# Indexes of a position array of `play_on`.
TURN, TOTAL, COUNT, THREE, FORCED, FIRST = range(6)
SCORES, OINKS, MOST = 6, 8, 10  # two entries each: pig 0, pig 1
POSITION = 12  # its length


@kept
def start_position(first: int) -> Ints:
    """Return the start of a game that pig `first` begins."""
    position = np.zeros(POSITION, dtype=np.int64)
    position[TURN] = 1
    position[FORCED] = 1
    position[FIRST] = first
    return position


@kept
def end_turn(position: Ints, me: int) -> None:
    """Bank the turn total of pig `me` and begin the next turn."""
    position[SCORES + me] += position[TOTAL]
    position[TOTAL] = 0
    position[COUNT] = 0
    position[FORCED] = 1
    position[TURN] += 1


@kept
def throw(rolls: Rolls, position: Ints, me: int, fall: int) -> None:
    """Apply a roll, `fall`."""
    you = 1 - me
    three = position[THREE]
    kind = rolls.kind[three, fall]
    position[COUNT] += 1
    position[MOST + me] = max(position[MOST + me], position[COUNT])
    if kind > OINK:
        gift = 0
        if kind == GIFT:
            gift = position[SCORES + me] + position[TOTAL]
            if not rolls.waits or position[TURN] % 2 == 0:
                position[SCORES + you] += gift
                gift = 0
        position[TOTAL] = 0
        if kind != BUST:
            position[SCORES + me] = 0
            position[THREE] = 1
        end_turn(position, me)
        position[TOTAL] = gift
        return
    position[TOTAL] += rolls.points[three, fall]
    position[FORCED] = 1 if kind == OINK else 0
    position[OINKS + me] += position[FORCED]
    if (
        position[SCORES + you] > THIRD_DIE_ABOVE
        and position[SCORES + me] + position[TOTAL] > THIRD_DIE_ABOVE
    ):
        position[THREE] = 1


@kept
def fall_of(three: int, rng: Words) -> int:
    """Return a random roll, an index of `Rolls.kind`."""
    fall = 0
    for _ in range(LEAST_DICE + three):
        fall = 6 * fall + below(rng, 6)
    return fall


@kept
def view(position: Ints, me: int) -> State:
    """Return the position from the view of pig `me`, who is to move."""
    you = 1 - me
    return State(
        position[TURN], position[SCORES + me], position[SCORES + you], position[TOTAL],
        position[COUNT], position[THREE], position[OINKS + me] - position[OINKS + you],
        position[MOST + me], position[MOST + you],
    )  # fmt: skip


@kept
def position_of(state: State) -> Ints:
    """Return the position that is `state` for pig 0, who is to move."""
    position = start_position((state.turn + 1) % 2)
    position[TURN] = state.turn
    position[TOTAL] = state.total
    position[COUNT] = state.rolls
    position[THREE] = state.three
    position[FORCED] = 0
    position[SCORES] = state.mine
    position[SCORES + 1] = state.theirs
    position[OINKS] = state.oinks
    position[MOST] = state.my_most
    position[MOST + 1] = state.their_most
    return position


@kept
def play_on(
    rolls: Rolls, position: Ints, hold_a: Callable[..., bool], params_a: Any,
    hold_b: Callable[..., bool], params_b: Any, rng: Words,
) -> int:  # fmt: skip
    """Play to the end; return the lead of pig 0, which plays by hold_a, in victory points."""
    fresh = True
    while position[TURN] <= TURNS:
        me = (position[FIRST] + position[TURN] - 1) % 2
        if position[COUNT] == 0:
            fresh = True
        stops = False
        if not position[FORCED]:
            if me == 0:
                stops = hold_a(view(position, me), fresh, params_a)
            else:
                stops = hold_b(view(position, me), fresh, params_b)
            fresh = False
        if stops:
            end_turn(position, me)
        else:
            throw(rolls, position, me, fall_of(position[THREE], rng))
    return lead(
        position[SCORES], position[SCORES + 1], position[OINKS] - position[OINKS + 1],
        position[MOST], position[MOST + 1],
    )  # fmt: skip


@kept
def play_many(
    rolls: Rolls, hold_a: Callable[..., bool], params_a: Any, hold_b: Callable[..., bool],
    params_b: Any, games: Ints, rng: Words, ends: Ints,
) -> None:  # fmt: skip
    """Play the games of these numbers; count them in ends[who began, pig 0 lost, tied, won]."""
    for game in games:
        first = game % 2
        position = start_position(first)
        points = play_on(rolls, position, hold_a, params_a, hold_b, params_b, rng)
        ends[first, 1 + (points > 0) - (points < 0)] += 1
