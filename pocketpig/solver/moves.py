"""A variant's rolls as arrays, read from `Game.chance_outcomes`.

This module depends on the form of an effect (`shared_rules.effects`), not on any variant.
"""

import functools
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from shared_rules.game import Game

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

MOST_ROUNDS = 100  # of shared rolls
DEEPEST = 1500  # turn totals below minus this count as lost, see `climb`


class Unsolvable(ValueError):
    """The solver has no method for the game; the message says why."""


class Moves(NamedTuple):
    """The rolls that a player may choose between at the start of a turn.

    Roll m (one number of dice) has these effects, with their probabilities `_p`. The entries of
    kind `x` of roll m are at `x_at[m]:x_at[m + 1]`.

    - add: the turn total grows by `add_n` (at least 1) and the turn goes on;
    - end: the turn ends and scores exactly `end_n` (a bust: 0);
    - jump: the turn total becomes `jump_f` times itself plus `jump_n` and the turn goes on;
    - wipe: the turn ends and the score falls to 0;
    - set: the turn total becomes `set_n` and the turn goes on.

    below[-1 - k, n]: the probability that rolling on from a turn total k < 0 leads to n as the
    first total that is not negative, without the turn ending or the total being set before.
    """

    add_at: Ints
    add_p: Floats
    add_n: Ints
    end_at: Ints
    end_p: Floats
    end_n: Ints
    jump_at: Ints
    jump_p: Floats
    jump_f: Ints
    jump_n: Ints
    wipe_p: Floats
    set_p: Floats
    set_n: Ints
    below: Floats


def rounds_of(game: Game) -> int:
    """Return the number of rounds of a shared-roll game without a target.

    Raises Unsolvable if there are more than MOST_ROUNDS.
    """
    copy = type(game)(game.options, game.players)
    while not copy.is_last_turn():
        copy.turn += 1
        if copy.turn > MOST_ROUNDS:
            raise Unsolvable(f"{game.ID} cannot be solved: no end in {MOST_ROUNDS} rounds")
    return copy.turn


Outcomes = tuple[int, list[tuple[int, Any]]]


def outcome_lists(game: Game) -> list[tuple[int, Outcomes]]:
    """Return [(number of dice, chance outcomes)] of the rolls that may begin a turn of `game`."""
    least, most = game.dice_range() or (game.dice_count(), game.dice_count())
    return [(n, game.chance_outcomes(n)) for n in range(least, most + 1)]


def turns_go_on(lists: list[tuple[int, Outcomes]]) -> bool:
    """False if a turn is one roll."""
    return any(effect.goes_on for _, (_, effects) in lists for _, effect in effects)


def is_in_steps(longer: Outcomes, shorter: Outcomes, one: Outcomes) -> bool:
    """True if the roll `longer` has the chances of `shorter` followed by `one`.

    Then nobody needs `longer`: rolling in steps has the same chances, and may stop in between.
    """
    ways: dict[Any, int] = {}
    for weight, (keep, factor, points, goes_on, _) in shorter[1]:
        if not goes_on:
            key = (keep, factor, points, False)
            ways[key] = ways.get(key, 0) + weight * one[0]
            continue
        for weight_2, (keep_2, factor_2, points_2, goes_on_2, _) in one[1]:
            key = (keep * keep_2, factor * factor_2, factor_2 * points + points_2, goes_on_2)
            ways[key] = ways.get(key, 0) + weight * weight_2
    whole: dict[Any, int] = {}
    for weight, (*key, _) in longer[1]:
        whole[tuple(key)] = whole.get(tuple(key), 0) + weight
    return shorter[0] * one[0] == longer[0] and whole == ways


def useful(lists: list[tuple[int, Outcomes]]) -> list[tuple[int, Outcomes]]:
    """Return `lists` without the numbers of dice that are no better than fewer dice in steps."""
    first = lists[0][1]
    kept = lists[:1]
    for (_, shorter), (n, longer) in zip(lists, lists[1:]):
        if len(kept) > 1 or not is_in_steps(longer, shorter, first):
            kept.append((n, longer))
    return kept


