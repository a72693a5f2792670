# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Who starts? Each player rolls two dice."""

from shared_rules.roll_off import DICE, leaders

from ..board import RELEASE, UP, A, B
from ..drawing.canvas import RIGHT
from ..drawing.dice_art import draw_dice
from ..game.parts import TYPED
from ..language import say
from ..ui.base import BaseScreen, draw_footer, draw_header
from .setup import options_of


class Screen(BaseScreen):
    """A rolls for the next player, then starts the game; B goes back, up tells of fair dice."""

    ID = "roll_off"

    def __init__(self, app, fair=False):
        super().__init__(app)
        self._typed = fair == TYPED
        self._cup = app.cup
        self.fair = fair
        if self._typed:
            from ..game.cups import OwnDice

            self._cup, self.fair = OwnDice(app.cup), None
        elif fair is False:
            from ..begin.proof import fair_dice_of

            self.fair = fair_dice_of(app)
        self._code = None
        self._looking = False  # at the digits
        self.seats = app.setup.seats()
        self.tied = list(range(len(self.seats)))
        self.rolls = []
        self.first = None

    def decide(self, event):
        app = self.app
        if event >= RELEASE:
            return
        app.dirty = True
        if self._code:
            self._looking = event != B
            self._code = None
            app.panel.scan(False)
        elif self._looking:
            self._looking = False
        elif event == UP and self.fair:
            from .fair_dice import encode

            self._code = encode(self.fair)
            self._looking = not self._code  # at why there is no proof
        elif event == B:
            app.show("menu")
        elif event == A and self.first is not None:
            setup = app.setup
            fair = TYPED if self._typed else self.fair
            options = options_of(app)
            app.start_match(setup.variant.ID, options, self.seats, self.first, fair)
        elif event == A and self._typed and not app.cup.forced:
            from ..game.typed_dice import TypedDice

            TypedDice(self, self.next(), (1, 6), DICE, self._fell)
        elif event == A:
            self.roll()

    def _fell(self, faces):
        """Roll what was typed in."""
        self._cup.faces = faces
        self.roll()

    def roll(self):
        """Roll for the next of the tied players; decide once all have rolled."""
        if len(self.rolls) == len(self.tied):
            self.tied = [self.tied[place] for place in leaders(self.rolls)]
            self.rolls = []
        cup = self._cup
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

    def next(self):
        """Return the name of the player who rolls next."""
        rolled = len(self.rolls)
        if rolled == len(self.tied):
            return self.seats[self.tied[leaders(self.rolls)[0]]][1]
        return self.seats[self.tied[rolled]][1]

    def tick(self, now_ms):
        if self._code:
            self._code.step(self.app)

    def leave(self):
        self.app.panel.scan(False)

    def draw(self, canvas):
        if self._code:
            from .fair_dice import draw

            draw(self.app, canvas, self._code)
            return
        if self._looking:
            from .fair_dice import draw_told

            draw_told(canvas, self.fair)
            draw_footer(canvas, [("B", say("back"))])
            return
        if self.first is not None:
            title = say("starts", self.seats[self.first][1])
        elif len(self.rolls) == len(self.tied):
            title = say("tie")
        else:
            title = say("who_starts")
        draw_header(canvas, title, "▲?" if self.fair else "")
        # Of more than six players the last six who rolled.
        count = len(self.tied)
        start = max(0, min(len(self.rolls), count - 1) - 5)
        columns = 1 if count < 4 else 2
        rows = min(3, count)
        if columns == 2:
            canvas.vline(64, 10, 44)
        for place in range(start, min(count, start + 6)):
            x = 66 * ((place - start) // rows)
            y = 11 + (15 if rows > 2 else 22) * ((place - start) % rows)
            player = self.tied[place]
            rolled = place < len(self.rolls)
            faces = self.rolls[place] if rolled else (0, 0)
            label = None if rolled else ""
            if columns == 1:
                canvas.text(4, y + 4, self.seats[player][1], 1, player == self.first)
                draw_dice(canvas, 36, y, 40, 13 if rows > 2 else 20, faces, 0, label)
            else:
                canvas.text(x + 1, y + 3, self.seats[player][1], 1, player == self.first)
                draw_dice(canvas, x + 21, y, 25, 12, faces, 0, label)
            if rolled and columns == 1:
                canvas.text(116, y + 3, str(sum(faces)), 1 if rows > 2 else 2, False, RIGHT)
            elif rolled:
                canvas.text(x + 61, y + 3, str(sum(faces)), 1, False, RIGHT)
        if self.first is not None:
            keys = [("A", say("play")), ("B", say("back"))]
        else:
            name = self.next()
            yours = name == say("rival_name_human")
            keys = [("A", say("roll") if yours else say("rolls", name)), ("B", say("back"))]
        draw_footer(canvas, keys)
