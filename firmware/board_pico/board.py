"""The board of a Raspberry Pi Pico with CircuitPython."""

import gc
import os
import struct
import time

import board
import busio
import digitalio
import keypad
import microcontroller
import pwmio
import supervisor
import usb_cdc
import watchdog

from board_pico.parts import Buttons, Sound
from board_pico.this_board import pins
from handheld.board import Board, elapsed
from handheld.power import LOW_BATTERY

_NOTHING = b""
# The RP2040 allows at most 8.3 s. Importing a screen takes less than 1 s.
_HUNG_S = 8
# After this time the start counts as good.
_STEADY_MS = 60000
# A press waits 5 ms more on the average for the end of a nap.
_NAP_MS = 10
_DARK_NAP_MS = 100


def _pin(name):
    return getattr(board, name)


class _Store:
    """``microcontroller.nvm``, one flash sector."""

    def __init__(self):
        self._nvm = microcontroller.nvm
        self.size = len(self._nvm)

    def read(self, offset, n):
        return bytes(self._nvm[offset : offset + n])

    def write(self, offset, data):
        self._nvm[offset : offset + len(data)] = data


class _Link:
    """The second USB serial channel, which is there only if boot.py enabled it."""

    def __init__(self):
        self._serial = usb_cdc.data
        self._clients = 0  # counts them coming and going: odd while one is there
        if self._serial is not None:
            self._serial.timeout = 0
            self._serial.write_timeout = 0

    def waiting(self):
        return self._serial.in_waiting if self._serial is not None else 0

    @property
    def connected(self):
        serial = self._serial
        if serial is not None and serial.connected != self._clients % 2:
            self._clients += 1
            if not self._clients % 2:
                serial.reset_input_buffer()
                serial.reset_output_buffer()
                # The USB controller keeps up to 64 bytes for the next client: end their line.
                serial.write(b"\n")
        return self._clients if self._clients % 2 else 0

    def read(self, n):
        # Ask first: read() allocates n bytes even if nothing waits.
        waiting = self.waiting()
        return self._serial.read(min(n, waiting)) if waiting else _NOTHING

    def write(self, data):
        if self._serial is None:
            return 0
        return self._serial.write(data) or 0


class PicoBoard(Board):
    """A missing panel is not an error."""

    name = "pico"
    target = "device"
    lacks = ()
    addresses = pins.PANEL

    def __init__(self):
        from board_pico.button_pins import down_mask, low

        self._i2c = None
        # Read the buttons before keypad takes their pins.
        held = down_mask()
        # Between two scans 0.01 s: contacts bounce for 5 ms at most.
        wired = [_pin(name) for name in pins.BUTTONS]
        self._keys = keypad.Keys(wired, interval=0.01, value_when_pressed=False, pull=True)
        self.buttons = Buttons(self._keys, keypad.Event(), held)
        self.latch = bool(pins.CARRIER) and low(pins.CARRIER)
        self._charger = None
        self.sound = Sound(pwmio.PWMOut(_pin(pins.BUZZER), frequency=440, variable_frequency=True))
        self.store = _Store()
        self.link = _Link()
        self.ticks_ms = supervisor.ticks_ms
        self.entropy = os.urandom
        self._watchdog = None
        self._started_ms = None
        self._battery = None
        self._usb = None
        # True without boot.py as well: CircuitPython's default is console and drive.
        self.computer_mode = usb_cdc.console is not None

    @property
    def bus(self):
        """Return the I2C bus; OSError without pull-ups: they are on the panel's board."""
        if self._i2c is None:
            try:
                self._i2c = busio.I2C(_pin(pins.SCL), _pin(pins.SDA), frequency=pins.I2C_HZ)
            except RuntimeError as error:
                raise OSError(str(error)) from error
        return self._i2c

    def memory(self):
        """Return (free, used) bytes of heap after a collection."""
        gc.collect()
        return gc.mem_free(), gc.mem_alloc()  # type: ignore[attr-defined]

    def sleep(self, ms):
        # In naps: no call of CircuitPython waits for keys, bytes and time at once. A nap costs the
        # processor about half a millisecond, which time.sleep ends with.
        link = self.link
        events = self._keys.events
        client = link.connected
        nap = _DARK_NAP_MS if ms > 1000 and not client else _NAP_MS
        while ms > 0 and not events and not link.waiting() and link.connected == client:
            time.sleep(min(ms, nap) / 1000)
            ms -= nap

    def alive(self):
        """Feed the watchdog; the first call switches it on."""
        if self._watchdog is None:
            self._watchdog = microcontroller.watchdog
            self._watchdog.timeout = _HUNG_S
            self._watchdog.mode = watchdog.WatchDogMode.RESET
            self._started_ms = supervisor.ticks_ms()
        self._watchdog.feed()
        started_ms = self._started_ms
        if started_ms is not None and elapsed(supervisor.ticks_ms(), started_ms) >= _STEADY_MS:
            self._started_ms = None
            try:  # for code.py and safemode.py the start went well
                from alarm import sleep_memory

                sleep_memory[0] = sleep_memory[255] = 0
            except ImportError:
                pass

    def usb_power(self):
        if not pins.USB_POWER:
            return supervisor.runtime.usb_connected
        if self._usb is None:
            self._usb = digitalio.DigitalInOut(_pin(pins.USB_POWER))
        return self._usb.value

    def charging(self):
        if not pins.BATTERY or not self.usb_power():
            return False
        if self.latch and self._charger is None:
            self._charger = digitalio.DigitalInOut(_pin(pins.CHARGE))
            self._charger.switch_to_input(pull=digitalio.Pull.UP)
        return self._charger is None or not self._charger.value

    def battery(self):
        if not pins.BATTERY or self.usb_power():
            return None
        if self._battery is None:
            from board_pico.battery import Battery

            self._battery = Battery(pins.BATTERY, self.latch)
        return self._battery.charge()

    def power_good(self):
        if not pins.BATTERY:
            return self.usb_power()
        charge = self.battery()
        return charge is None or charge >= LOW_BATTERY

    def fine_ticks(self):
        # Microseconds, in steps of 30.5: CircuitPython counts 32,768 steps a second.
        return time.monotonic_ns() // 1000

    def noise(self):
        """The chip's number, the time, and eight readings of the converter: of the thermometer."""
        cpu = microcontroller.cpu
        heat = [cpu.temperature for _ in range(8)]
        return cpu.uid + struct.pack("<Q8f", time.monotonic_ns(), *heat)

    def power_off(self):
        from board_pico.battery import power_off

        power_off(pins, self._keys)

    def boot_loader(self):
        microcontroller.on_next_reset(microcontroller.RunMode.UF2)
        microcontroller.reset()

    def damaged_file(self):
        from safemode import damaged

        return damaged()

    def close(self):
        """Release the panel's bus for safemode.py."""
        if self._i2c is not None:
            self._i2c.deinit()
            self._i2c = None
