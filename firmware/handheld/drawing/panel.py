# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""The panel: sends what changed in a frame; copes with a missing panel."""

# Bytes sent include the address and the control byte of each transaction. For the commands see the
# SSD1306 data sheet (Solomon Systech, rev. 1.1), sections 8.1.5 and 9.

import sys

from ..board import elapsed
from . import plain_framebuf

# The driver imports the module `framebuf` if there is one (see plain_framebuf).
sys.modules["framebuf"] = plain_framebuf

import adafruit_ssd1306  # noqa: E402

del adafruit_ssd1306.SSD1306_SPI  # frees the memory of the class for SPI

# Bytes of a window beside its data: address, control byte and two commands of three bytes, then
# address and control byte again. A gap of so few unchanged columns is cheaper to send.
_WINDOW_BYTES = 10
_GAP = bytes(_WINDOW_BYTES + 1)
_PROBE_MS = 1000
# If a panel holds the bus down, each probe blocks for the bus's timeout, a second on a Pico. Probe
# less often, in proportion.
_PATIENCE = 8
_STATUS_OFF = 0x40  # bit of the status byte: the display is off
_BELIEVED = 3  # times in a row that "off" is believed of a panel that was just switched on


class WindowedSSD1306(adafruit_ssd1306.SSD1306_I2C):
    """The 128x64 driver in horizontal addressing, with windows."""

    # The driver's `buffer`, without byte 0, is the frame sent last. `valid` is False if the panel
    # may show something else; then the next frame is sent whole.

    def __init__(self, *args, **kwargs):
        """Arguments as the driver's. Raises OSError or ValueError if no panel acknowledges."""
        super().__init__(*args, **kwargs)
        self._sent = memoryview(self.buffer)[1:]
        # Control byte "commands follow"; columns from, to; pages from, to.
        self._window = bytearray((0x00, 0x21, 0, 127, 0x22, 0, 7))
        self._status = bytearray(1)
        self.valid = True  # the driver has just cleared the panel

    def is_off(self):
        """Return True if the panel says it is off, as after power-on. Raises OSError."""
        with self.i2c_device as device:
            device.readinto(self._status)
        return self._status[0] & _STATUS_OFF != 0

    def show_all(self, frame):
        """Send the whole frame of 1,024 bytes; return the bytes sent. Raises OSError."""
        self.valid = False
        self._sent[:] = frame
        sent = self._send(0, 1024)
        self.valid = True
        return sent

    def show_changes(self, frame):
        """Send what differs from the frame sent last; return the bytes sent.

        Raises OSError if the panel does not acknowledge; then its picture is unknown.
        """
        if not self.valid:
            return self.show_all(frame)
        old = self._sent
        if old == frame:
            return 0
        self.valid = False
        new = memoryview(frame)
        total = 0
        for page in range(0, 1024, 128):
            now = new[page : page + 128]
            if now == old[page : page + 128]:
                continue
            # One byte a column, 0 where nothing changed.
            differ = int.from_bytes(now, "little") ^ int.from_bytes(
                old[page : page + 128], "little"
            )
            changes = differ.to_bytes(128, "little")
            old[page : page + 128] = now
            left = changes.lstrip(b"\0")
            while left:
                start = 128 - len(left)
                end = changes.find(_GAP, start)
                if end < 0:
                    end = len(changes.rstrip(b"\0"))
                total += self._send(page + start, page + end)
                left = changes[end:].lstrip(b"\0")
        self.valid = True
        return total

    def _send(self, start, end):
        """Send the bytes from `start` to before `end`: of one page, or the whole frame."""
        window = self._window
        window[2] = start & 127
        window[3] = (end - 1) & 127
        window[5] = start >> 7
        window[6] = (end - 1) >> 7
        buffer = self.buffer
        # Put the control byte "data follows" in place of the byte before, then restore that.
        lent = buffer[start]
        buffer[start] = 0x40
        try:
            with self.i2c_device as device:
                device.write(window)
                device.write(buffer, start=start, end=end + 1)
        finally:
            buffer[start] = lent
        return _WINDOW_BYTES + end - start


class Panel:
    """The board's panel, present or missing, and its settings."""

    # `missing`: no panel answers. `contrast_value` 0-255, `inverted`, `on` and `flipped` are sent
    # again to a panel that comes back, because it has lost its registers.

    def __init__(self, board):
        self._board = board
        self._driver = None
        self._asked_ms = None  # time of the last probe
        self._pause_ms = _PROBE_MS
        self._lies = 0
        self.missing = True
        self.contrast_value = 255
        self.inverted = False
        self.on = True
        self.flipped = False

    def update(self, now_ms, frame):
        """Show the frame if possible; return the bytes sent. Never raises for a missing panel.

        Once a second probe the address of a missing panel, and ask a present one whether it has
        lost its power and with it registers and picture.
        """
        asked = self._asked_ms
        due = self.on and (asked is None or elapsed(now_ms, asked) >= self._pause_ms)
        if due:
            self._asked_ms = now_ms
        elif self.missing:
            return 0
        sent = 0
        try:
            if self.missing:
                if self._find() and self._open():
                    self._settings()
                    sent = self._driver.show_all(frame)
                    self.missing = False
            else:
                sent = self._driver.show_changes(frame)
                if due and self._lost_power():
                    self._driver.init_display()
                    self._settings()
                    self._lies = self._lies + 1 if self._driver.is_off() else 0
                    sent += self._driver.show_all(frame)
        except OSError:
            self.missing = True
        return sent

    def _lost_power(self):
        """Return True if the panel is off though it was switched on."""
        if self._driver.is_off() and self.on:
            return self._lies < _BELIEVED
        self._lies = 0
        return False

    def _find(self):
        """Return True if a panel answers."""
        began = self._board.ticks_ms()
        found = self._board.probe_display()
        took = elapsed(self._board.ticks_ms(), began)
        self._pause_ms = max(_PROBE_MS, _PATIENCE * took)
        return found

    def _open(self):
        """Initialise the panel that has just answered; return False if it fails."""
        self._driver = None  # frees its memory before the next one is made
        try:
            self._driver = self._board.open_display()
        except ValueError:  # raised by the bus device if no address answers
            return False
        return True

    def contrast(self, value):
        """Set the contrast, 0 to 255."""
        self.contrast_value = value
        self._apply()

    def invert(self, on):
        """Show dark on lit, or normally."""
        self.inverted = bool(on)
        self._apply()

    def power(self, on):
        """Blank the panel, or light it again. A blank panel accepts frames.

        A blank panel may have lost its power unnoticed, so lighting it initialises it.
        """
        renew = on and not self.on
        self.on = bool(on)
        self._apply(renew)

    def flip(self, on):
        """Turn the picture by half a turn, for a handheld held upside down."""
        if self.flipped != bool(on):
            self.flipped = not self.flipped
            self._apply()
            if self._driver:
                self._driver.valid = False  # the column order affects only data sent later

    def _apply(self, renew=False):
        if not self.missing:
            try:
                if renew:
                    self._driver.init_display()
                self._settings()
            except OSError:
                self.missing = True

    def _settings(self):
        driver = self._driver
        driver.rotate(not self.flipped)
        driver.contrast(self.contrast_value)
        driver.invert(self.inverted)
        driver.write_cmd(0xAE | self.on)
