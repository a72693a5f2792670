# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""An emulated Pico in real time: as a window shows and drives it, and as a line serves it."""

from __future__ import annotations

import time
from collections.abc import Hashable, Sequence
from typing import TYPE_CHECKING, Callable, cast

from host_sim.desk.session import Message
from host_sim.emulator.pico import EmulatedPico
from host_sim.link.endpoints import Endpoint
from host_sim.simulated.fingers import Fingers
from host_sim.simulated.handset import View

if TYPE_CHECKING:
    from host_sim.simulated.board import SimulatedBoard

_SLICE_MS = 4.0
_BUDGET_MS = 12.0  # of wall time, so that a window stays quick
_READ = 1024
_MOST_UNSENT = 4096  # then the device's answers stay with the device
_MOST_UNTAKEN = 512  # then a client's requests stay with the client
_SLEEP_S = 0.01
# Further behind than this, the chip's time is not caught up with.
_MOST_BEHIND_S = 0.2


class EmulatedSession:
    """A window's ``Playing``. Call ``step`` often.

    ``speed``: seconds of the chip's a second, at most.
    ``endpoint`` serves the data channel. ``power_cut_after_ms``: of the chip's time, once;
    ``chord`` is held again at that start. EmulatorError when the chip stops or the app does not
    start.
    """

    travel = None
    figures = None

    def __init__(
        self,
        pico: EmulatedPico,
        *,
        endpoint: Endpoint | None = None,
        speed: float = 1.0,
        chord: Sequence[str] = (),
        power_cut_after_ms: float | None = None,
        wall: Callable[[], float] = time.monotonic,
    ) -> None:
        self.pico = pico
        # Of a board the fingers use its clock, press and release.
        self.fingers = Fingers(cast("SimulatedBoard", pico))
        self.endpoint = endpoint
        self._speed = speed
        self._chord = chord
        self._cut_at_us = None if power_cut_after_ms is None else power_cut_after_ms * 1000
        self._wall = wall
        self._unsent = bytearray()
        self._message = Message(wall)
        self._pace()

    # -- time ---------------------------------------------------------------------------------

    def _pace(self) -> None:
        """From here on the chip's time and the wall's are compared."""
        self._wall_then = self._wall()
        self._chip_then_us = self.pico.clock.now_us()

    @property
    def _ahead_s(self) -> float:
        """Wall time that the chip is ahead of; below 0 it is behind."""
        chip_s = (self.pico.clock.now_us() - self._chip_then_us) / 1e6
        return chip_s / self._speed - (self._wall() - self._wall_then)

    @property
    def busy(self) -> bool:
        """Is the chip behind its time, so that it should be stepped at once?"""
        return self._ahead_s <= 0

    @property
    def age_ms(self) -> int:
        return self.pico.clock.now_us() // 1000

    def step(self) -> None:
        """Fingers, line and chip go on a little; nothing happens while the chip is ahead."""
        ahead = self._ahead_s
        if ahead > 0:
            return
        if ahead < -_MOST_BEHIND_S:
            self._pace()
        self.fingers.step()
        self._to_device()
        self.pico.run(_SLICE_MS, _BUDGET_MS)
        self._from_device()
        self.pico.settle()
        if self._cut_at_us is not None and self.pico.clock.now_us() >= self._cut_at_us:
            self._cut_at_us = None
            self.cut_power()

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
        """Power fails and comes back."""
        self.pico.power_cut(self._chord, wait=False)
        self._unsent.clear()
        self._pace()

    # -- the line -----------------------------------------------------------------------------

    def _to_device(self) -> None:
        if self.endpoint is None:
            return
        link = self.pico.link
        link.open = self.endpoint.connected
        if not link.open:
            self._unsent.clear()
        elif link.ready and link.waiting < _MOST_UNTAKEN:
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

    # -- what a window shows and does ---------------------------------------------------------

    def view(self) -> View:
        """What there is to see now."""
        panel = self.pico.panel
        return View(b"".join(panel.picture()), panel.brightness, self.pico.held)

    def status(self) -> str:
        return self._message.text

    def say(self, message: str) -> None:
        self._message.say(message)

    @property
    def commands(self) -> Sequence[str]:
        return ("power",)

    def do(self, command: str) -> None:
        if command == "power":
            self.cut_power()

    def down(self, button: str, source: Hashable) -> None:
        self.fingers.down(button, source)

    def let_go(self, source: Hashable) -> None:
        self.fingers.let_go(source)

    def let_go_all(self) -> None:
        self.fingers.let_go_all()

    def tap(self, button: str) -> None:
        self.fingers.tap(button)

    def hold(self, button: str) -> None:
        """Keep the button down without a finger, or let it go again."""
        if self.fingers.holds(button, "held"):
            self.fingers.up(button, "held")
        else:
            self.fingers.down(button, "held")
