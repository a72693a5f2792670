"""The objects that a test uses: a handheld, its screen, its dice."""

from collections.abc import Sequence
from typing import Any

from host_sim.link.answers import checked
from host_sim.link.client import Client, ClientError, TestModeOff
from host_sim.testing.wire import Wire

SEED = 1
WAIT_SECONDS = 30.0
Roll = str | Sequence[int]


class Handheld:
    """A handheld in test mode on any target.

    ``client``: see ``host_sim.link.client``. ``kind``: "port" or a key of
    ``targets.SIMULATORS``. ``hello``: its answer to `hello`.
    """

    def __init__(self, kind: str, client: Client, wire: Wire) -> None:
        self.kind = kind
        self.client = client
        self.wire = wire
        self.hello: dict[str, Any] = {}
        self.call = client.call

    @property
    def simulated(self) -> bool:
        """True for a simulator, whose clock can be advanced."""
        return bool(self.hello.get("target") == "simulator")

    def clean(self) -> None:
        """Restart it with nothing saved and with seed 1. Raises ClientError."""
        self.hello = checked("hello", self.call("hello"))
        if not self.hello["test_mode"]:
            raise TestModeOff(TestModeOff.code, "test mode is off")
        self.call("reset", storage="erase")
        self.hello = checked("hello", self.call("hello"))
        self.call("seed", seed=SEED)
        self.wire.clear()

    # -- what tests do often; everything else is `call`

    def press(self, *buttons: str) -> None:
        """Press and release each button in turn."""
        for button in buttons:
            self.call("press", button=button)

    def new_game(self, variant: str, players: int = 2, first: int = 0, **options: Any) -> Any:
        """Start a game among humans; return its state."""
        seats = [{"kind": "human"}] * players
        return self.call("new_game", variant=variant, options=options, players=seats, first=first)

    def act(self, player: int, action: str, **params: Any) -> Any:
        """Let a player act; return the state."""
        return self.call("act", player=player, action=action, **params)

    def roll(self, *faces: int, player: int = 0, **params: Any) -> Any:
        """Let `player` roll exactly these faces; return the state."""
        self.call("dice", faces=[list(faces)])
        return self.act(player, "roll", **params)

    def state(self) -> Any:
        return self.call("state")

    def frame(self) -> bytes:
        """The picture: 1,024 bytes in SSD1306 page order."""
        return self.client.frame()

    def close(self) -> None:
        self.client.close()


class Screen:
    """The text on the screen. Every access sends a request.

    ``"Hold" in screen`` is True if one of its lines contains the words.
    """

    def __init__(self, handheld: Handheld) -> None:
        self._handheld = handheld

    def __contains__(self, words: str) -> bool:
        return any(words in line for line in self.lines)

    def __repr__(self) -> str:
        """Return the present screen, for failed assertions."""
        try:
            shown = self._handheld.call("screen")
        except ClientError as error:
            return f"<screen unknown: {error}>"
        return f"<screen {shown['id']}: {' / '.join(shown['lines'])}>"

    @property
    def id(self) -> str:
        """Its name, such as "title", "menu" or "play"."""
        return str(self._handheld.call("screen")["id"])

    @property
    def lines(self) -> list[str]:
        """The lines of text, from top to bottom."""
        return list(self._handheld.call("screen")["lines"])

    @property
    def text(self) -> str:
        """All lines in one string."""
        return "\n".join(self.lines)

    def frame(self) -> bytes:
        """The picture: 1,024 bytes in SSD1306 page order."""
        return self._handheld.frame()

    def wait(self, screen: str, seconds: float = WAIT_SECONDS) -> None:
        """Wait until the screen of that name is shown. Raises TimedOut."""
        self._handheld.call("wait", screen=screen, timeout_ms=round(seconds * 1000))


class ScriptedDice:
    """Call it with the next rolls: ``scripted_dice("43 11")`` or ``scripted_dice([4, 3])``."""

    def __init__(self, handheld: Handheld) -> None:
        self._handheld = handheld

    def __call__(self, *rolls: Roll) -> int:
        """Queue rolls; return how many are queued. A string has a digit for each face and spaces
        between rolls."""
        faces: list[list[int]] = []
        for roll in rolls:
            if isinstance(roll, str):
                faces += [[int(face) for face in word] for word in roll.split()]
            else:
                faces.append(list(roll))
        if not faces:
            raise ValueError("give at least one roll; `clear` empties the queue")
        return int(self._handheld.call("dice", faces=faces)["queued"])

    def clear(self) -> None:
        """Clear the queue: the next rolls are random."""
        self._handheld.call("dice", faces=[])
