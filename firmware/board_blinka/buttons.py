# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Buttons on plain pins, scanned in the background. Imports no hardware."""

import threading
import time
from collections import deque

SCAN_SECONDS = 0.02  # longer than contacts bounce; keypad's default interval

_RELEASED = 4


class Buttons:
    """The board's ``buttons``. ``inputs``: up, down, A and B, whose ``value`` is False while down.

    A frame keeps the loop busy for up to 0.1 s, so a thread (``start``) calls ``scan``. A button
    that is down at the start gives only its release.
    """

    def __init__(self, inputs):
        self._inputs = inputs
        self._events = deque()
        self._came = threading.Event()
        self._down = 0
        self.scan()
        self._events.clear()
        self._came.clear()

    def start(self):
        """Scan for as long as the program runs."""
        threading.Thread(target=self._run, daemon=True).start()

    def scan(self):
        """Read the levels and queue what has changed."""
        for index, pin in enumerate(self._inputs):
            bit = 1 << index
            if pin.value == bool(self._down & bit):
                self._down ^= bit
                self._events.append(index if self._down & bit else index + _RELEASED)
                self._came.set()

    def poll(self):
        """Return the next event: 0 to 3 for a press, 4 to 7 for a release, -1 for none."""
        return self._events.popleft() if self._events else -1

    def wait(self, seconds):
        """Until an event comes, or has come since the last call, or the time is over."""
        self._came.wait(seconds)
        self._came.clear()

    def held(self):
        """Return a mask (1 << index) of the buttons that are down."""
        return self._down

    def _run(self):
        while True:
            time.sleep(SCAN_SECONDS)
            self.scan()
