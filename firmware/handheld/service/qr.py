# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""The record of a game that is over, with the secret of its dice, as codes for a phone."""

from shared_rules.thinking import Thought

from ..board import elapsed
from ..drawing.qr import Code
from ..language import say
from ..ui.base import BOTH, BaseScreen

_TURN_MS = 1500  # each of several codes is shown so long
_LOOK_MS = 20  # so long it works between two looks at the buttons


class Screen(BaseScreen):
    """The codes come by turns; up and down take the next at once."""

    ID = "qr"

    def __init__(self, app, parent):
        super().__init__(app, parent)
        self.codes = []
        self._code = Code("")  # blank until the record is coded
        self._at = 0
        self._since = app.now
        self._thought = Thought(self.work())

    def work(self):
        """Generator; returns the texts of the codes."""
        from shared_rules import reading as reading  # for the next module: each takes a step

        yield None
        from shared_rules.compact import encode

        yield None
        from ..begin.proof import pieces

        return (yield from encode(pieces(self.app.match)))

    def keys(self):
        keys = super().keys()
        # There is no room for a sign.
        return keys + [(BOTH, None, self._turn_back)] if len(self.codes) > 1 else keys

    def turn(self, step):
        """Show another code."""
        if self.codes:
            self._at = (self._at + step) % len(self.codes)
            self._code = Code(self.codes[self._at])
            self._since = self.app.now
            self.app.due(0)

    def _turn_back(self, step):
        self.turn(-step)

    def tick(self, now_ms):
        app = self.app
        if self._thought:
            app.due(0)
            while elapsed(app.board.ticks_ms(), now_ms) < _LOOK_MS:
                if self._thought.step():
                    self.codes = self._thought.answer
                    self._thought = None
                    self.turn(0)
                    break
            return
        self._code.step(app)
        if len(self.codes) > 1:
            waited = elapsed(now_ms, self._since)
            if waited >= _TURN_MS:
                self.turn(1)
            else:
                app.due(_TURN_MS - waited)

    def thinks(self):
        return self._thought is not None

    def leave(self):
        self.app.panel.scan(False)

    def draw(self, canvas):
        words = say("scan_the_record")
        if len(self.codes) > 1:
            words += "|" + "%d/%d" % (self._at + 1, len(self.codes))
        self._code.draw(self.app.panel, canvas, words, self.keys())
