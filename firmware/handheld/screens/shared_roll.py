# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""The game where one roll counts for all: people choose in secret, one after the other."""

# The handheld goes round. After a roll, and after each choice, it asks to be passed to the next
# person who chooses; when all have chosen, A shows the choices together. Presses do that, not
# choices that come over the bridge. This class has no private attributes: with few names they could
# be those of its base (see host_sim/drive/few_names.py).

from ..board import DOUBLE_MS, DOWN, RELEASE, A, B, elapsed
from ..drawing.canvas import CENTER, text_width
from ..language import say
from ..match import HUMAN
from ..memory import load
from . import play
from .base import draw_footer, draw_header

_HALF = 67  # pixels
_COLUMN = 21
_ROWS = 5


class Screen(play.Screen):
    """A takes the handheld, stands or shows the choices; B takes a choice back, or sits."""

    # waiting: for the next person who chooses to take the handheld. choice: of the last one, not
    # done before all look. shown: what was chosen, as (heading, players) of those who sit now and
    # of those who stand, or None. ms: when the last press or action was.

    def __init__(self, app):
        super().__init__(app)
        self.ms = app.now
        self.choice = ""
        self.shown = None
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

    def human(self):
        """Return the person who chooses now, or None."""
        game = self.game
        return self.match.human() if game.choosing and self.match.computer() is None else None

    # --- decide

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
        app = self.app
        app.dirty = True
        self.ms = app.now
        choice = dict(self.actions()).get(event)
        if self.choice:
            if event == A:
                self.act(self.choice, self.human(), None)
            elif event == B:
                self.choice = ""
        elif self.waiting and event == A:
            self.waiting = False
        elif self.waiting and event == B:
            load("undo").undo(app)
        elif self.waiting and event == DOWN:
            app.show("pause")
        elif choice and self.others() and len(self.game.to_move()) == 1:
            self.choice = choice
        elif not self.waiting:
            super().decide(event)

    def act(self, action, player, dice):
        game = self.game
        words, before, points = game.legal_actions(), list(game.scores), game.turn_total
        stood = [place for place in range(game.players) if game.standing[place]]
        super().act(action, player, dice)
        if self.app.hurry:
            return
        self.waiting = self.others()
        if len(words) > 1 and not game.choosing and len(stood) > 1:
            sits = [place for place in stood if game.scores[place] != before[place]]
            stands = [place for place in stood if place not in sits]
            sitting = "%s %s" % (say(words[1]), "%+d" % points)
            if text_width(sitting) > _HALF - 6:
                sitting = "%+d" % points
            self.shown = (sitting, sits), (say(words[0]), stands)

    def acted(self, action, player):
        super().acted(action, player)
        self.waiting = False
        self.choice = ""
        self.shown = None
        self.ms = self.app.now

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
        if self.shown:
            self.reveal(canvas, *self.shown)
        elif player is not None and (self.choice or self.takes()):
            # Far from the game's picture, so that nobody takes it for their turn.
            name = self.match.name(player)
            title = say("settled") if self.choice else say("hand_over", name)
            draw_header(canvas, title)
            name = "?" if self.choice else name
            canvas.text(64, 26, name, 2, True, CENTER)
        else:
            super().draw(canvas)
            return
        draw_footer(canvas, self.keys())

    def reveal(self, canvas, *groups):
        """Draw who sits down with how many points, and who stands."""
        groups = [group for group in groups if group[1]]
        scale = 2 if max([len(places) for _, places in groups]) < 3 else 1
        columns = 1 if scale > 1 else 6 // len(groups)
        canvas.hline(0, 9, 128)
        for half, (word, places) in enumerate(groups):
            x = _HALF * half
            canvas.text(x, 0, word)
            canvas.vline(x - 4, 10, 45)
            names = [self.match.name(place) for place in places]
            if len(names) > columns * _ROWS:
                names = names[: columns * _ROWS - 1] + ["..."]
            for place, name in enumerate(names):
                row, column = divmod(place, columns)
                canvas.text(x + _COLUMN * column, 10 + scale + 9 * scale * row, name, scale)
