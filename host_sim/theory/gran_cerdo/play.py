# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Gran Cerdo compiled: games of two policies.

The dice fall as `shared_rules.chance.fall` lets them from a `Pcg32` of the same seed. A policy is
`hold(state, fresh, params) -> bool`, compiled; `state` is a `State`, `fresh` is True at the first
choice of a turn, `params` is whatever tuple of arrays the policy needs.
"""

from typing import Any, Callable, NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from host_sim.theory.pcg import Words, below, seeded
from host_sim.theory.tally import interval

from .rolls import (
    BLOCK,
    BUST,
    GIFT,
    GREEDY,
    LEAST_DICE,
    MOST_TRUFFLES,
    OINK,
    OINK_POINTS,
    THIRD_DIE_ABOVE,
    TURNS,
    Rolls,
)  # fmt: skip

# A row of the log that `play_on` keeps is a roll or a hold: player, fall, dice.
HELD = -1


class State(NamedTuple):
    """A position where the player to move has a choice, as that player sees it.

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


@njit
def lead(mine: int, theirs: int, oinks: int, my_most: int, their_most: int) -> int:
    """Victory points of one pig less those of the other."""
    points = mine // BLOCK - theirs // BLOCK + OINK_POINTS * oinks
    if mine != theirs:
        points += MOST_TRUFFLES if mine > theirs else -MOST_TRUFFLES
    if my_most != their_most:
        points += GREEDY if my_most > their_most else -GREEDY
    return points


# A position as play_on wants it: an array of these.
TURN, TOTAL, COUNT, THREE, FORCED, FIRST = range(6)
SCORES, OINKS, MOST = 6, 8, 10  # two of each, the first pig's and the second's
POSITION = 12


@njit
def start_position(first: int) -> NDArray[np.int64]:
    """The start of a game that pig 0 or 1 begins."""
    position = np.zeros(POSITION, dtype=np.int64)
    position[TURN] = 1
    position[FORCED] = 1
    position[FIRST] = first
    return position


@njit
def end_turn(position: NDArray[np.int64], me: int) -> None:
    """Bank the turn total of pig `me` and pass the dice on."""
    position[SCORES + me] += position[TOTAL]
    position[TOTAL] = 0
    position[COUNT] = 0
    position[FORCED] = 1
    position[TURN] += 1


@njit
def throw(rolls: Rolls, position: NDArray[np.int64], me: int, fall: int) -> None:
    """Let a fall of the dice take effect."""
    you = 1 - me
    three = position[THREE]
    kind = rolls.kind[three, fall]
    position[COUNT] += 1
    position[MOST + me] = max(position[MOST + me], position[COUNT])
    if kind > OINK:
        if kind == GIFT:
            position[SCORES + you] += position[SCORES + me] + position[TOTAL]
        position[TOTAL] = 0
        if kind != BUST:
            position[SCORES + me] = 0
            position[THREE] = 1
        end_turn(position, me)
        return
    position[TOTAL] += rolls.points[three, fall]
    position[FORCED] = 1 if kind == OINK else 0
    position[OINKS + me] += position[FORCED]
    if (
        position[SCORES + you] > THIRD_DIE_ABOVE
        and position[SCORES + me] + position[TOTAL] > THIRD_DIE_ABOVE
    ):
        position[THREE] = 1


@njit
def fall_of(three: int, rng: Words) -> int:
    """A fall of the dice, a row of `rolls.faces`."""
    fall = 0
    for _ in range(LEAST_DICE + three):
        fall = 6 * fall + below(rng, 6)
    return fall


@njit
def view(position: NDArray[np.int64], me: int) -> State:
    """The position as pig `me`, who is to move, sees it."""
    you = 1 - me
    return State(
        position[TURN], position[SCORES + me], position[SCORES + you], position[TOTAL],
        position[COUNT], position[THREE], position[OINKS + me] - position[OINKS + you],
        position[MOST + me], position[MOST + you],
    )  # fmt: skip


@njit
def position_of(state: State) -> NDArray[np.int64]:
    """The position that pig 0, who is to move, sees as `state`."""
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


@njit
def play_on(
    rolls: Rolls, position: NDArray[np.int64], hold_a: Callable[..., bool], params_a: Any,
    hold_b: Callable[..., bool], params_b: Any, rng: Words, log: NDArray[np.int64],
) -> tuple[int, int]:  # fmt: skip
    """Play to the end; returns (victory points of pig 0 less those of pig 1, rows of the log).

    Pig 0 plays by hold_a. log: (n, 3) filled with what happened, or of length 0.
    """
    rows = 0
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
        fall = HELD if stops else fall_of(position[THREE], rng)
        if len(log):
            log[rows, 0] = me
            log[rows, 1] = fall
            log[rows, 2] = position[THREE] + LEAST_DICE
            rows += 1
        if stops:
            end_turn(position, me)
        else:
            throw(rolls, position, me, fall)
    return lead(
        position[SCORES], position[SCORES + 1], position[OINKS] - position[OINKS + 1],
        position[MOST], position[MOST + 1],
    ), rows  # fmt: skip


NO_LOG = np.zeros((0, 3), dtype=np.int64)


@njit
def play_many(
    rolls: Rolls, hold_a: Callable[..., bool], params_a: Any, hold_b: Callable[..., bool],
    params_b: Any, begin: int, games: int, rng: Words, no_log: NDArray[np.int64],
    ends: NDArray[np.int64],
) -> None:  # fmt: skip
    """Add to ends[who began, what] games number `begin` and on: pig 0 lost, tied, won."""
    for game in range(begin, begin + games):
        first = game % 2
        position = start_position(first)
        points, _ = play_on(rolls, position, hold_a, params_a, hold_b, params_b, rng, no_log)
        ends[first, 1 + (points > 0) - (points < 0)] += 1


class Result(NamedTuple):
    """Of a match: games, the first policy's share of the wins (ties half), a 95 % interval."""

    games: int
    share: float
    low: float
    high: float

    def __str__(self) -> str:
        return f"{self.share:.2%} of {self.games} games (95 %: {self.low:.2%} to {self.high:.2%})"


def match(
    rolls: Rolls, hold_a: Callable[..., bool], params_a: Any, hold_b: Callable[..., bool],
    params_b: Any, games: int, seed: int,
) -> Result:  # fmt: skip
    """Let two policies play; each begins every second game."""
    ends = np.zeros((2, 3), dtype=np.int64)
    rng = seeded(seed)
    play_many(rolls, hold_a, params_a, hold_b, params_b, 0, games, rng, NO_LOG, ends)
    _, tied, won = ends.sum(axis=0).tolist()
    return Result(games, *interval(won + tied / 2, won + tied / 4, games))
