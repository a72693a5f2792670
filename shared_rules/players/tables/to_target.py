# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Positions in shared rolls to a target, for `shared`."""

from .table import ONE, blank


class Position:
    """Position of two players in a game to a target."""

    # Scores are shifted to the table's target: only the distance to it matters.
    # mine, theirs: scores; exact: False if the table is for another game.

    def __init__(self, table, game, mine, theirs):
        self.table = table
        self.target = table.number("target")
        shift = self.target - game.options["target"]
        self.mine = max(0, mine + shift)
        self.theirs = max(0, theirs + shift)
        self.exact = shift >= 0 and game.players == 2
        self.row = ()
        self.loaded = -1

    def look_near(self):
        """Do nothing: rows are read whole."""

    def mix(self, mine, theirs):
        """Return the mix of a player at `mine`."""
        return self.table.part(b"m", mine, theirs)

    def load(self, theirs):
        """Generator that loads the worths against `theirs`."""
        if theirs != self.loaded and theirs < self.target:
            self.row = self.row or blank(self.target)
            yield from self.table.worths(b"n", theirs, self.row)
        self.loaded = theirs

    def worth(self, mine, theirs):
        """Return the worth after both have banked."""
        if mine < self.target and theirs < self.target:
            return ONE - self.row[mine]
        return ONE if mine > theirs else ONE // 2 if mine == theirs else 0

    def start(self):
        """Generator that loads the worths for the turn's start."""
        return self.load(self.theirs)

    def nothing_changes(self):
        """Return the round total from which on nothing changes."""
        return self.target - min(self.mine, self.theirs)
