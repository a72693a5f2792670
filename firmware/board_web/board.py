"""The board in a web page."""

# `browser` is a module written in JavaScript (host_sim/web/page/board.js). Only integers and text
# cross over, so bytes go as hexadecimal digits.

from binascii import hexlify, unhexlify

import browser

from handheld.board import Board

_ERASED = b"\xff"


def _digits(data):
    return str(hexlify(data), "ascii")


class _Display:
    """What `handheld.drawing.panel.Panel` needs of a display: the browser draws whole frames."""

    def __init__(self):
        self._frame = b""
        self._on = 0

    def is_off(self):
        return not self._on

    def init_display(self):
        """Do nothing: the browser forgets no settings."""

    def rotate(self, upright):
        browser.set_panel("turned", not upright)

    def contrast(self, value):
        browser.set_panel("contrast", value)

    def write_cmd(self, command):
        """Take the driver's command that switches the panel on or off."""
        self._on = command & 1
        browser.set_panel("on", self._on != 0)

    def show_all(self, frame):
        self._frame = bytes(frame)
        browser.show(_digits(frame))

    def show_changes(self, frame):
        if self._frame != frame:
            self.show_all(frame)


class _Store:
    """4,096 bytes, which the browser stores as a whole: a write is done or not done."""

    size = 4096

    def __init__(self):
        sector = unhexlify(browser.kept())[: self.size]
        self._sector = bytearray(sector + _ERASED * (self.size - len(sector)))

    def read(self, offset, n):
        return bytes(self._sector[offset : offset + n])

    def write(self, offset, data):
        new = bytearray(self._sector)
        new[offset : offset + len(data)] = data
        if not browser.keep(_digits(new)):
            raise OSError(5)
        self._sector = new


class _Link:
    """A line that scripts of the page can use, for tests."""

    @property
    def connected(self):
        return browser.connected()

    def read(self, n):
        return unhexlify(browser.received(n))

    def write(self, data):
        return browser.send(_digits(data))


class WebBoard(Board):
    """The page steps the app when it is time, and people close the page to switch it off."""

    name = "web"
    target = "simulator"
    lacks = Board.lacks + ("auto_off", "test_mode", "switch_off")

    def __init__(self):
        self.buttons = self.sound = browser
        self.store = _Store()
        self.link = _Link()

    def open_display(self, make):
        return _Display()

    def probe_display(self):
        return True

    def entropy(self, n):
        return unhexlify(browser.entropy(n))

    def ticks_ms(self):
        return browser.ticks_ms()

    def advance_clock(self, ms):
        return browser.advance_clock(ms)

    def sleep(self, ms):
        """Do nothing: the page steps the app when it is time, see `board_web.program`."""
