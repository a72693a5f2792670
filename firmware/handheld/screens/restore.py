# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Asks the person at the handheld whether a backup may replace what is saved."""

from ..board import A, B, elapsed
from ..language import say
from ..saves.journal_rewrite import rewrite
from .base import BaseScreen, draw_footer, draw_header
from .text_screen import wrap

_WAIT_MS = 30000
_READ_MS = 1000  # ignore earlier presses: they were meant for the last screen


class Screen(BaseScreen):
    """`done`: None until the answer; then "" if all was replaced, else why not."""

    ID = "restore"

    def __init__(self, app, values):
        super().__init__(app)
        self.done = None
        self._values = values
        self._since = app.now

    def decide(self, event):
        if elapsed(self.app.now, self._since) < _READ_MS:
            return
        if event == A:
            self.done = self._restore()
        elif event == B:
            self.done = "the person at the handheld said no"
        if self.done is not None:
            self.app.show("title")

    def tick(self, now_ms):
        if elapsed(now_ms, self._since) >= _WAIT_MS:
            self.app.show("title")

    def _restore(self):
        if not self.app.board.power_good():
            return "the battery is too low: connect the handheld to USB power"
        kept = rewrite(self.app.journal, self._values, self.app.bridge.free_line)
        return "" if kept else "it could not be saved"

    def draw(self, canvas):
        draw_header(canvas, say("restore"))
        for row, line in enumerate(wrap(say("restore_ask"))):
            canvas.text(0, 13 + 9 * row, line)
        draw_footer(canvas, [("A", say("yes")), ("B", say("no"))])
