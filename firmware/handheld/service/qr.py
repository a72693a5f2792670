"""The record of a game that is over, with the secret of its dice, as codes for a phone."""

from ..board import elapsed
from ..drawing.qr import Code
from ..language import say
from ..ui.base import BOTH, BaseScreen

_TURN_MS = 1500  # each of several codes is shown so long
_PIECES = 4  # of work between two looks at the buttons: some 20 ms


class Screen(BaseScreen):
    """The codes come by turns; up and down take the next at once."""

    def __init__(self, app, parent):
        super().__init__(app, parent)
        self.codes = []
        self._code = Code(app)  # blank until the record is coded
        self._at = 0
        self._since = app.now
        app.think(self.work(), self._take, _PIECES)

    def work(self):
        """Generator; returns the texts of the codes."""
        from shared_rules import reading as reading  # for the next module: each takes a step

        yield None
        from shared_rules.compact import encode

        yield None
        from ..begin.proof import pieces

        return (yield from encode(pieces(self.app.match)))

    def _take(self, codes):
        self.codes = codes
        self.turn(0)

    def keys(self):
        keys = super().keys()
        # There is no room for a sign.
        return keys + [(BOTH, None, self.turn)] if len(self.codes) > 1 else keys

    def turn(self, step):
        if self.codes:
            self._at = (self._at - step) % len(self.codes)
            self._code = Code(self.app, self.codes[self._at])
            self._since = self.app.now

    def tick(self, now_ms):
        if len(self.codes) > 1:
            waited = elapsed(now_ms, self._since)
            if waited >= _TURN_MS:
                self.turn(-1)
            else:
                self.app.due(_TURN_MS - waited)

    def draw(self, canvas):
        words = say("scan_the_record")
        if len(self.codes) > 1:
            words += "|" + "%d/%d" % (self._at + 1, len(self.codes))
        self._code.draw(canvas, words, self.keys())
