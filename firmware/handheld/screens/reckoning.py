# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Gran Cerdo's victory points, milestone by milestone."""

from ..board import RELEASE, A, B
from ..drawing.canvas import RIGHT
from ..language import say
from .base import BaseScreen, draw_footer, draw_header

COLUMNS = (80, 102)  # right edges
ROW_HEIGHT = 8


class Screen(BaseScreen):
    """A shows the next milestone, after the last one the result; B shows all."""

    ID = "reckoning"

    def __init__(self, app):
        super().__init__(app)
        self.rows = app.match.game.milestones()
        self.shown = 1

    def decide(self, event):
        if event >= RELEASE:
            return
        self.app.dirty = True
        if event == A and self.shown > len(self.rows):
            self.app.show("result")
        elif event == A:
            self.shown += 1
        elif event == B:
            self.shown = len(self.rows) + 1

    def draw(self, canvas):
        match = self.app.match
        draw_header(canvas, say("points"))
        for pig in (0, 1):
            canvas.text(COLUMNS[pig], 0, match.name(pig), 1, False, RIGHT)
        y = 11
        rows = [(say(name), points) for name, points in self.rows[: self.shown]]
        if self.shown > len(self.rows):
            rows.append((say("total"), match.game.standings()))
        for place, (label, points) in enumerate(rows):
            if place == len(self.rows):
                canvas.hline(64, y + 1, 38)
                y += 3
            canvas.text(0, y, label)
            for pig in (0, 1):
                canvas.text(COLUMNS[pig], y, str(points[pig]), 1, False, RIGHT)
            y += ROW_HEIGHT
        more = self.shown <= len(self.rows)
        draw_footer(canvas, [("A", say("next"))] + ([("B", say("all"))] if more else []))
