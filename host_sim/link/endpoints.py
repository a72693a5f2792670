# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Serial endpoints of the simulator, used as the board's ``link``: a TCP port, a pseudo-terminal.

Both serve any number of clients, one after another. They neither buffer nor block: data that a
client does not read stays in the bridge, which bounds it.
"""

from __future__ import annotations

import contextlib
import ipaddress
import os
import select
import socket
import sys
import time
from typing import Callable, Union

from host_sim.link.newcomer import SECONDS, Newcomer

Bytes = Union[bytes, bytearray, memoryview]

_MOST_LAST_WORDS = 1 << 16
_MOST_NEWCOMERS = 32

REMOTE_HELP = "let other computers reach the TCP port in test mode, and control it"


class EndpointError(Exception):
    """The endpoint cannot be opened; the message says why. ``status``: the exit status."""

    status = 1


class NotAllowed(EndpointError):
    """Other computers could control the handheld, which was not allowed."""

    status = 2


class TcpEndpoint:
    """Listen on ``host:port``; port 0 takes a free one. ``url`` is what a client opens.

    A connection is a `Newcomer` until its first line has come and is a JSON object. The next
    client waits until the current one has closed its connection. A client that has closed only its
    sending side gets its answers until the next client comes. ``remote``: other computers can reach
    the port.
    """

    def __init__(self, host: str, port: int, wall: Callable[[], float] = time.monotonic) -> None:
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        try:
            self._listener = socket.create_server((host, port), family=family)
        except (OSError, OverflowError, UnicodeError) as error:
            raise EndpointError(f"cannot listen on {host}:{port}: {error}") from error
        self._listener.setblocking(False)
        self._wall = wall
        self._newcomers: list[Newcomer] = []  # in order of arrival
        self._peer: socket.socket | None = None
        self._first = b""  # bytes read before the connection became the client
        self._changing = False  # a client has gone; `connected` must return False once
        self._ended = False  # the client sends no more
        self._blocked = False  # the client has not read what was sent
        bound_host, bound_port = self._listener.getsockname()[:2]
        self.remote = not ipaddress.ip_address(bound_host.partition("%")[0]).is_loopback
        shown = f"[{bound_host}]" if ":" in bound_host else bound_host
        self.url = f"socket://{shown}:{bound_port}"

    @property
    def connected(self) -> bool:
        self._meet()
        if self._changing:
            self._changing = False
        elif self._peer is None:
            self._let_in()
        return self._peer is not None

    def read(self, n: int) -> bytes:
        if self._peer is None:
            return b""
        if self._first:
            data, self._first = self._first[:n], self._first[n:]
            return data
        if self._ended:
            # The bridge reads only after it has answered, so this client has all its answers.
            self._make_room()
            return b""
        try:
            data = self._peer.recv(n)
        except (BlockingIOError, InterruptedError):
            return b""
        except OSError:
            self._drop()
            return b""
        self._ended = not data
        return data

    def write(self, data: Bytes) -> int:
        if self._peer is None:
            return 0
        try:
            taken = self._peer.send(data)
        except (BlockingIOError, InterruptedError):
            taken = 0
        except OSError:
            self._drop()
            return 0
        self._blocked = taken < len(data)
        if self._blocked and self._ended:
            self._make_room()
        return taken

    def wait(self, timeout: float) -> bool:
        """Wait until there is a byte or a client, or a blocked write can go on. Return False if
        ``timeout`` (s) has passed without."""
        if (self._first and not self._blocked) or (self._peer is None and self._next()):
            return True
        readers = [each.connection for each in self._newcomers if not each.good]
        if self._has_room():
            readers.append(self._listener)
        writers = []
        if self._peer is not None and self._blocked:
            # The bridge takes no request while an answer waits.
            writers.append(self._peer)
        elif self._peer is not None and not self._ended:
            readers.append(self._peer)
        return any(select.select(readers, writers, [], timeout))

    def close(self) -> None:
        self._drop()
        for newcomer in self._newcomers:
            newcomer.close()
        self._newcomers.clear()
        self._listener.close()

    # -- who comes --------------------------------------------------------------------------------

    def _meet(self) -> None:
        """Accept connections, read from the newcomers, and close those past their deadline."""
        while self._has_room():
            try:
                connection, _ = self._listener.accept()
            except OSError:
                break
            connection.setblocking(False)
            connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            # Detect a client whose computer has vanished.
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
            if len(self._newcomers) >= _MOST_NEWCOMERS:
                # A genuine client sends at once: close the newcomer that has been silent longest.
                next(each for each in self._newcomers if not each.good).close()
                self._forget_gone()
            self._newcomers.append(Newcomer(connection, self._wall() + SECONDS))
        if not self._newcomers:
            return
        now = self._wall()
        for newcomer in self._newcomers:
            newcomer.see()
            if not newcomer.good and now >= newcomer.deadline:
                newcomer.close()
        self._forget_gone()

    def _forget_gone(self) -> None:
        self._newcomers = [each for each in self._newcomers if not each.gone]

    def _has_room(self) -> bool:
        return len(self._newcomers) < _MOST_NEWCOMERS or not all(
            each.good for each in self._newcomers
        )

    def _next(self) -> Newcomer | None:
        """Return the newcomer that is the next client, None if there is none."""
        return next((each for each in self._newcomers if each.good), None)

    def _let_in(self) -> None:
        newcomer = self._next()
        if newcomer:
            self._newcomers.remove(newcomer)
            self._peer, self._first = newcomer.connection, newcomer.data

    def _make_room(self) -> None:
        """Drop the client, which sends no more, if another one waits."""
        self._meet()
        if self._next():
            self._drop()

    def _drop(self) -> None:
        if self._peer is not None:
            self._peer.close()
            self._changing = True
        self._peer = None
        self._first = b""
        self._ended = False
        self._blocked = False


class PtyEndpoint:
    """A pseudo-terminal in raw mode; ``url`` is the path that a client opens.

    Requests that a client sent before it closed are still carried out; their answers are dropped.
    """

    def __init__(self) -> None:
        if not hasattr(os, "openpty"):
            raise EndpointError("this system has no pseudo-terminals; serve on TCP instead")
        try:
            self._master, client_side = os.openpty()
        except OSError as error:
            raise EndpointError(f"cannot open a pseudo-terminal: {error}") from error
        self.url = os.ttyname(client_side)
        # Closed, so that POLLHUP tells when no client has the terminal open.
        os.close(client_side)
        os.set_blocking(self._master, False)
        self._poll = select.poll()
        self._poll.register(self._master, select.POLLIN)
        self._here = False  # a client had the terminal open at the last check
        self._last_words = b""
        self._ending = False  # they have been read; `connected` must return False once
        self._blocked = False
        self._tidy()

    @property
    def connected(self) -> bool:
        if self._last_words:
            return True
        if self._ending:
            self._ending = False
            return False  # once, so that the board notices the change of client
        if not any(flags & select.POLLHUP for _, flags in self._poll.poll(0)):
            self._here = True
            return True
        self._last_words = self._drain()
        self._ending = bool(self._last_words)
        if self._here or self._ending:
            self._tidy()
        self._here = False
        return self._ending

    def read(self, n: int) -> bytes:
        if self._last_words:
            data, self._last_words = self._last_words[:n], self._last_words[n:]
            return data
        return self._receive(n) if self._here else b""

    def write(self, data: Bytes) -> int:
        if not self._here:
            return len(data)  # discarded, or the next client would get it
        try:
            taken = os.write(self._master, data)
        except OSError:
            taken = 0
        self._blocked = taken < len(data)
        return taken

    def wait(self, timeout: float) -> bool:
        """Wait as `TcpEndpoint.wait` does."""
        if not self._here:
            time.sleep(timeout)  # poll returns at once on a line that is hung up
            return False
        events = select.POLLOUT if self._blocked else select.POLLIN
        self._poll.modify(self._master, events)
        ready = self._poll.poll(timeout * 1000)
        self._poll.modify(self._master, select.POLLIN)
        return bool(ready)

    def close(self) -> None:
        os.close(self._master)

    def _receive(self, n: int) -> bytes:
        try:
            return os.read(self._master, n)
        except OSError:
            return b""

    def _drain(self) -> bytes:
        """Return what the kernel still holds of a client that has closed."""
        data = b""
        while len(data) < _MOST_LAST_WORDS:
            part = self._receive(4096)
            if not part:
                break
            data += part
        return data

    def _tidy(self) -> None:
        """Restore raw mode and discard unread bytes, for the next client."""
        import termios
        import tty

        self._blocked = False
        with contextlib.suppress(OSError, termios.error):
            client_side = os.open(self.url, os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK)
            try:
                tty.setraw(client_side)
                termios.tcflush(client_side, termios.TCIFLUSH)
            finally:
                os.close(client_side)


Endpoint = Union[TcpEndpoint, PtyEndpoint]


def open_endpoint(where: str, *, test_mode: bool = False, allow_remote: bool = False) -> Endpoint:
    """Open the endpoint ``pty`` or ``tcp:HOST:PORT``. Raises EndpointError.

    If other computers can reach it, a warning is printed; in ``test_mode`` it then needs
    ``allow_remote``, else raises NotAllowed.
    """
    if where == "pty":
        return PtyEndpoint()
    kind, _, address = where.partition(":")
    if kind != "tcp":
        raise EndpointError(f"{where!r} is not an endpoint; allowed: pty, tcp:HOST:PORT")
    endpoint = TcpEndpoint(*host_and_port(address))
    if endpoint.remote:
        if test_mode and not allow_remote:
            endpoint.close()
            raise NotAllowed(
                f"{endpoint.url} in test mode: every computer that reaches this address could "
                "control the handheld. Take 127.0.0.1, or allow it with --allow-remote"
            )
        what = "see the game and control it" if test_mode else "see the game"
        print(
            f"warning: every computer that reaches {endpoint.url} can {what}; there is no password",
            file=sys.stderr,
            flush=True,
        )
    return endpoint


def host_and_port(address: str) -> tuple[str, int]:
    """Return host and port of ``HOST:PORT``. Raises EndpointError if it is malformed."""
    host, colon, port = address.rpartition(":")
    if not colon or not port.isascii() or not port.isdigit() or int(port) > 65535:
        raise EndpointError(f"{address!r} is not HOST:PORT, such as 127.0.0.1:0 (0: any free port)")
    return host.strip("[]") or "127.0.0.1", int(port)
