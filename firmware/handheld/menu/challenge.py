"""Numbered challenges (see `shared_rules.challenges`): a number is chosen, and its game begins."""

from shared_rules import challenges

from ..drawing.canvas import CENTER
from ..game.names import game_name, named
from ..language import say
from ..ui.base import BOTH, BaseScreen

_DIGITS = 6
_PITCH = 12  # pixels from digit to digit
_LEFT = 64 - _DIGITS * _PITCH // 2


class Screen(BaseScreen):
    """Up and down type a number, A goes on to the next digit and begins, B goes back."""

    def __init__(self, app, parent, number=0):
        super().__init__(app, parent)
        records = app.records()
        self._best = dict(records.rows("challenges"))  # margins by number
        self._day, self._days = records.entry("challenge_days")
        self._today = app.board.today
        number = number or self._today or self._find(records)
        if not number:
            number = 1 + int.from_bytes(app.board.entropy(3), "big") % challenges.LARGEST
        self._number = str(1000000 + number)[1:]
        self._place = -1  # of the digit that is typed

    def _find(self, records):
        """Return the number after the last one, 0 if there was none; days go before others."""
        rows = records.rows("challenges")
        number = self._day or (rows[-1][0] if rows else 0)
        while number and (number == self._day or number in self._best):
            number = challenges.day_after(number) or number % challenges.LARGEST + 1
        return number

    def keys(self):
        keys = [("B", say("back"), self.back), (BOTH, "", self._turn)]
        if 0 <= self._place < _DIGITS - 1:
            return [("A", say("next"), self._next)] + keys
        number = int(self._number)
        play = [("A", say("play"), self._play, number)] if number else []
        return play + keys

    def _play(self, number):
        from ..begin.new_match import start_challenge

        start_challenge(self.app, number)

    def _turn(self, step):
        at = self._place = max(self._place, 0)
        digit = (int(self._number[at]) + step) % 10
        self._number = self._number[:at] + str(digit) + self._number[at + 1 :]

    def _next(self):
        self._place += 1

    def back(self):
        if self._place < 0:
            super().back()
        else:
            self._place -= 1

    def picture(self, canvas):
        number = int(self._number)
        canvas.digits(_LEFT + 1, 11, self._number)
        if self._place >= 0:
            canvas.fill_rect(_LEFT + _PITCH * self._place, 28, _PITCH - 1, 1)
        if number:
            variant, kinds, _ = challenges.setup(number)
            rivals = " ".join([word for _, word in named(kinds, ())[1:]])
            canvas.text(64, 30, game_name(variant), 1, False, CENTER)
            canvas.text(64, 38, rivals, 1, False, CENTER)
        note = ""
        if number and number == self._today:
            note = say("challenge_today")
        if number in self._best:
            from ..records.achievements import margin

            note = margin(self._best[number])
            if number == self._day:
                note += say("challenge_days", self._days)
        canvas.text(64, 46, note, 1, False, CENTER)
