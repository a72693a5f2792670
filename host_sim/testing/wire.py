"""Record the traffic of a client for reports."""

import time
from collections import deque

from host_sim.link.client import Transport

LINES_KEPT = 50
_LONGEST_SHOWN = 200  # the most characters of a line


class Wire:
    """A transport that forwards to another one and keeps the last lines."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport
        self._began = time.monotonic()
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
        """Forget the traffic so far."""
        self._lines.clear()
        self._began = time.monotonic()

    def _note(self, direction: str, data: bytes) -> None:
        if not data:
            return
        *whole, rest = (self._unfinished[direction] + data).split(b"\n")
        self._unfinished[direction] = rest
        seconds = time.monotonic() - self._began
        for line in whole:
            self._lines.append((seconds, direction, line))

    def received(self) -> list[bytes]:
        """Return the received ones of the last lines, latest first."""
        return [line for _, direction, line in reversed(self._lines) if direction == "<"]

    def last_lines(self) -> list[str]:
        """Return the last lines as text: seconds, `>` sent or `<` received, and the line."""
        shown = [
            f"{seconds:8.3f} {direction} {_text(line)}" for seconds, direction, line in self._lines
        ]
        for direction, rest in self._unfinished.items():
            if rest:
                shown.append(f"         {direction} {_text(rest)}  (no end of line yet)")
        return shown[-LINES_KEPT:]


def _text(line: bytes) -> str:
    """Return a line as printable ASCII, shortened to _LONGEST_SHOWN."""
    text = "".join(chr(byte) if 32 <= byte < 127 else f"\\x{byte:02x}" for byte in line)
    if len(text) <= _LONGEST_SHOWN:
        return text
    return f"{text[:_LONGEST_SHOWN]}... ({len(line)} bytes)"
