# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Asks the person at the handheld whether all that is saved may be replaced, or erased."""

from ..board import A, B, elapsed
from ..language import say, wrap
from ..saves.journal import DRILLS, FEATS, INITIALS, MISTAKES, SETTINGS, STATISTICS, WORDS
from ..saves.journal_rewrite import erase, rewrite
from ..widgets.base import BaseScreen, draw_footer, draw_header

_WAIT_MS = 30000
_READ_MS = 1000  # ignore earlier presses: they were meant for the last screen
_HOLD_MS = 2000  # nobody who only wants to play holds A for so long
_MISSED = (STATISTICS, SETTINGS, INITIALS, FEATS, DRILLS, MISTAKES)  # what a person would miss


class Screen(BaseScreen):
    """A held for _HOLD_MS agrees, B refuses. `values` of a backup; None: erase.

    `done`: None until the answer; then "" if all was replaced, else why not.
    """

    ID = "restore"

    def __init__(self, app, values=None):
        super().__init__(app)
        self.done = None
        self._values = values
        self._since = app.now
        self._pressed = None  # since when A is down
        self._text = self.ask()

    def ask(self):
        """Return the question."""
        values, journal = self._values, self.app.journal
        if values is None:
            return say("erase_all_saved")
        if not [key for key in _MISSED if key in values]:
            return say("restore_empty") + " " + say("erase_all_saved")
        words = WORDS.split(" ")
        lacks = []
        for key in _MISSED:
            word = say(words[key])
            if journal.size(key) and key not in values and word not in lacks:
                lacks.append(word)
        return say("restore_lacks", ", ".join(lacks)) if lacks else say("restore_ask")

    def decide(self, event):
        if elapsed(self.app.now, self._since) < _READ_MS:
            return
        self._pressed = self.app.now if event == A else None
        if event == B:
            self.back("the person at the handheld said no")

    def tick(self, now_ms):
        if self._pressed is not None and self.done is None:
            left = _HOLD_MS - elapsed(now_ms, self._pressed)
            self.app.due(max(0, left))
            if left <= 0:
                self.write()
                return
        if elapsed(now_ms, self._since) >= _WAIT_MS:
            self.back(None)

    def back(self, why):
        """Go back to the title."""
        if self.done is None and self._values is not None:
            self.app.bridge.refused = self.app.now
        self.done = self.done or why
        self.app.show("title")

    def write(self):
        """Replace or erase what is saved."""
        app = self.app
        room = app.bridge.free_line
        if not app.board.power_good():
            why = "the battery is too low: connect the handheld to USB power"
            self.fault(why, "low_battery")
        elif (
            erase(app.journal, room)
            if self._values is None
            else rewrite(app.journal, self._values, room)
        ):
            self.done = ""
            if not app.bridge.waits:
                app.restart = "keep"  # the client that asked has gone, or none did
            app.show("title")
        else:
            self.fault("it could not be saved", "restore_failed")

    def fault(self, why, key):
        """Tell that it failed: the client `why`, the person the text of `key`."""
        self.done = why
        self._text = say(key)
        self.app.dirty = True

    def draw(self, canvas):
        draw_header(canvas, say("reset" if self._values is None else "restore"))
        for row, line in enumerate(wrap(self._text)):
            canvas.text(0, 12 + 9 * row, line)
        if self.done is None:
            draw_footer(canvas, [("A", say("yes_for_long")), ("B", say("no"))])
        else:
            draw_footer(canvas, [("B", say("back"))])
