# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Gran Cerdo's victory points: during the game as they stand, at the end milestone by milestone."""

from ..board import RELEASE, UP, A, B
from ..drawing.canvas import RIGHT
from ..language import say
from ..widgets.base import BaseScreen, draw_footer, draw_header

COLUMNS = (78, 102)  # right edges
ROW_HEIGHT = 8


class Screen(BaseScreen):
    """During the game B goes back, up to the coach.

    At the end A shows the next milestone, after the last one the result; B shows all.
    """

    ID = "reckoning"

    def __init__(self, app):
        super().__init__(app)
        game = app.match.game
        self.rows = game.milestones()
        self.shown = 1
        if not game.over:
            words = "truffles oinks most_rolls".split(" ")
            self.rows = list(zip(words, (game.scores, game.oinks, game.most_rolls)))
            self.shown = len(self.rows) + 1

    def decide(self, event):
        if event >= RELEASE:
            return
        app = self.app
        app.dirty = True
        if not app.match.game.over:
            if event == B:
                app.show("play")
            elif event == UP:
                app.show("coach")
        elif event == A and self.shown > len(self.rows):
            app.show("result")
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
            total = say("total" if match.game.over else "points")
            rows.append((total, match.game.standings()))
        for place, (label, points) in enumerate(rows):
            if place == len(self.rows):
                canvas.hline(67, y + 1, 35)
                y += 3
            canvas.text(0, y, label)
            for pig in (0, 1):
                canvas.text(COLUMNS[pig], y, str(points[pig]), 1, False, RIGHT)
            y += ROW_HEIGHT
        if not match.game.over:
            keys = [("B", say("back")), ("▲", say("coach"))]
        else:
            keys = [("A", say("next"))]
            if self.shown <= len(self.rows):
                keys.append(("B", say("all")))
        draw_footer(canvas, keys)
