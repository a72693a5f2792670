"""Perfect play from tables."""

# `Perfect(open_table)`: `open_table(name)` returns a reader (see `tables.table`) or raises OSError.
# Without a good table it plays the practical rule, and `fault` says why.

from ..game import ROLL
from ..thinking import answer_of
from .tables.table import Table, TableError, nearest_table, table_name


class Perfect:
    """Plays by a table of perfect play."""

    fault = ""  # or what is wrong with the table (the practical rule then plays)
    exact = True  # False if the last choice was not from a table for this game and options
    # near: the table is not the game's own

    def __init__(self, open_table):
        self.open_table = open_table
        self.table = None
        self.outcomes = ("", None)

    def choose(self, game, player, source):
        return answer_of(self.think(game, player, source))

    def think(self, game, player, source):
        """Generator; returns (action, dice)."""
        if game.must_roll() and not game.dice_range():
            return ROLL, None
        try:
            yield from self.open(game)
            if game.SHARED_ROLL:
                from .tables import shared as rows
            elif self.table.section(b"n"):
                from .tables import gran_cerdo as rows
            else:
                from .tables import race as rows
            chosen, self.exact = yield from rows.choice(self, game, player, source)
            if self.near:
                self.exact = False
            return chosen
        except Exception as error:
            self.forget_table(game, error)
        from .practical import Practical

        return Practical().choose(game, player, None)

    def open(self, game):
        """Generator that opens the game's `table`, or the nearest one.

        Like all reading, it raises errors for `forget_table`.
        """
        name = table_name(game)
        self.near = nearest_table(game, name) != name
        if self.near:
            name = nearest_table(game, name)
        if self.table is None or self.table.name != name:
            self.table = None
            self.outcomes = ("", None)
            table = Table(self.open_table(name), name)
            from .tables.check import check

            yield from check(table)
            self.table = table
        self.fault = ""

    def forget_table(self, game, error):
        """Stop using the table, which raised `error`."""
        self.table = None
        self.exact = False
        name = nearest_table(game, table_name(game))
        if isinstance(error, TableError):
            self.fault = str(error)
        elif isinstance(error, OSError):
            self.fault = "%s: missing" % name
        else:
            # The content is invalid, though its checksum is right or not yet checked.
            self.fault = "%s: damaged (%s: %s)" % (name, type(error).__name__, error)

    def outcomes_of(self, game):
        """Return the chance outcomes, cached."""
        key = (self.table.name, game.dice_count())
        if self.outcomes[0] != key:
            self.outcomes = (key, game.chance_outcomes())
        return self.outcomes[1]
