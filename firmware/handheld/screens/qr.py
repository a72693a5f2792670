# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""The record of a game that is over, with the secret of its dice, as codes for a phone."""

from shared_rules.compact import encode
from shared_rules.thinking import Thought

from ..board import DOWN, RELEASE, UP, elapsed
from ..drawing import qr
from ..game.proof import pieces
from ..language import say
from ..widgets.base import BaseScreen

_TURN_MS = 1500  # each of several codes is shown so long
_STEPS = 6  # of the work between two looks at the buttons


class Screen(BaseScreen):
    """The codes come by turns; up and down take the next at once, A and B go back."""

    ID = "qr"

    def __init__(self, app, parent):
        super().__init__(app)
        self._parent = parent
        self.codes = []
        self._at = 0
        self.picture = None
        self._since = app.now
        self._thought = Thought(encode(pieces(app.match)))

    def decide(self, event):
        if event in (UP, DOWN):
            self.turn(1 if event == DOWN else -1)
        elif event < RELEASE:
            self.app.show(self._parent)

    def turn(self, step):
        """Show another code."""
        if self.codes:
            self._at = (self._at + step) % len(self.codes)
            self.picture = qr.encode(self.codes[self._at])
            self._since = self.app.now
            self.app.dirty = True

    def tick(self, now_ms):
        app = self.app
        if self._thought:
            app.due(0)
            for _ in range(_STEPS):
                if self._thought and self._thought.step():
                    self.codes = self._thought.answer
                    self._thought = None
                    self.turn(0)
        elif len(self.codes) > 1:
            waited = elapsed(now_ms, self._since)
            if waited >= _TURN_MS:
                self.turn(1)
                waited = 0
            app.due(_TURN_MS - waited)

    def thinks(self):
        return self._thought is not None

    def leave(self):
        self.app.panel.scan(False)

    def draw(self, canvas):
        words = say("scan_the_record")
        if len(self.codes) > 1:
            words += "|" + "%d/%d" % (self._at + 1, len(self.codes))
        qr.draw(self.app.panel, canvas, self.picture, words, [("B", say("back"))])
