"""Push buttons that bounce, and a scanner that debounces them like CircuitPython's ``keypad``.

Source: CircuitPython 10 ``shared-module/keypad``. It samples the levels at an interval on a
1,024 Hz tick. Its queue holds 64 events; when it is full, it drops events and sets ``overflowed``.
"""

import math
import random
from collections import deque
from collections.abc import Callable, Sequence

INTERVAL = 0.02  # seconds between two scans, unless asked otherwise
MAX_EVENTS = 64

_BOUNCE_US = 4_000
_MOST_BOUNCES = 4


class Contact:
    """One button's contact. Each change bounces for up to 4 ms, reproducibly for a seed.

    ``pushed``: a finger is on the button; the level may still be bouncing.
    ``fault``: None if it works, "stuck" if it is always closed, "dead" if it never closes.
    """

    def __init__(self, now_us: Callable[[], int], *, seed: int = 0, closed: bool = False) -> None:
        self._now_us = now_us
        self._random = random.Random(seed)
        self.pushed = closed
        self._level = closed
        self.fault: str | None = None
        # Changes of level that are due, or not yet applied, in order of time.
        self._edges: deque[tuple[int, bool]] = deque()

    @property
    def next_change_us(self) -> float:
        """The time of the next known change of level; infinity if there is none."""
        return self._edges[0][0] if self._edges else math.inf

    def closed_at(self, time_us: int) -> bool:
        """Return the level at a time. Calls must be in order of time."""
        while self._edges and self._edges[0][0] <= time_us:
            self._level = self._edges.popleft()[1]
        return self._level if self.fault is None else self.fault == "stuck"

    def move(self, pushed: bool) -> None:
        """Push the button, or let it go."""
        if pushed == self.pushed:
            return
        self.pushed = pushed
        now = self._now_us()
        if self._edges and self._edges[-1][0] > now:
            # The contact moved back while it was bouncing: the old bounces end.
            self._edges = deque(edge for edge in self._edges if edge[0] <= now)
        bounces = self._random.randrange(_MOST_BOUNCES + 1)
        moments = sorted(self._random.sample(range(1, _BOUNCE_US), 2 * bounces))
        level = pushed
        for moment in [0, *moments]:
            self._edges.append((now + moment, level))
            level = not level


class Event:
    """Like ``keypad.Event``: one object can be refilled."""

    def __init__(self, key_number: int = 0, pressed: bool = True) -> None:
        self.fill(key_number, pressed)

    def fill(self, key_number: int, pressed: bool) -> None:
        self.key_number = key_number
        self.pressed = pressed


class EventQueue:
    """Like ``keypad.EventQueue``; ``catch_up`` is called before each access."""

    def __init__(self, catch_up: Callable[[], None]) -> None:
        self.overflowed = False
        self._catch_up = catch_up
        self._events: deque[tuple[int, bool]] = deque()

    def record(self, key_number: int, pressed: bool) -> None:
        if len(self._events) == MAX_EVENTS:
            self.overflowed = True
        else:
            self._events.append((key_number, pressed))

    def get_into(self, event: Event) -> bool:
        """Fill ``event`` with the oldest one. Return False if there is none."""
        self._catch_up()
        if not self._events:
            return False
        event.fill(*self._events.popleft())
        return True

    def clear(self) -> None:
        """Remove all events and clear ``overflowed``."""
        self._catch_up()
        self._events.clear()
        self.overflowed = False

    def __len__(self) -> int:
        self._catch_up()
        return len(self._events)


class KeyScanner:
    """Like ``keypad.Keys``, on contacts instead of pins. Scans are made up when events are read.

    As in CircuitPython 10, a key that is down at the first scan gives no press event, but a release
    event later; after ``reset`` it gives a press event.
    """

    def __init__(
        self,
        contacts: Sequence[Contact],
        now_us: Callable[[], int],
        *,
        interval: float = INTERVAL,
    ) -> None:
        self.interval_us = int(interval * 1024) * 1_000_000 // 1024
        self.events = EventQueue(self._scan_until_now)
        self._contacts = contacts
        self._now_us = now_us
        self._next_scan_us = now_us()
        self._down = [contact.closed_at(self._next_scan_us) for contact in contacts]

    def reset(self) -> None:
        """Assume that all keys are up, and scan at once."""
        self._scan_until_now()
        self._down = [False] * len(self._down)
        self._next_scan_us = self._now_us()
        self._scan_until_now()

    def deinit(self) -> None:
        """Stop scanning."""
        self._contacts = ()

    def _scan_until_now(self) -> None:
        now = self._now_us()
        while self._next_scan_us <= now:
            self._scan(self._next_scan_us)
            self._next_scan_us += self.interval_us
            # Skip scans without a change: the last access may be long ago.
            until = min([now, *(contact.next_change_us for contact in self._contacts)])
            idle_scans = max(0, int(until) - self._next_scan_us) // self.interval_us
            self._next_scan_us += idle_scans * self.interval_us

    def _scan(self, time_us: int) -> None:
        for key_number, contact in enumerate(self._contacts):
            closed = contact.closed_at(time_us)
            if closed != self._down[key_number]:
                self._down[key_number] = closed
                self.events.record(key_number, closed)
