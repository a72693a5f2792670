"""A client of the serial bridge on a board, a pseudo-terminal or a TCP port.

    with Client.open("socket://127.0.0.1:43210") as handheld:
        handheld.call("new_game", variant="pig", players=[{"kind": "human"}, {"kind": "hold20"}])
        state = handheld.call("act", player=0, action="roll")

Ports are pyserial's: /dev/ttyACM1, COM5, the path of a pty, socket://HOST:PORT, rfc2217://HOST:PORT,
and its other URLs.
"""

from __future__ import annotations

import base64
import importlib
import json
import math
import os
import pkgutil
import select
import socket
import time
from collections import deque
from typing import Any, Protocol
from urllib.parse import urlsplit

import serial
import serial.urlhandler

from host_sim.command_error import CommandError
from host_sim.link.visible import visible

TIMEOUT_SECONDS = 5.0  # for the first answer
ALIVE_SECONDS = 60.0  # for the next ones: it answers, but its computer may be busy
LONGEST_SECONDS = 24 * 60 * 60.0
REST_SECONDS = 0.05  # the least time to wait for the rest of a line
LINE_SECONDS = 10.0  # the longest a line, or a stream of other lines, may take
LONGEST_LINE = 1 << 16  # far above any answer
EVENTS_KEPT = 1000
FRAME_BYTES = 1024
_CONNECT_SECONDS = 5.0
_BAUD = 115200  # for a real UART; USB, TCP and a pty ignore it
_WRITE_SECONDS = 10.0
_SLICE_SECONDS = 0.05  # the longest wait in pyserial, which cannot wait for two times in turn


class ClientError(CommandError):
    """Base class of this module's errors; the message says what to do."""

    def __str__(self) -> str:
        # The message may quote untrusted bytes of the other side.
        return visible(super().__str__())


class CannotConnect(ClientError):
    """The port cannot be opened."""


class WrongPort(CannotConnect):
    """No port can have that name or URL, or a package that it needs is missing."""

    status = 2


class ConnectionLost(ClientError):
    """The other side has closed the connection."""


class NoAnswer(ClientError):
    """No answer came in time."""


class BadAnswer(ClientError):
    """What was received is not the bridge's protocol."""


class Refused(ClientError):
    """The handheld answered with an error: ``code``, ``message``, ``data`` (or None)."""

    code = 0
    hint = ""

    def __init__(self, code: int, message: str, data: Any = None) -> None:
        super().__init__(f"{message}{self.hint} ({code})")
        self.code = code
        self.message = message
        self.data = data


def _kind(name: str, code: int, hint: str = "", status: int = 1) -> type[Refused]:
    """Return the class of the refusals with a code. It is no test class for pytest."""
    return type(name, (Refused,), {"code": code, "hint": hint, "status": status, "__test__": False})


_TEST_MODE = "; hold A and B while it starts, or use its settings (simulator: --test-mode)"
UnknownMethod = _kind("UnknownMethod", -32601, "; the firmware may be older than this client")
BadParameters = _kind("BadParameters", -32602, status=2)
InternalError = _kind("InternalError", -32603, "; its console has the details")
TestModeOff = _kind("TestModeOff", -32001, _TEST_MODE)
# Its ``data``: the ``legal`` actions and the players ``to_move``.
IllegalAction = _kind("IllegalAction", -32002)
NoGame = _kind("NoGame", -32003, "; start one first")
NotSupported = _kind("NotSupported", -32004)
TimedOut = _kind("TimedOut", -32005)
# Nothing was done: out of memory, it cannot be saved, or the user declined.
NoRoom = _kind("NoRoom", -32006)
REFUSALS = {kind.code: kind for kind in Refused.__subclasses__()}


def refusal(error: dict[str, Any]) -> Refused:
    """Return the exception for an error object."""
    code = error["code"]
    return REFUSALS.get(code, Refused)(code, str(error.get("message", "")), error.get("data"))


def picture_of(result: Any) -> bytes:
    """Return the 1,024 bytes in an answer to `frame`. Raises BadAnswer."""
    try:
        picture = base64.b64decode(result["data"], validate=True)
    except (ValueError, TypeError, KeyError) as error:  # binascii.Error is a ValueError
        raise BadAnswer(f"not a picture: {str(result)[:80]!r}: {error}") from error
    if len(picture) != FRAME_BYTES:
        raise BadAnswer(f"not a picture: {len(picture)} bytes, not {FRAME_BYTES}")
    return picture


