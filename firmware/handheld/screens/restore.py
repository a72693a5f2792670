# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Asks the person at the handheld whether a backup may replace what is saved."""

from ..board import A, B, elapsed
from ..language import say
from ..saves.journal import DRILLS, FEATS, INITIALS, SETTINGS, STATISTICS
from ..saves.journal_rewrite import rewrite
from .base import BaseScreen, draw_footer, draw_header
from .text_screen import wrap

_WAIT_MS = 30000
_READ_MS = 1000  # ignore earlier presses: they were meant for the last screen
_HOLD_MS = 2000  # nobody who only wants to play holds A for so long
# What a person would miss, and its name.
_MISSED = (
    (STATISTICS, "statistics"), (SETTINGS, "settings"), (INITIALS, "names"), (FEATS, "feats"),
    (DRILLS, "drill"),
)  # fmt: skip


class Screen(BaseScreen):
    """A held for _HOLD_MS agrees, B refuses.

    `done`: None until the answer; then "" if all was replaced, else why not.
    """

    ID = "restore"

    def __init__(self, app, values):
        super().__init__(app)
        self.done = None
        self._values = values
        self._since = app.now
        self._pressed = None  # since when A is down

    def decide(self, event):
        if elapsed(self.app.now, self._since) < _READ_MS:
            return
        self._pressed = self.app.now if event == A else None
        if event == B:
            self.back("the person at the handheld said no")

    def tick(self, now_ms):
        if self._pressed is not None:
            left = _HOLD_MS - elapsed(now_ms, self._pressed)
            self.app.due(max(0, left))
            if left <= 0:
                self.keep()
                return
        if elapsed(now_ms, self._since) >= _WAIT_MS:
            self.back(None)

    def back(self, why):
        """Go back to the title: nobody has agreed."""
        self.done = why
        self.app.bridge.refused = self.app.now
        self.app.show("title")

    def keep(self):
        """Replace what is saved."""
        app = self.app
        if not app.board.power_good():
            self.done = "the battery is too low: connect the handheld to USB power"
        elif rewrite(app.journal, self._values, app.bridge.free_line):
            self.done = ""
            if not app.bridge.waits:
                app.restart = "keep"  # the client that asked has gone
        else:
            self.done = "it could not be saved"
        app.show("title")

    def draw(self, canvas):
        values, journal = self._values, self.app.journal
        text = say("restore_ask")
        lacks = [say(word) for key, word in _MISSED if journal.size(key) and key not in values]
        if not [key for key, _ in _MISSED if key in values]:
            text = say("restore_empty")
        elif lacks:
            text = say("restore_lacks", ", ".join(lacks))
        draw_header(canvas, say("restore"))
        for row, line in enumerate(wrap(text)):
            canvas.text(0, 12 + 9 * row, line)
        draw_footer(canvas, [("A", say("yes_for_long")), ("B", say("no"))])
