"""The menu: the next game and who plays it, and behind it groups of rows for everything else."""

from shared_rules.variants import ids

from .. import folders, settings
from ..ahead import Ahead, load_all
from ..game.names import game_name, name, title
from ..game.parts import HUMAN
from ..language import say, text_or
from ..saves.journal import TUTORIAL
from ..ui.base import signs_of
from .list_screen import ListScreen, Row, SettingRow
from .next_game import next_game
from .setup import OWN_DICE, ROLL_OFF, get, kinds, options_of, play

# The groups, by the words in their title. In KEPT a game is kept: is it lost for a new one? In GAME
# and RIVAL one of a list is chosen.
MENU, PLAYERS, OPTIONS, OTHERS, KEPT = "menu", "players", "options", "others", "kept"
GAME, RIVAL = "game", "rival_of_game"
PLAY, PEOPLE, RIVALS = "play", "people", "rivals"
_OTHERS = "challenge caller drill learn rules statistics feats settings about switch_off"
_STATS = "records.records records.stats "
_NEEDS = {"statistics": _STATS, "feats": _STATS}  # before the screen of a row
_ROW_MS = 300  # the arrow rests on a row


def _screen_of(key):
    """Return the name of the screen that a row of OTHERS opens."""
    return "ask" if key == "switch_off" else key


def _load_screen(key):
    """Generator: load the screen of a row, a module in each step."""
    return load_all(_NEEDS.get(key, "") + folders.place_of(_screen_of(key)))


