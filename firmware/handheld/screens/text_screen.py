# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""A text that scrolls."""

from ..board import DOWN, RELEASE, UP
from ..language import say
from .base import BaseScreen, draw_footer, draw_header

_LINE_CHARS = 21
LINES = 5


def wrap(text):
    """Return `text` in lines of at most _LINE_CHARS characters, broken at spaces."""
    lines = []
    line = ""
    for word in text.split(" "):
        longer = line + " " + word if line else word
        if len(longer) > _LINE_CHARS:
            lines.append(line)
            longer = word
        line = longer
    lines.append(line)
    return lines


class TextScreen(BaseScreen):
    """Up and down scroll, A and B go back to the screen `parent`."""

    def __init__(self, app, parent):
        super().__init__(app)
        self._parent = parent
        self._top = 0
        self.lines = []

    def decide(self, event):
        if event >= RELEASE:
            return
        if event in (UP, DOWN):
            last = max(0, len(self.lines) - LINES)
            self._top = min(last, max(0, self._top + (LINES - 1 if event == DOWN else 1 - LINES)))
            self.app.dirty = True
        else:
            self.app.show(self._parent)

    def keys(self):
        """Return what the buttons do, for the bottom line."""
        keys = [("B", say("back"))]
        if len(self.lines) > LINES:
            keys.append(("▲▼", "%d/%d" % (self._top + 1, len(self.lines))))
        return keys

    def draw(self, canvas):
        draw_header(canvas, self.title())
        for place, line in enumerate(self.lines[self._top : self._top + LINES]):
            canvas.text(0, 11 + 9 * place, line)
        draw_footer(canvas, self.keys())
