# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Measure a running handheld for developers: bus, picture, flash, time, memory."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Sequence
from typing import Callable, NamedTuple

from host_sim.simulated.handset import Handset

LOAD_US = 1_000_000  # period over which the loads are measured
# What a step that changes nothing takes on the emulated Pico; its bus and flash are counted beside.
STILL_STEP_US = 4000


class Row(NamedTuple):
    """A line of figures; without a ``value`` it is a heading."""

    name: str
    value: str = ""


class Gauges:
    """Call ``step`` instead of the handset's. ``wall`` returns seconds."""

    def __init__(self, handset: Handset, wall: Callable[[], float] = time.perf_counter) -> None:
        self.handset = handset
        self.step_us = 0.0
        self.longest_step_us = 0.0
        self.last_sent = 0  # bytes of the latest step that sent any
        self._wall = wall
        self._samples = deque([self._sample()])

    def _sample(self) -> tuple[int, int, int, int]:
        """Return simulated us, those slept, the number of sleeps, and the bytes on the bus."""
        board = self.handset.board
        return board.clock.now_us(), board.slept_us, board.sleeps, board.bus.bytes_sent

    def step(self) -> None:
        """Run and measure one step of the handset."""
        sent = self.handset.board.bus.bytes_sent
        begin = self._wall()
        if self.handset.step():
            self.step_us = (self._wall() - begin) * 1_000_000
            self.longest_step_us = max(self.longest_step_us, self.step_us)
        samples, new = self._samples, self._sample()
        if new[0] < samples[-1][0]:
            samples.clear()  # the power was off: another board, whose clock began at 0
            samples.append((0, 0, 0, 0))
        samples.append(new)
        while samples[0][0] < new[0] - LOAD_US and len(samples) > 1:
            samples.popleft()
        if new[3] > sent:
            self.last_sent = new[3] - sent

    @property
    def bus_load(self) -> int:
        """Bytes on the bus in the last second of simulated time."""
        return self._samples[-1][3] - self._samples[0][3]

    @property
    def awake(self) -> float:
        """The share of the last second of simulated time in which the app did not sleep, with
        STILL_STEP_US for each step after a sleep."""
        (then, slept, sleeps, _), (now, slept_now, sleeps_now, _) = (
            self._samples[0],
            self._samples[-1],
        )
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
        lit = "off" if not panel.on else "inverted" if panel.inverted else "on"
        return [
            Row("I2C bus"),
            Row("sent", f"{bus.bytes_sent} bytes"),
            Row("transactions", f"{bus.transactions} + {bus.probes} probes"),
            Row("last second", f"{load} bytes, {share:.0%}"),
            Row("Picture"),
            Row("frame", str(app.frame_id) if app else "-"),
            Row("last sent", f"{self.last_sent} bytes"),
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
