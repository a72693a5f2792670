# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Games to a target played turn by turn: one draw from the exact distribution of each turn.

The chances are those of `race`. It is several times as fast, but has no single rolls. The score at
the end of a turn is drawn with 64 random bits; its probability is right to 2**-32.
"""

import numpy as np
from numba import njit

from ..pcg import U32, Words, next32
from ..solver.moves import Floats
from ..tally import LONGEST, EndlessGame, Tally
from .race import DONE, EQUAL_TURNS, FIRST
from .race_tables import UNKNOWN, Ints, RaceTables
from .turns import Turns, alias

NEEDS_TURN, ENDLESS = 1, 2
# A turn's entry: first slot << SIZE_BITS | log2 of the number of slots.
SIZE_BITS = 5
SCORE_MASK = np.uint64(0xFFFF)
U16 = np.uint64(16)
MOST_SCORES = 1 << 16


@njit(cache=True)
def play(
    entries: Ints, slots: Words, low: int, end: int, target: int, games: int,
    seats: Ints, at: Ints, scores: Ints, asked: Ints, rng: Words,
    won: Floats, squares: Floats,
) -> int:  # fmt: skip
    """Play until `games` games are over; return DONE, ENDLESS or NEEDS_TURN (in `asked`).

    entries[strategy, role, me, rival]: scores count from `low`; the last role is that of a player
    with one last roll. at: (game, turn, closing). asked: (strategy, role, me, rival). The other
    arguments are those of `race.play`.
    """
    n = len(seats)
    turn, closing = at[1], at[2]
    size = entries.shape[2]
    last_role = entries.shape[1] - 1
    reason = DONE
    while at[0] < games:
        if turn > LONGEST:
            reason = ENDLESS
            break
        player = (at[0] + turn - 1) % n
        me = scores[player]
        rival = scores[player - 1]
        for p in range(n):
            if p != player:
                rival = max(rival, scores[p])
        role = 0
        if end == EQUAL_TURNS:
            role = n - 1 - (turn - 1) % n
        elif closing >= 0:
            role = last_role
        entry = UNKNOWN
        if min(me, rival) >= low and max(me, rival) < low + size:
            entry = entries[seats[player], role, me - low, rival - low]
        if entry == UNKNOWN:
            asked[0], asked[1], asked[2], asked[3] = seats[player], role, me, rival
            reason = NEEDS_TURN
            break
        slot = np.int64(next32(rng)) & ((1 << (entry & ((1 << SIZE_BITS) - 1))) - 1)
        content = slots[(entry >> SIZE_BITS) + slot]
        if next32(rng) < content >> U32:
            content = content >> U16
        me = np.int64(content & SCORE_MASK) + low
        scores[player] = me
        if end == FIRST:
            over = me >= target
        elif end == EQUAL_TURNS:
            over = turn % n == 0 and scores.max() >= target
        else:
            if closing < 0 and me >= target:
                closing = player
            over = (player + 1) % n == closing
        turn += 1
        if over:
            best = scores.max()
            share = 1.0 / np.sum(scores == best)
            for p in range(n):
                if scores[p] == best:
                    seat = (p - at[0]) % n
                    won[p, seat] += share
                    squares[p, seat] += share * share
            at[0] += 1
            turn, closing = 1, -1
            scores[:] = 0
    at[1], at[2] = turn, closing
    return reason


class QuickRace:
    """Like `race.Race`, turn by turn."""

    def __init__(self, tables: RaceTables, seats: list[int], rng: Words) -> None:
        """seats[player]: index of its strategy in `tables`."""
        self.turns = Turns(tables)
        self.tables = tables
        self.seats = np.zeros(len(seats), dtype=np.int64)
        self.rng = rng
        size = tables.row_of.shape[2]
        shape = (len(tables.strategies), tables.roles + 1, size, size)
        self.low = tables.low_score
        self.entries = np.full(shape, UNKNOWN, dtype=np.int64)
        self.slots = np.zeros(1 << 16, dtype=np.uint64)
        self.used = 0
        self._scores = np.zeros(len(seats), dtype=np.int64)
        self._at = np.zeros(3, dtype=np.int64)
        self.take_seats(seats)

    def take_seats(self, seats: list[int]) -> None:
        """Begin another contest of as many players; keep the known turns."""
        self.seats[:] = seats
        self.tally = Tally(len(seats))
        self._at[:] = 0, 1, -1

    def play(self, games: int) -> None:
        """Play `games` more games."""
        asked = np.zeros(4, dtype=np.int64)
        tables = self.tables
        goal = self.tally.games + games
        while True:
            reason = play(
                self.entries, self.slots, self.low, tables.end, tables.target, goal,
                self.seats, self._at, self._scores, asked, self.rng,
                np.asarray(self.tally.won), np.asarray(self.tally.squares),
            )  # fmt: skip
            self.tally.games = int(self._at[0])
            if reason == DONE:
                return
            if reason == ENDLESS:
                raise EndlessGame(LONGEST)
            self._add_turn(*(int(part) for part in asked))

    def _add_turn(self, strategy: int, role: int, me: int, rival: int) -> None:
        closing = role == self.tables.roles
        turn = self.turns.turn(strategy, 0 if closing else role, me, rival, closing)
        self._make_room(min(me, rival, int(turn.scores[0])), max(me, rival))
        bits = max(0, len(turn.scores) - 1).bit_length()
        if self.used + (1 << bits) > len(self.slots):
            self.slots = np.concatenate((self.slots, np.zeros_like(self.slots)))
        slots = self.slots[self.used : self.used + (1 << bits)]
        if turn.scores[-1] - self.low >= MOST_SCORES:
            raise OverflowError(f"a score of {turn.scores[-1]} is too large for a quick game")
        alias(turn.chances, turn.scores - self.low, slots)
        self.entries[strategy, role, me - self.low, rival - self.low] = (
            self.used << SIZE_BITS | bits
        )
        self.used += 1 << bits

    def _make_room(self, low: int, high: int) -> None:
        """Grow the table to scores from `low` to `high`."""
        if low < self.low:
            # Scores in the slots count from `low`: empty the table and use a lower one.
            self.tables.make_room_for_scores(low - 64, high)
            self.entries = np.full(
                (*self.entries.shape[:2], *self.tables.row_of.shape[2:4]), UNKNOWN, dtype=np.int64
            )
            self.low, self.used = self.tables.low_score, 0
        more = high + 33 - self.low - self.entries.shape[2]
        if high >= self.low + self.entries.shape[2]:
            pad = [(0, 0), (0, 0), (0, more), (0, more)]
            self.entries = np.pad(self.entries, pad, constant_values=UNKNOWN)
