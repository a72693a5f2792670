# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""The self-test on the panel: patterns, what to do, and the result."""

from ..drawing.canvas import CENTER
from ..language import say, text_or, wrap
from ..ui.base import draw_footer, draw_header
from ..ui.text_screen import TextScreen
from . import reports
from .steps import FAILED, SelfTest

_ASKED_MS = 10000
_STEP_MS = 20  # of the test
SIGNS = "▲▼AB"
# Test, text key of its name, sign behind the name.
LABELS = (
    ("panel", "test_panel", ""),
    ("button_up", "test_button", " ▲"),
    ("button_down", "test_button", " ▼"),
    ("button_a", "test_button", " A"),
    ("button_b", "test_button", " B"),
    ("buzzer", "test_buzzer", ""),
    ("save", "test_save", ""),
    ("entropy", "dice", ""),
    ("battery", "test_battery", ""),
)


class Screen(TextScreen):
    """Runs the test, then shows its results.

    `person`: somebody is there to hear the buzzer. `result`: as `SelfTest` has it, None at first.
    """

    ID = "self_test"

    def __init__(self, app, asked_ms=_ASKED_MS, person=True):
        super().__init__(app, "title")
        self._test = SelfTest(app, asked_ms, person)
        self._person = person
        self.result = None
        # Test buttons and picture as they are built, not turned.
        app.settings["turned"] = "off"
        app.panel.flip(False)

    def decide(self, event):
        if self.result:
            super().decide(event)
        else:
            self._test.events.append(event)

    def tick(self, now_ms):
        if self.result:
            return
        test = self._test
        before = test.stage, test.number
        self.app.due(_STEP_MS)
        test.step()
        if test.result:
            self.finish(test.result)
        elif before != (test.stage, test.number):
            self.app.dirty = True

    def finish(self, result):
        """Make the lines of the result, keep it, and send it as an event."""
        self.result = result
        tests = result["tests"]
        failed = 0
        good = []
        for name, key, sign in LABELS:
            text = tests[name]
            lines = good
            word, _, reason = text.partition(": ")
            if text.startswith(FAILED):
                failed += 1
                lines = self.lines
                word = reason
            # The text of an exception is not in the catalogue.
            lines += wrap("%s%s: %s" % (say(key), sign, text_or("=" + word, word)))
        self.lines.insert(0, say("test_failed", failed) if failed else say("test_passed"))
        self.lines += good
        self.app.dirty = True
        self.app.bridge.event("self_test", {"passed": result["passed"], "tests": tests})
        reports.save(self.app.journal, reports.SELF_TEST, reports.test_lines(result))

    def leave(self):
        self.app.settings["turned"] = turned = self._test.turned
        self.app.panel.flip(turned == "on")
        self.app.board.sound.tone(0, 0)

    def title(self):
        return say("self_test")

    def keys(self):
        if self.result:
            return super().keys()
        return [("A", say("yes")), ("B", say("no"))]  # as events of the test

    def draw(self, canvas):
        test = self._test
        if self.result:
            super().draw(canvas)
        elif test.stage == "pattern":
            _draw_pattern(canvas, test.number)
        elif test.stage == "frame":
            canvas.rect(0, 0, 128, 64, 1)
            for row, line in enumerate(wrap(say("test_frame"))):
                canvas.text(64, 12 + 10 * row, line, 1, False, CENTER)
            canvas.text(64, 44, "A: %s  B: %s" % (say("yes"), say("no")), 1, False, CENTER)
        else:
            draw_header(canvas, self.title())
            if test.stage == "let_go":
                canvas.text(0, 20, say("test_let_go"))
            elif test.stage == "button":
                canvas.text(0, 20, say("test_press"))
                canvas.text(64, 34, SIGNS[test.number], 2, False, CENTER)
            elif test.stage == "buzzer":
                canvas.text(0, 20, say("test_buzzer"))
                if self._person:
                    canvas.text(0, 34, say("test_heard"))
                    draw_footer(canvas, self.keys())


def _draw_pattern(canvas, number):
    """Draw all pixels lit (0), every other one (1), or the others (2)."""
    columns = ((255, 255), (0xAA, 0x55), (0x55, 0xAA))[number]
    for at in range(len(canvas.buffer)):
        canvas.buffer[at] = columns[at & 1]
