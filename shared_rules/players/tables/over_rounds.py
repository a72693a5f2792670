# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Positions in shared rolls over a number of rounds, for `shared`."""

from .table import ONE, blank
from .turn import LATEST

NEAR, MORE = 96, 24  # a lead of NEAR, and of MORE than now: always sit


class Position:
    """Position of two players; attributes as in `to_target`."""

    def __init__(self, table, game, mine, theirs):
        self.table = table
        self.round = game.turn
        self.mine = mine
        self.theirs = theirs
        self.exact = game.players == 2
        self.widest = table.section(b"n")[4]
        self.row = ()
        self.loaded = -1

    def look_near(self):
        """Leave out leads with which to sit always; they count as won."""
        self.widest = min(self.widest, max(NEAR, abs(self.mine - self.theirs) + MORE))

    def mix(self, mine, theirs):
        middle = self.table.section(b"m")[4] // 2
        lead = max(-middle, min(middle, mine - theirs))
        return self.table.part(b"m", self.round, middle + lead)

    def load(self, theirs, ended=1):
        if self.loaded != ended:
            self.row = blank(self.widest)
            yield from self.table.worths(b"n", self.round + ended, self.row)
        self.loaded = ended

    def worth(self, mine, theirs):
        lead = mine - theirs
        if abs(lead) > self.widest:
            return ONE if lead > 0 else 0
        return self.row[lead - 1] if lead > 0 else ONE - self.row[-lead - 1] if lead else ONE // 2

    def start(self):
        return self.load(0, 0)

    def nothing_changes(self):
        return LATEST
