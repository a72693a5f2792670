# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""What is told of the dice before the first roll, and a number that people may add."""

from shared_rules.fair_dice import NONE

from ..board import DOWN, RELEASE, UP, A, B
from ..drawing.canvas import RIGHT
from ..drawing.qr import Code
from ..language import say, wrap
from ..ui.base import BaseScreen, draw_footer, draw_header
from .setup import begin

DIGITS = 6  # of the number that people add
_GROUP = 4


def draw_told(canvas, fair, other="no_fair_dice"):
    """Draw the commitment of a game's `FairDice`; without one the text `other`."""
    text = fair.commitment if fair else ""
    draw_header(canvas, say("note_digits" if text else "fair_dice"))
    lines = [] if text else wrap(say(other))
    for at in range(0, len(text), 4 * _GROUP):
        groups = [text[at + n : at + n + _GROUP] for n in range(0, 4 * _GROUP, _GROUP)]
        lines.append(" ".join(groups))
    for place, line in enumerate(lines):
        canvas.text(0, 10 + 9 * place, line)


def encode(fair):
    """Return the code of the commitment of `FairDice`; None without one."""
    return Code("POCKETPIG-1 " + fair.commitment.upper()) if fair and fair.commitment else None


def draw(app, canvas, code):
    """Draw the code of a commitment."""
    code.draw(app.panel, canvas, say("scan_commitment"), [("A", say("next")), ("B", say("back"))])


class Screen(BaseScreen):
    """First a code, from which any press but B leads to the digits.

    Before a game (`start`, see `setup.begin`), up and down then type a number, and A begins. During
    a game, any press goes back.
    """

    ID = "fair_dice"

    def __init__(self, app, parent, start=None):
        super().__init__(app)
        self._parent = parent
        self._start = start
        self._place = -1  # of the digit that is typed
        if start:
            from ..begin.proof import fair_dice_of

            self.fair = fair_dice_of(app)
        else:
            self.fair = app.match.fair
        self._other = "no_fair_dice"
        if not start and app.match.number < 0:
            self.fair = None
            self._other = "challenge_dice"
        self._asks = start and self.fair and self.fair.commitment
        self._number = NONE if start or not self.fair else self.fair.addition
        self._code = encode(self.fair)

    def tick(self, now_ms):
        if self._code:
            self._code.step(self.app)

    def leave(self):
        self.app.panel.scan(False)

    def decide(self, event):
        if event >= RELEASE:
            return
        self.app.dirty = True
        if self._code and event != B:
            self._code = None
            self.app.panel.scan(False)
        elif self._asks and event in (UP, DOWN):
            self.turn(1 if event == UP else 9)
        elif self._start and event == A:
            self.go_on()
        elif self._place > 0:
            self._place -= 1
        elif self._place == 0:
            self._place = -1
            self._number = NONE
        elif not self._start or event == B:
            self.app.show(self._parent)

    def turn(self, step):
        """Change a digit; the first time begin with the number."""
        if self._place < 0:
            self._number = "0" * DIGITS
            self._place = 0
            return
        at = self._place
        digit = (int(self._number[at]) + step) % 10
        self._number = self._number[:at] + str(digit) + self._number[at + 1 :]

    def go_on(self):
        """The next digit, or the game."""
        if 0 <= self._place < DIGITS - 1:
            self._place += 1
            return
        if self.fair:
            self.fair.addition = self._number
        begin(self.app, self._start, self.fair)

    def draw(self, canvas):
        if self._code:
            draw(self.app, canvas, self._code)
            return
        fair, number, at = self.fair, self._number, self._place
        draw_told(canvas, fair, self._other)
        if at >= 0:
            number = "%s[%s]%s" % (number[:at], number[at], number[at + 1 :])
        if self._asks or number != NONE:
            canvas.text(0, 46, say("addition"))
            canvas.text(127, 46, number, 1, False, RIGHT)
        elif fair and fair.commitment:
            canvas.text(0, 46, say("why_digits"))
        keys = [("B", say("back"))]
        if self._start:
            more = 0 <= at < DIGITS - 1
            keys.insert(0, ("A", say("next" if more else "play")))
        draw_footer(canvas, keys + [("▲▼", "")] if self._asks else keys)
