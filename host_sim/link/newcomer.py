# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""A TCP connection that has not yet proved that it speaks the serial protocol.

Any web page can make a browser connect to a port of this computer and send bytes of the page's
choice. But what a browser sends always begins with an HTTP request line or a TLS record. Therefore
a connection becomes the client only after its first line was a complete JSON object. Nothing from
any other connection is passed on.
"""

from __future__ import annotations

import json
import re
import socket
from typing import Any

SECONDS = 5.0  # from the connection to the end of its first line
MAX_LINE = 4096  # bytes of the first line, and of blank lines before it

GOOD, UNDECIDED, HTTP, BAD = "good", "undecided", "http", "bad"

_BLANK = b" \t\r\n"
_REQUEST = re.compile(rb"[A-Z]{3,16} ")
_PERHAPS_REQUEST = re.compile(rb"[A-Z]{1,16}\Z")

_SENTENCE = (
    b"This is a Pocket Pig's serial port, not a web server. Nothing was done.\n"
    b"Talk to it with: pocketpig device --port socket://HOST:PORT hello\n"
)
_HTTP_ANSWER = (
    b"HTTP/1.1 400 Bad Request\r\nContent-Type: text/plain\r\nX-Content-Type-Options: nosniff\r\n"
    b"Content-Length: %d\r\nConnection: close\r\n\r\n%s" % (len(_SENTENCE), _SENTENCE)
)


class Newcomer:
    """Call ``read`` when bytes may have come. ``deadline``: close the connection then, unless it is
    ``good``."""

    def __init__(self, connection: socket.socket, deadline: float) -> None:
        self.connection = connection
        self.deadline = deadline
        self.data = b""  # bytes received, without leading blank lines
        self.good = False
        self.gone = False
        self._blank = 0
        self._refused = False

    def read(self) -> None:
        """Read what has come and judge it."""
        if self.good or self.gone:
            return
        try:
            data = self.connection.recv(MAX_LINE)
        except (BlockingIOError, InterruptedError):
            return
        except OSError:
            data = b""
        if not data:
            self.close()
        elif not self._refused:
            self._judge(data)

    def _judge(self, data: bytes) -> None:
        data = self.data + data
        self.data = data.lstrip(_BLANK)
        self._blank += len(data) - len(self.data)
        found = verdict(self.data) if self._blank <= MAX_LINE else BAD
        self.good = found == GOOD
        if found == HTTP:
            self._answer(_HTTP_ANSWER)
        elif found == BAD:
            self._answer(b"")

    def _answer(self, data: bytes) -> None:
        """Send a final answer. Do not close yet: closing with unread bytes would discard it."""
        self._refused = True
        self.data = b""
        try:
            self.connection.send(data)
            self.connection.shutdown(socket.SHUT_WR)
        except OSError:
            self.close()

    def close(self) -> None:
        self.gone = True
        self.connection.close()


def verdict(data: bytes) -> str:
    """Classify a connection by its first bytes (without leading white space)."""
    if not data:
        return UNDECIDED
    if not data.startswith(b"{"):
        if _REQUEST.match(data):
            return HTTP
        return UNDECIDED if _PERHAPS_REQUEST.match(data) else BAD
    line, newline, _ = data.partition(b"\n")
    if len(line.rstrip(b"\r") if newline else line) > MAX_LINE + (not newline):
        return BAD
    if not newline:
        return UNDECIDED
    return GOOD if _is_object(line) else BAD


def _is_object(line: bytes) -> bool:
    try:
        return isinstance(json.loads(line.decode(), parse_constant=_no_number), dict)
    except (ValueError, RecursionError):
        return False


def _no_number(name: str) -> Any:
    raise ValueError(f"{name} is not JSON")
