# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Who has won, and every score."""

from ..board import UP, A, B
from ..drawing.canvas import CENTER
from ..language import say
from ..memory import load
from .base import BaseScreen, draw_footer
from .scores import draw_scores


class Screen(BaseScreen):
    """A plays again with the same people, B goes to the menu."""

    ID = "result"

    def __init__(self, app):
        super().__init__(app)
        self._judged = load("advice").has_odds(app.match.game)

    def decide(self, event):
        app = self.app
        game = app.match.game
        if event == A:
            start = (game.ID, game.options, app.match.seats, self.next_first())
            if app.settings["addition"] == "on":
                app.show("fair_dice", "result", start)
            else:
                app.start_match(*start)
        elif event == B:
            app.show("menu")
        elif event == UP and self._judged:
            app.show("review", "result")

    def next_first(self):
        """Return who starts the next game: the player after the one who started this."""
        game = self.app.match.game
        return 0 if game.SHARED_ROLL else (game.first + 1) % game.players

    def draw(self, canvas):
        match = self.app.match
        winners = match.game.winners()
        names = [match.name(player) for player in winners]
        if len(winners) == 1:
            canvas.text(40, 16, names[0], 2, False, CENTER)
            canvas.text(40, 36, say("wins"), 1, False, CENTER)
        else:
            canvas.text(40, 16, say("shared"), 1, False, CENTER)
            canvas.text(40, 28, " ".join(names[:4]), 1, False, CENTER)
        canvas.text(0, 0, say("over"))
        canvas.hline(0, 9, 128)
        draw_scores(
            canvas, match, winners[0] if len(winners) == 1 else None, match.game.standings()
        )
        keys = [("▲", say("review"))] if self._judged else []
        draw_footer(canvas, [("A", say("again")), ("B", say("menu"))] + keys)
