"""Who starts? Each player rolls two dice."""

from shared_rules.roll_off import DICE, leaders

from ..drawing.canvas import RIGHT
from ..drawing.dice_art import draw_dice
from ..game.parts import TYPED
from ..language import say
from ..ui.base import BaseScreen, talk
from .setup import options_of


class Screen(BaseScreen):
    """A rolls for the next player, then starts the game; B goes back, up tells of fair dice."""

    def __init__(self, app, fair=False):
        super().__init__(app, "menu")
        self._typed = fair == TYPED
        self.fair = None if self._typed else fair
        if fair is False:
            from ..begin.proof import fair_dice_of

            self.fair = fair_dice_of(app)
        self.seats = app.setup.seats()
        self._waiting = list(range(len(self.seats)))  # who is still to roll
        self.tied = list(self._waiting)  # who rolls in this round
        self.rolls = []
        self.first = None

    def keys(self):
        rows = super().keys()
        if self.fair:
            rows.append(("▲", None, self._look))  # its sign is in the top line
        if self.first is not None:
            return [("A", say("play"), self._begin)] + rows
        name = self._next()
        yours = name == say("rival_name_human")
        label = say("roll") if yours else say("rolls", name)
        return [("A", label, talk, self.app, self._ask())] + rows

    def _look(self):
        from . import fair_dice

        fair_dice.Screen(self.app, fair=self.fair).begin()

    def _begin(self):
        app, setup = self.app, self.app.setup
        fair = TYPED if self._typed else self.fair
        app.start_match(setup.variant.ID, options_of(app), self.seats, self.first, fair)

    def _ask(self):
        """Generator: roll for the next player, with dice on the table after they are typed in."""
        if self._typed and not self.app.cup.forced:
            from ..game.typed_dice import TypedDice

            faces = yield TypedDice(self.app, self._next(), (1, 6), DICE)
            if faces:
                self.roll(faces)
        else:
            self.roll()

    def roll(self, faces=()):
        """Roll for the next player; decide once all have rolled.

        `faces`: those that were typed in.
        """
        if len(self.rolls) == len(self.tied):
            self.tied, self.rolls = list(self._waiting), []
        cup = self.app.cup
        if cup.forced:
            self.fair = None
        faces = faces or (self.fair or cup).throw((1, 6), DICE)
        if len(faces) != DICE or min(faces) < 1 or max(faces) > 6:
            return  # a scripted roll that two dice cannot show is dropped
        self.rolls.append(faces)
        self._waiting.pop(0)
        if self.fair:
            self.fair.rolled += 1
            self.fair.rolloff += ("," if self.fair.rolloff else "") + "%d%d" % tuple(faces)
        if not self._waiting:
            self._waiting = [self.tied[place] for place in leaders(self.rolls)]
            if len(self._waiting) == 1:
                self.first = self._waiting[0]

    def _next(self):
        return self.seats[self._waiting[0]][1]

    def title(self):
        if self.first is not None:
            return say("starts", self.seats[self.first][1])
        return say("tie" if len(self.rolls) == len(self.tied) else "who_starts")

    def corner(self):
        return "▲?" if self.fair else ""

    def picture(self, canvas):
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
            # The places of name, dice and sum.
            name, dice, end, scale = (x + 1, y + 3), (x + 21, y, 25, 12), x + 61, 1
            if columns == 1:
                name, dice = (4, y + 4), (36, y, 40, 13 if rows > 2 else 20)
                end, scale = 116, 1 if rows > 2 else 2
            canvas.text(*name, self.seats[player][1], 1, player == self.first)
            draw_dice(canvas, *dice, faces, 0, None if rolled else "")
            if rolled:
                canvas.text(end, y + 3, str(sum(faces)), scale, False, RIGHT)
