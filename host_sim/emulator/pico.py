"""Run the handheld with the real CircuitPython on an emulated Raspberry Pi Pico.

    with EmulatedPico("circuitpython.uf2", "bootrom.bin", test_mode=True) as pico:
        handheld = Client(pico.link)
        handheld.call("new_game", variant="pig", players=[{"kind": "human"}] * 2)
        assert pico.panel.gddram == handheld.frame()

Time is chip time: it passes only in ``run`` and in methods that wait, so results do not depend on
the computer's speed. docs/internals/chip.md says what is modelled and what is not.
"""

from __future__ import annotations

import contextlib
import copy
import json
import os
import re
import struct
from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple

from board_pico import pins
from host_sim.drive.drive_files import whole_drive
from host_sim.drive.uf2 import read_circuitpython
from host_sim.emulator import EmulatorError
from host_sim.emulator.flash import Flash
from host_sim.emulator.images import read_bootrom
from host_sim.emulator.node import NodeProcess
from host_sim.simulated.board import index_of
from host_sim.simulated.chips.ssd1306 import SSD1306
from host_sim.simulated.chips.supply import Supply

# I2C events (see i2c_bus.mjs); a smaller number is a byte written.
_START_WRITE = 0x100
_START_READ = 0x101
_READ = 0x102

_SLICE_MS = 5.0
_START_LIMIT_MS = 60_000.0
_FORMAT_LIMIT_MS = 20_000.0
_CHANNEL_LIMIT_MS = 10_000.0
_RELOAD_LIMIT_MS = 10_000.0
_NOTICED_MS = 30.0  # the app looks at the line every 10 ms
_AFTER_START_MS = 500.0  # the app has read its start-up chord by then
_CONSOLE_KEPT = 1 << 18  # bytes
# The USB interfaces by class; the channels by the name of their control interface.
_CHANNELS = {"CDC control": "console", "CDC2 control": "data"}
_CLASSES = {1: "midi", 3: "hid", 8: "drive"}
_ESCAPES = re.compile(r"\x1b\][^\x1b\x07]*(?:\x1b\\|\x07)?|\x1b\[[0-9;?]*[A-Za-z]")
_CTRL_D = b"\x04"
_TRACEBACK = "Traceback (most recent call last)"
# The console prints one of these if the app does not run.
_NO_APP = (_TRACEBACK, "Code done running", "Press any key", "safe mode")
_FORMATTED = ("Press any key", "Code done running")


class FlashOperation(NamedTuple):
    """An erase or program operation: the bytes at ``offset`` before and after it.

    ``us``: when it ended, in microseconds of the ``clock``.
    """

    us: int
    erases: bool
    offset: int
    before: bytes
    after: bytes


class EmulatedClock:
    """Chip time in microseconds since the first power-on."""

    def __init__(self) -> None:
        self.before_us = 0.0  # time up to the latest power-on
        self.since_us = 0.0

    def now_us(self) -> int:
        return round(self.before_us + self.since_us)


class EmulatedLink:
    """The data channel (``usb_cdc.data``) as a client's transport; ``open`` is DTR.

    Waiting for an answer lets chip time pass.
    """

    def __init__(self, pico: EmulatedPico) -> None:
        self.open = False
        self.received = bytearray()
        self._pico = pico

    @property
    def ready(self) -> bool:
        """True if the device offers its data channel over USB."""
        return "data" in self._pico.offers

    def write(self, data: bytes) -> None:
        """Send bytes. Raises EmulatorError if the device does not offer a data channel."""
        self.open = True
        if not self._pico.run_until(lambda: self.ready, _CHANNEL_LIMIT_MS):
            offers = ", ".join(sorted(self._pico.offers)) or "nothing"
            raise EmulatorError(
                f"the device shows no data channel ({offers}): is boot.py all right?"
            )
        self._pico.send(data)

    def read(self, timeout: float) -> bytes:
        """Return the bytes received; wait up to ``timeout`` seconds of chip time for the first."""
        self.open = True
        self._pico.run_until(lambda: bool(self.received), timeout * 1000)
        data = bytes(self.received)
        self.received.clear()
        return data

    def close(self) -> None:
        """Clear DTR, until the app has noticed, and discard what was received."""
        self.open = False
        with contextlib.suppress(EmulatorError):
            self._pico.run(_NOTICED_MS)
        self.received.clear()


