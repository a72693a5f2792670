"""Achievements and badges for rivals: which are earned, and how to earn the others."""

from shared_rules.players import KINDS

from ..drawing.canvas import ERASE, RIGHT
from ..language import say, wrap
from ..ui.base import BOTH, BaseScreen
from .achievements import BADGE, LEAST, texts
from .stats import against

_COLUMNS = 6
_PITCH_X, _PITCH_Y, _TOP = 21, 14, 12
_SIZE = 11
_DISC = b"\xf8\xfe\xfe\xff\xff\xff\xff\xff\xfe\xfe\xf8\x00\x03\x03\x07\x07\x07\x07\x07\x03\x03\x00"
_RING = b"\xf8\x06\x02\x01\x01\x01\x01\x01\x02\x06\xf8\x00\x03\x02\x04\x04\x04\x04\x04\x02\x03\x00"
_TICK = b"\x20\x60\xc0\x60\x30\x18\x0c"


class Screen(BaseScreen):
    """Up and down choose one."""

    def __init__(self, app, parent):
        super().__init__(app, parent)
        records = app.records()
        self.earned = records.number("achievements")
        self.places = list(range(len(LEAST)))
        self.places += [BADGE + n for n in range(len(KINDS.split(" ")))]
        self.at = 0
        self._won = {kind: row for kind, *row in against(records.rows("table"))}

    def keys(self):
        return super().keys() + [(BOTH, "", self._step)]

    def _step(self, step):
        self.at = (self.at - step) % len(self.places)

    def title(self):
        return texts(self.places[self.at])[0]

    def picture(self, canvas):
        chosen = self.places[self.at]
        shown = [place for place in self.places if (place < BADGE) == (chosen < BADGE)]
        how = texts(chosen)[1]
        count = len([place for place in shown if self.earned >> place & 1])
        earned = "✓ %d/%d" % (count, len(shown))
        canvas.text(127, 0, earned, 1, False, RIGHT)
        for n, place in enumerate(shown):
            x = 5 + n % _COLUMNS * _PITCH_X
            y = _TOP + n // _COLUMNS * _PITCH_Y
            has = self.earned >> place & 1
            canvas.blit(_DISC if has else _RING, x, y, _SIZE, _SIZE)
            if has:
                canvas.blit(_TICK, x + 2, y + 1, len(_TICK), 8, ERASE)
            if place == chosen:
                canvas.rect(x - 3, y - 2, _SIZE + 6, _SIZE + 3)
        lines = wrap(how)
        if chosen >= BADGE:
            games, wins = self._won.get(KINDS.split(" ")[chosen - BADGE], (0, 0))
            if games:
                lines.append(say("rival_won_of", wins, games))
        for n, line in enumerate(lines[:2]):
            canvas.text(0, 39 + 8 * n, line)
