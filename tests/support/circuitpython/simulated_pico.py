"""A simulated Pico, wired as a handheld, behind the CircuitPython modules of this folder.

``power_on`` makes the Pico that all modules use. The modules fail where the real ones would: a pin
that is in use, a call that is allowed only in boot.py, a read that would block for ever.
"""

from host_sim.simulated.chips.button import Contact
from host_sim.simulated.chips.clock import Clock
from host_sim.simulated.chips.nvm_flash import SimulatedStore
from host_sim.simulated.chips.ssd1306 import SSD1306
from host_sim.simulated.chips.supply import Supply

# The wiring again, independently of the firmware, so that a wrong pin name shows.
SCL, SDA = "GP5", "GP4"
BUTTONS = {"up": "GP10", "down": "GP11", "a": "GP12", "b": "GP13"}
BUZZER = "GP15"
PULLED = {"GP6": "carrier", "GP8": "charge"}  # by the board, see Supply

_FIFO = 256  # bytes of TinyUSB's buffer to the computer
_PACKET = 64  # of them its controller holds ready, and does not give back
_TURN_US = 1000  # assumed time of one pass of the main loop


class DeepSleep(BaseException):
    """The program has ended in deep sleep, until a button of ``args[0]`` is pressed."""


class SwitchedOff(BaseException):
    """The time that a test lets the firmware run is over."""


class Restart(BaseException):
    """The firmware restarts: "reset", "boot loader", "safe mode" or "soft"."""


class Serial:
    """The data channel: ``usb_cdc.Serial`` for the firmware, ``host_...`` for the computer."""

    def __init__(self):
        self.received = b""
        self.timeout = None
        self.write_timeout = None
        self.connected = False
        self._to_device = bytearray()
        self._to_host = bytearray()

    @property
    def in_waiting(self):
        return len(self._to_device)

    def read(self, size=1):
        assert self.timeout == 0 or size <= self.in_waiting, "would block for ever"
        data = bytes(self._to_device[:size])
        del self._to_device[:size]
        return data

    def write(self, buffer):
        taken = bytes(buffer[: _FIFO - len(self._to_host)])
        assert self.write_timeout == 0 or len(taken) == len(buffer), "would block for ever"
        self._to_host += taken
        return len(taken)

    def reset_input_buffer(self):
        self._to_device.clear()

    def reset_output_buffer(self):
        del self._to_host[_PACKET:]

    def host_write(self, data):
        self._to_device += data

    def host_read(self, n=_FIFO):
        data = bytes(self._to_host[:n])
        del self._to_host[:n]
        return data


class WatchDogTimer:
    """``microcontroller.watchdog``; ``longest_us`` is the longest time without a feed."""

    def __init__(self, now_us):
        self._now_us = now_us
        self._fed_us = None
        self._mode = None
        self.timeout = None
        self._longest_us = 0

    @property
    def longest_us(self):
        return max(self._longest_us, self._now_us() - self._fed_us)

    @property
    def mode(self):
        return self._mode

    @mode.setter
    def mode(self, mode):
        assert self.timeout is not None and self.timeout <= 8.3, "the RP2040 cannot wait so long"
        assert mode == "reset", "RAISE is not there on the RP2040"
        self._mode = mode
        self._fed_us = self._now_us()

    def feed(self):
        if self._mode is None:
            raise ValueError("WatchDogTimer is not currently running")
        self._longest_us = self.longest_us
        self._fed_us = self._now_us()


class SimulatedPico:
    """``held``: names of the buttons that are down at power-on.

    ``usb``: the USB functions offered, of console, data, drive, hid, midi; CircuitPython's default
    until boot.py has run. ``sleep_memory``: its contents before a reset.
    """

    def __init__(self, held=(), nvm=b"", safe_mode="NONE", sleep_memory=None):
        self.clock = Clock()
        self.panel = SSD1306()
        self.contacts = {
            pin: Contact(self.clock.now_us, seed=seed, closed=name in held)
            for seed, (name, pin) in enumerate(BUTTONS.items())
        }
        self.flash = SimulatedStore(contents=nvm, busy_us=self.clock.busy_us)
        self.watchdog = WatchDogTimer(self.clock.now_us)
        self.supply = Supply()
        self.buses = []
        self.tones = []
        self.booting = True
        self.usb = {"console", "drive", "hid", "midi"}
        self.safe_mode = safe_mode
        self.autoreload = True
        self.next_file = None
        self.next_reset = "reset"
        self.reset_reason = "power on"
        self.wake_alarm = None
        self.outputs = []  # (pin, level) of pins that the firmware has switched
        self.sleep_memory = bytearray(256) if sleep_memory is None else sleep_memory
        self.drive_readonly = True  # for the firmware; the computer writes
        self.serial = Serial()
        self._pins_in_use = set()
        self._off_at_us = None
        self._script = []

    def disable(self, function):
        if not self.booting:
            raise RuntimeError("Cannot change USB devices now")
        self.usb.discard(function)

    def take_pin(self, name):
        if name in self._pins_in_use:
            raise ValueError(f"{name} in use")
        self._pins_in_use.add(name)

    def give_pin(self, name):
        self._pins_in_use.discard(name)

    def leave_boot(self):
        """End boot.py: free its pins and start USB."""
        self.booting = False
        self._pins_in_use.clear()

    def press(self, button):
        self.contacts[BUTTONS[button]].move(True)

    def release(self, button):
        self.contacts[BUTTONS[button]].move(False)

    def at(self, ms, action):
        """Call ``action`` ``ms`` after power-on, while the firmware runs."""
        self._script.append((ms * 1000, action))
        self._script.sort(key=lambda entry: entry[0])

    def switch_off_at(self, ms):
        self._off_at_us = ms * 1000

    def sleep(self, seconds):
        """``time.sleep`` of the device."""
        self.clock.busy_us(seconds * 1_000_000)
        self.ticks_ms()

    def ticks_ms(self):
        """Return the ticks, and let time pass: every pass of the loop calls this."""
        self.clock.busy_us(_TURN_US)
        if self.serial.connected:
            self.serial.received += self.serial.host_read()
        while self._script and self._script[0][0] <= self.clock.now_us():
            self._script.pop(0)[1]()
        if self._off_at_us is not None and self.clock.now_us() >= self._off_at_us:
            raise SwitchedOff
        return self.clock.ticks_ms()


pico = None


def power_on(**options):
    """Make a new Pico for all modules; return it."""
    global pico
    pico = SimulatedPico(**options)
    return pico
