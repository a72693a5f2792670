# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""The most that the device's choices with a table lose, over all positions."""

from collections.abc import Iterable
from typing import Any, NamedTuple

import numpy as np
from numba import njit

from host_sim.theory.computer_players import Bytes
from host_sim.theory.solver.moves import Floats, Ints, Moves, reach
from host_sim.theory.solver.solution import (
    EqualSolution,
    FirstSolution,
    Position,
    Solution,
    TurnsSolution,
)
from shared_rules.players.tables.check import check
from shared_rules.players.tables.listed import best_dice, bounds_of, is_held
from shared_rules.players.tables.race import RacePosition, last_roll
from shared_rules.players.tables.table import ONE, Table, table_name
from shared_rules.players.tables.turn import longest
from shared_rules.thinking import answer_of
from shared_rules.variants import new_game

from .device_turn import exact_rolls, hold_worths, turn_loss, weights_of

# Turn totals are checked up to this much beyond a win.
BEYOND = 100


class Opening(NamedTuple):
    """The start of a turn by a player with score `mine`.

    exact: worths of holding at 0 … limit plus the longest roll; wipe: worth of losing the score;
    top: the device holds above it.
    """

    mine: int
    exact: Floats
    wipe: float
    top: int
    limit: int


def openings(solution: TurnsSolution, j: int, second: bool, ahead: int) -> list[Opening]:
    """Return all turns against an opponent with score j below the target.

    ahead: the lead above which the device always holds if it would bank the target.
    """
    target = solution.target
    pad = reach(solution.moves)
    found = []
    for i in range(getattr(solution, "floor", 0), target):
        position = Position(i, j, second=second)
        top = max(target, j + ahead) - i - 1
        limit = max(target - i + BEYOND, top, solution.hold_worths(position, 1)[1])
        exact, _, wipe = solution.hold_worths(position, limit + pad + 1)
        found.append(Opening(i, exact, wipe, top, limit))
    return found


def answer(solution: TurnsSolution, behind: int) -> Opening:
    """Return the last turn of a game of equal turns for a player `behind` points behind."""
    limit = behind + BEYOND
    exact = np.heaviside(np.arange(limit + reach(solution.moves) + 1) - behind, 0.5)
    return Opening(0, exact, 0.0, behind, limit)


def turns_go_on(solution: Solution) -> bool:
    """False if a turn is one roll."""
    return any(effect[3] for _, (_, effects) in solution.lists for _, effect in effects)


def row_loss(
    solution: TurnsSolution, turns: Iterable[Opening], row: Ints, replies: Ints, j: int, below: Ints
) -> float:
    """Return the most that is lost in `turns`, with the opponent's worths as the device reads them.

    row: worths from the lowest score on; replies: by the lead; the last is 0; below: section "b".
    """
    if not turns_go_on(solution):
        return 0.0
    target = solution.target
    floor = target - len(row)
    weights = [weights_of(outcomes, below) for _, outcomes in solution.lists]
    pad = reach(solution.moves)
    worst = 0.0
    for turn in turns:
        coarse = np.zeros(turn.limit + pad + 1, dtype=np.int64)
        hold_worths(row, replies, turn.mine, j, target, coarse)
        wipe = ONE - int(row[-floor])
        worst = max(worst, opening_loss(solution, turn, coarse, wipe, weights))
    return worst


def opening_loss(
    solution: TurnsSolution, turn: Opening, coarse: Ints, wipe: int, weights: list[Any]
) -> float:
    """Return the most that is lost in one turn, over all numbers of dice."""
    pad = reach(solution.moves)
    return max(
        turn_loss(
            solution.moves, m, roll, turn.exact, coarse, turn.top, turn.limit, turn.wipe, wipe, pad
        )
        for m, roll in enumerate(weights)
    )


@njit(cache=True)
def last_better(
    moves: Moves, m: int, hold: Floats, top: int, wipe: float, win: Floats, rolls: Floats
) -> int:
    """Return the greatest turn total at which rolling is better than holding, or 0."""
    exact_rolls(moves, m, hold, top, wipe, win, rolls)
    for k in range(top, -1, -1):
        if rolls[k] > hold[k]:
            return k
    return 0


def farthest_roll(moves: Moves, m: int, turn: Opening) -> int:
    """Return `last_better` of an opening."""
    size = len(turn.exact)
    return int(
        last_better(moves, m, turn.exact, turn.limit, turn.wipe, np.zeros(size), np.zeros(size))
    )


def opened(content: bytes, name: str) -> Table:
    """Return the table of that file name as the device opens it. Raises TableError."""
    table = Table(Bytes(content), name)
    answer_of(check(table))
    return table


def worths_of(table: Table, tag: bytes, index: int) -> Ints:
    """Return a row of worths as the device reads it."""
    row = np.zeros(table.section(tag)[4], dtype=np.int64)
    answer_of(table.worths(tag, index, row))
    return row


def replies_of(table: Table, solution: TurnsSolution, second: bool) -> tuple[int, Ints]:
    """Return (lead above which the device holds, replies by lead for `row_loss`)."""
    if isinstance(solution, EqualSolution) and not second:
        data = table.row(b"c", 0)
        leads = range(0, len(data), 3)
        values = [int.from_bytes(data[at : at + 3], "little") for at in leads]
        return table.section(b"c")[1], np.array([0, *values, 0], dtype=np.int64)
    if solution.game.options["end"] == "one_more_roll":
        outcomes = solution.lists[0][1]
        values = [last_roll(outcomes, lead) for lead in range(longest(outcomes) + 2)]
        return longest(outcomes) + 1, np.array(values, dtype=np.int64)
    return 1, np.zeros(1, dtype=np.int64)


