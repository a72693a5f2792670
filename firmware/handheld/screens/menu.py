# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""The menu: the game, its options, who plays and who starts."""

from shared_rules.players import names
from shared_rules.variants import ids

from ..language import known, say
from ..match import HUMAN, PERFECT
from ..names import game_name, load
from ..setup import ROLL_OFF, Setup, begin
from ..table_file import installed
from .list_screen import ListScreen


class Screen(ListScreen):
    """A on "Play" starts the game that the other rows describe."""

    ID = "menu"

    def __init__(self, app):
        super().__init__(app)
        self._game = None  # the variant shown while "Game" is edited
        if app.setup is None:
            app.setup = Setup()
            if app.last_setup:
                app.setup.restore(app.last_setup)
            app.setup.names = load(app.journal)

    def title(self):
        return say("menu")

    def rows(self):
        setup = self.app.setup
        rows = [
            ("play", say("play"), None),
            ("game", say("game"), self.game_name()),
        ]  # type: list[tuple]
        for row in setup.variant.OPTIONS:
            value = str(setup.options[row[0]])
            rows.append((row, known(row[0], row[0]), known("=" + value, value)))
        rows.append(("players", say("players"), str(len(setup.kinds))))
        seats = setup.seats()
        for player, (kind, name) in enumerate(seats):
            # A kind may have another name in a game: in Gran Cerdo no player is perfect.
            word = known(kind + " " + setup.variant.ID, None) or known(kind, kind)
            rows.append((player, name, word))
        if len(setup.choices_of_first()) > 1:
            first = say("roll_off") if setup.first == ROLL_OFF else seats[setup.first][1]
            rows.append(("first", say("first"), first))
        for key in ("names", "rules", "learn", "statistics", "settings", "about"):
            rows.append((key, say(key), None))
        return rows

    def game_name(self):
        """Return the name of the chosen variant, or of the one shown while editing."""
        return game_name(self._game or self.app.setup.variant.ID)

    def open(self, key):
        app = self.app
        setup = app.setup
        if key == "rules":
            app.show(key, "menu", setup.variant, setup.options)
        elif key != "play":
            app.show(key, "menu")
        else:
            start = (setup.variant.ID, setup.options, setup.seats(), setup.first)
            if app.settings["addition"] == "on":
                app.show("fair_dice", "menu", start)
            else:
                begin(app, start)

    def change(self, key, step):
        setup = self.app.setup
        if key == "game":
            games = ids()
            at = games.index(self._game or setup.variant.ID)
            self._game = games[(at - step) % len(games)]
        elif key == "players":
            setup.choose_players(len(setup.kinds) + step)
        elif key == "first":
            setup.step_first(step)
        elif isinstance(key, int):
            kinds = [HUMAN] + names()
            # Without tables there is no perfect player.
            if installed():
                kinds.append(PERFECT)
            setup.kinds[key] = kinds[(kinds.index(setup.kinds[key]) + step) % len(kinds)]
        else:
            setup.step_option(key, step)

    def kept(self, key):
        if self._game:
            self.app.setup.choose_other_variant(self._game)
            self._game = None

    def snapshot(self):
        return self.app.setup.data()

    def restore(self, saved):
        self._game = None
        self.app.setup.restore(saved)

    def back(self):
        self.app.show("title")
