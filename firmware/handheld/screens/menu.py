# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""The menu: which game, with what options, who plays and who starts."""

from shared_rules.players import names

from ..language import known, say
from ..match import HUMAN
from ..setup import ROLL_OFF, Setup
from .list_screen import ListScreen


class Screen(ListScreen):
    """A on "Play" starts the game that the other rows describe."""

    ID = "menu"

    def __init__(self, app):
        super().__init__(app)
        if app.setup is None:
            app.setup = Setup()
            if app.last_setup:
                app.setup.restore(app.last_setup)

    def title(self):
        return say("menu")

    def rows(self):
        setup = self.app.setup
        rows = [
            ("play", say("play"), None),
            ("game", say("game"), known(setup.variant.ID, setup.variant.NAME)),
        ]
        for row in setup.variant.OPTIONS:
            value = str(setup.options[row[0]])
            rows.append((row, known(row[0], row[0]), known("=" + value, value)))
        rows.append(("players", say("players"), str(len(setup.kinds))))
        for player, kind in enumerate(setup.kinds):
            rows.append((player, "P%d" % (player + 1), known(kind, kind)))
        if len(setup.choices_of_first()) > 1:
            first = say("roll_off") if setup.first == ROLL_OFF else "P%d" % (setup.first + 1)
            rows.append(("first", say("first"), first))
        for key in ("rules", "settings", "about"):
            rows.append((key, say(key), None))
        return rows

    def open(self, key):
        app = self.app
        setup = app.setup
        if key != "play":
            app.show(key, "menu")
        elif setup.first == ROLL_OFF:
            app.show("roll_off")
        else:
            app.start_match(setup.variant.ID, setup.options, setup.seats(), setup.first)

    def change(self, key, step):
        setup = self.app.setup
        if key == "game":
            setup.step_variant(-step)
        elif key == "players":
            setup.choose_players(len(setup.kinds) + step)
        elif key == "first":
            setup.step_first(step)
        elif isinstance(key, int):
            kinds = [HUMAN] + names()
            setup.kinds[key] = kinds[(kinds.index(setup.kinds[key]) + step) % len(kinds)]
        else:
            setup.step_option(key, step)

    def snapshot(self):
        return self.app.setup.data()

    def restore(self, saved):
        self.app.setup.restore(saved)

    def back(self):
        self.app.show("title")