def below_of(table: Table) -> Ints:
    """Return section "b": a row for each turn total below 0."""
    section = table.section(b"b")
    if not section:
        return np.zeros((0, 1), dtype=np.int64)
    data = b"".join(table.row(b"b", part) for part in range(section[3]))
    return np.frombuffer(data, dtype="<u2").astype(np.int64).reshape(-1, section[4])


def changes(solution: TurnsSolution, turn: Opening, tolerance: float) -> list[int]:
    """Return turn totals at which the choice changes, from rolling; ignore gains to `tolerance`."""
    gain = roll_gains(solution, turn)
    rolls, found = True, []
    for k in np.nonzero(np.abs(gain) > tolerance)[0].tolist():
        if rolls != (gain[k] > 0):
            rolls = not rolls
            found.append(k)
    return found


def roll_gains(solution: TurnsSolution, turn: Opening) -> Floats:
    """Return the worth of rolling less that of holding at 0 … limit, for one kind of roll."""
    size = len(turn.exact)
    rolls = np.zeros(size)
    exact_rolls(solution.moves, 0, turn.exact, turn.limit, turn.wipe, np.zeros(size), rolls)
    return (rolls - turn.exact)[: turn.limit + 1]


def bounds_loss(solution: TurnsSolution, table: Table, step: int) -> float:
    """Return the most lost by the choices of section "h"."""
    worst = 0.0
    floor = table.section(b"h")[2]
    for j in range(floor, solution.target, step):
        for turn in openings(solution, j, False, 1)[:: min(step, 3)]:
            gain = roll_gains(solution, turn)
            bounds = answer_of(bounds_of(table, turn.mine, j))
            left = solution.target - turn.mine
            held = np.array([is_held(bounds, left - total) for total in range(len(gain))])
            worst = max(worst, float(np.where(held, gain, -gain).max()))
    return worst


def worst_loss(solution: TurnsSolution, content: bytes, step: int = 1) -> float:
    """Return the most win chance that any choice of the device loses against perfect play.

    Checks scores from the table's lowest to the target, turn totals from 0 to BEYOND beyond a win,
    and the negative ones of the table. step: take every `step`-th score of the opponent.
    """
    table = opened(content, table_name(solution.game))
    floor = getattr(solution, "floor", 0)
    below = below_of(table)
    worst = 0.0
    for second in (False, True)[: 1 + isinstance(solution, EqualSolution)]:
        ahead, replies = replies_of(table, solution, second)
        tag = b"w" if isinstance(solution, EqualSolution) and not second else b"v"
        for j in range(floor, solution.target, step):
            turns = openings(solution, j, second, ahead)
            row = worths_of(table, tag, j)
            worst = max(worst, row_loss(solution, turns, row, replies, j, below))
    if isinstance(solution, EqualSolution) and turns_go_on(solution):
        weights = [weights_of(outcomes, below) for _, outcomes in solution.lists]
        for behind in range(1, solution.target + BEYOND, step):
            turn = answer(solution, behind)
            coarse = (turn.exact * ONE).astype(np.int64)
            worst = max(worst, opening_loss(solution, turn, coarse, 0, weights))
    if isinstance(solution, FirstSolution) and len(below):
        worst = max(worst, loss_below(solution, len(below), step))
    if table.section(b"h"):
        worst = max(worst, bounds_loss(solution, table, step))
    if table.section(b"d"):
        worst = max(worst, dice_loss(solution, table, step))
    return worst


def loss_below(solution: FirstSolution, depth: int, step: int) -> float:
    """Return the most lost by rolling on at a negative turn total, as the device always does."""
    worst = 0.0
    for j in range(solution.floor, solution.target, step):
        for i in range(solution.floor, solution.target):
            position = Position(i, j)
            win = solution.worths(position, 0)[0]
            hold, _, wipe = solution.hold_worths(position, reach(solution.moves) + 1)
            for k in range(max(-depth, solution.floor - i), 0):
                roll = solution.roll_below(hold, win, wipe, k)
                worst = max(worst, solution.hold_below(position, k) - roll)
    return worst


def chances_of_dice(solution: TurnsSolution) -> Floats:
    """Return [index in `lists`, points]: probability to bank the points with a turn's only roll."""
    moves = solution.moves
    table = np.zeros((len(solution.lists), reach(moves) + 1))
    for m in range(len(table)):
        ends = slice(moves.end_at[m], moves.end_at[m + 1])
        np.add.at(table[m], moves.end_n[ends], moves.end_p[ends])
    return table


def dice_worths(solution: TurnsSolution, position: Position, chances: Floats) -> Floats:
    """Return the worth of every number of dice, in the order of `lists`."""
    hold, _, _ = solution.hold_worths(position, chances.shape[1])
    return chances @ hold[: chances.shape[1]]


def dice_loss(solution: TurnsSolution, table: Table, step: int) -> float:
    """Return the most lost by the number of dice, if that is the only choice."""
    game = new_game(solution.game.ID, solution.game.options)
    seconds = (False, True)[: 1 + isinstance(solution, EqualSolution)]
    target = solution.target
    chances = chances_of_dice(solution)
    numbers = [n for n, _ in solution.lists]
    worst = 0.0
    for second in seconds:
        game.turn = 1 + second
        for j in range(0, target + BEYOND * second, step):
            for i in range(target):
                game.scores = [j, i] if second else [i, j]
                dice = best_dice(RacePosition(table, game, game.player))
                worths = dice_worths(solution, Position(i, j, second=second), chances)
                worst = max(worst, float(worths.max() - worths[numbers.index(dice)]))
    return worst
