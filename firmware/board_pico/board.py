# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""The board contract on a Raspberry Pi Pico with CircuitPython. See ``handheld.board``."""

import gc
import os

import board
import busio
import keypad
import microcontroller
import pwmio
import storage
import supervisor
import usb_cdc
import watchdog

from board_pico import drive
from board_pico.button_pins import down_mask
from board_pico.buttons import Buttons
from board_pico.this_board import pins

_NOTHING = b""
# Just under the longest that the RP2040 can wait; importing a screen takes less than one.
_HUNG_S = 8


def _pin(name):
    return getattr(board, name)


def _make_buttons():
    # Before keypad takes the pins.
    held = down_mask()
    wired = [_pin(name) for name in pins.BUTTONS]
    keys = keypad.Keys(wired, value_when_pressed=False, pull=True)
    return Buttons(keys, keypad.Event(), held)


class _Sound:
    """A buzzer on PWM."""

    def __init__(self):
        self._pwm = pwmio.PWMOut(_pin(pins.BUZZER), frequency=440, variable_frequency=True)

    def tone(self, hz, duty):
        """``hz`` 0 is silence; ``duty`` in per mille, 500 the loudest."""
        if hz:
            self._pwm.frequency = hz
        self._pwm.duty_cycle = duty * 65535 // 1000 if hz else 0


def _blank(length):
    return b"\xff" * length


class _Store:
    """``microcontroller.nvm``, one flash sector, and the second copy on the drive."""

    def __init__(self):
        self._nvm = microcontroller.nvm
        self.size = len(self._nvm)

    def read(self, offset, n):
        return bytes(self._nvm[offset : offset + n])

    def write(self, offset, data):
        self._nvm[offset : offset + len(data)] = data

    def erase(self):
        part = self.size
        blank = None
        while blank is None:
            try:
                blank = _blank(part)
            except MemoryError:
                # No such room in one piece: smaller ones cost an erase each, where not yet erased.
                part //= 2
        for at in range(0, self.size, part):
            self._nvm[at : at + part] = blank

    def read_file(self):
        return drive.read_file()

    def write_file(self, data):
        return drive.write_file(data)


class _Link:
    """The second USB serial channel, which is there only if boot.py enabled it."""

    def __init__(self):
        self._serial = usb_cdc.data
        if self._serial is not None:
            self._serial.timeout = 0
            self._serial.write_timeout = 0

    @property
    def connected(self):
        return self._serial is not None and self._serial.connected

    def read(self, n):
        # Asking first: read() takes n bytes of heap even when there is nothing.
        waiting = self._serial.in_waiting if self._serial is not None else 0
        return self._serial.read(min(n, waiting)) if waiting else _NOTHING

    def write(self, data):
        if self._serial is None:
            return 0
        return self._serial.write(data) or 0


class PicoBoard:
    """Everything the app needs of the hardware. A panel that is missing is no error here."""

    name = "pico"
    target = "device"

    def __init__(self):
        self._i2c = None
        self._address = pins.PANEL[0]
        self.buttons = _make_buttons()
        self.sound = _Sound()
        self.store = _Store()
        self.link = _Link()
        self.ticks_ms = supervisor.ticks_ms
        self.entropy = os.urandom
        self._watchdog = None
        self._battery = None
        # Read-only to us: B was held at start, or boot.py has not run since it was installed.
        self.drive_lent = storage.getmount("/").readonly

    def _bus(self):
        """The I2C bus; OSError without pull-ups, which go with the panel when it is unplugged."""
        if self._i2c is None:
            try:
                self._i2c = busio.I2C(_pin(pins.SCL), _pin(pins.SDA), frequency=pins.I2C_HZ)
            except RuntimeError as error:
                raise OSError(str(error)) from error
        return self._i2c

    def probe_display(self):
        """Does a panel acknowledge one of the addresses that panels have?"""
        for address in pins.PANEL:
            if self._acknowledges(address):
                self._address = address
                return True
        return False

    def _acknowledges(self, address):
        try:
            i2c = self._bus()
            while not i2c.try_lock():
                pass
            try:
                i2c.writeto(address, _NOTHING)
            finally:
                i2c.unlock()
        except OSError:
            return False
        return True

    def open_display(self):
        """An initialised display; OSError or ValueError when the panel does not acknowledge."""
        from handheld.panel import WindowedSSD1306

        return WindowedSSD1306(128, 64, self._bus(), addr=self._address)

    def memory(self):
        """(free, used) bytes of heap after a collection."""
        gc.collect()
        return gc.mem_free(), gc.mem_alloc()  # type: ignore[attr-defined]

    def advance_clock(self, ms):
        return False

    def alive(self):
        """Started by the first call, so that the start itself may take its time."""
        if self._watchdog is None:
            self._watchdog = microcontroller.watchdog
            self._watchdog.timeout = _HUNG_S
            self._watchdog.mode = watchdog.WatchDogMode.RESET
        self._watchdog.feed()

    def battery(self):
        if not pins.BATTERY:
            return None
        if self._battery is None:
            from board_pico.battery import Battery

            self._battery = Battery()
        return self._battery.charge()