class Transport(Protocol):
    """A byte stream in both directions."""

    def read(self, timeout: float) -> bytes:
        """Return the bytes received; wait up to ``timeout`` seconds for the first one."""

    def write(self, data: bytes) -> None: ...

    def close(self) -> None: ...


class TcpTransport:
    """``socket://HOST:PORT``. Not through pyserial, which sleeps 0.3 s at each close."""

    def __init__(self, host: str, port: int) -> None:
        self._name = f"socket://{host}:{port}"
        try:
            self._socket = socket.create_connection((host, port), timeout=_CONNECT_SECONDS)
        except OSError as error:
            raise CannotConnect(
                f"cannot connect to {self._name}: {error}; is `pocketpig serve` running there?"
            ) from error
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        # The other side closes a connection that does not send a JSON line within seconds.
        self.write(b'{"jsonrpc":"2.0","method":"hello"}\n')

    def read(self, timeout: float) -> bytes:
        try:
            if not select.select([self._socket], [], [], timeout)[0]:
                return b""
            data = self._socket.recv(4096)
        except (OSError, ValueError) as error:  # ValueError: closed
            raise ConnectionLost(f"{self._name}: the other side has gone: {error}") from error
        if not data:
            raise ConnectionLost(f"{self._name}: the other side has gone")
        return data

    def write(self, data: bytes) -> None:
        try:
            self._socket.sendall(data)
        except OSError as error:
            raise ConnectionLost(f"{self._name}: cannot send: {error}") from error

    def close(self) -> None:
        self._socket.close()


