# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Listens on a client's line, so that a report can show what went over it."""

from __future__ import annotations

import time
from collections import deque
from typing import Callable

from host_sim.link.client import Transport

LINES_KEPT = 50
REQUESTS_KEPT = 4000
_LONGEST_SHOWN = 200  # characters of a line


class Wire:
    """A transport that passes everything on to another and remembers the last lines.

    ``requests``: every line that was sent since ``clear`` (the latest ones).
    """

    def __init__(self, transport: Transport, clock: Callable[[], float] = time.monotonic) -> None:
        self.requests: deque[bytes] = deque(maxlen=REQUESTS_KEPT)
        self._transport = transport
        self._clock = clock
        self._began = clock()
        self._lines: deque[tuple[float, str, bytes]] = deque(maxlen=LINES_KEPT)
        self._unfinished = {">": b"", "<": b""}

    def read(self, timeout: float) -> bytes:
        data = self._transport.read(timeout)
        self._note("<", data)
        return data

    def write(self, data: bytes) -> None:
        self._note(">", data)
        self._transport.write(data)

    def close(self) -> None:
        self._transport.close()

    def clear(self) -> None:
        """Forget what has passed: something new begins."""
        self.requests.clear()
        self._lines.clear()
        self._began = self._clock()

    def _note(self, direction: str, data: bytes) -> None:
        if not data:
            return
        *whole, rest = (self._unfinished[direction] + data).split(b"\n")
        self._unfinished[direction] = rest
        seconds = self._clock() - self._began
        for line in whole:
            self._lines.append((seconds, direction, line))
            if direction == ">":
                self.requests.append(line)

    def received(self) -> list[bytes]:
        """The lines that came in, of the last ones, the latest first."""
        return [line for _, direction, line in reversed(self._lines) if direction == "<"]

    def last_lines(self) -> list[str]:
        """The last lines as text: seconds, `>` sent or `<` received, and the line."""
        shown = [
            f"{seconds:8.3f} {direction} {_text(line)}" for seconds, direction, line in self._lines
        ]
        for direction, rest in self._unfinished.items():
            if rest:
                shown.append(f"         {direction} {_text(rest)}  (no end of line yet)")
        return shown[-LINES_KEPT:]


def _text(line: bytes) -> str:
    """A line as printable ASCII, and not too long."""
    text = "".join(chr(byte) if 32 <= byte < 127 else f"\\x{byte:02x}" for byte in line)
    if len(text) <= _LONGEST_SHOWN:
        return text
    return f"{text[:_LONGEST_SHOWN]}... ({len(line)} bytes)"
