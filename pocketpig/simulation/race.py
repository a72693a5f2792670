# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Compiled games to a target in which players take turns; 2 players or more.

tests/theory/test_simulation.py checks them against `Game` move for move.
"""

import numpy as np
from numba import njit

from ..solver.moves import Floats
from .pcg import Words, below, next32
from .race_tables import DRAW, LEAD, ROLL, UNKNOWN, Ints, RaceTables, Tables
from .rolls import Rolls
from .tally import LONGEST, EndlessGame, Tally

FIRST, EQUAL_TURNS, ONE_MORE_ROLL = 0, 1, 2
# Why `play` returned.
DONE, NEEDS_SCORE, NEEDS_DICE, NEEDS_TOTAL, NEEDS_DECISION, ENDLESS = range(6)
# Indexes of `at` in `play`: the state of the game in progress.
GAME, TURN, TOTAL, ROLL_NUMBER, DICE, CLOSING, STEPS, LENGTH = range(8)
# A hold in a trace. A roll is its combination of faces, or its effect if that was drawn.
HELD = -1


@njit(cache=True)
def count_win(scores: Ints, game: int, won: Floats, squares: Floats) -> None:
    """Add the shares of the winners of a game, by player and place: see `play`."""
    best = scores.max()
    share = 1.0 / np.sum(scores == best)
    for p in range(len(scores)):
        if scores[p] == best:
            place = (p - game) % len(scores)
            won[p, place] += share
            squares[p, place] += share * share


@njit(cache=True)
def play(
    rolls: Rolls, tables: Tables, end: int, target: int, games: int,
    seats: Ints, at: Ints, scores: Ints, asked: Ints, rng: Words,
    won: Floats, squares: Floats, trace: Ints,
) -> int:  # fmt: skip
    """Play until `games` games are over; return DONE, ENDLESS, or the code of a missing entry.

    The missing entry is written to asked: (strategy, role, me, rival, dice, total); fill it in and
    call again. seats[player]: index of its strategy in the tables. The first player changes from
    game to game. won[player, place]: sum of the player's shares of wins in games in which it had
    that place in the round; squares: sum of their squares. trace: steps are written here until it
    is full.
    """
    n = len(seats)
    turn, total, roll_number = at[TURN], at[TOTAL], at[ROLL_NUMBER]
    dice, closing, steps, length = at[DICE], at[CLOSING], at[STEPS], at[LENGTH]
    reason = DONE
    row = UNKNOWN
    code = ROLL
    limit = 0
    one_kind = rolls.least == rolls.most
    while at[GAME] < games:
        if length >= LONGEST:
            reason = ENDLESS
            break
        player = (at[GAME] + turn - 1) % n
        me = scores[player]
        stop = False
        if closing < 0 and (roll_number > 0 or not one_kind):
            if roll_number < 2:
                row = UNKNOWN
            if row == UNKNOWN:
                rival = scores[player - 1]
                for p in range(n):
                    if p != player:
                        rival = max(rival, scores[p])
                role = n - 1 - (turn - 1) % n if end == EQUAL_TURNS else 0
                low, size = tables.low_score, tables.row_of.shape[2]
                asked[0], asked[1], asked[2], asked[3] = seats[player], role, me, rival
                if min(me, rival) < low or max(me, rival) >= low + size:
                    reason = NEEDS_SCORE
                    break
                me_at, rival_at = me - low, rival - low
                limit = max(target, rival) - me + LEAD
            if roll_number == 0:
                k = tables.dice_of[seats[player], role, me_at, rival_at]
                if k == UNKNOWN:
                    reason = NEEDS_DICE
                    break
                start, past = tables.dice_at[k], tables.dice_at[k + 1]
                dice = tables.dice[start]
                if past - start > 1:
                    dice = tables.dice[start + below(rng, past - start)]
            else:
                known = max(-LEAD, min(total, limit))
                place = known - tables.low_total
                if place < 0 or place >= tables.rows.shape[1]:
                    asked[5] = known
                    reason = NEEDS_TOTAL
                    break
                if row == UNKNOWN:
                    row = tables.row_of[seats[player], role, me_at, rival_at, dice - rolls.least]
                if row != UNKNOWN:
                    code = tables.rows[row, place]
                if row == UNKNOWN or code == UNKNOWN:
                    asked[4], asked[5] = dice, known
                    reason = NEEDS_DECISION
                    break
                if code >= DRAW:
                    decision = tables.stops[code - DRAW]
                    stop = decision[0 if below(rng, decision[3]) < decision[2] else 1] > 0
                else:
                    stop = code > 0
        step = HELD
        if not stop:
            if closing >= 0 and not one_kind:
                dice = rolls.least
            first_of = rolls.faces_at[dice]
            if first_of >= 0:
                step = 0
                for _ in range(dice):
                    step = step * rolls.sides + below(rng, rolls.sides)
                effect = rolls.by_faces[first_of + step]
            else:
                bits = next32(rng) << np.uint64(32)
                bits |= next32(rng)
                k = rolls.drawn_at[dice]
                while rolls.bound[k] < bits:
                    k += 1
                effect = step = rolls.drawn[k]
            if rolls.keep[effect] == 0:
                scores[player] = 0
            total = rolls.factor[effect] * total + rolls.points[effect]
            roll_number += 1
        length += 1
        if steps < len(trace):
            trace[steps] = step
            steps += 1
        if not stop and rolls.goes_on[effect] and closing < 0:
            continue
        # The turn ends; bank its total.
        scores[player] += total
        total = roll_number = 0
        if end == FIRST:
            over = scores[player] >= target
        elif end == EQUAL_TURNS:
            over = turn % n == 0 and scores.max() >= target
        else:
            if closing < 0 and scores[player] >= target:
                closing = player
            over = (player + 1) % n == closing
        turn += 1
        if over:
            count_win(scores, at[GAME], won, squares)
            at[GAME] += 1
            turn, closing, length = 1, -1, 0
            scores[:] = 0
    at[TURN], at[TOTAL], at[ROLL_NUMBER] = turn, total, roll_number
    at[DICE], at[CLOSING], at[STEPS], at[LENGTH] = dice, closing, steps, length
    return reason


def supply(tables: RaceTables, reason: int, asked: Ints) -> None:
    """Add what `play` or `end_scores` lacked: `reason` and `asked` are as it left them."""
    strategy, role, me, rival, dice, total = (int(part) for part in asked)
    if reason == NEEDS_SCORE:
        tables.make_room_for_scores(min(me, rival), max(me, rival))
    elif reason == NEEDS_DICE:
        tables.fill_dice(strategy, role, me, rival)
    elif reason == NEEDS_TOTAL:
        tables.make_room_for_total(total)
    else:
        tables.fill(strategy, role, me, rival, dice, total)


class Race:
    """Games of one variant between `strategies`, one a seat, by one seeded generator."""

    def __init__(self, tables: RaceTables, seats: list[int], rng: Words) -> None:
        """seats[player]: index of its strategy in `tables`."""
        self.tables = tables
        self.seats = np.array(seats, dtype=np.int64)
        self.rng = rng
        self.tally = Tally(len(seats))
        self.trace = np.zeros(0, dtype=np.int64)
        self._scores = np.zeros(len(seats), dtype=np.int64)
        self._at = np.array([0, 1, 0, 0, tables.rolls.least, -1, 0, 0], dtype=np.int64)

    def play(self, games: int) -> None:
        """Play `games` more games."""
        asked = np.zeros(6, dtype=np.int64)
        tables = self.tables
        goal = self.tally.games + games
        while True:
            reason = play(
                tables.rolls, tables.tables(), tables.end, tables.target, goal,
                self.seats, self._at, self._scores, asked, self.rng,
                np.asarray(self.tally.won), np.asarray(self.tally.squares), self.trace,
            )  # fmt: skip
            self.tally.games = int(self._at[GAME])
            if reason == DONE:
                return
            if reason == ENDLESS:
                raise EndlessGame(LONGEST)
            supply(tables, reason, asked)

    def traced(self) -> list[int]:
        """Return the steps written to `trace` so far."""
        return [int(step) for step in self.trace[: self._at[STEPS]]]
