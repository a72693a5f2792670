"""The app: a state machine that `step` drives. It never sleeps: the runner does, for `wait_ms`."""

from binascii import crc32

from shared_rules.thinking import Thought

from . import folders, language
from .board import BUTTONS, DOWN, FACE, RELEASE, UP, A, B, elapsed
from .drawing.canvas import Canvas
from .drawing.panel import Panel
from .game.dice_cup import DiceCup
from .game.parts import kept
from .line.bridge import Bridge
from .power import Power
from .saves.journal import GAME
from .sound import Sound

FRAME_MS = 50
MOST_MS = 1000  # between steps: so often the panel is looked for
DARK_MS = 4000  # the same while it is off
TEST_CHORD = 1 << A | 1 << B
SERVICE_CHORD = 1 << UP | 1 << DOWN


class App:
    """The handheld's app on a board (see `handheld.board`)."""

    def __init__(self, board, test_mode=False):
        """Public for screens and the bridge: `board`, `canvas`, `settings` (values by name, see
        `handheld.settings`), `sound`, `cup`, `match` (the current or last `Match`, or None),
        `setup` (the choices of title and menu while they are in use), `screen`, `source` (name of
        the screen before it), `job` (None if it does not think, see `think`), `frame_id` (counts
        pictures that differ), `test_mode`, `restart` ("", "keep" or "erase": what the runner is
        asked to do), `wait_ms` (to the next step if nothing comes).
        """
        self.board = board
        held = self._stuck = board.buttons.held()  # ignored until it is released
        self.test_mode = test_mode or held == TEST_CHORD
        self._injected = []
        self.canvas = Canvas()
        self.panel = Panel(board)
        from .saves.journal_start import open_journal

        self.journal = open_journal(board.store)
        self.sound = Sound(board)
        self.cup = DiceCup(board)
        self.match = self.setup = self.job = self._later = None
        self.restart = self.source = ""
        self.wait_ms = self.frame_id = 0
        self._checksum = -1
        self._drawn_ms = None
        self.now = board.ticks_ms()
        self.dirty = True
        self.hurry = 0  # actions left to do without pauses, for a request that waits
        self.bridge = Bridge(self)
        from . import settings

        self.settings = settings.read(self.journal)
        settings.apply(self)
        self.power = Power(self)
        self._tended_ms = self.now
        self.screen = None
        folders.app = self
        folders.forget(folders.OF_THE_START + folders.SELDOM)
        self.show("service" if held == SERVICE_CHORD else "title")

    def step(self, now_ms):
        """Handle requests and buttons, let the screen act, send the frame if it changed."""
        self.now = now_ms
        if not self.frame_id:  # the first picture; only then import what every game needs
            self.draw()
            self.panel.update(now_ms, self.canvas.buffer)
            from .game import match as match
        self.wait_ms = MOST_MS if self.panel.on else DARK_MS
        self._read_buttons()
        self.bridge.step()
        self.screen.tick(now_ms)
        if self.job:
            self._work()
        left = self.sound.step(now_ms)
        if left:
            self.due(left)
        self.power.step(now_ms)
        # A bad save must never block the screen that erases it.
        journal = self.journal
        if journal.due and self.screen.ID not in ("service", "erase", "restore"):
            if elapsed(now_ms, self._tended_ms) >= MOST_MS:
                self._tended_ms = now_ms
                # A power cut meanwhile would lose a game, unless that is only in memory.
                if GAME in journal.waiting or not journal.size(GAME):
                    self.rewrite()
                if not journal.saved:
                    self.dirty = True  # to show "unsaved" every other second
        if self.dirty:
            waited = FRAME_MS if self._drawn_ms is None else elapsed(now_ms, self._drawn_ms)
            if waited >= FRAME_MS:
                self.draw()
            else:
                self.due(FRAME_MS - waited)
        was_missing = self.panel.missing
        self.panel.update(now_ms, self.canvas.buffer)
        if self.panel.missing != was_missing:
            self.bridge.event("panel", {"missing": self.panel.missing})
        if self._later and not self.dirty:
            self.catch_up()

    def think(self, steps, then=None, pieces=1):
        """Let a generator work while this screen is shown, in place of the one before.

        At its end `then` gets its answer. In each step of the app `pieces` of its steps are taken.
        """
        self.job = Thought(steps), then, pieces

    def _work(self):
        """Let the job go on, but answer a press first."""
        self.due(0)
        if self.dirty and self._drawn_ms is None:
            return
        thought, then, pieces = self.job
        for _ in range(pieces):
            if thought.step():
                answer = thought.answer
                thought = self.job = None  # frees its memory
                if then:
                    self.dirty = True
                    if not self.hurry:
                        self._drawn_ms = None  # draw what comes of it at once
                    then(answer)
                return

    def later(self, work):
        """Call `work`, after a press once the picture is on the panel or before a player acts."""
        self._later = work
        if self._drawn_ms is not None:
            self.catch_up()

    def catch_up(self):
        """Do now what would be done later."""
        work, self._later = self._later, None
        if work:
            work()

    def due(self, ms):
        """Take the next step after `ms` at the latest."""
        self.wait_ms = min(self.wait_ms, ms)

    def close(self):
        """Prepare for the restart; return False if the save cannot be erased."""
        self.catch_up()
        self.board.sound.tone(0, 0)
        if self.restart == "erase":
            from .saves.journal_rewrite import erase

            return erase(self.journal, self.bridge.free_line)
        return True

    def _read_buttons(self):
        event = self.board.buttons.poll()
        while event >= 0:
            bit = 1 << (event & 3)
            if self._stuck & bit:
                if event >= RELEASE:
                    self._stuck &= ~bit
            elif self.power.idle and event < RELEASE:
                # The press that wakes the panel does nothing else, nor does its release.
                self._stuck |= bit
                self.power.wake()
            else:
                if self.settings["turned"] == "on":
                    event ^= 1  # swap up and down, and A and B
                self.handle(event)
            event = self.board.buttons.poll()
        while self._injected:
            self.handle(self._injected.pop(0))

    def inject(self, event):
        """Queue a button event of the bridge (test mode), or FACE and a face that was typed in."""
        self._injected.append(event)
        self.due(0)

    def handle(self, event):
        if event < FACE and not self.screen.secret():
            self.bridge.event("button", {"button": BUTTONS[event & 3], "down": event < RELEASE})
        if event < RELEASE:
            self.power.pressed_ms = self.now
            self.cup.press()
            self._drawn_ms = None  # draw the answer to a press at once
            self.sound.play("click")
        self.screen.decide(event)

    def show(self, name, *args):
        """Show the screen `name`: the class `Screen` of that module.

        A screen that gets the name of another as the first of `args` leads back to it.
        """
        if self.screen:
            self.screen.leave()
            self.source = self.screen.ID
        self.screen = self.job = None
        self.screen = folders.screen(name)(self, *args)
        self.dirty = True
        self.due(0)
        self.bridge.event("screen", {"id": self.screen.ID})

    def draw(self):
        """Draw the screen; this step sends it to the panel."""
        folders.fresh = False
        canvas = self.canvas
        if self.power.idle:
            canvas.clear()
            self.power.idle.draw(canvas)
        elif not self.screen.draw_motion(canvas):
            canvas.clear()
            self.screen.draw(canvas)
        self.panel.scan(canvas.for_cameras)
        mark = "TEST" if self.test_mode else "PC" if self.board.computer_mode else self.power.low
        if not self.journal.saved and self.now >> 10 & 1:
            mark = language.say("unsaved")  # every other second: there is no room for both
        if mark:
            canvas.text(128, 0, mark, 1, True, 2)
        self.dirty = False
        self._drawn_ms = self.now
        checksum = crc32(canvas.buffer)
        if checksum != self._checksum:
            self._checksum = checksum
            self.frame_id += 1

    def records(self):
        from .records.records import Records

        return Records(self.journal)

    def rest(self):
        """Let go of the computer players, before their code goes."""
        kept.clear()
        if self.match:
            self.match.rest()

    def rewrite(self):
        """Rewrite the sector of the save if the power will last."""
        if self.board.power_good():
            from .saves import journal_rewrite

            self.records().compact()
            journal_rewrite.rewrite(self.journal, None, self.bridge.free_line)
            self.dirty = True

    def start_match(self, variant, options, seats, first, fair=False):
        """Start a game with `fair` dice (False: new ones). Raises a RulesError; the old goes on."""
        folders.load("handheld.begin.new_match").start(self, variant, options, seats, first, fair)

    def load_match(self, text):
        """Replay a record and go on from its end, with humans. Raises a RulesError."""
        folders.load("handheld.begin.new_match").go_on_from(self, text)

    def go_on(self):
        """Go on with the kept game."""
        folders.load("handheld.begin.new_match").go_on(self)

    def play(self, match):
        self.match = match
        self.setup = None
        self.show("play")
        if match.game.over:
            self.finish(match)

    def act(self, action, player, dice=None):
        """Let a player act; inform screen, sound, save and bridge. Raises a RulesError."""
        from .play.act import act

        return act(self, action, player, dice)

    def finish(self, match):
        """Count a game that is over, then delete its save: in this order, see `resume`."""
        if match.number:
            count = folders.load("handheld.records.account").count
            count(self.journal, match, self.board.today)
        self.cup.again = 0
        self.journal.delete(GAME)
