# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Compiled games of 2 players or more: by turns to a target, or of shared rolls.

A turn of shared rolls is a round. tests/test_simulation.py checks the games against `Game` move for
move.
"""

from typing import NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from ..solver.moves import Floats
from .decision_tables import DRAW, LEAD, STOP, UNKNOWN, DecisionTables, Ints, Setting, Tables
from .pcg import Words, below, next32
from .rolls import Rolls
from .tally import LONGEST, EndlessGame, Tally

FIRST, EQUAL_TURNS, ONE_MORE_ROLL = 0, 1, 2
# Why `play` or a part of it returned; after the last two no turn has ended.
DONE, OVER, MISSING, ENDLESS = range(4)
# Indexes of `at`: the state of the game in progress.
GAME, TURN, TOTAL, ROLL_NUMBER, DICE, CLOSING, BUSTS, STEPS, LENGTH = range(9)
# A hold in a trace. A roll is its combination of faces, or its effect if that was drawn. A set of
# choices after a shared roll is -1 minus one bit for each player who sits.
HELD = -1
NOBODY_SITS = -1


class State(NamedTuple):
    """What a game changes.

    at: see its indexes. asked: the missing entry, (strategy, context, me, rival, dice, total).
    won[player, place]: sum of the player's shares of wins in games in which it had that place in
    the round; squares: sum of their squares. trace: steps are written here until it is full.
    """

    at: Ints
    scores: Ints
    standing: NDArray[np.bool_]
    asked: Ints
    rng: Words
    won: Floats
    squares: Floats
    trace: Ints


@njit(cache=True)
def throw(rolls: Rolls, dice: int, rng: Words) -> tuple[int, int]:
    """Roll; return (step of a trace, effect)."""
    first_of = rolls.faces_at[dice]
    if first_of >= 0:
        step = 0
        for _ in range(dice):
            step = step * rolls.sides + below(rng, rolls.sides)
        return step, rolls.by_faces[first_of + step]
    bits = next32(rng) << np.uint64(32)
    bits |= next32(rng)
    k = rolls.drawn_at[dice]
    while rolls.bound[k] < bits:
        k += 1
    return rolls.drawn[k], rolls.drawn[k]


@njit(cache=True)
def note(state: State, step: int) -> None:
    """Write a step to the trace, and count it."""
    at = state.at
    at[LENGTH] += 1
    if at[STEPS] < len(state.trace):
        state.trace[at[STEPS]] = step
        at[STEPS] += 1


@njit(cache=True)
def best_other(scores: Ints, player: int) -> int:
    """Return the best score of the other players."""
    best = scores[player - 1]
    for p in range(len(scores)):
        if p != player:
            best = max(best, scores[p])
    return best


@njit(cache=True)
def row_of(tables: Tables, asked: Ints) -> int:
    """Return the row of what is asked, or UNKNOWN."""
    me, rival = asked[2] - tables.low_score, asked[3] - tables.low_score
    if min(me, rival) < 0 or max(me, rival) >= tables.row_of.shape[2]:
        return UNKNOWN
    return tables.row_of[asked[0], asked[1], me, rival, asked[4]]


@njit(cache=True)
def code_of(tables: Tables, row: int, total: int) -> int:
    """Return the decision in a row, or UNKNOWN."""
    place = total - tables.low_total
    if row == UNKNOWN or place < 0 or place >= tables.rows.shape[1]:
        return UNKNOWN
    return tables.rows[row, place]


@njit(cache=True)
def stops_by(tables: Tables, code: int, rng: Words) -> bool:
    """True if the decision is to stop."""
    if code < DRAW:
        return code == STOP
    decision = tables.stops[code - DRAW]
    return decision[0 if below(rng, decision[3]) < decision[2] else 1] > 0


@njit(cache=True)
def choose_dice(tables: Tables, state: State) -> int:
    """Return MISSING, or DONE with the number of dice of the turn in `at`."""
    state.asked[4] = 0
    k = row_of(tables, state.asked)
    if k == UNKNOWN:
        return MISSING
    start, past = tables.dice_at[k], tables.dice_at[k + 1]
    state.at[DICE] = tables.dice[start]
    if past - start > 1:
        state.at[DICE] = tables.dice[start + below(state.rng, past - start)]
    return DONE


@njit(cache=True)
def play_turn(rules: Setting, tables: Tables, state: State) -> int:
    """Play the rest of a turn; return DONE, OVER, MISSING or ENDLESS."""
    at, scores, asked, rolls = state.at, state.scores, state.asked, rules.rolls
    n = len(scores)
    player = (at[GAME] + at[TURN] - 1) % n
    rival = best_other(scores, player)
    role = n - 1 - (at[TURN] - 1) % n if rules.end == EQUAL_TURNS else 0
    asked[0], asked[1], asked[2], asked[3] = rules.seats[player], role, scores[player], rival
    limit = max(rules.target, rival) - scores[player] + LEAD
    last_roll = at[CLOSING] >= 0
    if at[ROLL_NUMBER] == 0:
        at[DICE], asked[5] = rolls.least, 0
        if rolls.least < rolls.most and not last_roll and choose_dice(tables, state) == MISSING:
            return MISSING
    row, total, roll_number = UNKNOWN, at[TOTAL], at[ROLL_NUMBER]
    asked[4] = at[DICE] - rolls.least + 1
    stops = False
    while not stops:
        at[TOTAL], at[ROLL_NUMBER] = total, roll_number
        if at[LENGTH] >= LONGEST:
            return ENDLESS
        if roll_number:
            if row == UNKNOWN:
                row = row_of(tables, asked)
            known = max(-LEAD, min(total, limit))
            code = code_of(tables, row, known)
            if code == UNKNOWN:
                asked[5] = known
                return MISSING
            if stops_by(tables, code, state.rng):
                note(state, HELD)
                break
        step, effect = throw(rolls, at[DICE], state.rng)
        note(state, step)
        if rolls.keep[effect] == 0:
            scores[player] = 0
        total = rolls.factor[effect] * total + rolls.points[effect]
        roll_number += 1
        stops = last_roll or not rolls.goes_on[effect]
    scores[player] += total
    at[TURN] += 1
    at[TOTAL] = at[ROLL_NUMBER] = 0
    if rules.end == FIRST:
        return OVER if scores[player] >= rules.target else DONE
    if rules.end == EQUAL_TURNS:
        return OVER if (at[TURN] - 1) % n == 0 and scores.max() >= rules.target else DONE
    if not last_roll and scores[player] >= rules.target:
        at[CLOSING] = player
    return OVER if (player + 1) % n == at[CLOSING] else DONE


@njit(cache=True)
def choose_all(rules: Setting, tables: Tables, state: State, codes: Ints) -> int:
    """Let all who stand choose; return MISSING, or DONE with the points banked."""
    at, scores, standing, asked = state.at, state.scores, state.standing, state.asked
    # First check that all entries are known: a return to fill one must not repeat a draw.
    for p in range(len(scores)):
        codes[p] = STOP - 1
        if standing[p]:
            others = standing.sum() > 1
            context = 2 * (at[TURN] - 1 if rules.rounds else 0) + others
            asked[0], asked[1], asked[2] = rules.seats[p], context, scores[p]
            asked[3], asked[4], asked[5] = best_other(scores, p), 1, at[TOTAL]
            codes[p] = code_of(tables, row_of(tables, asked), at[TOTAL])
            if codes[p] == UNKNOWN:
                return MISSING
    step = NOBODY_SITS
    for p in range(len(scores)):
        codes[p] = stops_by(tables, codes[p], state.rng)
    for p in range(len(scores)):
        if codes[p]:
            scores[p] += at[TOTAL]
            standing[p] = False
            step -= 1 << p
    note(state, step)
    return DONE


@njit(cache=True)
def play_round(rules: Setting, tables: Tables, state: State) -> int:
    """Play the rest of a round of shared rolls; return as `play_turn`."""
    at, scores, standing, rolls = state.at, state.scores, state.standing, rules.rolls
    codes = np.zeros(len(scores), np.int64)
    goes_on = True
    while goes_on and standing.any():
        if at[LENGTH] >= LONGEST:
            return ENDLESS
        # A roll waits for the choices.
        if at[ROLL_NUMBER] == 0:
            step, effect = throw(rolls, rolls.least, state.rng)
            note(state, step)
            at[TOTAL] = rolls.factor[effect] * at[TOTAL] + rolls.points[effect]
            goes_on = rolls.goes_on[effect] > 0
            at[ROLL_NUMBER] = goes_on
            for p in range(len(scores)):
                if standing[p]:
                    scores[p] *= rolls.keep[effect]
        elif choose_all(rules, tables, state, codes) == MISSING:
            return MISSING
        else:
            at[ROLL_NUMBER] = 0
    at[TOTAL] = 0
    at[BUSTS] = at[BUSTS] + 1 if standing.all() else 0
    standing[:] = True
    at[TURN] += 1
    if rules.most_busts and at[BUSTS] == rules.most_busts:
        scores[:] = 0
        return OVER
    if at[TURN] - 1 == rules.rounds or rules.target and scores.max() >= rules.target:
        return OVER
    return DONE


@njit(cache=True)
def play(rules: Setting, tables: Tables, state: State, games: int) -> int:
    """Play until `games` games are over; return DONE, ENDLESS or MISSING.

    The missing entry is in `asked`; fill it in and call again. The first player changes from game
    to game.
    """
    at, scores = state.at, state.scores
    n = len(scores)
    while at[GAME] < games:
        if rules.shared:
            reason = play_round(rules, tables, state)
        else:
            reason = play_turn(rules, tables, state)
        if reason > OVER:
            return reason
        if reason == OVER:
            best = scores.max()
            share = 1.0 / np.sum(scores == best)
            for p in range(n):
                if scores[p] == best:
                    place = (p - at[GAME]) % n
                    state.won[p, place] += share
                    state.squares[p, place] += share * share
            at[GAME] += 1
            at[TURN], at[CLOSING], at[BUSTS], at[LENGTH] = 1, -1, 0, 0
            scores[:] = 0
    return DONE


class Race:
    """Games of one variant between `strategies`, one a seat, by one seeded generator."""

    def __init__(self, tables: DecisionTables, seats: list[int], rng: Words) -> None:
        """seats[player]: index of its strategy in `tables`."""
        self.tables = tables
        self.seats = np.array(seats, dtype=np.int64)
        self.rng = rng
        self.tally = Tally(len(seats))
        self.trace = np.zeros(0, dtype=np.int64)
        self._scores = np.zeros(len(seats), dtype=np.int64)
        self._standing = np.ones(len(seats), dtype=np.bool_)
        self._at = np.zeros(9, dtype=np.int64)
        self._at[[TURN, CLOSING]] = 1, -1

    def play(self, games: int) -> None:
        """Play `games` more games."""
        asked = np.zeros(6, dtype=np.int64)
        tally, goal = self.tally, self.tally.games + games
        state = State(
            self._at, self._scores, self._standing, asked, self.rng, np.asarray(tally.won),
            np.asarray(tally.squares), self.trace,
        )  # fmt: skip
        rules = self.tables.setting(self.seats)
        reason = MISSING
        while reason == MISSING:
            reason = play(rules, self.tables.tables(), state, goal)
            tally.games = int(self._at[GAME])
            if reason == MISSING:
                self.tables.supply(asked)
        if reason == ENDLESS:
            raise EndlessGame(LONGEST)

    def traced(self) -> list[int]:
        """Return the steps written to `trace` so far."""
        return [int(step) for step in self.trace[: self._at[STEPS]]]
