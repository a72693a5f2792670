"""The microcontroller's clock: simulated time, and CircuitPython's ticks."""

import time
from collections.abc import Callable

TICKS_PERIOD = 1 << 29
# CircuitPython starts supervisor.ticks_ms() here: it wraps 65.536 s after the start.
TICKS_AT_BOOT = TICKS_PERIOD - 65_536
# A running clock may get this far ahead of wall time; then it stands until wall time catches up.
MOST_AHEAD_US = 50_000


class Clock:
    """Simulated microseconds since power-on. The clock never runs backwards.

    ``speed`` is simulated seconds per second of wall time: 1 is real time; at 0 only
    ``advance_ms`` and ``busy_us`` move the clock. Work that keeps the processor busy (``busy_us``)
    takes simulated time at any speed. On a running clock it uses up wall time that passes anyway,
    and extends time only if there is more work than wall time.
    """

    def __init__(self, speed: float = 0.0, *, wall: Callable[[], float] = time.monotonic) -> None:
        self._speed = speed
        self._wall = wall
        self._wall_then = wall()  # when the speed was set
        self._advanced_us = 0.0
        self._latest_us = 0.0

    @property
    def speed(self) -> float:
        """The speed; setting it does not change the time that has passed."""
        return self._speed

    @speed.setter
    def speed(self, speed: float) -> None:
        now = self._wall()
        self._advanced_us += (now - self._wall_then) * self._speed * 1_000_000
        self._wall_then = now
        self._speed = speed

    def now_us(self) -> int:
        """Microseconds since power-on."""
        self._latest_us = max(self._latest_us, self._flowed_us() + self._advanced_us)
        return round(self._latest_us)

    def ticks_ms(self) -> int:
        """Return ``supervisor.ticks_ms()``: 0 to 2**29 - 1, wrapping."""
        return (TICKS_AT_BOOT + self.now_us() // 1000) % TICKS_PERIOD

    def advance_ms(self, milliseconds: float) -> None:
        """Advance the clock at once. Raises ValueError for a negative time."""
        if milliseconds < 0:
            raise ValueError("time does not run backwards")
        self.now_us()
        self._advanced_us += milliseconds * 1000
        self._latest_us += milliseconds * 1000

    def busy_us(self, microseconds: float) -> None:
        """Account for time during which the processor or the bus is busy."""
        self.now_us()
        self._latest_us += microseconds
        ahead_us = self._latest_us - self._flowed_us() - self._advanced_us
        self._advanced_us += max(0.0, ahead_us - MOST_AHEAD_US)

    def _flowed_us(self) -> float:
        return (self._wall() - self._wall_then) * self._speed * 1_000_000
