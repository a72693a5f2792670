"""The board of a Raspberry Pi with Linux and Blinka."""

import os
import sys
import time

import board
import busio
import digitalio
import keypad

from board_blinka import pins
from board_blinka.store import FileStore
from board_pico.parts import Buttons, Sound
from handheld.board import TICKS_MASK, Board

_NAP_MS = 5


def _pin(name):
    return getattr(board, name)


def _is_down(name):
    """Return True if a button is down, before `keypad` scans it."""
    with digitalio.DigitalInOut(_pin(name)) as pin:
        pin.switch_to_input(pull=digitalio.Pull.UP)
        return not pin.value


class _Silence:
    """Takes the place of PWM."""


def _pwm():
    """Return the buzzer's PWM; a message, and silence, if Blinka has none for this computer."""
    try:
        import pwmio

        return pwmio.PWMOut(_pin(pins.BUZZER), frequency=440, variable_frequency=True)
    except Exception as error:  # PWM libraries raise many kinds
        print("No sound: %s" % error, file=sys.stderr)
        return _Silence()


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
        held = sum([_is_down(name) << index for index, name in enumerate(pins.BUTTONS)])
        keys = keypad.Keys([_pin(name) for name in pins.BUTTONS], value_when_pressed=False)
        self._events = keys.events
        self.buttons = Buttons(keys, keypad.Event(), held)
        self.sound = Sound(_pwm())
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
        # A request may come at any time, so a nap is all that it waits.
        while ms > 0 and not self._events:
            time.sleep(min(ms, _NAP_MS) / 1000)
            ms = 0 if self.link.connected else ms - _NAP_MS
