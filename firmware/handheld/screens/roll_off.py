# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Who starts? Each player rolls two dice."""

from shared_rules.roll_off import DICE, leaders

from ..board import RELEASE, UP, A, B
from ..drawing.dice_art import draw_dice
from ..language import say
from ..memory import load
from .base import BaseScreen, draw_footer, draw_header

_PAIR_WIDTH = 42


class Screen(BaseScreen):
    """A rolls for the next player, then starts the game; B goes back, up tells of fair dice."""

    ID = "roll_off"

    def __init__(self, app, fair=False):
        super().__init__(app)
        self.fair = load("proof").begin(app.cup) if fair is False else fair
        self._looking = False
        self.seats = app.setup.seats()
        self.tied = list(range(len(self.seats)))
        self.rolls = []
        self.first = None

    def decide(self, event):
        app = self.app
        if event >= RELEASE:
            return
        app.dirty = True
        if self._looking or event == UP and self.fair:
            self._looking = not self._looking
        elif event == B:
            app.show("menu")
        elif event == A and self.first is not None:
            setup = app.setup
            app.start_match(setup.variant.ID, setup.options, self.seats, self.first, self.fair)
        elif event == A:
            self.roll()

    def roll(self):
        """Roll for the next of the tied players; decide once all have rolled."""
        if len(self.rolls) == len(self.tied):
            self.tied = [self.tied[place] for place in leaders(self.rolls)]
            self.rolls = []
        cup = self.app.cup
        if cup.forced:
            self.fair = None
        faces = (self.fair or cup).throw((1, 6), DICE)
        if len(faces) != DICE or min(faces) < 1 or max(faces) > 6:
            return  # a scripted roll that two dice cannot show is dropped
        self.rolls.append(faces)
        if self.fair:
            self.fair.rolled += 1
            self.fair.rolloff += ("," if self.fair.rolloff else "") + str(faces[0]) + str(faces[1])
        if len(self.rolls) == len(self.tied):
            best = leaders(self.rolls)
            if len(best) == 1:
                self.first = self.tied[best[0]]

    def draw(self, canvas):
        if self._looking:
            from .fair_dice import lines_of

            draw_header(canvas, say("fair_dice"))
            for place, line in enumerate(lines_of(self.fair)):
                canvas.text(0, 11 + 9 * place, line)
            draw_footer(canvas, [("B", say("back"))])
            return
        if self.first is not None:
            title = say("starts", self.seats[self.first][1])
        elif len(self.rolls) == len(self.tied):
            title = say("tie")
        else:
            title = say("who_starts")
        draw_header(canvas, title, "▲?" if self.fair else "")
        # The last six rolls, three in a row.
        start = max(0, (len(self.rolls) - 4) // 3 * 3) if len(self.rolls) > 6 else 0
        for place in range(start, len(self.rolls)):
            x = (place - start) % 3 * _PAIR_WIDTH
            y = 11 + (place - start) // 3 * 22
            player = self.tied[place]
            canvas.text(x, y + 4, self.seats[player][1], 1, player == self.first)
            draw_dice(canvas, x + 13, y, 28, 16, self.rolls[place])
        if self.first is not None:
            keys = [("A", say("play")), ("B", say("back"))]
        else:
            at = len(self.rolls) % len(self.tied)
            if len(self.rolls) == len(self.tied):
                player = self.tied[leaders(self.rolls)[0]]
            else:
                player = self.tied[at]
            keys = [("A", "%s %s" % (self.seats[player][1], say("roll"))), ("B", say("back"))]
        draw_footer(canvas, keys)
