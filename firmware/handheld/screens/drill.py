# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Drills: choose in ten positions out of real games, see what it cost, and get better."""

# The positions of `pages/drill.txt` have their chances with them, so nothing is worked out here.

from shared_rules.game import HOLD, ROLL
from shared_rules.variants import variant_class

from ..board import DOWN, RELEASE, A, B, elapsed
from ..drawing.canvas import RIGHT
from ..drills import COUNT, KEPT, read, save
from ..game.names import game_name
from ..language import lines_of, say
from ..widgets import chances
from ..widgets.base import BaseScreen, draw_footer, draw_header

_LEFT, _WIDTH = 38, 64  # of a lane
_WAIT_MS = 400  # a second tap in this time does not skip the answer


class Screen(BaseScreen):
    """A rolls, B holds, down leaves; after an answer A shows the next position, B leaves."""

    ID = "drill"

    def __init__(self, app, parent):
        super().__init__(app)
        self._parent = parent
        variant = app.setup.variant if app.setup else None
        rows = lines_of(self.ID, variant.ID) if variant else []
        if not rows:
            variant = variant_class("pig")
            rows = lines_of(self.ID, "pig")
        self._variant = variant
        self._look = dict([line.split("=") for line in lines_of("looks", variant.ID)])
        at = app.cup.thoughts.below(len(rows))
        self._rows = (rows + rows)[at : at + COUNT]
        self._place = -1
        self._right = self._lost = 0
        self.turn_to()

    def turn_to(self):
        """Ask the next position, or save the series."""
        self._place += 1
        self._answer = None
        if self._place < COUNT:
            row = [int(word) for word in self._rows[self._place].split(" ")]
            self._scores, self._total = row[:2], row[2]
            self._worths = {ROLL: row[3] / 1000, HOLD: row[4] / 1000}
            self._best = ROLL if row[3] > row[4] else HOLD
        else:
            self._before = read(self.app.journal)[1]
            save(self.app.journal, self._right, self._lost // COUNT)

    def decide(self, event):
        if event >= RELEASE:
            return
        app = self.app
        app.dirty = True
        asks = self._answer is None and self._place < COUNT
        if event == (DOWN if asks else B):
            app.show(self._parent)
        elif asks and event in (A, B):
            self._answer = ROLL if event == A else HOLD
            self._since_ms = app.now
            if self._answer == self._best:
                self._right += 1
            best, other = self._worths[self._best], self._worths[self._answer]
            self._lost += chances.tenths(best) - chances.tenths(other)
            app.sound.play("hold" if self._answer == self._best else "bust")
        elif event == A and self._place == COUNT:
            app.show(self.ID, self._parent)
        elif event == A and elapsed(app.now, self._since_ms) >= _WAIT_MS:
            self.turn_to()

    def draw(self, canvas):
        told = chances.told
        if self._place == COUNT:
            self.draw_total(canvas)
            return
        if self._answer is None:
            there = "%d/%d" % (self._place + 1, COUNT)
            draw_header(canvas, game_name(self._variant.ID), there)
            self.draw_scores(canvas)
            return
        known = {"action": self._best, "actions": self._worths}
        title = told("right answer")
        if self._answer != self._best:
            lost = chances.loss(self._worths[self._best], self._worths[self._answer])
            title = told("that is costly", lost)
        draw_header(canvas, title[0])
        chances.draw(canvas, known, self._look, chances.advice(known, self._look))
        draw_footer(canvas, [("A", say("next")), ("B", say("back"))])

    def draw_scores(self, canvas):
        """Draw both scores on their way to the target, the turn total and what holding gives."""
        told = chances.told
        options = {row[0]: row[1] for row in self._variant.OPTIONS}
        for place, name in enumerate(("name of yourself", "name of the rival")):
            y = 12 + 9 * place
            score = self._scores[place]
            canvas.text(0, y, told(name)[0])
            canvas.rect(_LEFT, y, _WIDTH + 2, 7)
            end = _WIDTH * max(0, score) // options["target"]
            canvas.fill_rect(_LEFT + 1, y + 1, end, 5)
            if not place:
                held = _WIDTH * max(0, score + self._total) // options["target"]
                for x in range(end, held):
                    for dot in range(x & 1, 5, 2):
                        canvas.pixel(_LEFT + 1 + x, y + 1 + dot)
            canvas.text(128, y, str(score), 1, False, RIGHT)
        canvas.digits(0, 34, "%+d" % self._total)
        held = told("worth of holding", self._scores[0] + self._total)
        canvas.text(128, 39, held[0], 1, False, RIGHT)
        draw_footer(
            canvas, [("A", chances.action_name(ROLL, self._look)), ("B", say(HOLD)), ("▼", "≡")]
        )

    def draw_total(self, canvas):
        """Draw the result, and the right choices of the latest series as columns."""
        told = chances.told
        draw_header(canvas, told("right answers", self._right, COUNT)[0])
        percent = chances.percent
        canvas.text(0, 11, told("lost a choice", percent(self._lost // COUNT))[0])
        rights, losses = [], []
        for place, char in enumerate(self._before):
            (losses if place % 2 else rights).append(ord(char) - 48)
        if losses:
            mean = sum(losses) // len(losses)
            canvas.text(0, 20, told("lost before that", percent(mean))[0])
        series = (rights + [self._right])[-KEPT:]
        canvas.word(0, 40, " ".join([str(right) for right in series]), 128, 14)
        for place, right in enumerate(series):
            canvas.fill_rect(8 * place, 53 - 2 * right, 6, 2 * right)
        canvas.hline(0, 53, 8 * KEPT)
        draw_footer(canvas, [("A", say("again")), ("B", say("back"))])
