# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""The panel: sends what changed of a frame, and copes with a panel that is not there."""

# Bytes sent are counted as on the wire: the address of a transaction, its control byte and the
# rest. Commands as in the SSD1306 data sheet (Solomon Systech, rev. 1.1), sections 8.1.5 and 9.

import sys

from ..board import elapsed
from . import plain_framebuf

# The driver takes the module `framebuf` where there is one (see plain_framebuf).
sys.modules["framebuf"] = plain_framebuf

import adafruit_ssd1306  # noqa: E402

del adafruit_ssd1306.SSD1306_SPI  # the other kind of panel gives its memory back

# What a window costs beside its data: address, control byte and two commands of three bytes, then
# address and control byte again. As many unchanged columns between two changes are sent along.
_WINDOW_BYTES = 10
_PROBE_MS = 1000
# A panel that holds the bus down makes every look for it wait for the bus's timeout, a second on a
# Pico: then it is looked for so much less often.
_PATIENCE = 8
_STATUS_OFF = 0x40  # bit of the status byte: the display is off
_BELIEVED = 3  # times in a row that a panel may say "off" when it has just been switched on


class WindowedSSD1306(adafruit_ssd1306.SSD1306_I2C):
    """The 128x64 driver in horizontal addressing, with windows."""

    # The driver's `buffer`, byte 0 aside, is what the panel was last sent. `valid` is False when
    # that is not certain; the next frame is then sent whole.

    def __init__(self, *args, **kwargs):
        """As the driver's: 128, 64, i2c. OSError or ValueError: no panel acknowledges."""
        super().__init__(*args, **kwargs)
        self._sent = memoryview(self.buffer)[1:]
        # Control byte "commands follow"; columns from, to; pages from, to.
        self._window = bytearray((0x00, 0x21, 0, 127, 0x22, 0, 7))
        self._status = bytearray(1)
        self.valid = True  # the driver has just cleared the panel

    def is_off(self):
        """True when the panel says that it is off, as after power-on. OSError: none there."""
        with self.i2c_device as device:
            device.readinto(self._status)
        return self._status[0] & _STATUS_OFF != 0

    def show_all(self, frame):
        """Sends the frame of 1,024 bytes whole; returns the bytes sent. OSError: none there."""
        self.valid = False
        self._sent[:] = frame
        sent = self._send(0, 1024)
        self.valid = True
        return sent

    def show_changes(self, frame):
        """Sends what differs from the frame sent last; returns the bytes sent, 0 when equal.

        OSError when the panel does not acknowledge; what it shows is unknown then.
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
            if new[page : page + 128] == old[page : page + 128]:
                continue
            start = -1
            end = 0
            for block in range(page, page + 128, 16):
                if new[block : block + 16] == old[block : block + 16]:
                    continue
                for at in range(block, block + 16):
                    if new[at] != old[at]:
                        if start < 0:
                            start = at
                        elif at - end > _WINDOW_BYTES:
                            total += self._send(start, end)
                            start = at
                        old[at] = new[at]
                        end = at + 1
            total += self._send(start, end)
        self.valid = True
        return total

    def _send(self, start, end):
        """Sends the bytes from `start` to before `end`: of one page, or the whole frame."""
        window = self._window
        window[2] = start & 127
        window[3] = (end - 1) & 127
        window[5] = start >> 7
        window[6] = (end - 1) >> 7
        buffer = self.buffer
        # The byte before the first one sent is lent to the control byte "data follows".
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
    """The board's panel, there or not, with the settings it shall have."""

    # `missing`: no panel answers. `contrast_value` 0-255, `inverted`, `on` and `flipped` are kept
    # while it is missing: one that comes back has lost its registers and gets them anew.

    def __init__(self, board):
        self._board = board
        self._driver = None
        self._asked_ms = None  # when the panel was last asked, or looked for
        self._pause_ms = _PROBE_MS
        self._lies = 0
        self.missing = True
        self.contrast_value = 255
        self.inverted = False
        self.on = True
        self.flipped = False

    def update(self, now_ms, frame):
        """Shows the frame if it can; returns the bytes sent. Never raises for a missing panel.

        Once a second a missing panel is looked for, by its address alone, and one that is there is
        asked whether it has lost its power, and with it its registers and its picture.
        """
        asked = self._asked_ms
        due = asked is None or elapsed(now_ms, asked) >= self._pause_ms
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
        """True when the panel is off though it was switched on."""
        if self._driver.is_off() and self.on:
            return self._lies < _BELIEVED
        self._lies = 0
        return False

    def _find(self):
        """Does a panel answer?"""
        began = self._board.ticks_ms()
        found = self._board.probe_display()
        took = elapsed(self._board.ticks_ms(), began)
        self._pause_ms = max(_PROBE_MS, _PATIENCE * took)
        return found

    def _open(self):
        """Initialises the panel that has just answered; False if it has gone again."""
        self._driver = None  # frees its memory before the next one is made
        try:
            self._driver = self._board.open_display()
        except ValueError:  # the bus device's word for an address that does not answer
            return False
        return True

    def contrast(self, value):
        """Sets the contrast, 0 to 255."""
        self.contrast_value = value
        self._apply()

    def invert(self, on):
        """Dark on lit, or back."""
        self.inverted = bool(on)
        self._apply()

    def power(self, on):
        """Blanks the panel, which then takes new pictures too, or lights it again.

        A dark panel cannot tell whether it has lost its power meanwhile: it begins anew.
        """
        renew = on and not self.on
        self.on = bool(on)
        self._apply(renew)

    def flip(self, on):
        """Turns the picture by half a turn, for a handheld held the other way up."""
        if self.flipped != bool(on):
            self.flipped = not self.flipped
            self._apply()
            if self._driver:
                self._driver.valid = False  # the column order holds for data sent from now on

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
