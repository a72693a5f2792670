"""Asks before something that cannot be taken back: switch off, boot loader, restore, erase."""

from ..board import RELEASE, A, elapsed
from ..language import explain, say, wrap
from ..saves.journal import INITIALS, SETTINGS, STATISTICS, WORDS
from ..ui.base import BaseScreen
from ..ui.text_screen import draw_lines

HOLD_MS = 2000  # nobody who only wants to play holds A for so long
LIMIT_MS = 30000  # without an answer
OFF_MS = 8000  # an empty battery switches off
_READ_MS = 1000  # where A is held, ignore earlier presses: they were meant for the last screen
_NO = "the person at the handheld said no"
_MISSED = (STATISTICS, SETTINGS, INITIALS)  # what a person would miss


class Screen(BaseScreen):
    """A does it; B leads back to `parent`, made with `back`.

    `values`: of the backup to restore. `done`: None until the answer; then "" if all was replaced,
    else why not.
    """

    def __init__(self, app, parent, kind, values=None, back=()):
        super().__init__(app, parent)
        self.ID = kind
        self._back = back
        self._values = values
        self._long = kind in ("restore", "erase")  # A is held
        self._usb = app.board.usb_power()
        self._since = app.now
        self._pressed = None  # since when A is down
        self._restarts = False  # into the boot loader
        self.done = None
        self._text = self.text()

    def text(self):
        kind = self.ID
        if kind == "empty":
            return say("empty_text")
        if kind == "boot_loader":
            return explain("boot_loader_on" if self._restarts else "boot_loader_ask")
        if kind == "switch_off":
            latch = self.app.board.latch
            return explain(kind + ("_usb" if self._usb else "_latch" if latch else "_button"))
        values, journal = self._values, self.app.journal
        if values is None:
            return say("erase_all_saved")
        if not [key for key in _MISSED if key in values]:
            return say("restore_empty") + " " + say("erase_all_saved")
        words = WORDS.split(" ")
        missed = [key for key in _MISSED if journal.size(key) and key not in values]
        lacks = [say(words[key]) for key in missed]
        return say("restore_lacks", ", ".join(lacks)) if lacks else say("restore_ask")

    def keys(self):
        kind = self.ID
        if kind == "empty" or self._restarts:
            return []
        leads_back = self.done is not None or kind == "switch_off"
        no = ("B", say("back" if leads_back else "no"), self.refuse, _NO)
        if self.done is not None or kind == "switch_off" and self._usb:
            return [no]
        if kind == "boot_loader":
            return [("A", say("yes"), self._restart), no]
        return [("A", say("yes_for_long" if self._long else "yes"), self._press), no]

    def _press(self):
        self._pressed = self.app.now

    def _restart(self):
        # The panel keeps its picture through the restart, so it says first how to come back.
        self._restarts = True
        self._text = self.text()
        self.app.later(self.app.board.boot_loader)

    def decide(self, event):
        if self._long and elapsed(self.app.now, self._since) < _READ_MS:
            return
        pressed, self._pressed = self._pressed, None
        super().decide(event)
        if event == A + RELEASE and pressed is not None and not self._long:
            self.app.power.off()  # while A is held, it would wake the board at once

    def tick(self, now_ms):
        app = self.app
        waited = elapsed(now_ms, self._since)
        if self.ID == "empty":
            level = app.power.level
            if level is None or level > app.power.EMPTY:
                app.show("title")
            elif waited >= OFF_MS:
                self._since = now_ms
                app.power.off()
        elif self.ID == "switch_off" and app.board.usb_power() != self._usb:
            self._usb = not self._usb
            self._text = self.text()
            app.dirty = True
            if not self._usb:
                app.power.off()  # with the cable out without a press
        elif self._long and waited >= LIMIT_MS:
            self.refuse(None)
        elif self._long and self._pressed is not None:
            left = HOLD_MS - elapsed(now_ms, self._pressed)
            app.due(max(0, left))
            if left <= 0:
                self._pressed = None
                self.write()

    def refuse(self, why):
        """Go back, and tell a client `why`."""
        if self.done is None and self._values is not None:
            self.app.bridge.refused = self.app.now
        self.done = self.done or why
        self.app.show(self.parent, *self._back)

    def write(self):
        """Replace or erase what is saved."""
        from ..saves.journal_rewrite import erase, rewrite

        app = self.app
        if not app.board.power_good():
            why = "the battery is too low: connect the handheld to USB power"
            self.fault(why, "low_battery")
            return
        room = app.bridge.free_line
        if self._values is None:
            written = erase(app.journal, room)
        else:
            written = rewrite(app.journal, self._values, room)
        if not written:
            self.fault("it could not be saved", "restore_failed")
            return
        self.done = ""
        if not app.bridge.waits:
            app.restart = "keep"  # the client that asked has gone, or none did
        app.show("title")

    def fault(self, why, key):
        """Tell that it failed: the client `why`, the person the text of `key`."""
        self.done = why
        self._text = say(key)
        self.app.dirty = True

    def picture(self, canvas):
        draw_lines(canvas, wrap(self._text), 12)
