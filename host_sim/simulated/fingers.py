"""Press the four buttons on behalf of keys, mouse and scripts."""

from collections import deque
from collections.abc import Hashable
from typing import Any, Protocol

from handheld.board import BUTTONS

# A contact bounces for 4 ms and is scanned every 10 ms, so a scan sees any level that lasts 30 ms.
SHORTEST_US = 30_000
LONG_US = 2_200_000  # longer than any press that a screen asks for
# The most pending movements of a button: a repeating key must not pile them up.
MOST_WAITING = 16
LATCH = "latch"  # the source that holds a latched button


class Pressed(Protocol):
    """A board whose buttons, by index, can be pressed. ``clock`` tells the time by ``now_us()``."""

    clock: Any

    def press(self, button: int) -> None: ...

    def release(self, button: int) -> None: ...


class Fingers:
    """Move the contacts of ``board``; call ``step`` often.

    A button is down while at least one source (a key, the mouse, ...) holds it. A short movement is
    prolonged to SHORTEST_US, so that it is not lost between two scans.
    """

    def __init__(self, board: Pressed) -> None:
        self._board = board
        self._sources: list[set[Hashable]] = [set() for _ in BUTTONS]
        self._waiting: list[deque[tuple[bool, int]]] = [deque() for _ in BUTTONS]
        self._free_us = [0] * len(BUTTONS)

    def plug_into(self, board: Pressed) -> None:
        """Use a new board after power-on; it was made with the buttons in ``held`` down."""
        self._board = board
        for waiting in self._waiting:
            waiting.clear()
        self._free_us = [0] * len(BUTTONS)

    @property
    def held(self) -> list[str]:
        """The names of the buttons that are held."""
        return [name for name, sources in zip(BUTTONS, self._sources) if sources]

    def down(self, button: str, source: Hashable = "finger") -> None:
        """Press the button for ``source``."""
        index = BUTTONS.index(button)
        sources = self._sources[index]
        if not sources:
            self._queue_move(index, True)
        sources.add(source)

    def up(self, button: str, source: Hashable = "finger") -> None:
        """Release the button for ``source``."""
        index = BUTTONS.index(button)
        sources = self._sources[index]
        if source in sources:
            sources.remove(source)
            if not sources:
                self._queue_move(index, False)

    def release_source(self, source: Hashable) -> None:
        """Release all buttons that ``source`` holds."""
        for button in BUTTONS:
            self.up(button, source)

    def release_all(self) -> None:
        """Release all buttons of all sources."""
        for source in set().union(*self._sources):
            self.release_source(source)

    def tap(self, button: str, us: int = SHORTEST_US) -> None:
        """Press for `us` microseconds and release, for sources that have no release."""
        index = BUTTONS.index(button)
        if not self._sources[index]:
            self._queue_move(index, True, us)
            self._queue_move(index, False)

    def latch(self, button: str) -> None:
        """Hold the button down until the next call."""
        if LATCH in self._sources[BUTTONS.index(button)]:
            self.up(button, LATCH)
        else:
            self.down(button, LATCH)

    def step(self) -> None:
        """Make the movements that are due."""
        now = self._board.clock.now_us()
        for index, waiting in enumerate(self._waiting):
            if waiting and now >= self._free_us[index]:
                down, us = waiting.popleft()
                self._free_us[index] = now + us
                if down:
                    self._board.press(index)
                else:
                    self._board.release(index)

    def _queue_move(self, index: int, down: bool, us: int = SHORTEST_US) -> None:
        waiting = self._waiting[index]
        waiting.append((down, us))
        if len(waiting) > MOST_WAITING:
            # Drop the oldest press with its release, so that presses and releases still alternate.
            waiting.popleft()
            waiting.popleft()
        self.step()