class Screen(ListScreen):
    """A on "Play" starts the game that is set up; B leads from a group to the one before."""

    EXPLAINS = 1

    def __init__(self, app, key=None):
        """Begin at the row `key`, or at that of the screen before, but never in a list."""
        super().__init__(app)
        self.setup = get(app)
        self._seat = -1  # whose player is chosen in RIVAL
        self._ahead = Ahead(app, next_game, folders.NEXT_GAME)
        self._row_ahead = Ahead(app, _load_screen, folders.NEXT_GAME, _ROW_MS)
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
        elif key in _OTHERS.split(" "):
            self.enter(OTHERS, key)

    def tick(self, now_ms):
        super().tick(now_ms)
        if not self.app.dirty:
            app, setup = self.app, self.setup
            self._ahead.tick(app.power.pressed_ms, app, setup.variant.ID, tuple(setup.kinds))
            if self._group == OTHERS and not app.job:
                self._row_ahead.tick(app.power.pressed_ms, self.key)

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
        rows = {
            MENU: self._main_rows,
            PLAYERS: self._player_rows,
            OPTIONS: self._option_rows,
            OTHERS: self._other_rows,
            KEPT: self._kept_rows,
            GAME: self._game_rows,
            RIVAL: self._rival_rows,
        }
        return rows[self._group]()

    def detail(self):
        return self.setup.variant.ID

    def _main_rows(self):
        app, setup = self.app, self.setup
        seats, people = setup.seats(), setup.people()
        identifier = setup.variant.ID
        to_game, to_play = (lambda: self.seek(GAME)), (lambda: self.seek(PLAY))
        signs = signs_of(people, (0, setup.variant.MAX_PLAYERS))
        rows = [
            Row(PLAY, play, app, line=title(identifier, setup.kinds)),
            Row(PEOPLE, to_game, value=str(people), change=setup.step_people, signs=signs),
            Row(GAME, self.enter, GAME, identifier, value=game_name(identifier), topic=identifier),
        ]
        if not app.journal.size(TUTORIAL):
            rows.append(Row("learn", app.show, "learn", self.ID))
        rivals = len(seats) - people
        signs = signs_of(rivals, setup.limits_of_rivals(people))
        change = setup.step_rivals
        rows.append(Row(RIVALS, to_play, value=str(rivals), change=change, signs=signs))
        for row in settings.ROWS:
            # Practice warns of a lower chance to win.
            practice = row[0] == settings.PRACTICE and people and len(seats) > 1
            if row[0] == OWN_DICE or practice and not setup.variant.SHARED_ROLL:
                rows.append(SettingRow(app, row))
        words = " ".join([word for _, word in seats[:5]])
        rows.append(Row(PLAYERS, self.enter, PLAYERS, line=words))
        if setup.variant.OPTIONS:
            rows.append(Row(OPTIONS, self.enter, OPTIONS))
        rows.append(Row(OTHERS, self.enter, OTHERS))
        daily = self._daily()
        if daily:
            rows.append(Row("challenge", app.show, "challenge", self.ID, label=say(daily)))
        return rows

    def _player_rows(self):
        setup = self.setup
        seats = setup.seats()
        rows = []  # type: list[Row]
        for seat, (kind, word) in enumerate(seats):
            given = {"label": word, "value": text_or(kind, kind), "topic": kind}
            rows.append(Row(seat, self._choose_player, seat, **given))
        if len(setup.choices_of_first()) > 1:
            word = say("roll_off") if setup.first == ROLL_OFF else seats[setup.first][1]
            rows.append(Row("first", value=word, change=setup.step_first))
        if HUMAN in setup.kinds:
            rows.append(Row("names", self.app.show, "names", self.ID))
        return rows

    def _choose_player(self, seat):
        self._seat = seat
        self.enter(RIVAL, self.setup.kinds[seat])

    def _rival_rows(self):
        rows = []
        for kind in kinds() + [HUMAN]:
            label = say(HUMAN) if kind == HUMAN else name(kind) + "  " + text_or(kind, kind)
            rows.append(Row(kind, self._take_player, kind, label=label))
        return rows

    def _take_player(self, kind):
        self.setup.kinds[self._seat] = kind
        self.back()

    def _option_rows(self):
        setup, options = self.setup, options_of(self.app)
        unused = ""
        if "end" in options:
            unused = "target" if options["end"] == "rounds" else "rounds"
        rows = []  # type: list[Row]
        for option in setup.variant.OPTIONS:
            name, value = option[0], options[option[0]]
            if name == unused:
                continue
            alone = "of one player, " if name == "end" and len(setup.kinds) == 1 else ""
            row = Row(name, label=text_or(name, name), value=text_or("=%s" % value, str(value)))
            row.topic, row.detail = alone + name, setup.options[name]
            row.change = lambda step, option=option: setup.step_option(option, step)
            row.signs = signs_of(value, setup.allowed(option))
            rows.append(row)
        return rows

    def _game_rows(self):
        return [Row(key, self._take_game, key, label=game_name(key)) for key in ids()]

    def _take_game(self, identifier):
        if identifier != self.setup.variant.ID:
            self.setup.choose_variant(identifier)
        self.enter(MENU)

    def _kept_rows(self):
        new = Row("new_game", play, self.app, True, line=say("ends_kept_game"))
        return [Row("go_on", self.app.go_on), new]

    def _other_rows(self):
        app, setup = self.app, self.setup
        more = {"rules": (setup.variant, setup.options), "switch_off": ("switch_off",)}
        keys = [key for key in _OTHERS.split(" ") if key not in app.board.lacks]
        return [Row(key, app.show, _screen_of(key), self.ID, *more.get(key, ())) for key in keys]

    def _daily(self):
        """Return the text of the row that offers the game of the day, or the next challenge."""
        app = self.app
        if app.test_mode:
            return ""
        if app.board.today:
            return "game_of_the_day"
        if app.journal.noted is None:
            from ..records.records import note

            note(app.journal)
        return "next_challenge" if app.journal.noted[1] else ""

    def snapshot(self):
        setup = self.setup
        return dict(setup.options), list(setup.kinds), setup.first, dict(self.app.settings)

    def restore(self, saved):
        setup = self.setup
        setup.options, setup.kinds, setup.first, self.app.settings = saved

    def back(self):
        group = self._group
        if group == MENU:
            self.app.show("title")
        else:
            self.enter(self._before, self._seat if self._before == PLAYERS else group)
            self._before = MENU
