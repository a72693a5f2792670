# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""The first screen: the title and how to go on."""

from shared_rules.errors import RulesError

from ..board import A, B
from ..drawing.canvas import CENTER, RIGHT
from ..drawing.dice_art import draw_dice, icon
from ..drawing.pig_art import PIG
from ..language import say
from ..memory import load
from ..saves.journal import GAME, RESUME, TUTORIAL
from ..saves.resume import give_up, is_there, kept_match, unproven
from .base import BaseScreen, draw_footer

_BOLT = (b"\x90\xd8\x7c\x36\x12", 5, 8)  # a flash of lightning: USB power


class Screen(BaseScreen):
    """A opens the menu, or resumes an interrupted game; then B opens the menu.

    Until the tutorial was seen, B offers it.
    """

    ID = "title"

    def __init__(self, app):
        super().__init__(app)
        self._drawn = False
        self.resumes = is_there(app.journal)
        # Modules that the menu needs, loaded one by one while the title is shown.
        self._ahead = ["screens.menu", "setup", "table_file", "screens.list_screen"]
        self._woken = app.journal.size(RESUME) > 0
        if app.board.computer_mode:
            unproven(app.journal)
        self.learns = not (self.resumes or app.test_mode or app.journal.size(TUTORIAL))

    def tick(self, now_ms):
        if self._woken:
            # The handheld had switched itself off: go on without a press.
            self._woken = False
            self.app.journal.delete(RESUME)
            if self.resumes:
                self.resume()
        elif self._drawn and self._ahead:
            load(self._ahead.pop())
            self.app.due(0)

    def decide(self, event):
        if self._woken:
            return  # such an early press was to wake
        if event == A and self.resumes:
            self.resume()
        elif event == B and self.learns:
            self.app.show("learn")
        elif event in (A, B):
            self.app.show("menu")

    def resume(self):
        """Resume the saved game; if it cannot be read, delete it and say so."""
        try:
            self.app.play(kept_match(self.app))
        except RulesError:
            give_up(self.app.journal)
            self.app.journal.delete(GAME)
            self.app.journal.damaged = True
            self.app.show("title")

    def draw(self, canvas):
        self._drawn = True
        canvas.text(64, 9, "POCKET PIG", 2, False, CENTER)
        icon(canvas, 14, 28, PIG)
        draw_dice(canvas, 60, 27, 54, 26, (6, 1), label="")
        notice = self.notice()
        if notice:
            canvas.text(0, 0, say(notice))
        battery = self.app.board.battery()
        if self.app.board.charging():
            icon(canvas, 122, 0, _BOLT, "USB")
        if battery is not None and not self.app.power.low:
            canvas.text(98, 0, "%d%%" % battery, 1, False, RIGHT)
        if self.resumes:
            draw_footer(canvas, [("A", say("go_on")), ("B", say("menu"))])
        elif self.learns:
            draw_footer(canvas, [("A", say("start")), ("B", say("teach"))])
        else:
            draw_footer(canvas, [("A", say("start"))])

    def notice(self):
        """Return the text key of a notice about the save or the drive, or None."""
        if self.app.journal.too_new:
            return "too_new"
        if self.app.journal.damaged:
            return "damaged"
        if self.app.board.computer_mode:
            return "computer_mode"
        if self.app.power.low:
            return "low_battery"
        return "fresh" if self.app.journal.fresh else None
