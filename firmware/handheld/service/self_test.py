"""The self-test: patterns on the panel, what to do, and the result."""

from ..board import BUTTONS, RELEASE, A, B, elapsed
from ..drawing.canvas import CENTER
from ..language import say, text_or, wrap
from ..saves import reports
from ..saves.journal import PROBE
from ..ui.base import SIGNS, draw_footer, draw_header
from ..ui.text_screen import TextScreen

_ASKED_MS = 10000
_STEP_MS = 20
_PATTERNS = b"\xff\xff", b"\xaa\x55", b"\x55\xaa"  # all pixels, every other one, the others
_PATTERN_MS = 700
_LET_GO_MS = 5000
TONES = (440, 880, 1760)
_TONE_MS = 250
_SAMPLE_BYTES = 64
# Random bytes have fewer different values once in 10 ** 50 tests.
_LEAST_KINDS = 16
OK = "ok"
FAILED = "failed: "
SKIPPED = "skipped: "
# In the order of the result. A button's name is behind a "_".
NAMES = "panel button_up button_down button_a button_b buzzer save entropy battery"


class Screen(TextScreen):
    """Tests all parts of the board, then shows the results.

    `asked_ms`: how long to wait for a button or an answer; 0 skips the buttons. `person`: somebody
    is there to hear the buzzer. `result`: None until the end, then {"passed": bool, "tests": {name:
    text}}; a text is "ok", "played", "skipped: ..." or "failed: ...".
    """

    # stage, number: "pattern" 0 to 2, "let_go", "frame", "press" by the button's index, "buzzer".

    def __init__(self, app, asked_ms=_ASKED_MS, person=True):
        super().__init__(app, "title")
        self._asked_ms = asked_ms
        self._person = person
        self.result = None
        self._tests = {}
        self._events = []
        # Test buttons and picture as they are built, not turned.
        self._turned = app.settings["turned"]
        app.settings["turned"] = "off"
        app.panel.flip(False)
        self._begin("pattern")
        self._work = self._all()

    def decide(self, event):
        if self.result:
            super().decide(event)
        else:
            self._events.append(event)

    def tick(self, now_ms):
        if self.result:
            return
        self.app.due(_STEP_MS)
        for _ in self._work:
            return
        self.finish()

    def finish(self):
        """Make the lines of the result, keep it, and send it as an event."""
        app, tests = self.app, self._tests
        failed, good, bad = [], [], []
        for name in NAMES.split(" "):
            part, _, button = name.partition("_")
            label = say("dice" if part == "entropy" else "test_" + part)
            if button:
                label += " " + SIGNS[BUTTONS.index(button)]
            lines = good
            word, _, reason = tests[name].partition(": ")
            if tests[name].startswith(FAILED):
                failed.append(name + ": " + reason)
                lines, word = bad, reason
            # The text of an exception is not in the catalogue.
            lines += wrap("%s: %s" % (label, text_or("=" + word, word)))
        self.add([say("test_failed", len(failed)) if failed else say("test_passed")] + bad + good)
        self.result = {"passed": not failed, "tests": tests}
        app.dirty = True
        app.bridge.event("self_test", dict(self.result))
        reports.save(app.journal, reports.SELF_TEST, failed or [reports.PASSED])

    def leave(self):
        app = self.app
        app.settings["turned"] = self._turned
        app.panel.flip(self._turned == "on")
        app.board.sound.tone(0, 0)

    # --- the test

    def _begin(self, stage, number=0):
        self.stage = stage
        self.number = number
        self._events.clear()
        self._since = self.app.now
        self.app.dirty = True

    def _within(self, ms):
        return elapsed(self.app.now, self._since) < ms

    def _all(self):
        """Generator; fill `_tests`."""
        tests = self._tests
        missing = False
        for number in range(len(_PATTERNS)):
            self._begin("pattern", number)
            while self._within(_PATTERN_MS):
                yield
                missing = missing or self.app.panel.missing
        tests["panel"] = FAILED + "does not answer" if missing else OK
        self._begin("let_go")
        held = self.app.board.buttons.held
        while held() and self._within(_LET_GO_MS):
            yield
        stuck = held()
        if self._person and not missing and not stuck:
            tests["panel"] = yield from self._frame()
        for index, name in enumerate(BUTTONS):
            if stuck >> index & 1:
                text = FAILED + "stuck down"
            elif self._asked_ms:
                text = yield from self._button(index)
            else:
                text = SKIPPED + "not asked for"
            tests["button_" + name] = text
        steps = self._buzzer, self._save, self._entropy, self._battery
        for name, test in zip(NAMES.split(" ")[-len(steps) :], steps):
            try:
                tests[name] = yield from test()
            except Exception as error:
                tests[name] = "%s%s: %s" % (FAILED, type(error).__name__, error)

    def _frame(self):
        """Ask whether the frame is whole; after a no drive the panel as the other controller."""
        from .. import settings
        from ..drawing.open_panel import SH1106, SSD1306

        app = self.app
        panel = app.panel
        for number in range(2):
            self._begin("frame", number)
            while B not in self._events:
                if A in self._events and number:
                    app.settings[settings.PANEL] = panel.chip = panel.driven
                    values = dict(app.settings)
                    values["turned"] = self._turned
                    settings.save(app.journal, values)
                if A in self._events or not self._within(self._asked_ms):
                    return OK
                yield
            panel.chip = SSD1306 if panel.driven == SH1106 else SH1106
            panel.missing = True  # until it is opened anew
        return FAILED + "the frame is not whole"

    def _button(self, index):
        """Ask for one button; it must be pressed and released, and no other with it."""
        self._begin("press", index)
        down = wrong = False
        others = 0  # mask of other buttons that are down
        while self._within(self._asked_ms):
            while self._events:
                event = self._events.pop(0)
                if event == index + RELEASE and down:
                    return OK
                if event == index:
                    down = True
                elif event >= RELEASE:
                    others &= ~(1 << event - RELEASE)
                else:
                    others |= 1 << event
                    wrong = True
                if down and others:
                    return FAILED + "another came too"
            yield
        if down:
            return FAILED + "stuck down"
        return FAILED + ("another came instead" if wrong else "not seen")

    def _buzzer(self):
        """Play tones; a person answers: A heard, B not heard."""
        tone = self.app.board.sound.tone
        self._begin("buzzer")
        sounding = 0
        text = FAILED + "not heard" if self._person else "played"
        once = _TONE_MS * len(TONES)
        while self._within(self._asked_ms if self._person else once):
            hz = TONES[elapsed(self.app.now, self._since) // _TONE_MS % len(TONES)]
            if hz != sounding:
                sounding = hz
                tone(hz, 500)
            if self._within(once):
                self._events.clear()  # too early for an answer
            elif A in self._events or B in self._events:
                if A in self._events:
                    text = OK
                break
            yield
        tone(0, 0)
        return text

    def _save(self):
        """Write a value to the journal and read it back."""
        yield from ()
        journal = self.app.journal
        if journal.unknown:
            return SKIPPED + "an unknown save"
        probe = b"\x55\xaa\x00\xff\x0f\xf0PocketPig"
        if not journal.saved:
            return SKIPPED + "no room now"
        journal.put(PROBE, probe)
        kept = journal.saved and journal.get(PROBE) == probe
        journal.delete(PROBE)
        return OK if kept else FAILED + "does not keep"

    def _entropy(self):
        yield from ()
        data = self.app.board.entropy(_SAMPLE_BYTES)
        half = _SAMPLE_BYTES // 2
        if data[:half] == data[half:] or len(set(data)) < _LEAST_KINDS:
            return FAILED + "always the same"
        return OK

    def _battery(self):
        yield from ()
        level = self.app.board.battery()
        if level is None:
            return SKIPPED + "no sense"
        return OK if 0 <= level <= 100 else FAILED + "%s per cent" % level

    # --- the picture

    def keys(self):
        if self.result:
            return super().keys()
        return [("A", say("yes")), ("B", say("no"))]  # as events of the test

    def draw(self, canvas):
        if self.result:
            super().draw(canvas)
        elif self.stage == "pattern":
            canvas.buffer[:] = _PATTERNS[self.number] * (len(canvas.buffer) // 2)
        elif self.stage == "frame":
            canvas.rect(0, 0, 128, 64)
            for row, line in enumerate(wrap(say("test_frame"))):
                canvas.text(64, 12 + 10 * row, line, 1, False, CENTER)
            canvas.text(64, 44, "A: %s  B: %s" % (say("yes"), say("no")), 1, False, CENTER)
        else:
            draw_header(canvas, self.title())
            canvas.text(0, 20, say("test_" + self.stage))
            if self.stage == "press":
                canvas.text(64, 34, SIGNS[self.number], 2, False, CENTER)
            elif self.stage == "buzzer" and self._person:
                canvas.text(0, 34, say("test_heard"))
                draw_footer(canvas, self.keys())
