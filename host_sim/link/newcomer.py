"""A TCP connection that has not yet proved that it speaks the serial protocol.

Any web page can make a browser connect to a port of this computer and send bytes of the page's
choice. But what a browser sends always begins with an HTTP request line or a TLS record. Therefore
a connection becomes the client only after its first line was a complete JSON object. Nothing from
any other connection is passed on.
"""

import json
import socket

from host_sim.link.client import refuse_constant

SECONDS = 5.0  # from the connection to the end of its first line
MAX_LINE = 4096  # bytes of the first line, and of blank lines before it
_BLANK = b" \t\r\n"


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
        whole = self.data + data
        self.data = whole.lstrip(_BLANK)
        self._blank += len(whole) - len(self.data)
        good = is_good(self.data) if data and self._blank <= MAX_LINE else False
        self.good = good is True
        if good is False:
            self.close()

    def close(self) -> None:
        self.gone = True
        self.connection.close()


def is_good(data: bytes) -> bool | None:
    """Judge a connection by its first bytes (without leading white space); None: too few yet."""
    line, newline, _ = data.partition(b"\n")
    if (data and not data.startswith(b"{")) or len(line.rstrip(b"\r")) > MAX_LINE:
        return False
    if not newline:
        return None
    try:
        return isinstance(json.loads(line.decode(), parse_constant=refuse_constant), dict)
    except (ValueError, RecursionError):
        return False
