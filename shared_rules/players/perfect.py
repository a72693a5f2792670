# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Perfect play from tables: the worth of every start of a turn; the rest is worked out here."""

# `Perfect(open_table, after_check)`: `open_table(name)` gives a reader (see `table_file`) or raises
# OSError; `after_check()` is called once a table has been checked. Without a good table it plays
# the practical rule, and `fault` says why.

from ..game import ROLL
from .table_file import Table, TableError, table_name


class Perfect:
    """Wins as often as can be."""

    # fault: "" or what is wrong with the table; the practical rule then plays.
    # exact: False where the last choice was not from a table for this very game.

    def __init__(self, open_table, after_check=None):
        self.open_table = open_table
        self.after_check = after_check
        self.table = None
        self.outcomes = ("", None)
        self.fault = ""
        self.exact = True

    def choose(self, game, player, source):
        choice = None
        for step in self.think(game, player, source):
            choice = step
        return choice

    def think(self, game, player, source):
        """Generator: None while thinking, then (action, dice)."""
        if game.must_roll() and not game.dice_range():
            yield ROLL, None
            return
        choice = None
        for choice in self.guarded(game, player, source):
            if choice is None:
                yield None
        yield choice or practical(game, player)

    def advice(self, game, player):
        """Generator: None while thinking, at last the advice, see `table_advice`."""
        from .table_advice import advice

        return advice(self, game, player)

    def guarded(self, game, player, source):
        """Generator: None, then the choice, or without a `source` the worths of the actions.

        It ends with no result, and `fault` says why, where the table is no good.
        """
        name = table_name(game)
        try:
            if self.table is None or self.table.name != name:
                self.table = None
                self.outcomes = ("", None)
                table = Table(self.open_table(name), name)
                for _ in table.check():
                    yield None
                self.table = table
                if self.after_check:
                    self.after_check()
            self.fault = ""
            if game.SHARED_ROLL and source is None:
                from . import table_shared_odds as rows
            elif game.SHARED_ROLL:
                from . import table_shared as rows
            elif self.table.section(b"n"):
                from . import table_pigs as rows
            elif source is None:
                from . import table_odds as rows
            else:
                from . import table_race as rows
            if source is None:
                steps = rows.worths(self, game, player)
            else:
                steps = rows.choice(self, game, player, source)  # type: ignore[attr-defined]
            for step in steps:
                yield step
        except (TableError, OSError) as error:
            self.table = None
            self.exact = False
            self.fault = str(error) if isinstance(error, TableError) else "%s: missing" % name
        except Exception as error:
            # Its checksum is right, or has not been looked at yet, and it makes no sense.
            self.table = None
            self.exact = False
            self.fault = "%s: damaged (%s: %s)" % (name, type(error).__name__, error)

    def outcomes_of(self, game):
        """Chance outcomes of the next roll, kept from one choice to the next."""
        key = (self.table.name, game.dice_count())
        if self.outcomes[0] != key:
            self.outcomes = (key, game.chance_outcomes())
        return self.outcomes[1]


def practical(game, player):
    """The practical rule's choice."""
    from .practical import Practical

    return Practical().choose(game, player, None)