class EmulatedPico:
    """An emulated Pico. Entering it as a context powers it on and waits until the panel is on.

    ``uf2``, ``bootrom``: files that the user provides. ``flash``: a file that keeps the chip's
    flash, None to keep nothing. ``drive``: {path: contents} of the files to put onto the drive,
    None for those of `pocketpig deploy`. Other files on the drive stay.

    ``panel``: the model of the display; ``panel.present = False`` unplugs it. ``offers``: the USB
    functions offered, of console, data, drive, hid, midi. ``on_flash``: called after each
    FlashOperation. Every method raises EmulatorError if the emulator cannot continue.
    """

    def __init__(
        self,
        uf2: str | os.PathLike[str],
        bootrom: str | os.PathLike[str],
        *,
        flash: str | os.PathLike[str] | None = None,
        drive: Mapping[str, bytes] | None = None,
        test_mode: bool = False,
    ) -> None:
        self.firmware = read_circuitpython(uf2)
        rom = read_bootrom(bootrom)
        self._files = whole_drive() if drive is None else drive
        self.panel = SSD1306(pins.PANEL[0])
        self.clock = EmulatedClock()
        self.link = EmulatedLink(self)
        self.resets = 0  # resets by the chip itself
        self.instructions = 0  # since power-on or the latest reset
        self.calls = 0  # see `fail_call`
        self.awake_ms = 0.0  # of the same time, while the processor did not wait
        self.longest_step_ms = 0.0  # set it to 0 to measure from then on
        self.offers: frozenset[str] = frozenset()
        self.on_flash: Callable[[FlashOperation], None] = lambda operation: None
        self._chord = ("a", "b") if test_mode else ()
        self.dormant = False  # the chip's oscillator stands still, until a button is pressed
        self.supply = Supply()
        self._host = True
        self._console = bytearray()
        self._buttons = 0
        self._starting: list[str] | None = None  # buttons held during a start that is not over
        self._dark_until_ms = 0.0
        self._read_at_ms: float | None = None
        self._kept: Any = None
        self.flash = Flash(flash)
        try:
            self._node = NodeProcess(rom, _wiring())
        except BaseException:
            self.flash.close()
            raise

    def __enter__(self) -> EmulatedPico:
        try:
            self.install()
            self.power_on(self._chord)
        except BaseException:
            self.close()
            raise
        return self

    def __exit__(self, *args: object) -> None:
        self.close()

    def close(self) -> None:
        """End the emulation and release the flash file."""
        self._node.close()
        self.flash.close()

    # -- switching on and off -----------------------------------------------------------------

    def install(self) -> None:
        """Put firmware and drive into the flash. CircuitPython itself formats a new drive."""
        self.flash.put(0, self.firmware.code)
        if not self.flash.formatted:
            self._connect_power(())
            if not self.run_until(lambda: _any(_FORMATTED, self.console), _FORMAT_LIMIT_MS):
                raise EmulatorError(f"CircuitPython did not start{self._last_words()}")
            self.run(300)  # until everything is written
            if not self.flash.formatted:
                raise EmulatorError(
                    "this CircuitPython did not make its drive where that of version 10 is"
                )
        old = self.flash.read_drive()
        new = {**old, **self._files}
        if new != old:
            self.flash.write_drive(new)

    def power_on(self, held: Iterable[str] = (), *, wait: bool = True) -> None:
        """Start a new CPU on the present flash, after a cut of the power if one was running.

        Hold buttons ``held`` until the app has started.

        ``wait=False`` returns at once with the buttons still held: call ``finish_start``.
        """
        self._connect_power(held)
        self._starting = list(held)
        if wait:
            self.run_until(self.finish_start, _START_LIMIT_MS + _AFTER_START_MS)

    def finish_start(self) -> bool:
        """Call repeatedly after ``power_on(wait=False)``. Return True when the start is over.

        Releases the held buttons then. Raises EmulatorError if the app does not start.
        """
        if self._starting is None:
            return True
        since_ms = self.clock.since_us / 1000
        # boot.py may show something too, but USB comes after it.
        booting = self.supply.usb and self._host and not self.offers
        if booting or not self.panel.on:
            self._dark_until_ms = since_ms
            if since_ms > _START_LIMIT_MS or _any(_NO_APP, self.console):
                self._starting = None
                self._fetch_traceback()
                raise EmulatorError(f"the app did not start{self._last_words()}")
        elif since_ms > self._dark_until_ms + _AFTER_START_MS:
            for button in self._starting:
                self.release(button)
            self._starting = None
        return self._starting is None

    def _connect_power(self, held: Iterable[str]) -> None:
        self.clock.before_us += self.clock.since_us
        self.clock.since_us = 0.0
        self._power_up()
        for button in held:
            self.press(button)
        self._node.send("f", bytes(self.flash.contents))

    def _power_up(self) -> None:
        """Reset all state except the flash."""
        self._console.clear()
        self._buttons = 0
        self._starting = None
        self.panel.power_on_reset()
        self.offers = frozenset()
        self.link.open = False
        self.link.received.clear()

    def _fetch_traceback(self) -> None:
        """Run code.py again for its traceback: output before the console opened is lost."""
        if _TRACEBACK not in self.console:
            self.type(_CTRL_D)
            self.run_until(lambda: _TRACEBACK in self.console, _RELOAD_LIMIT_MS)
            self.run(_AFTER_START_MS)

    def _last_words(self) -> str:
        words = self.console.strip()
        return f"; its console says:\n{words[-1500:]}" if words else ": its console is silent"

    # -- going back ---------------------------------------------------------------------------

    def time_of_first_read(self, offset: int, length: int, limit_ms: float) -> float:
        """Start, and return after how many milliseconds, at least, the program first reads these
        bytes of the flash. Raises EmulatorError if it does not within ``limit_ms``."""
        self.power_on(wait=False)
        self._node.send("w", struct.pack("<II", offset, length))
        if not self.run_until(lambda: self._read_at_ms is not None, limit_ms):
            raise EmulatorError("the program does not read these bytes")
        assert self._read_at_ms is not None
        return self._read_at_ms

    def save_state(self) -> None:
        """Save the state of the whole chip, before a client connects."""
        self.run(0)
        self._node.send("k", b"")
        state = vars(self.panel), vars(self.clock), self._console, self.flash.contents
        self._kept = copy.deepcopy(state)

    def restore_state(self, offset: int, data: bytes) -> None:
        """Restore the state of ``save_state``, with other bytes at this offset of the flash."""
        self._power_up()
        panel, clock, console, flash = copy.deepcopy(self._kept)
        vars(self.panel).update(panel)
        vars(self.clock).update(clock)
        self._console[:] = console
        self.flash.put(0, flash)
        self.flash.put(offset, data)
        self._node.send("g", struct.pack("<I", offset) + data)

    # -- memory that fails --------------------------------------------------------------------

    def fail_call(self, address: int, number: int, most: int = 0xFFFFFFFF) -> None:
        """Let calls of the firmware's function at ``address`` return 0 at once.

        ``number``: which one from now on, 0 for none. ``most``: each with a larger first argument
        too; of `gc_alloc` it is the size, as if no larger piece of the heap were free. ``calls``
        counts all calls. A reset ends it.
        """
        self._node.send("a", struct.pack("<III", address, number, most))

    # -- the person at it ---------------------------------------------------------------------

    def press(self, button: str | int) -> None:
        """Press a button, given by name or index."""
        self._buttons |= 1 << index_of(button)

    def release(self, button: str | int) -> None:
        self._buttons &= ~(1 << index_of(button))

    def tap(self, *buttons: str | int, ms: float = 60) -> None:
        """Press and release each button in turn, for ``ms`` of chip time each."""
        for button in buttons:
            self.press(button)
            self.run(ms)
            self.release(button)
            self.run(ms)

    def set_power(self, host: bool = True, **supply: Any) -> None:
        """Set the power supply, now and for later starts: the fields of a `Supply`.

        The data lines stay connected, so that a test can send requests on battery power; with
        ``host=False`` nobody answers on them from the next start on.
        """
        self.supply = Supply(**supply)
        self._host = host

    # -- what it says -------------------------------------------------------------------------

    @property
    def console(self) -> str:
        """The console's output since power-on, without terminal escapes."""
        text = self._console.decode(errors="replace")
        return _ESCAPES.sub("", text).replace("\r\n", "\n")

    def type(self, data: bytes) -> None:
        """Send bytes to the console; b"\\x03" is Ctrl-C."""
        self._node.send("c", data)

    def send(self, data: bytes) -> None:
        """Send bytes to the data channel."""
        self._node.send("d", data)

    # -- time ---------------------------------------------------------------------------------

    def run(self, ms: float) -> None:
        """Let ``ms`` of chip time pass."""
        panel = self.panel
        messages = self._node.ask(
            "r",
            ms=ms,
            buttons=self._buttons,
            power={
                "usb": self.supply.usb,
                "adc": self.supply.adc,
                "low": [_number(getattr(pins, name.upper())) for name in self.supply.low],
                "host": self._host,
            },
            lines={"console": True, "data": self.link.open},
            present=panel.present,
        )
        for kind, data in messages:
            if kind == "i":
                self._tell_panel(data)
            elif kind == "s":
                self._node.send("s", bytes([panel.present, panel.read()]))
            elif kind == "c":
                self._console += data
                del self._console[:-_CONSOLE_KEPT]
            elif kind == "d":
                self.link.received += data
            elif kind in "ep":
                self._change_flash(kind == "e", data)
            elif kind == ".":
                self._read_status(json.loads(data))

    def run_until(self, condition: Callable[[], bool], limit_ms: float) -> bool:
        """Run until the condition is true. Return False after ``limit_ms`` of chip time without."""
        end = self.clock.now_us() + limit_ms * 1000
        while not condition():
            left_ms = (end - self.clock.now_us()) / 1000
            if left_ms <= 0:
                return False
            self.run(min(_SLICE_MS, left_ms))
        return True

    def _read_status(self, status: dict[str, Any]) -> None:
        self.clock.since_us = status["ms"] * 1000
        self.instructions = status["instructions"]
        self.awake_ms = status["awakeMs"]
        self.longest_step_ms = max(self.longest_step_ms, status["longestMs"])
        self.dormant = status["dormant"]
        self._read_at_ms = status["readAt"]
        self.calls = status["calls"]
        self.offers = _offers(status["offered"])
        if status["reset"]:
            self.resets += 1
        if status["ended"] and not status["reset"]:
            raise EmulatorError(f"{status['ended']}{self._last_words()}")

    def _change_flash(self, erases: bool, data: bytes) -> None:
        ns, offset, length = struct.unpack_from("<dII", data)
        before = bytes(self.flash.contents[offset : offset + length])
        after = b"\xff" * length if erases else data[16:]
        self.flash.put(offset, after)
        us = round(self.clock.before_us + ns / 1000)
        self.on_flash(FlashOperation(us, erases, offset, before, after))

    def _tell_panel(self, events: bytes) -> None:
        panel = self.panel
        for (event,) in struct.iter_unpack("<H", events):
            if event < _START_WRITE:
                panel.write((event,))
            elif event in (_START_WRITE, _START_READ):
                panel.start(event == _START_READ)
            elif event == _READ:
                panel.read()
            else:
                panel.stop()


def _wiring() -> dict[str, object]:
    return {
        "sda": _number(pins.SDA),
        "scl": _number(pins.SCL),
        "panel": pins.PANEL[0],
        "buttons": [_number(name) for name in pins.BUTTONS],
        "pulled": [_number(name) for name in (pins.CARRIER, pins.CHARGE)],
    }


def _number(name: str) -> int:
    return int(name[2:])  # GP4


def _offers(interfaces: Iterable[Mapping[str, Any]]) -> frozenset[str]:
    found = set()
    for interface in interfaces:
        name = str(interface["name"]).partition(" ")[2]  # CircuitPython …
        found.add(_CHANNELS.get(name) or _CLASSES.get(interface["kind"], ""))
    return frozenset(found - {""})


def _any(words: Iterable[str], text: str) -> bool:
    return any(word in text for word in words)
