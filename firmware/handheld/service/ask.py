"""Asks before something that cannot be taken back: switch off, boot loader, restore, erase."""

from ..board import RELEASE, A, elapsed
from ..language import explain, say, wrap
from ..saves.journal import INITIALS, SETTINGS, STATISTICS, WORDS
from ..ui.base import BaseScreen
from ..ui.text_screen import draw_lines

# kind: for how many milliseconds A is held, after how many the question ends (0: never)
ASKS = {
    "boot_loader": (0, 0),
    "switch_off": (0, 0),
    "empty": (0, 8000),
    # Nobody who only wants to play holds A for so long.
    "restore": (2000, 30000),
    "erase": (2000, 30000),
}
_READ_MS = 1000  # where A is held, ignore earlier presses: they were meant for the last screen
_NO = "the person at the handheld said no"
_MISSED = (STATISTICS, SETTINGS, INITIALS)  # what a person would miss


class Screen(BaseScreen):
    """A does it, held or once it is let go; B leads back to `parent`, made with `back`.

    `values`: of the backup to restore. `done`: None until the answer; then "" if all was replaced,
    else why not.
    """

    def __init__(self, app, parent, kind, values=None, back=()):
        super().__init__(app, parent)
        self.ID = kind
        self._back = back
        self._values = values
        self._hold_ms, self._limit_ms = ASKS[kind]
        self._usb = app.board.usb_power()
        self._since = app.now
        self._pressed = None  # since when A is down
        self._agreed = False
        self.done = None
        self._text = self.text()

    def text(self):
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
        kind = self.ID
        if kind == "empty" or self._text == explain("boot_loader_on"):
            return []
        leads_back = self.done is not None or kind == "switch_off"
        no = ("B", say("back" if leads_back else "no"), self.refuse, _NO)
        if self.done is not None or kind == "switch_off" and self._usb:
            return [no]
        return [("A", say("yes_for_long" if self._hold_ms else "yes"), self._press), no]

    def _press(self):
        self._pressed = self.app.now

    def decide(self, event):
        if self._hold_ms and elapsed(self.app.now, self._since) < _READ_MS:
            return
        if event == A + RELEASE and self._pressed is not None and not self._hold_ms:
            # Held, it would wake the board at once.
            self._agreed = self.app.dirty = True
        self._pressed = None
        super().decide(event)

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
                self.refuse(None)

    def do(self):
        app = self.app
        if self._hold_ms:
            self._agreed = False
            self.write()
        elif self.ID == "switch_off":
            self._agreed = False
            app.power.off()
        else:
            # The panel keeps its picture through the restart, so it says first how to come back.
            told = explain("boot_loader_on")
            if self._text == told and not app.dirty:
                self._agreed = False
                app.board.boot_loader()
            self._text = told
            app.dirty = True
            app.due(0)

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
        room = app.bridge.free_line
        if not app.board.power_good():
            why = "the battery is too low: connect the handheld to USB power"
            self.fault(why, "low_battery")
            return
        if self._values is None:
            done = erase(app.journal, room)
        else:
            done = rewrite(app.journal, self._values, room)
        if not done:
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
