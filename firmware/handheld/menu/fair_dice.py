"""What is told of the dice before the first roll, and a number that people may add."""

from shared_rules.fair_dice import NONE

from ..drawing.canvas import RIGHT
from ..drawing.qr import Code
from ..language import say, wrap
from ..ui.base import BOTH
from ..ui.question import Question
from ..ui.text_screen import draw_lines
from .setup import begin

DIGITS = 6  # of the number that people add
_GROUP = 4


class Screen(Question):
    """First a code, from which A leads to the digits; before a game (`start`, see `setup.begin`)
    up and down type a number there, and A begins.

    `fair`: the `FairDice` of a roll-off.
    """

    ID = "fair_dice"

    def __init__(self, app, parent="", start=None, fair=None):
        super().__init__(app, parent)
        self._start = start
        self._place = -1  # of the digit that is typed
        self._none = "no_fair_dice"  # the text where there are none
        if start:
            from ..begin.proof import fair_dice_of

            fair = fair_dice_of(app)
        elif not fair and app.match.number < 0:
            self._none = "challenge_dice"
        elif not fair:
            fair = app.match.fair
        self.fair = fair
        self._digits = fair.commitment if fair else ""
        self._asks = start and self._digits
        self._number = fair.addition if fair else NONE
        self._code = Code(app, "POCKETPIG-1 " + self._digits.upper()) if self._digits else None

    def keys(self):
        back = ("B", say("back"), self.back)
        if self._code:
            return [("A", say("next"), self._hide_code), back]
        keys = [back, (BOTH, "", self.turn)] if self._asks else [back]
        if 0 <= self._place < DIGITS - 1:
            keys.insert(0, ("A", say("next"), self._next))
        elif self._start:
            keys.insert(0, ("A", say("play"), self._play))
        return keys

    def _hide_code(self):
        self._code = None

    def back(self):
        if self._place < 0:
            self.answer(None)
        else:
            self._place -= 1
            if self._place < 0:
                self._number = NONE

    def turn(self, step):
        """Change a digit; the first time begin with the number."""
        if self._place < 0:
            self._number = "0" * DIGITS
            self._place = 0
            return
        at = self._place
        digit = (int(self._number[at]) + step) % 10
        self._number = self._number[:at] + str(digit) + self._number[at + 1 :]

    def _next(self):
        self._place += 1

    def _play(self):
        if self.fair:
            self.fair.addition = self._number
        begin(self.app, self._start, self.fair)

    def draw(self, canvas):
        if self._code:
            self._code.draw(canvas, say("scan_commitment"), self.keys())
            return
        super().draw(canvas)

    def title(self):
        return say("note_digits" if self._digits else "fair_dice")

    def picture(self, canvas):
        digits, number, at = self._digits, self._number, self._place
        lines = [] if digits else wrap(say(self._none))
        for line in range(0, len(digits), 4 * _GROUP):
            groups = [digits[line + n : line + n + _GROUP] for n in range(0, 4 * _GROUP, _GROUP)]
            lines.append(" ".join(groups))
        draw_lines(canvas, lines)
        if at >= 0:
            number = "%s[%s]%s" % (number[:at], number[at], number[at + 1 :])
        if self._asks or number != NONE:
            canvas.text(0, 46, say("addition"))
            canvas.text(127, 46, number, 1, False, RIGHT)
        elif digits:
            canvas.text(0, 46, say("why_digits"))
