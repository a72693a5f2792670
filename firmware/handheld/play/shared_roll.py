# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""The game where one roll counts for all, with one person at most."""

from ..board import DOUBLE_MS, RELEASE, elapsed
from ..language import say
from ..ui.base import draw_footer
from . import play


class Screen(play.Screen):
    """Shows the choices together when all have chosen."""

    # shown: what was chosen, as (heading, players) of those who sit now and of those who stand, or
    # None. ms: when the last press or action was.

    def __init__(self, app):
        super().__init__(app)
        self.ms = app.now
        self.shown = None

    def secret(self):
        return self.game.choosing

    def mover(self):
        return super().mover() if self.game.choosing else None

    def human(self):
        """Return the person who chooses now, or None."""
        game = self.game
        return self.match.human() if game.choosing and self.match.computer() is None else None

    def decide(self, event):
        app = self.app
        if event >= RELEASE:
            return
        if self.human() is None:
            self.shown = None
            super().decide(event)
        elif app.test_mode or elapsed(app.now, self.ms) >= DOUBLE_MS:
            self.choose(event)

    def choose(self, event):
        """Act on a press while people choose."""
        self.ms = self.app.now
        super().decide(event)

    def undoes(self):
        return False

    def play(self, action, player, dice):
        game = self.game
        words, before, points = game.legal_actions(), list(game.scores), game.turn_total
        stood = [place for place in range(game.players) if game.standing[place]]
        super().play(action, player, dice)
        if not self.app.hurry and len(words) > 1 and not game.choosing and len(stood) > 1:
            sits = [place for place in stood if game.scores[place] != before[place]]
            stands = [place for place in stood if place not in sits]
            sitting = say("sitting" if stands else "all_sit", "%+d" % points)
            self.shown = (sitting, sits), (say("standing" if sits else "all_stand"), stands)

    def acted(self, action, player):
        super().acted(action, player)
        self.shown = None
        self.ms = self.app.now

    def draw(self, canvas):
        if self.shown:
            from .reveal import draw

            draw(canvas, self.match, self.shown)
            draw_footer(canvas, self.keys())
        else:
            super().draw(canvas)
