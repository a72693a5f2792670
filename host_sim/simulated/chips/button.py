# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Push buttons that bounce, and the scanner that debounces them like CircuitPython's ``keypad``.

Source: CircuitPython 10 ``shared-module/keypad``: a scan every 20 ms on a 1,024 Hz tick takes the
level it finds, a queue of 64 events sets ``overflowed`` and drops what does not fit.
"""

from __future__ import annotations

import math
import random
from collections import deque
from collections.abc import Sequence
from typing import Callable

from host_sim.simulated.chips.clock import ticks_at

_SCAN_TICKS = int(0.020 * 1024)
SCAN_INTERVAL_US = _SCAN_TICKS * 1_000_000 // 1024
MAX_EVENTS = 64

_BOUNCE_US = 4_000
_MOST_BOUNCES = 4


class Contact:
    """One button's contact. Each change chatters for up to 4 ms, the same way for the same seed.

    ``fault``: None in a sound one, "stuck" in one that is closed whatever the finger does, "dead"
    in one that never closes.
    """

    def __init__(self, now_us: Callable[[], int], *, seed: int = 0, closed: bool = False) -> None:
        self._now_us = now_us
        self._random = random.Random(seed)
        self._pushed = closed
        self._settled = closed
        self.fault: str | None = None
        # Coming (and not yet forgotten) changes of level, in order of time.
        self._edges: deque[tuple[int, bool]] = deque()

    @property
    def pushed(self) -> bool:
        """Is a finger on it? The level may still be chattering."""
        return self._pushed

    def press(self) -> None:
        self._move(True)

    def release(self) -> None:
        self._move(False)

    @property
    def next_change_us(self) -> float:
        """When the level changes next, as far as is known; infinity: not until it is moved."""
        return self._edges[0][0] if self._edges else math.inf

    def closed_at(self, time_us: int) -> bool:
        """The level at a time. Ask in order of time: what lies before is forgotten."""
        while self._edges and self._edges[0][0] <= time_us:
            self._settled = self._edges.popleft()[1]
        return self._settled if self.fault is None else self.fault == "stuck"

    def _move(self, pushed: bool) -> None:
        if pushed == self._pushed:
            return
        self._pushed = pushed
        now = self._now_us()
        if self._edges and self._edges[-1][0] > now:
            # Moved back while it still chattered: the old chatter ends here.
            self._edges = deque(edge for edge in self._edges if edge[0] <= now)
        bounces = self._random.randrange(_MOST_BOUNCES + 1)
        moments = sorted(self._random.sample(range(1, _BOUNCE_US), 2 * bounces))
        level = pushed
        for moment in [0, *moments]:
            self._edges.append((now + moment, level))
            level = not level


class Event:
    """As ``keypad.Event``: one object can be filled again and again."""

    def __init__(self, key_number: int = 0, pressed: bool = True, timestamp: int = 0) -> None:
        self.fill(key_number, pressed, timestamp)

    def fill(self, key_number: int, pressed: bool, timestamp: int) -> None:
        self.key_number = key_number
        self.pressed = pressed
        self.timestamp = timestamp

    @property
    def released(self) -> bool:
        return not self.pressed


class EventQueue:
    """As ``keypad.EventQueue``; ``catch_up`` is called before each look into it."""

    def __init__(self, max_events: int, catch_up: Callable[[], None]) -> None:
        self.overflowed = False
        self._max_events = max_events
        self._catch_up = catch_up
        self._events: deque[tuple[int, bool, int]] = deque()

    def record(self, key_number: int, pressed: bool, timestamp: int) -> None:
        if len(self._events) == self._max_events:
            self.overflowed = True
        else:
            self._events.append((key_number, pressed, timestamp))

    def get_into(self, event: Event) -> bool:
        """Fill ``event`` with the oldest one; False when there is none."""
        self._catch_up()
        if not self._events:
            return False
        event.fill(*self._events.popleft())
        return True

    def get(self) -> Event | None:
        event = Event()
        return event if self.get_into(event) else None

    def clear(self) -> None:
        """Forget all events and the overflow."""
        self._catch_up()
        self._events.clear()
        self.overflowed = False

    def __len__(self) -> int:
        self._catch_up()
        return len(self._events)


class KeyScanner:
    """As ``keypad.Keys``, over contacts instead of pins. Scans are done when they are looked at.

    As in CircuitPython 10 a key that is down already at the first scan gives no press, and a
    release when it is let go; after ``reset`` it does give one.
    """

    def __init__(
        self,
        contacts: Sequence[Contact],
        now_us: Callable[[], int],
        *,
        max_events: int = MAX_EVENTS,
    ) -> None:
        self.key_count = len(contacts)
        self.events = EventQueue(max_events, self._scan_until_now)
        self._contacts = contacts
        self._now_us = now_us
        self._next_scan_us = now_us()
        self._down = [contact.closed_at(self._next_scan_us) for contact in contacts]

    def reset(self) -> None:
        """Take all keys to be up and scan at once."""
        self._scan_until_now()
        self._down = [False] * self.key_count
        self._next_scan_us = self._now_us()
        self._scan_until_now()

    def deinit(self) -> None:
        """Stop scanning."""
        self._contacts = ()

    def _scan_until_now(self) -> None:
        now = self._now_us()
        while self._next_scan_us <= now:
            self._scan(self._next_scan_us)
            self._next_scan_us += SCAN_INTERVAL_US
            # Skip scans that see nothing new: the last look may be long ago.
            until = min([now, *(contact.next_change_us for contact in self._contacts)])
            idle_scans = max(0, int(until) - self._next_scan_us) // SCAN_INTERVAL_US
            self._next_scan_us += idle_scans * SCAN_INTERVAL_US

    def _scan(self, time_us: int) -> None:
        for key_number, contact in enumerate(self._contacts):
            closed = contact.closed_at(time_us)
            if closed != self._down[key_number]:
                self._down[key_number] = closed
                self.events.record(key_number, closed, ticks_at(time_us))
