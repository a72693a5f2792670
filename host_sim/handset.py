# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""A simulated handheld in somebody's hands: the board, the app that runs on it, the fingers."""

from __future__ import annotations

import os
from typing import NamedTuple

from handheld.runner import Runner
from host_sim.board import Link, SimulatedBoard
from host_sim.chips.clock import Clock
from host_sim.fingers import Fingers

STEP_MS = 5


class View(NamedTuple):
    """What there is to see of a handheld.

    ``picture``: 64 rows of 128 bytes in one, 1 where a pixel is lit. ``brightness``: of the lit
    pixels, 0 to 1. ``pressed``: mask (1 << index) of the buttons that are down.
    """

    picture: bytes
    brightness: float
    pressed: int


class Handset:
    """Switched on; ``step`` keeps it going.

    ``seed``: the dice of this run are those of the seeded generator. ``test_mode``: switched on
    with A and B held, as on the device. ``speed`` and ``image`` as in ``Clock`` and
    ``SimulatedBoard``.
    """

    def __init__(
        self,
        *,
        speed: float = 1.0,
        link: Link | None = None,
        image: str | os.PathLike[str] | None = None,
        seed: int | None = None,
        test_mode: bool = False,
    ) -> None:
        chord = ("a", "b") if test_mode else ()
        self.board = SimulatedBoard(clock=Clock(speed), link=link, image=image, held=chord)
        self.fingers = Fingers(self.board)
        self.runner = Runner(self.board)
        self._seed = seed
        self._seeded: object = None
        self.step()
        for button in chord:
            self.board.release(button)

    def step(self) -> None:
        """One step of the fingers and the app."""
        self.fingers.step()
        self.runner.step()
        app = self.runner.app
        # A restarted app has fresh dice.
        if self._seed is not None and app is not self._seeded and hasattr(app, "cup"):
            app.cup.seed(self._seed)
            self._seeded = app

    @property
    def busy(self) -> bool:
        """Has the bridge something to do at once, without a byte coming in?"""
        # A crashed app has no bridge until it has restarted.
        bridge = getattr(self.runner.app, "bridge", None)
        return bridge is not None and bool(bridge.busy)

    def advance(self, ms: float) -> None:
        """Let simulated time pass in steps, as quickly as it goes."""
        while ms > 0:
            self.board.clock.advance_ms(min(ms, STEP_MS))
            ms -= STEP_MS
            self.step()

    def view(self) -> View:
        """What there is to see now."""
        panel = self.board.panel
        return View(b"".join(panel.picture()), panel.brightness, self.board.buttons.held())
