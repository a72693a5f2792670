# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Pages of text."""

from .base import BOTH, BaseScreen

LINES = 5


def draw_lines(canvas, lines, y=10):
    """Write lines of text below each other."""
    for line in lines:
        canvas.text(0, y, line)
        y += 9


class TextScreen(BaseScreen):
    """Up and down turn the pages, after the last comes the first; B goes back."""

    def __init__(self, app, parent):
        super().__init__(app, parent)
        self.page = 0
        self.lines = []

    def pages(self):
        """Return the number of pages."""
        return (len(self.lines) + LINES - 1) // LINES

    def turn_to(self, page):
        """Show the page with this number, from 0."""
        self.page = page

    def _turn(self, step):
        self.turn_to((self.page - step) % self.pages())

    def shown(self):
        """Return the lines of the page."""
        return self.lines[self.page * LINES :][:LINES]

    def keys(self):
        keys = super().keys()
        if self.pages() > 1:
            keys.append((BOTH, "%d/%d" % (self.page + 1, self.pages()), self._turn))
        return keys

    def picture(self, canvas):
        draw_lines(canvas, self.shown())
