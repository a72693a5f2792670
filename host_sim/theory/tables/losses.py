# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""The most that the device's choices with a table lose, over all positions."""

from typing import NamedTuple

import numpy as np

from host_sim.theory.computer_players import Bytes
from host_sim.theory.solver.moves import Floats, Ints, reach
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

from .device_turn import Weights, roll_gains, turns_loss, weights_of

# Turn totals are checked up to this much beyond a win.
BEYOND = 100


class Turns(NamedTuple):
    """The starts of turns against one score of the opponent, by the player's score.

    Scores count from the least one. worths: of holding, by the new score; wipe: worth of losing the
    score; tops, limits: by the player's score, the turn totals above which the device holds, and up
    to which it is checked.
    """

    worths: Floats
    wipe: float
    tops: Ints
    limits: Ints


def turns_against(solution: TurnsSolution, j: int, second: bool, ahead: int) -> Turns:
    """Return the turns against an opponent with score j below the target.

    ahead: the lead above which the device always holds if it would bank the target.
    """
    target = solution.target
    floor = getattr(solution, "floor", 0)
    scores = np.arange(floor, target)
    tops = max(target, j + ahead) - scores - 1
    highest = [solution.highest(Position(i, j, second=second)) for i in range(floor, target)]
    limits = np.maximum(np.maximum(target + BEYOND, highest) - scores, tops)
    length = int((limits + scores).max()) - floor + reach(solution.moves) + 1
    worths, _, wipe = solution.hold_worths(Position(floor, j, second=second), length)
    return Turns(worths, wipe, tops, limits)


def answer(solution: TurnsSolution, behind: int) -> Turns:
    """Return the last turn of a game of equal turns for a player `behind` points behind."""
    limit = behind + BEYOND
    worths = np.heaviside(np.arange(limit + reach(solution.moves) + 1) - behind, 0.5)
    return Turns(worths, 0.0, np.array([behind]), np.array([limit]))


def gains_of(solution: TurnsSolution, turns: Turns) -> list[Floats]:
    """Return `roll_gains` of the turns for every number of dice."""
    moves = solution.moves
    pad = reach(moves)
    return [
        roll_gains(moves, m, turns.worths, turns.limits, turns.wipe, pad)
        for m in range(len(solution.lists))
    ]


def turns_go_on(solution: Solution) -> bool:
    """False if a turn is one roll."""
    return any(effect.goes_on for _, (_, effects) in solution.lists for _, effect in effects)


class Check:
    """Finds what the device's choices lose in turns of `solution`; below: section "b"."""

    def __init__(self, solution: TurnsSolution, turns: Turns, below: Ints) -> None:
        self.turns = turns
        self.target = solution.target
        self.pad = reach(solution.moves)
        self.rolls: list[tuple[Weights, Floats]] = []
        if turns_go_on(solution):
            weights = [weights_of(outcomes, below) for _, outcomes in solution.lists]
            self.rolls = list(zip(weights, gains_of(solution, turns)))

    def loss(self, worths: Ints, wipe: int, enough: float = 1.0) -> float:
        """Return the most that is lost; a loss above `enough` as soon as it is found.

        worths, wipe: like those of the turns, as the device reads them.
        """
        worst = 0.0
        tops, limits = self.turns.tops, self.turns.limits
        for roll, gains in self.rolls:
            loss = turns_loss(roll, gains, worths, tops, limits, wipe, self.pad, enough)
            worst = max(worst, loss)
            if worst > enough:
                break
        return worst

    def row_loss(self, row: Ints, replies: Ints, j: int, enough: float = 1.0) -> float:
        """Return `loss` against an opponent with score j.

        row: its worths from the lowest score on; replies: by the lead; the last is 0.
        """
        worths = device_worths(row, replies, j, self.target, len(self.turns.worths))
        return self.loss(worths, ONE - int(row[len(row) - self.target]), enough)


def device_worths(row: Ints, replies: Ints, j: int, target: int, length: int) -> Ints:
    """Return the first `length` worths of holding as the device reads them, by the new score.

    row, replies: as in `Check.row_loss`.
    """
    leads = np.arange(target, target - len(row) + length) - j
    return ONE - np.append(row, replies[np.minimum(leads, len(replies) - 1)])


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
    """Return (lead above which the device holds, replies by lead for `Check.row_loss`)."""
    if table.section(b"c") and not second:
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


def changes(gain: Floats, tolerance: float) -> list[int]:
    """Return turn totals at which the choice changes, from rolling; ignore gains to `tolerance`."""
    clear = np.nonzero(np.abs(gain) > tolerance)[0]
    rolls = gain[clear] > 0.0
    found: list[int] = clear[rolls != np.append(True, rolls)[:-1]].tolist()
    return found


def bounds_loss(solution: TurnsSolution, table: Table, step: int) -> float:
    """Return the most lost by the choices of section "h"."""
    worst = 0.0
    floor = table.section(b"h")[2]
    for j in range(floor, solution.target, step):
        turns = turns_against(solution, j, False, 1)
        gains = gains_of(solution, turns)[0]
        for i in range(0, len(gains), min(step, 3)):
            gain = gains[i, : turns.limits[i] + 1]
            bounds = answer_of(bounds_of(table, floor + i, j))
            left = solution.target - floor - i
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
            losses = Check(solution, turns_against(solution, j, second, ahead), below)
            row = worths_of(table, tag, j)
            worst = max(worst, losses.row_loss(row, replies, j))
    if table.section(b"c") and turns_go_on(solution):
        for behind in range(1, solution.target + BEYOND, step):
            turns = answer(solution, behind)
            coarse = (turns.worths * ONE).astype(np.int64)
            worst = max(worst, Check(solution, turns, below).loss(coarse, 0))
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
