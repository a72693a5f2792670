# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Numbered challenges (see `shared_rules.challenges`): a number is chosen, and its game begins."""

from shared_rules import challenges

from ..board import DOWN, RELEASE, UP, A
from ..drawing.canvas import CENTER
from ..game.names import game_name, named
from ..language import say
from ..ui.base import BaseScreen, draw_footer, draw_header

_DIGITS = 6
_PITCH = 12  # pixels from digit to digit
_LEFT = 64 - _DIGITS * _PITCH // 2


class Screen(BaseScreen):
    """Up and down type a number, A goes on to the next digit and begins, B goes back."""

    ID = "challenge"

    def __init__(self, app, parent, number=0):
        super().__init__(app)
        self._parent = parent
        from ..saves.records import Records

        records = Records(app.journal)
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

    def decide(self, event):
        if event >= RELEASE:
            return
        self.app.dirty = True
        at = self._place
        if event in (UP, DOWN):
            at = self._place = max(at, 0)
            digit = (int(self._number[at]) + (1 if event == UP else 9)) % 10
            self._number = self._number[:at] + str(digit) + self._number[at + 1 :]
        elif event == A:
            if 0 <= at < _DIGITS - 1:
                self._place += 1
            elif int(self._number):
                from ..begin.new_match import start_challenge

                start_challenge(self.app, int(self._number))
        elif at >= 0:
            self._place -= 1
        else:
            self.app.show(self._parent)

    def draw(self, canvas):
        number = int(self._number)
        draw_header(canvas, say("challenge"))
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
        keys = [("B", say("back")), ("▲▼", "")]
        if 0 <= self._place < _DIGITS - 1:
            keys.insert(0, ("A", say("next")))
        elif number:
            keys.insert(0, ("A", say("play")))
        draw_footer(canvas, keys)
