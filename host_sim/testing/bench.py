"""A simulated handheld in this process. Its time passes only when it is stepped."""

from typing import Any

from handheld.runner import Runner
from host_sim.link.client import Client
from host_sim.simulated.board import SimulatedBoard

STEP_MS = 1


class LoopLink:
    """The board's link in memory. `capacity`: the most bytes that wait for the reader."""

    def __init__(self, capacity: int = 1 << 16) -> None:
        self.connected = True
        self.capacity = capacity
        self.to_app = bytearray()
        self.from_app = bytearray()

    def read(self, n: int) -> bytes:
        data = bytes(self.to_app[:n])
        del self.to_app[:n]
        return data

    def write(self, data: bytes | bytearray | memoryview) -> int:
        taken = bytes(data[: max(0, self.capacity - len(self.from_app))])
        self.from_app += taken
        return len(taken)


class Bench:
    """A handheld with a `client`. The bench is the client's transport: reading steps the app until
    it answers.

    `board`: more arguments of `SimulatedBoard`.
    """

    def __init__(self, test_mode: bool = True, capacity: int = 1 << 16, **board: Any) -> None:
        self.link = LoopLink(capacity)
        held = ("a", "b") if test_mode else ()
        self.board = SimulatedBoard(link=self.link, held=held, **board)
        self.runner = Runner(self.board)
        self.step()
        for button in held:
            self.board.release(button)
        self.step(60)
        self.client = Client(self)

    @property
    def app(self) -> Any:
        return self.runner.app

    def step(self, times: int = 1) -> None:
        for _ in range(times):
            self.runner.step()
            self.board.clock.advance_ms(STEP_MS)

    def press(self, *buttons: str, ms: int = 60, after: int = 60) -> None:
        """Hold each button in turn for `ms`, and wait `after` its release."""
        for button in buttons:
            self.board.press(button)
            self.step(ms)
            self.board.release(button)
            self.step(after)

    def write(self, data: bytes) -> None:
        self.link.to_app += data

    def read(self, timeout: float) -> bytes:
        steps = int(timeout * 1000 / STEP_MS)
        self.step()
        while not self.link.from_app and steps > 0:
            self.step()
            steps -= 1
        data = bytes(self.link.from_app)
        self.link.from_app.clear()
        return data

    def close(self) -> None:
        self.link.connected = False

    def lines(self, data: bytes, steps: int = 50) -> list[bytes]:
        """Send `data`; return the lines that come back within `steps` steps."""
        self.write(data)
        self.step(steps)
        return self.read(0).split(b"\n")[:-1]
