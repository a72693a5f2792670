# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Fingers on the four buttons: keys, mouse and scripts become movements of the contacts."""

from __future__ import annotations

from collections import deque
from collections.abc import Hashable

from handheld.board import BUTTONS
from host_sim.simulated.board import SimulatedBoard

# A contact chatters for 4 ms and is scanned every 20 ms: what lasts so long is surely seen.
SHORTEST_US = 30_000
# Movements that a button may lag behind, so that a key that repeats cannot pile them up.
MOST_WAITING = 16


class Fingers:
    """Moves the contacts of ``board``; call ``step`` often.

    A button is down while at least one source (a key, the mouse, ...) holds it. However quick a
    movement was, it lasts long enough to be told from bounce, as a real finger's does.
    """

    def __init__(self, board: SimulatedBoard) -> None:
        self._board = board
        self._sources: list[set[Hashable]] = [set() for _ in BUTTONS]
        self._waiting: list[deque[bool]] = [deque() for _ in BUTTONS]
        self._free_us = [0] * len(BUTTONS)

    def plug_into(self, board: SimulatedBoard) -> None:
        """The power has come back: ``board`` has been made with what ``held`` says."""
        self._board = board
        for waiting in self._waiting:
            waiting.clear()
        self._free_us = [0] * len(BUTTONS)

    @property
    def held(self) -> list[str]:
        """Names of the buttons that somebody holds."""
        return [name for name, sources in zip(BUTTONS, self._sources) if sources]

    def holds(self, button: str, source: Hashable) -> bool:
        """Is ``source`` on the button?"""
        return source in self._sources[BUTTONS.index(button)]

    def down(self, button: str, source: Hashable = "finger") -> None:
        """``source`` pushes the button, unless it does already."""
        index = BUTTONS.index(button)
        sources = self._sources[index]
        if not sources:
            self._want(index, True)
        sources.add(source)

    def up(self, button: str, source: Hashable = "finger") -> None:
        """``source`` lets go of the button."""
        index = BUTTONS.index(button)
        sources = self._sources[index]
        if source in sources:
            sources.remove(source)
            if not sources:
                self._want(index, False)

    def let_go(self, source: Hashable) -> None:
        """``source`` lets go of whatever it holds."""
        for button in BUTTONS:
            self.up(button, source)

    def let_go_all(self) -> None:
        """No finger is on any button."""
        for index, sources in enumerate(self._sources):
            if sources:
                sources.clear()
                self._want(index, False)

    def tap(self, button: str) -> None:
        """A short press, for sources that cannot tell how long they last."""
        index = BUTTONS.index(button)
        if not self._sources[index]:
            self._want(index, True)
            self._want(index, False)

    @property
    def resting(self) -> bool:
        """Has every movement been made, long enough ago to be seen?"""
        now = self._board.clock.now_us()
        return not any(self._waiting) and all(now >= free for free in self._free_us)

    def step(self) -> None:
        """Make the movements that are due."""
        now = self._board.clock.now_us()
        for index, waiting in enumerate(self._waiting):
            if waiting and now >= self._free_us[index]:
                self._free_us[index] = now + SHORTEST_US
                if waiting.popleft():
                    self._board.press(index)
                else:
                    self._board.release(index)

    def _want(self, index: int, down: bool) -> None:
        waiting = self._waiting[index]
        waiting.append(down)
        if len(waiting) > MOST_WAITING:
            # The oldest press and its release are forgotten: what stays still alternates.
            waiting.popleft()
            waiting.popleft()
        self.step()
