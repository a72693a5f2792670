"""The board of a simulated handheld, made of models of the chips."""

import os
from collections import deque
from collections.abc import Callable, Iterable
from typing import NamedTuple, Protocol

from board_pico.parts import Buttons
from handheld.board import BUTTONS, Board
from host_sim.simulated.chips.button import Contact, Event, KeyScanner
from host_sim.simulated.chips.clock import Clock
from host_sim.simulated.chips.i2c_bus import I2CBus
from host_sim.simulated.chips.nvm_flash import PowerSupply, SimulatedStore
from host_sim.simulated.chips.ssd1306 import SSD1306

LINE_US = 10_000
_SCAN_S = 0.01  # as the firmware asks keypad for
_TONES_KEPT = 1000


class Link(Protocol):
    """A byte stream that never blocks: the ``link`` of the board contract."""

    @property
    def connected(self) -> int: ...

    def read(self, n: int) -> bytes: ...

    def write(self, data: bytes | bytearray | memoryview) -> int: ...


class NoLink:
    """A link that is never connected."""

    connected = False

    def read(self, n: int) -> bytes:
        return b""

    def write(self, data: bytes | bytearray | memoryview) -> int:
        return 0


class Tone(NamedTuple):
    """The buzzer's tone from ``at_us`` (simulated time) on; ``hz`` 0 is silence.

    ``duty`` in per mille, 500 the loudest.
    """

    at_us: int
    hz: int
    duty: int


class RecordedSound:
    """Keep the latest tones, and call ``player`` with each when it begins."""

    def __init__(self, clock: Clock) -> None:
        self.tones: deque[Tone] = deque(maxlen=_TONES_KEPT)
        self.player: Callable[[Tone], None] | None = None
        self._clock = clock

    def tone(self, hz: int, duty: int) -> None:
        tone = Tone(self._clock.now_us(), hz, duty)
        self.tones.append(tone)
        if self.player is not None:
            self.player(tone)


class SwitchedOff(BaseException):
    """The app has switched the power off, and runs no more."""


class SimulatedBoard(Board):
    """The board of a simulated handheld.

    ``clock``: by default one that stands still (see ``Clock``). ``image``: the file that keeps the
    flash between runs; without one the flash holds ``contents``. ``held``: buttons down at power-on
    (B alone: computer mode). ``entropy``: n -> n bytes. ``panel``: the model of its controller.

    For tests: ``panel.present``, ``panel.fail_after``, ``power.cut_after``,
    ``power.cut_in_erase``, ``store.keeps``, ``weak``, ``bus.bytes_sent``,
    ``contacts[index].fault``.
    """

    name = "simulator"
    target = "simulator"
    lacks: tuple[str, ...]

    def __init__(
        self,
        *,
        clock: Clock | None = None,
        link: Link | None = None,
        image: str | os.PathLike[str] | None = None,
        contents: bytes = b"",
        entropy: Callable[[int], bytes] = os.urandom,
        held: Iterable[str | int] = (),
        panel: type[SSD1306] = SSD1306,
        panel_present: bool = True,
    ) -> None:
        self.clock = clock or Clock()
        self.link: Link = link or NoLink()
        self.entropy = entropy
        down = [index_of(button) for button in held]
        self.computer_mode = down == [index_of("b")]
        self.weak = False  # the power may fail at any moment
        self.usb = True  # USB supplies the board
        self.cell: int | None = None  # the battery's charge in per cent, if there is one
        self.off = False  # the app has switched the power off
        self.panel = panel(present=panel_present)
        self.addresses = (self.panel.address,)
        self.bus = I2CBus([self.panel], busy_us=self.clock.busy_us)
        self.power = PowerSupply()
        self.store = SimulatedStore(
            image, contents=contents, supply=self.power, busy_us=self.clock.busy_us
        )
        self.sound = RecordedSound(self.clock)
        self.contacts = [
            Contact(self.clock.now_us, seed=index, closed=index in down)
            for index in range(len(BUTTONS))
        ]
        self.buttons = _SimulatedButtons(self.contacts, self.clock)
        self._sleep_us = (0, 0)  # when the app fell asleep, and until when
        self._client = 0

    # -- for the app -----------------------------------------------------------------------------

    def ticks_ms(self) -> int:
        return self.clock.ticks_ms()

    def advance_clock(self, ms: int) -> bool:
        self.clock.advance_ms(ms)
        return True

    def sleep(self, ms: int) -> None:
        """Let the app sleep; ``asleep`` tells whether it still does. This returns at once."""
        now = self.clock.now_us()
        self._sleep_us = (now, now + ms * 1000)
        self._client = self.link.connected

    @property
    def asleep(self) -> bool:
        """True if there is nothing to do for the app; while a client is connected, it looks at the
        line every LINE_US."""
        now = self.clock.now_us()
        since, until = self._sleep_us
        if until == since:
            return False
        if self._client:
            until = min(until, since + LINE_US)
        if now < until and not self.buttons.waiting and self.link.connected == self._client:
            return True
        self.wake()
        return False

    def wake(self) -> None:
        """End the app's sleep."""
        self._sleep_us = (0, 0)

    def usb_power(self) -> bool:
        return self.usb

    def charging(self) -> bool:
        return self.usb and self.cell is not None

    def power_off(self) -> None:
        """Raise SwitchedOff unless USB supplies the board."""
        if not self.usb:
            self.off = True
            raise SwitchedOff

    def battery(self) -> int | None:
        return None if self.usb else self.cell

    def power_good(self) -> bool:
        return not self.weak

    # -- the person at it -------------------------------------------------------------------------

    def press(self, button: str | int) -> None:
        """Press a button, given by name or index."""
        self.contacts[index_of(button)].move(True)

    def release(self, button: str | int) -> None:
        self.contacts[index_of(button)].move(False)


class _SimulatedButtons:
    """The device's own key handling, on simulated contacts."""

    def __init__(self, contacts: list[Contact], clock: Clock) -> None:
        self._contacts = contacts
        scanner = KeyScanner(contacts, clock.now_us, interval=_SCAN_S)
        self._queue = scanner.events
        self._events = Buttons(scanner, Event(), self.held())

    @property
    def waiting(self) -> bool:
        """True if there is an event to poll."""
        return len(self._queue) > 0

    def poll(self) -> int:
        """Return the next event: 0 to 3 for a press, 4 to 7 for a release, -1 if there is none."""
        return int(self._events.poll())

    def held(self) -> int:
        """Return the mask (1 << index) of the buttons that are pressed or stuck."""
        return sum(
            1 << index
            for index, contact in enumerate(self._contacts)
            if (contact.fault == "stuck" if contact.fault else contact.pushed)
        )


def index_of(button: str | int) -> int:
    """Return the index of a button, given by name or index."""
    return button if isinstance(button, int) else BUTTONS.index(button)
