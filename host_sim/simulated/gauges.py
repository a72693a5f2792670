# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Measure a running handheld for developers: bus, pictures, flash, time, memory."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Sequence
from typing import Callable, NamedTuple

from host_sim.simulated.handset import Handset

LOG_LENGTH = 14
PICTURES = 60
LOAD_US = 1_000_000  # period over which the bus load is measured
_HEAD = 6  # bytes of a transaction to keep
# What a step that changes nothing takes on the emulated Pico; its bus and flash are counted beside.
STILL_STEP_US = 4000


class Transfer(NamedTuple):
    """A transaction on the bus. ``head``: its first bytes; ``length``: number of bytes written."""

    at_us: int
    address: int
    head: bytes
    length: int


class Row(NamedTuple):
    """A line of figures; without a ``value`` it is a heading."""

    name: str
    value: str = ""


class Gauges:
    """Call ``step`` instead of the handset's. ``wall`` returns seconds."""

    def __init__(self, handset: Handset, wall: Callable[[], float] = time.perf_counter) -> None:
        self.handset = handset
        self.log: deque[Transfer] = deque(maxlen=LOG_LENGTH)
        self.picture_bytes: deque[int] = deque(maxlen=PICTURES)
        self.step_us = 0.0
        self.longest_step_us = 0.0
        self.steps = 0
        self._naps: deque[tuple[int, int, int]] = deque()  # (now, slept, sleeps) in simulated us
        self._wall = wall
        self._recent: deque[tuple[int, int]] = deque()
        handset.board.bus.listener = self._transferred

    def _transferred(self, address: int, data: bytes, byte_count: int) -> None:
        now = self.handset.board.clock.now_us()
        if self._recent and now < self._recent[-1][0]:
            # A power cycle has reset the clock.
            self._recent.clear()
        self.log.append(Transfer(now, address, data[:_HEAD], len(data)))
        self._recent.append((now, byte_count))

    def step(self) -> None:
        """Run and measure one step of the handset."""
        sent = self.handset.board.bus.bytes_sent
        begin = self._wall()
        if self.handset.step():
            self.step_us = (self._wall() - begin) * 1_000_000
            self.longest_step_us = max(self.longest_step_us, self.step_us)
            self.steps += 1
        board = self.handset.board
        now = board.clock.now_us()
        if self._naps and now < self._naps[-1][0]:
            self._naps.clear()
        self._naps.append((now, board.slept_us, board.sleeps))
        while self._naps[0][0] < now - LOAD_US and len(self._naps) > 1:
            self._naps.popleft()
        sent = self.handset.board.bus.bytes_sent - sent
        if sent > 0:
            self.picture_bytes.append(sent)

    @property
    def bus_load(self) -> int:
        """Bytes on the bus in the last second of simulated time."""
        start = self.handset.board.clock.now_us() - LOAD_US
        while self._recent and self._recent[0][0] < start:
            self._recent.popleft()
        return sum(count for _, count in self._recent)

    @property
    def awake(self) -> float:
        """The share of the last second of simulated time in which the app did not sleep, with
        STILL_STEP_US for each step after a sleep."""
        if len(self._naps) < 2:
            return 0.0
        (then, slept, sleeps), (now, slept_now, sleeps_now) = self._naps[0], self._naps[-1]
        awake = now - then - (slept_now - slept) + STILL_STEP_US * (sleeps_now - sleeps)
        return min(1.0, awake / max(1, now - then))

    def rows(self) -> Sequence[Row]:
        """Return names and values, grouped by headings."""
        handset = self.handset
        board = handset.board
        bus, flash, panel = board.bus, board.store, board.panel
        app = handset.app
        load = self.bus_load
        share = load * 9 / bus.frequency
        last = f"{self.picture_bytes[-1]} bytes" if self.picture_bytes else "none yet"
        lit = "off" if not panel.on else "inverted" if panel.inverted else "on"
        return [
            Row("I2C bus"),
            Row("sent", f"{bus.bytes_sent} bytes"),
            Row("transactions", f"{bus.transactions} + {bus.probes} probes"),
            Row("last second", f"{load} bytes, {share:.0%}"),
            Row("Picture"),
            Row("frame", str(app.frame_id) if app else "-"),
            Row("last sent", last),
            Row("panel", f"{lit}, contrast {panel.contrast}"),
            Row("Program"),
            Row("screen", handset.words()[0] or "-"),
            Row("step", f"{self.step_us:.0f} us, longest {self.longest_step_us:.0f}"),
            Row("clock", f"{board.clock.now_us() / 1e6:.2f} s, ticks {board.ticks_ms()}"),
            Row("awake", f"{self.awake:.0%}"),
            Row("heap", heap_text(board.memory())),
            Row("Flash"),
            Row("erases", str(flash.erases)),
            Row("writes", f"{flash.writes}, {flash.bytes_programmed} bytes"),
        ]


def heap_text(memory: tuple[int | None, int | None] | None) -> str:
    """Return (free, used) bytes in words."""
    if memory is None or memory[1] is None:
        return "not known here"
    free, used = memory
    return f"{used} used, {free} free"
