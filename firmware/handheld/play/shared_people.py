# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""The game where one roll counts for all, for several people: all see who sits."""

from shared_rules.game import ROLL, SIT, STAND

from ..board import DOWN, UP, A
from ..game.parts import HUMAN
from ..language import say
from . import shared_roll


class Screen(shared_roll.Screen):
    """B sits for the person at the arrow, A rolls for those who still stand."""

    # at: the place of the arrow among the people who are asked; behind them is the menu.

    def __init__(self, app):
        super().__init__(app)
        self.at = 0

    def asked(self):
        """Return the people who choose or have chosen since the last roll."""
        game = self.game
        return [
            player
            for player, seat in enumerate(self.match.seats)
            if seat[0] == HUMAN and (game.standing[player] or game.choices[player])
        ]

    def _at_arrow(self):
        """Return the person at the arrow, or None."""
        return (self.asked() + [None])[self.at]

    # --- decide

    def choose(self, event):
        app, game = self.app, self.game
        app.dirty = True
        asked = self.asked()
        player = self._at_arrow()
        if event in (UP, DOWN):
            self.at = (self.at + (1 if event == DOWN else -1)) % (len(asked) + 1)
        elif event == A:
            for other in [other for other in asked if not game.choices[other]]:
                self.play(STAND, other, None)
            if game.roll_number and not game.choosing and self.match.human() is not None:
                self.play(ROLL, self.match.human(), None)
        elif player is None:
            app.show("pause")
        elif game.choices[player]:
            self.match.held = player
            from .undo import undo

            undo(app)
            app.screen.at = self.at
        else:
            self.play(SIT, player, None)
            self.at = min(self.at + 1, len(asked))

    def acted(self, action, player):
        ms = self.ms
        super().acted(action, player)
        if action == ROLL:
            self.at = 0
        else:
            self.ms = ms  # people sit down one press after the other

    # --- draw

    def draw(self, canvas):
        game = self.game
        standing = game.standing
        # Show people who have chosen to sit like those who sit already. A rival's choice is hidden.
        game.standing = [
            stands and (choice != SIT or seat[0] != HUMAN)
            for stands, choice, seat in zip(standing, game.choices, self.match.seats)
        ]
        super().draw(canvas)
        game.standing = standing

    def mover(self):
        return super().mover() if self.human() is None else self._at_arrow()

    def title(self, mover):
        return super().title(mover) if self.human() is None else say("who_sits")

    def keys(self):
        player = self.human() is not None and self._at_arrow()
        if player is False:
            return super().keys()
        key = "menu" if player is None else "undo" if self.game.choices[player] else "sit"
        return [("A", say("roll")), ("B", say(key)), ("▲▼", "")]
