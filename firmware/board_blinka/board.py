# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""The board of a Raspberry Pi with Linux and Blinka."""

import os
import sys
import time

import board
import busio
import digitalio

from board_blinka import pins
from board_blinka.buttons import Buttons
from board_blinka.link import NoLink
from board_blinka.store import FileStore
from handheld.board import TICKS_MASK, Board

_LINE_MS = 5


def _pin(name):
    return getattr(board, name)


def _make_buttons():
    inputs = []
    for name in pins.BUTTONS:
        button = digitalio.DigitalInOut(_pin(name))
        button.switch_to_input(pull=digitalio.Pull.UP)
        inputs.append(button)
    buttons = Buttons(inputs)
    buttons.start()
    return buttons


class _Sound:
    """A buzzer on PWM; silent, with a message, if Blinka has no PWM for this computer."""

    def __init__(self):
        self._pwm = None
        try:
            import pwmio

            self._pwm = pwmio.PWMOut(_pin(pins.BUZZER), frequency=440, variable_frequency=True)
        except Exception as error:  # PWM libraries raise many kinds
            print("No sound: %s" % error, file=sys.stderr)

    def tone(self, hz, duty):
        """``hz`` 0 is silence; ``duty`` in per mille, 500 the loudest."""
        if self._pwm is None:
            return
        if hz:
            self._pwm.frequency = hz
        self._pwm.duty_cycle = duty * 65535 // 1000 if hz else 0


class BlinkaBoard(Board):
    """A missing panel is not an error. ``state``: path of the file of saved data.

    Linux restarts a service that hangs, switches off, and has power from outside; the file is
    replaced as a whole, so a power cut loses nothing.
    """

    name = "raspberry_pi"
    target = "device"
    addresses = pins.PANEL

    def __init__(self, state, link):
        self._i2c = None
        self.buttons = _make_buttons()
        self.sound = _Sound()
        self.store = FileStore(state)
        self.link = link
        self.entropy = os.urandom

    def ticks_ms(self):
        return time.monotonic_ns() // 1000000 & TICKS_MASK

    @property
    def bus(self):
        """Return the I2C bus; OSError if Linux offers none."""
        if self._i2c is None:
            try:
                # Linux sets the bus's speed when it boots; Blinka warns if one is given here.
                self._i2c = busio.I2C(_pin(pins.SCL), _pin(pins.SDA))
            except (RuntimeError, ValueError) as error:
                raise OSError(
                    "no I2C bus, is it switched on in raspi-config? (%s)" % error
                ) from error
        return self._i2c

    def sleep(self, ms):
        # Without a line only the buttons end the wait.
        self.buttons.wait((ms if isinstance(self.link, NoLink) else min(ms, _LINE_MS)) / 1000)
