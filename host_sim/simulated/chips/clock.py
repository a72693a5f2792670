# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""The microcontroller's clock: simulated time, and the ticks that CircuitPython counts from it."""

from __future__ import annotations

import time
from typing import Callable

TICKS_PERIOD = 1 << 29
# supervisor.ticks_ms() starts here, so that every program meets the wrap 65.536 s after it starts.
TICKS_AT_BOOT = TICKS_PERIOD - 65_536
# So far a running clock may be ahead of wall time, which then catches up while it stands still.
MOST_AHEAD_US = 50_000


def ticks_at(time_us: int) -> int:
    """``supervisor.ticks_ms()`` so many microseconds after power-on: 0 to 2**29 - 1, wrapping."""
    return (TICKS_AT_BOOT + time_us // 1000) % TICKS_PERIOD


class Clock:
    """Simulated microseconds since power-on. They never run backwards.

    ``speed`` is simulated seconds per second of wall time: 1 is real time, 0 stands still until
    ``advance_ms``. Whatever the speed, work that keeps the processor busy (``busy_us``) takes its
    time: with a running clock, wall time that passes anyway counts towards it, unless there is more
    work than wall time.
    """

    def __init__(self, speed: float = 0.0, *, wall: Callable[[], float] = time.monotonic) -> None:
        self._speed = speed
        self._wall = wall
        self._wall_then = wall()  # when the speed was set
        self._advanced_us = 0.0
        self._latest_us = 0.0

    @property
    def speed(self) -> float:
        """May be changed at any time; what has passed has passed."""
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
        """What ``supervisor.ticks_ms()`` answers now."""
        return ticks_at(self.now_us())

    def advance_ms(self, milliseconds: float) -> None:
        """Let time pass at once."""
        if milliseconds < 0:
            raise ValueError("time does not run backwards")
        self.now_us()
        self._advanced_us += milliseconds * 1000
        self._latest_us += milliseconds * 1000

    def busy_us(self, microseconds: float) -> None:
        """The processor or the bus is busy for so long."""
        self.now_us()
        self._latest_us += microseconds
        ahead_us = self._latest_us - self._flowed_us() - self._advanced_us
        self._advanced_us += max(0.0, ahead_us - MOST_AHEAD_US)

    def _flowed_us(self) -> float:
        return (self._wall() - self._wall_then) * self._speed * 1_000_000
