# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""The self-test: its steps and its result. `self_test` shows it."""

from ..board import BUTTONS, RELEASE, A, B, elapsed
from ..saves.journal import PROBE

_PATTERNS = 3
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


class SelfTest:
    """Tests all parts of the board; call `step` until `result` is set.

    `asked_ms`: how long to wait for a button or an answer; 0 skips the buttons. `person`: somebody
    is there to hear the buzzer. `result`: {"passed": bool, "tests": {name: text}}; a text is "ok",
    "played", "skipped: ..." or "failed: ...". `stage` and `number` tell the present test: "pattern"
    0 to 2, "let_go", "button" by its index, "buzzer". The caller appends button events to `events`,
    and may change the setting `turned` meanwhile: here is what it was.
    """

    def __init__(self, app, asked_ms, person):
        self.stage = ""
        self.number = 0
        self.events = []
        self.result = None
        self._app = app
        self._asked_ms = asked_ms
        self._person = person
        self._since = app.now
        self.turned = app.settings["turned"]
        self._tests = {}
        self._work = self._all()

    def step(self):
        """Continue for a short time."""
        try:
            next(self._work)
        except StopIteration:
            failed = [text for text in self._tests.values() if text.startswith(FAILED)]
            self.result = {"passed": not failed, "tests": self._tests}

    def _begin(self, stage, number=0):
        self.stage = stage
        self.number = number
        self.events.clear()
        self._since = self._app.now

    def _within(self, ms):
        return elapsed(self._app.now, self._since) < ms

    def _all(self):
        tests = self._tests
        missing = False
        for number in range(_PATTERNS):
            self._begin("pattern", number)
            while self._within(_PATTERN_MS):
                yield
                missing = missing or self._app.panel.missing
        tests["panel"] = FAILED + "does not answer" if missing else OK
        self._begin("let_go")
        held = self._app.board.buttons.held
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
        tests["buzzer"] = yield from self._buzzer()
        for name, test in (
            ("save", self._save),
            ("entropy", self._entropy),
            ("battery", self._battery),
        ):
            try:
                tests[name] = test()
            except Exception as error:
                tests[name] = "%s%s: %s" % (FAILED, type(error).__name__, error)

    def _frame(self):
        """Ask whether the frame is whole; after a no drive the panel as the other controller."""
        from .. import settings
        from ..drawing.open_panel import SH1106, SSD1306

        app = self._app
        panel = app.panel
        for number in range(2):
            self._begin("frame", number)
            while B not in self.events:
                if A in self.events and number:
                    app.settings[settings.PANEL] = panel.chip = panel.driven
                    values = dict(app.settings)
                    values["turned"] = self.turned
                    settings.save(app.journal, values)
                if A in self.events or not self._within(self._asked_ms):
                    return OK
                yield
            panel.chip = SSD1306 if panel.driven == SH1106 else SH1106
            panel.missing = True  # until it is opened anew
        return FAILED + "the frame is not whole"

    def _button(self, index):
        """Ask for one button; it must be pressed and released, and no other with it."""
        self._begin("button", index)
        down = wrong = False
        others = 0  # mask of other buttons that are down
        while self._within(self._asked_ms):
            while self.events:
                event = self.events.pop(0)
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
        tone = self._app.board.sound.tone
        self._begin("buzzer")
        sounding = 0
        text = FAILED + "not heard" if self._person else "played"
        try:
            while self._within(self._asked_ms if self._person else _TONE_MS * len(TONES)):
                hz = TONES[elapsed(self._app.now, self._since) // _TONE_MS % len(TONES)]
                if hz != sounding:
                    sounding = hz
                    tone(hz, 500)
                if self._within(_TONE_MS * len(TONES)):
                    self.events.clear()  # too early for an answer
                elif A in self.events:
                    text = OK
                    break
                elif B in self.events:
                    break
                yield
            tone(0, 0)
        except Exception as error:
            text = "%s%s: %s" % (FAILED, type(error).__name__, error)
        return text

    def _save(self):
        """Write a value to the journal and read it back."""
        journal = self._app.journal
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
        data = self._app.board.entropy(_SAMPLE_BYTES)
        half = _SAMPLE_BYTES // 2
        if data[:half] == data[half:] or len(set(data)) < _LEAST_KINDS:
            return FAILED + "always the same"
        return OK

    def _battery(self):
        level = self._app.board.battery()
        if level is None:
            return SKIPPED + "no sense"
        return OK if 0 <= level <= 100 else FAILED + "%s per cent" % level
