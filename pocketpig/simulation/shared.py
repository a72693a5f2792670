# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Compiled games of shared rolls (`shared_rules.shared_roll`); 2 players or more.

A strategy may depend on its own score, the best score among the others, whether any other stands,
the round total and, if the number of rounds is fixed, the round.
"""

from typing import Any, NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from shared_rules.players.perfect import Perfect
from shared_rules.shared_roll import SharedRollGame
from shared_rules.variants import new_game, variant_class

from ..solver.moves import Floats
from .pcg import Words, below
from .probe import NotCompilable, Stop, ask_stop
from .race import DONE, ENDLESS, NEEDS_DECISION, count_win
from .race_tables import DRAW, STOP, UNKNOWN, Codes, Ints
from .rolls import Rolls, rolls_of
from .tally import LONGEST, EndlessGame, Tally

GAME, ROUND, TOTAL, BUSTS, LENGTH, STEPS = range(6)
MOST_ROUNDS = 1000
Flags = NDArray[np.bool_]
# Choices in a trace by which nobody sits.
NOBODY_SITS = -1


class SharedTables(NamedTuple):
    """Like `race_tables.Tables`: rows[row_of[strategy, round, stands, me, rival], total]."""

    row_of: Codes
    rows: Codes
    stops: Ints


@njit(cache=True)
def play(
    rolls: Rolls, tables: SharedTables, rounds: int, target: int, most_busts: int, games: int,
    seats: Ints, at: Ints, scores: Ints, standing: Flags, asked: Ints, rng: Words,
    won: Floats, squares: Floats, trace: Ints,
) -> int:  # fmt: skip
    """Play until `games` games are over; return DONE, ENDLESS or NEEDS_DECISION (in `asked`).

    rounds: the number of rounds, or 0; target: the score that ends the game, or 0; most_busts: the
    number of rounds in a row, all bust, that end the game as a tie of all, or 0. The other
    arguments are those of `race.play`. In the trace a roll is its combination of faces; a set of
    choices is -1 minus one bit for each player who sits.
    """
    n = len(seats)
    sits = np.zeros(n, np.bool_)
    codes = np.zeros(n, np.int64)
    while at[GAME] < games:
        if at[LENGTH] >= LONGEST:
            return ENDLESS
        # `at[TOTAL]` is -1 - total while choices are awaited.
        if at[TOTAL] >= 0:
            combination = 0
            for _ in range(rolls.least):
                combination = combination * rolls.sides + below(rng, rolls.sides)
            effect = rolls.by_faces[combination]
            if at[STEPS] < len(trace):
                trace[at[STEPS]] = combination
                at[STEPS] += 1
            at[LENGTH] += 1
            total = rolls.factor[effect] * at[TOTAL] + rolls.points[effect]
            at[TOTAL] = -1 - total if rolls.goes_on[effect] else 0
            round_over = not rolls.goes_on[effect]
            for p in range(n):
                if standing[p]:
                    scores[p] *= rolls.keep[effect]
        else:
            total = -1 - at[TOTAL]
            round_over = False
        if not round_over:
            # First check that all entries are known: a return to fill one must not repeat a draw.
            for p in range(n):
                if not standing[p]:
                    continue
                rival, stands = -1, 0
                for q in range(n):
                    if q != p:
                        rival = max(rival, scores[q])
                        stands |= standing[q]
                where = at[ROUND] if rounds else 0
                known = scores[p] < tables.row_of.shape[3] and rival < tables.row_of.shape[4]
                row = UNKNOWN
                if known:
                    row = tables.row_of[seats[p], where, stands, scores[p], rival]
                if (
                    row == UNKNOWN
                    or total >= tables.rows.shape[1]
                    or (tables.rows[row, total] == UNKNOWN)
                ):
                    asked[0], asked[1], asked[2] = seats[p], where, stands
                    asked[3], asked[4], asked[5] = scores[p], rival, total
                    return NEEDS_DECISION
                codes[p] = tables.rows[row, total]
            everyone = True
            step = NOBODY_SITS
            for p in range(n):
                sits[p] = standing[p] and codes[p] == STOP
                if standing[p] and codes[p] >= DRAW:
                    decision = tables.stops[codes[p] - DRAW]
                    sits[p] = decision[0 if below(rng, decision[3]) < decision[2] else 1] > 0
                everyone = everyone and (sits[p] or not standing[p])
            for p in range(n):
                if sits[p]:
                    scores[p] += total
                    standing[p] = False
                    step -= 1 << p
            at[TOTAL] = total
            at[LENGTH] += 1
            if at[STEPS] < len(trace):
                trace[at[STEPS]] = step
                at[STEPS] += 1
            round_over = everyone
        if round_over:
            at[TOTAL] = 0
            at[BUSTS] = at[BUSTS] + 1 if standing.all() else 0
            standing[:] = True
            at[ROUND] += 1
            tie = most_busts and at[BUSTS] == most_busts
            if tie or at[ROUND] == rounds or (target and scores.max() >= target):
                if tie:
                    scores[:] = 0
                count_win(scores, at[GAME], won, squares)
                at[GAME] += 1
                at[ROUND] = at[BUSTS] = at[LENGTH] = 0
                scores[:] = 0
    return DONE


class SharedRace:
    """Like `race.Race`, for games of shared rolls; places in the round mean nothing here."""

    def __init__(
        self, variant: str, options: dict[str, Any], seats: list[int], strategies: list[Any],
        rng: Words,
    ) -> None:  # fmt: skip
        """seats[player]: index of its strategy in `strategies` (objects).

        Raises NotCompilable if the variant does not follow the common rules.
        """
        game = new_game(variant, options, len(seats))
        check_shared(game)
        if len(seats) > 2 and any(isinstance(one, Perfect) for one in strategies):
            raise NotCompilable("among several the perfect player looks at every rival")
        self.game = game
        self.strategies = strategies
        self.rolls = rolls_of(game)
        if self.rolls.faces_at[self.rolls.least] < 0 or self.rolls.points.min() < 0:
            raise NotCompilable(f"{game.ID} has rolls that cannot be looked up")
        self.target = game.options.get("target", 0)
        self.rounds = 0 if self.target else rounds_of(variant, options)
        self.most_busts = game.busts_left() or 0
        self.seats = np.array(seats, dtype=np.int64)
        self.rng = rng
        self.tally = Tally(len(seats))
        self.trace = np.zeros(0, dtype=np.int64)
        size = self.target + 64 if self.target else 128
        self.row_of = np.full((len(strategies), max(1, self.rounds), 2, size, size), UNKNOWN,
                              dtype=np.int32)  # fmt: skip
        self.rows = np.full((256, 128), UNKNOWN, dtype=np.int32)
        self.used = 0
        self._stops: dict[Stop, int] = {}
        self._splits = [0] * len(strategies)
        self._scores = np.zeros(len(seats), dtype=np.int64)
        self._standing = np.ones(len(seats), dtype=np.bool_)
        self._at = np.zeros(6, dtype=np.int64)

    def play(self, games: int) -> None:
        """Play `games` more games."""
        asked = np.zeros(6, dtype=np.int64)
        goal = self.tally.games + games
        while True:
            stops = [[int(part) for part in stop] for stop in self._stops] or [[0, 0, 0, 0]]
            tables = SharedTables(self.row_of, self.rows, np.array(stops, dtype=np.int64))
            reason = play(
                self.rolls, tables, self.rounds, self.target, self.most_busts, goal,
                self.seats, self._at, self._scores, self._standing, asked, self.rng,
                np.asarray(self.tally.won), np.asarray(self.tally.squares), self.trace,
            )  # fmt: skip
            self.tally.games = int(self._at[GAME])
            if reason == DONE:
                return
            if reason == ENDLESS:
                raise EndlessGame(LONGEST)
            self._fill(*(int(part) for part in asked))

    def traced(self) -> list[int]:
        """Return the steps written to `trace` so far."""
        return [int(step) for step in self.trace[: self._at[STEPS]]]

    def _fill(
        self, strategy: int, where: int, stands: int, me: int, rival: int, total: int
    ) -> None:
        if max(me, rival) >= self.row_of.shape[3]:
            more = max(me, rival) + 64 - self.row_of.shape[3]
            pad = [(0, 0), (0, 0), (0, 0), (0, more), (0, more)]
            self.row_of = np.pad(self.row_of, pad, constant_values=UNKNOWN)
        if total >= self.rows.shape[1]:
            pad = [(0, 0), (0, total + 64 - self.rows.shape[1])]
            self.rows = np.pad(self.rows, pad, constant_values=UNKNOWN)
        row = self.row_of[strategy, where, stands, me, rival]
        if row == UNKNOWN:
            if self.used == len(self.rows):
                self.rows = np.concatenate((self.rows, np.full_like(self.rows, UNKNOWN)))
            row = self.row_of[strategy, where, stands, me, rival] = self.used
            self.used += 1
        game: Any = self.game
        game.turn = where + 1 if self.rounds else 2
        game.scores = [rival] * game.players
        game.scores[0] = me
        game.standing = [bool(stands)] * game.players
        game.standing[0] = True
        game.choosing = True
        game.choices = [""] * game.players
        game.roll_number = 1
        game.dice = (game.FACES[1],) * self.rolls.least
        game.turn_total = total
        stop = ask_stop(self.strategies[strategy], game, 0, self._splits[strategy])
        code = int(stop.low)
        if stop.numbers:
            self._splits[strategy] = stop.split
            code = DRAW + self._stops.setdefault(stop, len(self._stops))
        self.rows[row, total] = code


def check_shared(game: Any) -> None:
    """Raise NotCompilable unless the game differs from `SharedRollGame` only in its end."""
    if not game.SHARED_ROLL:
        raise NotCompilable(f"{game.ID} is no game of shared rolls")
    known = [SharedRollGame]
    if game.busts_left():
        known.append(variant_class("swine_herd"))
    for hook in ("roll", "apply", "choose", "reveal", "end_turn", "to_move", "winners"):
        if getattr(type(game), hook) not in [getattr(kind, hook) for kind in known]:
            raise NotCompilable(f"{game.ID} has rules of its own in {hook}")


def rounds_of(variant: str, options: dict[str, Any]) -> int:
    """Return the number of rounds of a game without a target, by a game of busts only."""
    game: Any = new_game(variant, options)
    low, high = game.FACES
    faces = next(
        (face,) * game.DICE
        for face in range(low, high + 1)
        if not game.effect((face,) * game.DICE).goes_on
    )
    for rounds in range(1, MOST_ROUNDS):
        game.apply("roll", faces)
        if game.over:
            return rounds
    raise NotCompilable(f"{game.ID} has neither a target nor a last round")
