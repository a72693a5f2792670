"""The most win chance that the device's choices with a table lose, over all positions."""

import numpy as np

from pocketpig.position import Position
from pocketpig.solver.fixed_turns_solution import FixedTurnsSolution
from pocketpig.solver.moves import reach
from pocketpig.solver.race_solution import EqualSolution, FirstSolution
from pocketpig.tables.losses import (
    BEYOND,
    Check,
    Turns,
    chances_of_dice,
    dice_worths,
    gains_of,
    opened,
    over_rounds_worths,
    turns_against,
    turns_go_on,
    turns_over_rounds,
)
from shared_rules.players.tables.listed import best_dice, bounds_of, is_held
from shared_rules.players.tables.race import RacePosition, last_roll
from shared_rules.players.tables.table import ONE, table_name
from shared_rules.players.tables.turn import longest
from shared_rules.thinking import answer_of
from shared_rules.variants import new_game


def answer(solution, behind):
    """Return the last turn of a game of equal turns for a player `behind` points behind."""
    limit = behind + BEYOND
    worths = np.heaviside(np.arange(limit + reach(solution.moves) + 1) - behind, 0.5)
    return Turns(worths, 0.0, np.array([behind]), np.array([limit]))


def worths_of(table, tag, index):
    """Return a row of worths as the device reads it."""
    row = np.zeros(table.section(tag)[4], dtype=np.int64)
    answer_of(table.worths(tag, index, row))
    return row


def replies_of(table, solution, second):
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


def below_of(table):
    """Return section "b": a row for each turn total below 0."""
    section = table.section(b"b")
    if not section:
        return np.zeros((0, 1), dtype=np.int64)
    data = b"".join(table.row(b"b", part) for part in range(section[3]))
    return np.frombuffer(data, dtype="<u2").astype(np.int64).reshape(-1, section[4])


def bounds_loss(solution, table, step):
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


def over_rounds_loss(solution, table, step):
    """Return the most lost by a choice of a game over rounds, without wipes."""
    worst = 0.0
    none = np.zeros((0, 1), dtype=np.int64)
    for turn in range(1, 2 * solution.game.options["rounds"], 4 if step > 1 else 1):
        turns = turns_over_rounds(solution, turn, solution.LEAD, table.section(b"v")[1])
        row = worths_of(table, b"v", turn + 1)
        check = Check(solution, turns, none)
        worst = max(worst, check.loss(*over_rounds_worths(row, turns, solution.LEAD)))
    return worst


def worst_loss(solution, content, step=1):
    """Return the most win chance that any choice of the device loses against perfect play.

    Checks scores from the table's lowest to the target, turn totals from 0 to BEYOND beyond a win,
    and the negative ones of the table. step: take every `step`-th score of the opponent.
    """
    table = opened(content, table_name(solution.game))
    if isinstance(solution, FixedTurnsSolution):
        return over_rounds_loss(solution, table, step)
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
    if table.section(b"c") and turns_go_on(solution.lists):
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


def loss_below(solution, depth, step):
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


def dice_loss(solution, table, step):
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
