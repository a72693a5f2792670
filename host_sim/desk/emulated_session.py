# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Run an emulated Pico in real time, for a window or for a line that serves it."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Callable

from host_sim.desk.playing import Playing
from host_sim.emulator.pico import EmulatedPico
from host_sim.link.endpoints import Endpoint
from host_sim.simulated.fingers import Fingers
from host_sim.simulated.handset import View

_SLICE_MS = 4.0
_BUDGET_MS = 12.0  # of wall time a step, so that a window stays responsive
_READ = 1024
_MOST_UNSENT = 4096  # then the device must keep its answers
_MOST_UNTAKEN = 512  # then the client must keep its requests
_SLEEP_S = 0.01
_CLOSED_MS = 250  # of chip time between two clients, so that the app notices
# If the chip falls further behind than this, the lost time is dropped.
_MOST_BEHIND_S = 0.2


class EmulatedSession(Playing):
    """Play on an emulated Pico.

    ``speed``: most seconds of chip time a second of wall time. ``endpoint`` serves the data
    channel. ``chord``: the buttons held when the power comes back. Methods raise EmulatorError if
    the chip stops or the app does not start.
    """

    def __init__(
        self,
        pico: EmulatedPico,
        *,
        endpoint: Endpoint | None = None,
        speed: float = 1.0,
        chord: Sequence[str] = (),
        wall: Callable[[], float] = time.monotonic,
    ) -> None:
        super().__init__(Fingers(pico), wall)
        self.pico = pico
        self.endpoint = endpoint
        self._speed = speed
        self._chord = chord
        self._unsent = bytearray()
        self._client = 0
        self._closed_until_us = 0.0
        self.commands = {"power": self.cut_power}
        self._pace()

    # -- time ---------------------------------------------------------------------------------

    def _pace(self) -> None:
        """Compare chip time with wall time from now on."""
        self._wall_then = self._wall()
        self._chip_then_us = self.pico.clock.now_us()

    @property
    def _ahead_s(self) -> float:
        """How far the chip is ahead of wall time, in seconds; negative if it is behind."""
        chip_s = (self.pico.clock.now_us() - self._chip_then_us) / 1e6
        return chip_s / self._speed - (self._wall() - self._wall_then)

    @property
    def busy(self) -> bool:
        """True if the chip is behind wall time: then step it at once."""
        return self._ahead_s <= 0

    @property
    def age_ms(self) -> int:
        return self.pico.clock.now_us() // 1000

    def step(self) -> None:
        """Advance fingers, line and chip a little; do nothing while the chip is ahead."""
        ahead = self._ahead_s
        if ahead > 0:
            return
        if ahead < -_MOST_BEHIND_S:
            self._pace()
        self.fingers.step()
        self._to_device()
        self.pico.run(_SLICE_MS, _BUDGET_MS)
        self._from_device()
        self.pico.finish_start()

    def rest(self) -> None:
        """Sleep while there is nothing to do."""
        ahead = self._ahead_s
        if ahead <= 0:
            return
        if self.endpoint is not None:
            self.endpoint.wait(min(ahead, _SLEEP_S))
        else:
            time.sleep(min(ahead, _SLEEP_S))

    def cut_power(self) -> None:
        """Cut the power and restore it."""
        self.pico.power_cut(self._chord, wait=False)
        self._unsent.clear()
        self._pace()

    # -- the line -----------------------------------------------------------------------------

    def _to_device(self) -> None:
        if self.endpoint is None:
            return
        link = self.pico.link
        client, now_us = self.endpoint.connected, self.pico.clock.now_us()
        if client != self._client:
            self._client = client
            self._unsent.clear()
            self._closed_until_us = now_us + _CLOSED_MS * 1000
        link.open = client > 0 and now_us >= self._closed_until_us
        if not link.open:
            return
        if link.ready and link.waiting < _MOST_UNTAKEN:
            data = self.endpoint.read(_READ)
            if data:
                self.pico.send(data)

    def _from_device(self) -> None:
        link = self.pico.link
        if self.endpoint is not None and link.open:
            self._unsent += link.received
            if self._unsent:
                del self._unsent[: self.endpoint.write(self._unsent)]
            link.reading = len(self._unsent) < _MOST_UNSENT
        link.received.clear()

    def view(self) -> View:
        panel = self.pico.panel
        return View(b"".join(panel.picture()), panel.brightness, self.pico.held)
