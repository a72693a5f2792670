# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""The game where one roll counts for all: people choose in secret, one after the other."""

# The handheld goes round. After a roll, and after each choice, it asks to be passed to the next
# person who chooses; when all have chosen, A shows the choices together. Presses do that, not
# choices that come over the bridge.

from ..board import DOWN, A, B
from ..drawing.canvas import CENTER
from ..game.parts import HUMAN
from ..language import say
from ..widgets.base import draw_footer, draw_header, undo
from . import shared_roll


class Screen(shared_roll.Screen):
    """A takes the handheld, stands or shows the choices; B takes a choice back, or sits."""

    # waiting: for the next person who chooses to take the handheld. choice: of the last one, not
    # done before all look.

    def __init__(self, app):
        super().__init__(app)
        self.choice = ""
        self.waiting = self.others()

    def others(self):
        """Return True if more than one person chooses."""
        game = self.game
        people = [
            player
            for player, seat in enumerate(self.match.seats)
            if seat[0] == HUMAN and game.standing[player]
        ]
        return game.choosing and len(people) > 1

    # --- decide

    def choose(self, event):
        app = self.app
        app.dirty = True
        self.ms = app.now
        choice = dict(self.actions()).get(event)
        if self.choice:
            if event == A:
                self.play(self.choice, self.human(), None)
            elif event == B:
                self.choice = ""
        elif self.waiting and event == A:
            self.waiting = False
        elif self.waiting and event == B:
            undo(app)
        elif self.waiting and event == DOWN:
            app.show("pause")
        elif choice and self.others() and len(self.game.to_move()) == 1:
            self.choice = choice
        elif not self.waiting:
            super().choose(event)

    def play(self, action, player, dice):
        super().play(action, player, dice)
        if not self.app.hurry:
            self.waiting = self.others()

    def acted(self, action, player):
        super().acted(action, player)
        self.waiting = False
        self.choice = ""

    def takes(self):
        return self.waiting and self.match.held is not None

    # --- draw

    def keys(self):
        player = self.human()
        if player is None or not (self.choice or self.waiting):
            return super().keys()
        if self.choice:
            return [("A", say("reveal")), ("B", say("undo"))]
        undo = [("B", say("undo"))] if self.takes() else []
        return [("A", self.match.name(player))] + undo + super().keys()[-1:]

    def draw(self, canvas):
        player = self.human()
        if self.shown or player is None or not (self.choice or self.takes()):
            super().draw(canvas)
            return
        # Far from the game's picture, so that nobody takes it for their turn.
        name = self.match.name(player)
        title = say("settled") if self.choice else say("hand_over", name)
        draw_header(canvas, title)
        name = "?" if self.choice else name
        canvas.text(64, 20, name, 2, False, CENTER)
        if not self.choice:
            canvas.text(64, 40, say("take_it"), 1, False, CENTER)
        draw_footer(canvas, self.keys())
