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
    # A slice a line: the device takes long to make a string, so make none for each word.
    lines = []
    start = 0
    while len(text) - start > _LINE_CHARS:
        end = text.rfind(" ", start, start + _LINE_CHARS + 1)
        if end < 0:
            end = text.find(" ", start)  # a longer word
            if end < 0:
                break
        lines.append(text[start:end])
        start = end + 1
    lines.append(text[start:])
    return lines


class TextScreen(BaseScreen):
    """Up and down turn the pages, A and B go back to the screen `parent`."""

    def __init__(self, app, parent):
        super().__init__(app)
        self._parent = parent
        self.page = 0
        self.lines = []

    def decide(self, event):
        if event >= RELEASE:
            return
        if event in (UP, DOWN):
            page = self.page + (1 if event == DOWN else -1)
            if 0 <= page < self.pages():
                self.turn_to(page)
                self.app.dirty = True
        else:
            self.app.show(self._parent)

    def pages(self):
        """Return the number of pages."""
        return (len(self.lines) + LINES - 1) // LINES

    def turn_to(self, page):
        """Show the page with this number, from 0."""
        self.page = page

    def shown(self):
        """Return the lines of the page."""
        return self.lines[self.page * LINES :][:LINES]

    def keys(self):
        """Return what the buttons do, for the bottom line."""
        keys = [("B", say("back"))]
        if self.pages() > 1:
            keys.append(("▲▼", "%d/%d" % (self.page + 1, self.pages())))
        return keys

    def draw(self, canvas):
        draw_header(canvas, self.title())
        for place, line in enumerate(self.shown()):
            canvas.text(0, 11 + 9 * place, line)
        draw_footer(canvas, self.keys())
