# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""The menu: the next game and who plays it, and behind it groups of rows for everything else."""

from shared_rules.variants import ids

from ..ahead import QUIET_MS, Ahead, next_game
from ..game.names import game_name, name, title
from ..game.parts import HUMAN
from ..language import explain, say, text_or
from ..saves.journal import TUTORIAL
from ..ui.list_screen import ListScreen, setting_row
from .setup import OWN_DICE, ROLL_OFF, get, kinds, options_of, play

# The groups, by the words in their title. In KEPT a game is kept: is it lost for a new one? In GAME
# and RIVAL one of a list is chosen.
MENU, PLAYERS, OPTIONS, OTHERS, KEPT = "menu", "players", "options", "others", "kept"
GAME, RIVAL = "game", "rival_of_game"
PLAY, PEOPLE, RIVALS = "play", "people", "rivals"
_SETTINGS = ("practice", OWN_DICE)  # rows whose module is loaded only for a change
_OTHERS = (
    "challenge",
    "caller",
    "drill",
    "learn",
    "rules",
    "statistics",
    "feats",
    "settings",
    "about",
    "switch_off",
)


class Screen(ListScreen):
    """A on "Play" starts the game that is set up; B leads from a group to the one before."""

    ID = "menu"
    EXPLAINS = 1

    def __init__(self, app, key=None):
        """Begin at the row `key`, or at that of the screen before, but never in a list."""
        super().__init__(app)
        self.setup = get(app)
        self._seat = -1  # whose player is chosen in RIVAL
        self._ahead = Ahead(app, QUIET_MS, next_game)
        from ..saves.records import Records

        self._played = bool(Records(app.journal).rows("challenges"))
        if key is None:
            key = app.source
        # Only what leads back to a row asks for rows: their texts take a millisecond each.
        self._group = self._before = MENU
        if key == "new_game":
            self._group = KEPT  # at its first row, so a double press of A loses nothing
        elif key == "names":
            self.enter(PLAYERS, key)
        elif key == "learn" or key == "challenge" and self._daily():
            self.seek(key)  # the tutorial leads to a game
        elif key in _OTHERS:
            self.enter(OTHERS, key)

    def tick(self, now_ms):
        super().tick(now_ms)
        if not self.app.dirty:
            app, setup = self.app, self.setup
            self._ahead.tick(app.power.pressed_ms, app, setup.variant.ID, tuple(setup.kinds))

    def leave(self):
        self.setup.save(self.app.journal)

    def title(self):
        return say(self._group)

    def enter(self, group, key=None):
        """Show a group, at the row `key` or the first."""
        self._before = self._group
        self._group = group
        self.at = 0
        self.seek(key)

    def rows(self):
        """Return the rows of the group."""
        setup = self.setup
        if self._group == OTHERS:
            lacks = self.app.board.lacks
            return [(key, say(key), None) for key in _OTHERS if key not in lacks]
        if self._group == KEPT:
            return [(key, say(key), None) for key in ("go_on", "new_game")]
        if self._group == GAME:
            return [(key, game_name(key), None) for key in ids()]
        if self._group == RIVAL:
            words = [(kind, name(kind) + "  " + text_or(kind, kind), None) for kind in kinds()]
            return words + [(HUMAN, say(HUMAN), None)]
        if self._group == OPTIONS:
            rows = []  # type: list[tuple]
            options = options_of(self.app)
            unused = ""
            if "end" in options:
                unused = "target" if options["end"] == "rounds" else "rounds"
            for row in setup.variant.OPTIONS:
                if row[0] == unused:
                    continue
                value = str(options[row[0]])
                rows.append((row, text_or(row[0], row[0]), text_or("=" + value, value)))
            return rows
        seats = setup.seats()
        if self._group == PLAYERS:
            rows = []
            for player, (kind, word) in enumerate(seats):
                rows.append((player, word, text_or(kind, kind)))
            if len(setup.choices_of_first()) > 1:
                first = say("roll_off") if setup.first == ROLL_OFF else seats[setup.first][1]
                rows.append(("first", say("first"), first))
            if HUMAN in setup.kinds:
                rows.append(("names", say("names"), None))
            return rows
        people = setup.people()
        rows = [(PLAY, say(PLAY), None), (PEOPLE, say(PEOPLE), str(people))]
        rows.append((GAME, say(GAME), game_name(setup.variant.ID)))
        if not self.app.journal.size(TUTORIAL):
            rows.append(("learn", say("learn"), None))
        rows.append((RIVALS, say(RIVALS), str(len(seats) - people)))
        for key in self._settings():
            rows.append(setting_row(self.app.settings, key))
        rows.append((PLAYERS, say(PLAYERS), None))
        if setup.variant.OPTIONS:
            rows.append((OPTIONS, say(OPTIONS), None))
        rows.append((OTHERS, say(OTHERS), None))
        daily = self._daily()
        if daily:
            rows.append(("challenge", say(daily), None))
        return rows

    def _daily(self):
        """Return the text of the row that offers the game of the day, or the next challenge."""
        app = self.app
        if app.test_mode:
            return ""
        if app.board.today:
            return "game_of_the_day"
        return "next_challenge" if self._played else ""

    def _settings(self):
        """Return the settings that matter for this game."""
        # Practice warns of a lower chance to win.
        rivals = self.setup.people() and len(self.setup.kinds) > 1
        return _SETTINGS[0 if rivals and not self.setup.variant.SHARED_ROLL else 1 :]

    def line(self, key):
        setup = self.setup
        if key == PLAY:
            return title(setup.variant.ID, setup.kinds)
        if key == "new_game":
            return say("ends_kept_game")
        if key == GAME:
            return explain(setup.variant.ID)
        if isinstance(key, int):
            key = setup.kinds[key]
        if isinstance(key, tuple):
            alone = "of one player, " if key[0] == "end" and len(setup.kinds) == 1 else ""
            return explain(alone + key[0], setup.options[key[0]])
        if key == PLAYERS:
            return " ".join([word for _, word in setup.seats()[:5]])
        return explain(key, setup.variant.ID)

    def press_a(self):
        key = self.rows()[self.at][0]
        if isinstance(key, int) or key == GAME:
            self.open(key)
        else:
            super().press_a()

    def confirmed(self, key):
        """Go on as in a form, from the people to the game and from the rivals to its start."""
        if key in _SETTINGS:
            from .. import settings

            settings.save(self.app.journal, self.app.settings)
        elif self._group == MENU:
            self.seek(GAME if key == PEOPLE else PLAY)

    def open(self, key):
        app = self.app
        setup = self.setup
        if self._group == GAME:
            if key != setup.variant.ID:
                setup.choose_variant(key)
            self.enter(MENU)
        elif isinstance(key, int):
            self._seat = key
            self.enter(RIVAL, setup.kinds[key])
        elif self._group == RIVAL:
            setup.kinds[self._seat] = key
            self.back()
        elif key == PLAY:
            play(app)
        elif key == "new_game":
            play(app, True)
        elif key == "go_on":
            app.show("title")
            app.screen.resume()
        elif key == GAME:
            self.enter(key, setup.variant.ID)
        elif key in (PLAYERS, OPTIONS, OTHERS):
            self.enter(key)
        elif key == "rules":
            app.show(key, "menu", setup.variant, setup.options)
        elif key == "switch_off":
            app.show("ask", "menu", key)
        else:
            app.show(key, "menu")

    def change(self, key, step):
        setup = self.setup
        if key == PEOPLE:
            setup.step_people(step)
        elif key == RIVALS:
            setup.choose_players(setup.people(), len(setup.kinds) - setup.people() + step)
        elif key in _SETTINGS:
            from .. import settings

            settings.step(self.app, key, step)
        elif key == "first":
            setup.step_first(-step)
        else:
            setup.step_option(key, step)

    def snapshot(self):
        return self.setup.data(), dict(self.app.settings)

    def restore(self, saved):
        setup, self.app.settings = saved
        self.setup.restore(setup)

    def back(self):
        group = self._group
        if group == MENU:
            self.app.show("title")
        else:
            self.enter(self._before, self._seat if self._before == PLAYERS else group)
            self._before = MENU
