"""Serial endpoints of the simulator, used as the board's ``link``: a TCP port, a pseudo-terminal.

Both serve any number of clients, one after another, and never block. Data that a client does not
read stays in the bridge, which bounds it.
"""

import ipaddress
import os
import select
import socket
import sys
import tempfile
import time
from collections.abc import Callable

from host_sim.command_error import CommandError
from host_sim.link.newcomer import SECONDS, Newcomer
from host_sim.link.terminal import Terminal

Bytes = bytes | bytearray | memoryview

_MOST_HEARD = 1 << 16  # bytes read ahead
_MOST_NEWCOMERS = 32


class TcpEndpoint:
    """Listen on ``host:port``; port 0 takes a free one. ``url`` is what a client opens.

    A connection is a `Newcomer` until its first line has come and is a JSON object. The next
    client waits until the current one has closed its connection, or its sending side and has its
    answers. ``remote``: other computers can reach the port.
    """

    def __init__(self, host: str, port: int, wall: Callable[[], float] = time.monotonic) -> None:
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        try:
            self._listener = socket.create_server((host, port), family=family)
        except (OSError, OverflowError, UnicodeError) as error:
            raise CommandError(f"cannot listen on {host}:{port}: {error}") from error
        self._listener.setblocking(False)
        self._wall = wall
        self._newcomers: list[Newcomer] = []  # in order of arrival
        self._peer: socket.socket | None = None
        self._clients = 0
        # What the client has sent. Without reading ahead its hanging up is not seen during a long
        # request.
        self._heard = bytearray()
        self._ended = False  # the client sends no more
        self._blocked = False  # the client has not read what was sent
        bound_host, bound_port = self._listener.getsockname()[:2]
        self.remote = not ipaddress.ip_address(bound_host.partition("%")[0]).is_loopback
        shown = f"[{bound_host}]" if ":" in bound_host else bound_host
        self.url = f"socket://{shown}:{bound_port}"

    @property
    def connected(self) -> int:
        self._meet()
        self._read_ahead()
        if self._ended and self._next():
            self._drop()
        newcomer = self._next()
        if self._peer is None and newcomer:
            self._newcomers.remove(newcomer)
            self._peer = newcomer.connection
            self._clients += 1
            self._heard += newcomer.data
            self._read_ahead()
        return 0 if self._peer is None else self._clients

    def read(self, n: int) -> bytes:
        self._read_ahead()
        data = bytes(self._heard[:n])
        del self._heard[:n]
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
        return taken

    def wait(self, timeout: float) -> bool:
        """Wait until there is a byte or a client, or a blocked write can go on. Return False if
        ``timeout`` (s) has passed without."""
        if (self._heard and not self._blocked) or (self._peer is None and self._next()):
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

    def answered(self) -> None:
        """Hang up on a client that sends no more, since all its requests are answered."""
        if self._ended and not self._heard:
            self._drop()

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
            newcomer.read()
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

    def _read_ahead(self) -> None:
        """Read ahead what the client sends, also while its last request is at work."""
        while self._peer is not None and not self._ended and len(self._heard) < _MOST_HEARD:
            try:
                data = self._peer.recv(4096)
            except (BlockingIOError, InterruptedError):
                return
            except OSError:
                self._drop()
                return
            self._ended = not data
            self._heard += data

    def _drop(self) -> None:
        if self._peer is not None:
            self._peer.close()
        self._peer = None
        self._heard.clear()
        self._ended = False
        self._blocked = False


class PtyEndpoint:
    """A pseudo-terminal for each client. ``url`` is a link to that of the next client.

    So a client cannot get what another one has left behind, and clients wait for each other.
    """

    # If one pseudo-terminal served all, a client that opens it at once after another has closed it
    # could not be told from that one, and would find its unread answers. Two clients share one only
    # if both open it between two looks at `connected`; see `Terminal.greet`.

    def __init__(self) -> None:
        self._folder = tempfile.TemporaryDirectory(prefix="pocketpig-")
        self.url = os.path.join(self._folder.name, "line")
        self._made = 0
        # Of the client, of those who wait, and of the next to come.
        self._terminals: list[Terminal] = []
        self._blocked = False  # the client has not read what was sent
        try:
            self._prepare()
        except (ImportError, OSError) as error:
            self._folder.cleanup()
            raise CommandError(f"cannot open a pseudo-terminal: {error}; take TCP") from error

    def _prepare(self) -> None:
        """Make a pseudo-terminal for the next client. Raises ImportError if the system has none."""
        self._made += 1
        terminal = Terminal(self._made)
        new = self.url + ".new"
        os.symlink(terminal.name, new)
        os.replace(new, self.url)
        self._terminals.append(terminal)

    @property
    def connected(self) -> int:
        newest = self._terminals[-1]
        if newest.events() != select.POLLHUP:  # somebody is there, or was and has gone
            newest.greet()
            self._prepare()
        for each in self._terminals[:-1]:
            if each.events() & select.POLLHUP:
                self._terminals.remove(each)
                each.close()
        return self._terminals[0].number if len(self._terminals) > 1 else 0

    @property
    def _client(self) -> int:
        """The open file of the client, -1 if there is none."""
        return self._terminals[0].file if len(self._terminals) > 1 else -1

    def read(self, n: int) -> bytes:
        client = self._terminals[0]
        if client.heard:
            data, client.heard = client.heard[:n], client.heard[n:]
            return data
        try:
            return os.read(self._client, n)
        except OSError:
            return b""

    def write(self, data: Bytes) -> int:
        try:
            taken = os.write(self._client, data)
        except OSError:
            taken = 0
        self._blocked = taken < len(data)
        return taken

    def wait(self, timeout: float) -> bool:
        """Wait as `TcpEndpoint.wait` does; without a client, ``timeout``."""
        if not self.connected:
            time.sleep(timeout)  # a line that is hung up would end `select` at once
            return False
        if self._terminals[0].heard and not self._blocked:
            return True
        line = [self._client]
        reading, writing = ([], line) if self._blocked else (line, [])
        return any(select.select(reading, writing, [], timeout))

    def close(self) -> None:
        """Hang up, and remove the path."""
        for each in self._terminals:
            each.close()
        self._folder.cleanup()


Endpoint = TcpEndpoint | PtyEndpoint


def open_tcp(
    host: str, port: int, *, test_mode: bool = False, allow_remote: bool = False
) -> TcpEndpoint:
    """Return an open endpoint. Raises CommandError.

    If other computers can reach it, a warning is printed; in ``test_mode`` it then needs
    ``allow_remote``.
    """
    endpoint = TcpEndpoint(host, port)
    if endpoint.remote:
        if test_mode and not allow_remote:
            endpoint.close()
            raise CommandError(
                f"{endpoint.url} in test mode: every computer that reaches this address could "
                "control the handheld. Take 127.0.0.1, or allow it with --allow-remote",
                2,
            )
        what = "see the game and control it" if test_mode else "see the game"
        print(
            f"warning: every computer that reaches {endpoint.url} can {what}; there is no password",
            file=sys.stderr,
            flush=True,
        )
    return endpoint
