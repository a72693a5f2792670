# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""A text that scrolls."""

from ..board import DOWN, RELEASE, UP
from ..language import say
from .base import BaseScreen, draw_footer, draw_header

LINES = 5


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
            canvas.text(0, 10 + 9 * place, line)
        draw_footer(canvas, self.keys())
