"""The first screen: the title, and the game that one press starts or goes on with."""

from shared_rules.errors import RulesError

from .. import folders
from ..ahead import Ahead
from ..drawing.canvas import CENTER, RIGHT
from ..game.names import read, title
from ..game.parts import HUMAN
from ..language import explain, picture, say
from ..saves.journal import GAME, RESUME, WORDS
from ..ui.base import BOTH, BaseScreen, draw_footer
from .next_game import next_game


class Screen(BaseScreen):
    """A starts the last set-up, up and down choose its rival, B opens the menu.

    Where a game is kept, A goes on with it, and B offers a new one.
    """

    def __init__(self, app):
        super().__init__(app)
        self._charging = False
        self._line = self._news = ""  # what A starts; about its rival
        self._rival = False  # up and down choose it
        self._chosen = ""  # its kind, once they did
        self._ahead = Ahead(app, next_game, folders.NEXT_GAME)
        self._woken = app.journal.size(RESUME) > 0
        self.resumes = False  # a game is kept
        if app.journal.size(GAME):
            from ..begin import resume

            self.resumes = resume.is_there(app.journal)
            if self.resumes and (app.board.computer_mode or app.journal.marked):
                resume.mark_unproven(app.journal)
        self.update()

    def update(self):
        """Set the line that says what A starts."""
        app = self.app
        try:
            if self.resumes:
                from ..begin.resume import parts

                _, seats, text, _, _ = parts(app.journal)
                identifier, kinds = text.split(" ")[1], [kind for kind, _ in seats]
            elif app.setup:
                identifier, kinds = app.setup.variant.ID, app.setup.kinds
            else:
                identifier, kinds, _ = read(app.journal)
            self._identifier, self._kinds = identifier, kinds
            self._line = title(identifier, kinds)
            self._rival = len(kinds) == 2 and kinds.count(HUMAN) < 2
        except (RulesError, IndexError):
            self._line = ""  # A tells that the kept game is damaged

    def tick(self, now_ms):
        if self.app.board.charging() != self._charging:
            self.app.dirty = True
        if self._woken:
            # The handheld had switched itself off: go on without a press.
            self._woken = False
            self.app.journal.delete(RESUME)
            if self.resumes:
                self.app.go_on()
        elif self._line and not self.app.dirty:
            app = self.app
            self._ahead.tick(app.power.pressed_ms, app, self._identifier, tuple(self._kinds))

    def keys(self):
        if self._woken:
            return []  # a press that early was to wake
        if self.resumes:
            new = ("B", say("begin_another"), self._offer_another)
            return [("A", say("go_on"), self.app.go_on), new]
        keys = [("A", say("start"), self._start), ("B", say("menu"), self.app.show, "menu")]
        return keys + [(BOTH, say("rival_of_game"), self._step_rival)] if self._rival else keys

    def _start(self):
        from .setup import play

        play(self.app, True)

    def _offer_another(self):
        self.resumes = False
        self.update()
        self._news = say("ends_kept_game")

    def _step_rival(self, step):
        from .setup import get, next_rival

        setup = get(self.app)
        seat = 0 if setup.kinds[1] == HUMAN else 1
        self._chosen = setup.kinds[seat] = next_rival(setup.kinds[seat], -step)
        self._news = explain(self._chosen, setup.variant.ID)
        self.update()

    def draw(self, canvas):
        canvas.text(64, 8, "POCKET PIG", 2, False, CENTER)
        canvas.art(8, 23, picture("pig"))  # read each time, nothing is kept
        if self._chosen:
            canvas.art(78, 25, picture(self._chosen))
        else:
            canvas.art(50, 22, picture("thrown dice"))
        canvas.hline(0, 44, 128)
        canvas.text(64, 46, self._line, 1, False, CENTER)
        battery = self.app.power.level
        news = self._news or self.notice()
        if news:
            canvas.hline(0, 8, 128, 0)  # below letters that reach down
        canvas.text(0, 0, news)
        self._charging = self.app.board.charging()
        if self._charging and not news:
            canvas.art(122, 0, picture("flash"), "USB")  # it charges
        if battery is not None and not (self.app.power.low or news):
            canvas.text(98, 0, "%d%%" % battery, 1, False, RIGHT)
        draw_footer(canvas, self.keys())

    def notice(self):
        """Return a notice about the save or the drive, or ""."""
        journal = self.app.journal
        if journal.damaged > 0 and not journal.unknown:
            return say("damaged_value", say(WORDS.split(" ")[journal.damaged]))[:21]
        notices = (
            (journal.unknown, "unknown_save"),
            (journal.damaged, "damaged"),
            (self.app.board.computer_mode, "computer_mode"),
            (self.app.power.low, "low_battery"),
            (journal.fresh, "fresh"),
        )
        for there, word in notices:
            if there:
                return say(word)
        return ""
