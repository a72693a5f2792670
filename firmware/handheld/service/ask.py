# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Asks before something that cannot be taken back: switch off, boot loader, restore, erase."""

from ..board import RELEASE, A, B, elapsed
from ..language import explain, say, wrap
from ..saves.journal import INITIALS, SETTINGS, STATISTICS, WORDS
from ..ui.base import BaseScreen, draw_footer, draw_header

# kind: the title, for how many milliseconds A is held, after how many the question ends (0: never)
ASKS = {
    "boot_loader": ("boot_loader", 0, 0),
    "switch_off": ("switch_off", 0, 0),
    "empty": ("empty", 0, 8000),
    # Nobody who only wants to play holds A for so long.
    "restore": ("restore", 2000, 30000),
    "erase": ("erase", 2000, 30000),
}
_READ_MS = 1000  # where A is held, ignore earlier presses: they were meant for the last screen
_MISSED = (STATISTICS, SETTINGS, INITIALS)  # what a person would miss


class Screen(BaseScreen):
    """A does it, held or once it is let go; B leads back to `parent`, made with `back`.

    `values`: of the backup to restore. `done`: None until the answer; then "" if all was replaced,
    else why not.
    """

    def __init__(self, app, parent, kind, values=None, back=()):
        super().__init__(app)
        self.ID = kind
        self._parent = (parent,) + back
        self._values = values
        self._title, self._hold_ms, self._limit_ms = ASKS[kind]
        self._usb = app.board.usb_power()
        self._since = app.now
        self._pressed = None  # since when A is down
        self._agreed = False
        self.done = None
        self._text = self.text()
        self._shown = ""  # the text on the panel

    def text(self):
        """Return what it says."""
        kind = self.ID
        if kind == "empty":
            return say("empty_text")
        if kind == "boot_loader":
            return explain("boot_loader_ask")
        if kind == "switch_off":
            latch = self.app.board.latch
            return explain(kind + ("_usb" if self._usb else "_latch" if latch else "_button"))
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

    def keys(self):
        """Return what the buttons do."""
        kind = self.ID
        if kind == "empty" or self._text == explain("boot_loader_on"):
            return []
        if self.done is not None:
            return [("B", say("back"))]
        if self._hold_ms:
            return [("A", say("yes_for_long")), ("B", say("no"))]
        if kind == "switch_off":
            return [("A", say("yes"))] * (not self._usb) + [("B", say("back"))]
        return [("A", say("yes")), ("B", say("no"))]

    def decide(self, event):
        keys = [key for key, _ in self.keys()]
        if self._hold_ms and elapsed(self.app.now, self._since) < _READ_MS:
            return
        if event == B and "B" in keys:
            self.back("the person at the handheld said no")
        elif event == A + RELEASE and self._pressed is not None and not self._hold_ms:
            # Held, it would wake the board at once.
            self._agreed = self.app.dirty = True
        self._pressed = self.app.now if event == A and "A" in keys else None

    def tick(self, now_ms):
        app, kind = self.app, self.ID
        if self._hold_ms and self._pressed is not None and self.done is None:
            left = self._hold_ms - elapsed(now_ms, self._pressed)
            app.due(max(0, left))
            self._agreed = left <= 0
        if kind == "switch_off" and app.board.usb_power() != self._usb:
            # With the cable out it goes off without a press.
            self._usb = app.board.usb_power()
            self._agreed = not self._usb
            self._text = self.text()
            app.dirty = True
        level = app.power.level
        if kind == "empty" and (level is None or level > app.power.EMPTY):
            app.show("title")
        elif self._agreed:
            self.do()
        elif self._limit_ms and elapsed(now_ms, self._since) >= self._limit_ms:
            self._since = now_ms
            if kind == "empty":
                app.power.off()
            else:
                self.back(None)

    def do(self):
        """Do what was asked for."""
        app = self.app
        if self._hold_ms:
            self._agreed = False
            self.write()
        elif self.ID == "switch_off":
            self._agreed = False
            app.power.off()
        else:
            # The panel keeps its picture through the restart, so it says first how to come back.
            self._text = explain("boot_loader_on")
            if self._shown == self._text:
                self._agreed = False
                app.board.boot_loader()
            app.dirty = True
            app.due(0)

    def back(self, why):
        """Leave it."""
        if self.done is None and self._values is not None:
            self.app.bridge.refused = self.app.now
        self.done = self.done or why
        self.app.show(*self._parent)

    def write(self):
        """Replace or erase what is saved."""
        from ..saves.journal_rewrite import erase, rewrite

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
        self._shown = self._text
        draw_header(canvas, say(self._title))
        for row, line in enumerate(wrap(self._text)):
            canvas.text(0, 12 + 9 * row, line)
        draw_footer(canvas, self.keys())