def moves_of(lists: list[tuple[int, Outcomes]], depth: int = 0) -> Moves:
    """Return the arrays of `lists`. `below` goes to -depth, or as far as a roll leads below 0.

    Raises Unsolvable for an effect that the solver does not know.
    """
    adds: list[list[tuple[float, int]]] = []
    ends: list[list[tuple[float, int]]] = []
    jumps: list[list[tuple[float, int, int]]] = []
    wipes, sets, set_to = [], [], []
    for _, (denominator, outcomes) in lists:
        add: dict[int, int] = {}
        end: dict[int, int] = {}
        jump: dict[tuple[int, int], int] = {}
        settings: dict[int, int] = {}
        wipe = 0
        for weight, effect in outcomes:
            keep, factor, points, goes_on, _ = effect
            if keep and goes_on and factor == 1 and points > 0:
                add[points] = add.get(points, 0) + weight
            elif keep and goes_on and factor > 0:
                jump[factor, points] = jump.get((factor, points), 0) + weight
            elif keep and goes_on and factor == 0:
                settings[points] = settings.get(points, 0) + weight
            elif keep and not goes_on and factor == 0 and points >= 0:
                end[points] = end.get(points, 0) + weight
            elif not keep and not goes_on and factor == 0 and points == 0:
                wipe += weight
            else:
                raise Unsolvable(f"no method for a roll with the effect {effect}")
        if len(settings) > 1 or min(settings, default=0) < 0:
            raise Unsolvable("no method for rolls that set the turn total to several values")
        if sum(settings.values()) == denominator:
            raise Unsolvable("no method for a roll that always sets the turn total")
        adds.append([(w / denominator, n) for n, w in sorted(add.items())])
        ends.append([(w / denominator, n) for n, w in sorted(end.items())])
        jumps.append([(w / denominator, f, n) for (f, n), w in sorted(jump.items())])
        wipes.append(wipe / denominator)
        sets.append(sum(settings.values()) / denominator)
        set_to.append(max(settings, default=0))
    if len(lists) > 1 and any(jumps):
        raise Unsolvable("no method for a choice of dice of which some subtract or double")
    depth = max([depth] + [-n for jump in jumps for _, _, n in jump])
    columns: list[Any] = [*_columns(adds, 2), *_columns(ends, 2), *_columns(jumps, 3)]
    columns += [np.array(wipes), np.array(sets), np.array(set_to, dtype=np.int64)]
    deepest = max(DEEPEST, 4 * depth)
    columns.append(climb(tuple(adds[0]), tuple(jumps[0]), deepest)[:depth].copy())
    return Moves(*columns)


@functools.lru_cache(maxsize=16)
def climb(
    add: tuple[tuple[float, int], ...], jump: tuple[tuple[float, int, int], ...], depth: int
) -> Floats:
    """Return `Moves.below` for totals down to -depth.

    Totals below -depth count as never returning to 0. With Pig Dice's rolls 1.025**total does not
    grow on average below 0, so the chance to return from -1500 is below 1.025**-1490 < 1e-15.
    """
    width = max([1] + [n for _, n in add] + [n for _, _, n in jump])
    table = np.zeros((depth, width))
    steps = [*((p, 1, n) for p, n in add), *jump]
    if not jump:
        return table[:0]
    totals = -1 - np.arange(depth)
    routes = []
    for p, factor, n in steps:
        to = factor * totals + n
        inside = (to < 0) & (-1 - to < depth)
        routes.append((p, np.nonzero(inside)[0], -1 - to[inside]))
        arrived = to >= 0
        table[arrived, to[arrived]] += p
    direct = table.copy()
    while True:
        new = direct.copy()
        for p, rows, to in routes:
            new[rows] += p * table[to]
        if np.abs(new - table).max() <= 1e-18:
            return new
        table = new


def _columns(parts: list[Any], width: int) -> list[Any]:
    """Return [starts, probabilities, integers…] of lists of rows, one list a roll."""
    starts = np.cumsum([0] + [len(part) for part in parts]).astype(np.int64)
    rows = [row for part in parts for row in part]
    columns: list[Any] = [starts, np.array([row[0] for row in rows], dtype=np.float64)]
    for place in range(1, width):
        columns.append(np.array([row[place] for row in rows], dtype=np.int64))
    return columns


def reach(moves: Moves) -> int:
    """Return the most by which one roll can change a turn total, without doublings; at least 1."""
    largest = [int(part.max()) for part in (moves.add_n, moves.end_n, moves.set_n) if len(part)]
    largest += [int(np.abs(moves.jump_n).max())] if len(moves.jump_n) else []
    return max([1, *largest])