class SerialTransport:
    """A port opened with pyserial."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._port = _port(url)
        try:
            self._port.open()
        except OSError as error:  # pyserial's own errors are OSErrors
            raise CannotConnect(f"cannot open {url}: {error}") from error
        except Exception as error:  # pyserial's readers of URLs raise many kinds
            raise WrongPort(f"cannot open {url}: {error}") from error
        try:
            self._select_on: int | None = self._port.fileno()
        except (AttributeError, OSError):
            self._select_on = None  # Windows and some URLs: let pyserial wait

    def read(self, timeout: float) -> bytes:
        deadline = time.monotonic() + timeout
        try:
            if self._select_on is not None:
                if not select.select([self._select_on], [], [], timeout)[0]:
                    return b""
                return bytes(self._port.read(self._port.in_waiting or 1))
            data = b""
            while not data and time.monotonic() < deadline:
                data = bytes(self._port.read(1))
            return data + bytes(self._port.read(self._port.in_waiting))
        except (OSError, ValueError, TypeError) as error:
            raise ConnectionLost(f"{self._url}: the other side has gone: {error}") from error

    def write(self, data: bytes) -> None:
        try:
            self._port.write(data)
        except (OSError, ValueError, TypeError) as error:  # TypeError: spy://...?raw
            raise ConnectionLost(f"{self._url}: cannot send: {error}") from error

    def close(self) -> None:
        self._port.close()


def _port(url: str) -> Any:  # the types of SerialBase lack much
    """Return the port, not yet open. Raises WrongPort or CannotConnect."""
    scheme = url.partition("://")[0] if "://" in url else None
    try:
        if scheme == "rfc2217":
            _host_and_port(url)
        port = serial.serial_for_url(url, do_not_open=True, baudrate=_BAUD, timeout=_SLICE_SECONDS)
        if isinstance(port, serial.Serial):
            port.write_timeout = _WRITE_SECONDS  # some URLs have none
        elif hasattr(port, "from_url"):
            port.from_url(url)  # checks it
    except Exception as error:  # pyserial's readers of URLs raise many kinds
        # There an OSError says that nothing is plugged in, elsewhere that the URL is wrong.
        kind = CannotConnect if scheme == "hwgrep" and isinstance(error, OSError) else WrongPort
        raise kind(f"cannot open {url}: {_missing(scheme) or error}") from error
    return port


def _missing(scheme: str | None) -> str:
    """Return why pyserial cannot read URLs of a scheme, "" if it can, or if there is none."""
    if scheme is None:
        return ""
    modules = [each.name for each in pkgutil.iter_modules(serial.urlhandler.__path__)]
    known = [name.replace("protocol_", "") for name in modules]
    if scheme not in known:
        return f"there are no such URLs; known: {', '.join(known)}"
    try:
        importlib.import_module(f"serial.urlhandler.protocol_{scheme}")
    except ImportError as error:
        return f"its URLs need a package that is not installed: {error}"
    return ""


def _host_and_port(url: str) -> tuple[str, int]:
    """Return the two parts of a URL. Raises ValueError."""
    parts = urlsplit(url)
    if not parts.hostname or not parts.port or parts.path not in ("", "/"):
        raise ValueError(f"expected {parts.scheme}://HOST:PORT")
    return parts.hostname, parts.port


def open_transport(url: str) -> Transport:
    """Return the transport for a pyserial URL. Raises CannotConnect."""
    scheme, separator, rest = url.partition("://")
    if separator:
        url = f"{scheme.lower()}://{rest}"
    if not url.startswith("socket://"):
        return SerialTransport(url)
    try:
        return TcpTransport(*_host_and_port(url))
    except ValueError as error:
        raise WrongPort(f"cannot open {url}: {error}") from error


class Client:
    """Send requests and wait for answers. ``events`` keeps the latest EVENTS_KEPT events.

    ``timeout``: seconds to wait for each answer; None: TIMEOUT_SECONDS for the first one, and
    ALIVE_SECONDS once the other side has shown that it lives. Raises ValueError.
    """

    def __init__(self, transport: Transport, timeout: float | None = None) -> None:
        if timeout is not None and not 0 < timeout <= LONGEST_SECONDS:
            raise ValueError(f"timeout: {timeout!r} is not a number of seconds above 0")
        self.timeout = timeout
        self.events: deque[dict[str, Any]] = deque(maxlen=EVENTS_KEPT)
        self.transport = transport
        self._buffer = bytearray()
        # Random, so that a late answer to an earlier client is not taken for ours.
        self._last_id = int.from_bytes(os.urandom(3), "big")
        # Before the first valid message, the line may carry the rest of earlier traffic.
        self._understood = False
        self._garbage = b""
        self._echoes = False  # the line gives back what is sent

    @classmethod
    def open(cls, url: str, timeout: float | None = None) -> Client:
        """Return a client on a pyserial URL. Raises CannotConnect, or ValueError for a timeout."""
        client = cls(open_transport(url), timeout)
        # End a line that an earlier client left unfinished.
        client.send(b"")
        return client

    def __enter__(self) -> Client:
        return self

    def __exit__(self, *args: object) -> None:
        self.close()

    def close(self) -> None:
        self.transport.close()

    # -- asking -------------------------------------------------------------------------------

    @property
    def patience(self) -> float:
        """The seconds to wait for an answer."""
        if self.timeout is not None:
            return self.timeout
        return ALIVE_SECONDS if self._understood else TIMEOUT_SECONDS

    def call(self, method: str, **params: Any) -> Any:
        """Return the result of a method. Raises Refused, NoAnswer, ConnectionLost or BadAnswer."""
        return self.wait_for(self.request(method, **params), self.patience + _takes(method, params))

    def request(self, method: str, **params: Any) -> int:
        """Send a request without waiting; return its id for ``wait_for``."""
        self._last_id += 1
        self._send_object(method, params, id=self._last_id)
        return self._last_id

    def notify(self, method: str, **params: Any) -> None:
        """Send a request that is not answered."""
        self._send_object(method, params)

    def wait_for(self, number: int, timeout: float | None = None) -> Any:
        """Return the result of the request with that id, ignoring other answers. ``timeout`` is in
        seconds. Raises as ``call`` does."""
        seconds = self.patience if timeout is None else timeout
        deadline = time.monotonic() + seconds
        while True:
            message = self.receive(deadline - time.monotonic())
            if message is None:
                if self._garbage and not self._understood:
                    raise BadAnswer(
                        f"not the bridge's protocol: {self._garbage!r}; is this the console's port?"
                    )
                if self._echoes:
                    hint = "the line only gives back what is sent; is a handheld at its other end?"
                else:
                    hint = (
                        "is this the handheld's second serial port, and does another program "
                        "have it open?"
                    )
                raise NoAnswer(f"no answer in {seconds:g} s; {hint}")
            if message.get("id") == number:
                if "error" in message:
                    raise refusal(message["error"])
                if "result" not in message:
                    raise BadAnswer(f"an answer without a result: {str(message)[:80]}")
                return message["result"]
            elif message.get("id") is None and message.get("error", {}).get("code") == NoRoom.code:
                raise refusal(message["error"])  # it had no memory to read the request's id
            if time.monotonic() > deadline + LINE_SECONDS:
                raise BadAnswer(f"no answer in {seconds:g} s, and other lines without end")

    def next_event(self, timeout: float | None = None) -> dict[str, Any] | None:
        """Return the next event after ``subscribe``, None if none comes in time (seconds)."""
        deadline = time.monotonic() + (self.patience if timeout is None else timeout)
        while not self.events:
            if self.receive(deadline - time.monotonic()) is None:
                return None
        return self.events.popleft()

    def frame(self) -> bytes:
        """Return the picture: 1,024 bytes in SSD1306 page order. Raises as ``call`` does."""
        return picture_of(self.call("frame"))

    # -- lines --------------------------------------------------------------------------------

    def send(self, line: bytes) -> None:
        """Send a line and a newline."""
        self.transport.write(line + b"\n")

    def receive(self, timeout: float | None = None) -> dict[str, Any] | None:
        """Return the next message of any kind, None if none comes in time (seconds)."""
        deadline = time.monotonic() + (self.patience if timeout is None else timeout)
        while True:
            line, newline, rest = self._buffer.partition(b"\n")
            if newline:
                self._buffer = rest
                message = _message(bytes(line))
                if message is None and self._understood and line.strip():
                    raise BadAnswer(f"not the bridge's protocol: {bytes(line[:80])!r}")
                if message is not None and message.get("method", "event") == "event":
                    self._understood = True
                    if "method" in message:
                        self.events.append(message.get("params", {}))
                    return message
                if message is not None:
                    # A request comes back: two wires are one line, or a terminal echoes.
                    self._echoes = True
                elif line.strip():
                    self._garbage = bytes(line[:80])
                if time.monotonic() > deadline + LINE_SECONDS:
                    return None
                continue
            if len(line) > LONGEST_LINE:
                raise BadAnswer(
                    f"{len(line)} bytes without the end of a line: {bytes(line[:60])!r}"
                )
            # On a slow line the time may run out in the middle of an answer.
            least = REST_SECONDS if line else 0.0
            left = min(deadline - time.monotonic(), LONGEST_SECONDS)
            data = self.transport.read(max(least, left))
            self._buffer += data
            if b"\n" not in data and time.monotonic() > deadline + LINE_SECONDS:
                raise BadAnswer(f"a line without an end: {bytes(self._buffer[:60])!r}")
            if not data and time.monotonic() >= deadline:
                return None

    def _send_object(self, method: str, params: dict[str, Any], **more: Any) -> None:
        fields: dict[str, Any] = {"jsonrpc": "2.0", "method": method, **more}
        if params:
            fields["params"] = params
        self.send(json.dumps(fields, separators=(",", ":"), allow_nan=False).encode())


def _takes(method: str, params: dict[str, Any]) -> float:
    """Return the seconds that the request itself lets the handheld take."""

    def number(name: str, default: int) -> float:
        value = params.get(name, default)
        return value if isinstance(value, (int, float)) else 0  # refused by the handheld

    seconds = {
        "wait": number("timeout_ms", 0) / 1000,
        "press": number("ms", 30) * number("count", 1) / 1000,
        # The timeout of each of the four buttons, and 10 s for the rest.
        "self_test": 4 * number("timeout_ms", 10000) / 1000 + 10,
        "restore": 30.0,  # the user of the handheld must confirm
    }
    return seconds.get(method, 0.0)


def _message(line: bytes) -> dict[str, Any] | None:
    """Return the message in a line, None if the bridge could not have sent it."""
    try:
        message = json.loads(line.decode(), parse_constant=refuse_constant, parse_float=_finite)
    except (ValueError, RecursionError):
        return None
    if not isinstance(message, dict) or not isinstance(message.get("params", {}), dict):
        return None
    error = message.get("error", {"code": 0})
    if not isinstance(error, dict) or not isinstance(error.get("code"), int):
        return None
    return message


def refuse_constant(name: str) -> float:
    """Refuse NaN and infinities, which `json.loads` takes."""
    raise ValueError(f"{name} is not JSON")


def _finite(text: str) -> float:
    number = float(text)
    if not math.isfinite(number):
        raise ValueError(f"{text} is too large")
    return number
