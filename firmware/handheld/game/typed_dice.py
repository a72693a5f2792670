# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""The question for the faces of dice that lie on the table. It takes the place of a screen."""

from shared_rules.game import ROLL

from ..board import DOWN, FACE, UP, A, B, elapsed
from ..drawing.dice_art import COIN, DIE, PIG_DICE, draw_die
from ..language import say
from ..ui.base import BaseScreen, draw_footer, draw_header
from .looks import ARTS

_AGAIN_MS = 250  # a second A in this time takes no second die


def ask(screen, player, dice):
    """Ask what fell when `player` rolled `dice`; None: as many as the game says."""
    match = screen.match
    game = match.game

    def roll(faces):
        match.cup.faces = faces
        screen.play(ROLL, player, dice)

    asked = TypedDice(screen, match.name(player), game.FACES, dice or game.dice_count(), roll)
    asked.look = look = match.looks(screen.app.settings)
    asked.art = ARTS.get(look.get("art"), DIE)
    asked.of_computer = match.computer() is not None


class TypedDice(BaseScreen):
    """The faces of one roll: up and down choose, A takes, B takes the last one back.

    From the face in the middle each other one is at most three presses away.
    """

    # faces: taken so far; face: of the next die; look: of the game; art: of the dice; of_computer:
    # it has decided to roll, and there is nothing to go back to.

    ID = "typed_dice"
    look = {}
    art = DIE
    of_computer = False

    def __init__(self, screen, who, limits, count, roll):
        """`who`: the name of who rolled; `limits`: least and greatest face of the `count` dice.

        Once all are typed in, `screen` is shown again, and `roll(faces)` is called.
        """
        app = screen.app
        super().__init__(app)
        self._under = screen
        self._who = who
        self._low, self._high = self.limits = limits
        self.count = count
        self._roll = roll
        self._ms = None  # when A took a die
        self.faces = ()
        self._begin()
        app.screen = self
        app.dirty = True
        app.bridge.event("screen", {"id": self.ID})

    def _begin(self):
        self.face = (self._low + self._high + 1) // 2

    def decide(self, event):
        app = self.app
        app.dirty = True
        if event >= FACE:
            if self._low <= event - FACE <= self._high:
                self._take(event - FACE)
        elif event in (UP, DOWN):
            span = self._high - self._low + 1
            self.face = self._low + (self.face - self._low + (1 if event == UP else -1)) % span
        elif event == A:
            if self._ms is None or app.test_mode or elapsed(app.now, self._ms) >= _AGAIN_MS:
                self._ms = app.now
                self._take(self.face)
        elif event == B and self.faces:
            self.face = self.faces[-1]
            self.faces = self.faces[:-1]
        elif event == B and self.of_computer:
            app.show("pause")
        elif event == B:
            self._go_back()

    def _go_back(self):
        self.app.screen = self._under
        self.app.bridge.event("screen", {"id": self._under.ID})

    def _take(self, face):
        self.faces += (face,)
        self._begin()
        if len(self.faces) == self.count:
            self._go_back()
            self._roll(self.faces)

    def acted(self, action, player):
        self._go_back()
        self._under.acted(action, player)

    def draw(self, canvas):
        count = self.count
        place = len(self.faces)
        draw_header(canvas, say("what_fell", self._who))
        size = 23 if self.art == COIN else 24 if count < 5 else 19
        pitch = size + 2
        x = 64 - (count * pitch - 2) // 2
        y = 32 - size // 2
        for at, face in enumerate(self.faces + (self.face,)):
            left = x + pitch * at
            draw_die(canvas, left, y, size, face, self.art + (at & 1) * (self.art == PIG_DICE))
            canvas.word(left, y, str(face), size, size)
        word = self.look.get("%d:%d" % (place, self.face))
        canvas.text(left + size // 2 - 2, y - 9, "%s %s" % ("▲", say(word)) if word else "▲")
        canvas.text(left + size // 2 - 2, y + size + 2, "▼")
        for at in range(place + 1, count):
            canvas.rect(x + pitch * at, y, size, size)
        back = say("undo") if place else "≡" if self.of_computer else say("back")
        draw_footer(canvas, [("A", say("take_die")), ("B", back), ("▲▼", "")])
