"""The targets of tests: simulator in process, over TCP or over a pty; a port.

A target lasts for the test session; each test gets a new `Handheld` from it.
"""

from typing import Any

from host_sim.install_hint import install_hint
from host_sim.link.client import Client, ClientError, Transport, open_transport
from host_sim.link.visible import visible
from host_sim.testing.handheld import Handheld
from host_sim.testing.server import Server
from host_sim.testing.wire import Wire

# The timeout of requests to a program of our own: this computer may be busy. A program that ends
# hangs up.
OWN_SECONDS = 60.0


class NoTarget(ClientError):
    """The target is not available here; the message says why."""


class Target:
    """A board or simulator that answers on a port, or a base class. ``url``: the port, or else its
    name in messages."""

    timeout: float | None = None

    def __init__(self, kind: str, url: str = "") -> None:
        self.kind = kind
        self.url = url
        self.hello: dict[str, Any] = {}
        self.dead = ""  # why it is no longer asked, "" while it is
        self.latest: Handheld | None = None
        self.start()

    def open(self) -> Transport:
        """Open a connection. Raises ClientError."""
        return open_transport(self.url)

    def start(self) -> None:
        """Start the target. Raises NoTarget."""

    def stop(self) -> None:
        """End the target."""

    def connect(self) -> Handheld:
        """Return a handheld on it without a restart. Raises ClientError."""
        wire = Wire(self.open())
        client = Client(wire, self.timeout)
        client.send(b"")  # end an unfinished line
        self.latest = Handheld(self.kind, client, wire)
        return self.latest

    def __str__(self) -> str:
        hello = self.hello
        if not hello:
            return self.url
        return visible(
            f"{self.url} ({hello['target']}, {hello.get('board')}, {hello.get('interpreter')}, "
            f"firmware {hello['firmware']}, protocol {hello['protocol']})"
        )


class ServedTarget(Target):
    """A simulator in a child process: `pocketpig serve` over TCP or a pty."""

    timeout = OWN_SECONDS

    def start(self) -> None:
        where = ("--pty",) if self.kind == "pty" else ("--tcp", "127.0.0.1:0")
        self._server = Server(*where, "--test-mode")
        self.url = self._server.url
        if not self.url:
            errors = self._server.stop()[2].strip()
            raise NoTarget(f"the simulator does not start: {errors}")

    def stop(self) -> None:
        self._server.stop()


class BenchTarget(Target):
    """A new simulator for every test, in this process: fast, with simulated time."""

    timeout = OWN_SECONDS

    def start(self) -> None:
        self.url = "the simulator in this process"

    def open(self) -> Transport:
        from host_sim.simulated.chips.sh1106 import SH1106
        from host_sim.simulated.chips.ssd1306 import SSD1306
        from host_sim.testing.bench import Bench

        return Bench(panel=SH1106 if self.kind == "sh1106" else SSD1306)


SIMULATORS: dict[str, type[Target]] = {
    "in-process": BenchTarget,
    "sh1106": BenchTarget,
    "tcp": ServedTarget,
    "pty": ServedTarget,
}


def start(kind: str, port: str = "") -> Target:
    """Start the target of that kind. Raises NoTarget, or ValueError for an unknown kind."""
    if kind == "port":
        return Target(kind, port)
    if kind not in SIMULATORS:
        raise ValueError(f"there is no target {kind!r}; known: {', '.join(SIMULATORS)}")
    try:
        import adafruit_ssd1306  # noqa: F401
    except ImportError as error:
        raise NoTarget(
            f"no simulator without {error.name}. Name what is to be tested, --port URL, or "
            f"install it with: {install_hint('sim')}"
        ) from error
    return SIMULATORS[kind](kind)


def clean_handheld(target: Target) -> Handheld:
    """Return a clean handheld on the target. Raises ClientError, at once if the target is dead."""
    if target.dead:
        raise ClientError(target.dead)
    try:
        try:
            return _cleaned(target)
        except ClientError:
            target.stop()
            target.start()
            return _cleaned(target)
    except ClientError as error:
        target.dead = f"{target}: {error}"
        raise


def _cleaned(target: Target) -> Handheld:
    handheld = target.connect()
    try:
        handheld.clean()
    except ClientError:
        handheld.close()
        raise
    target.hello = handheld.hello
    return handheld
