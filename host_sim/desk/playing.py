"""What a window or a terminal shows and drives."""

import time
from collections.abc import Callable, Hashable

from host_sim.simulated.fingers import SHORTEST_US, Fingers
from host_sim.simulated.handset import View

MESSAGE_S = 4.0


class Playing:
    """A handheld that is simulated or mirrored: the base class.

    ``fingers`` press its buttons. ``commands``: {name: what runs it}. ``wall`` returns seconds.
    """

    def __init__(self, fingers: Fingers, wall: Callable[[], float] = time.monotonic) -> None:
        self.fingers = fingers
        self.presses = 0  # of buttons, by the user
        self.commands: dict[str, Callable[[], None]] = {}
        self._wall = wall
        self._message = ""
        self._said_s = 0.0

    # -- what each kind has ----------------------------------------------------------------------

    @property
    def busy(self) -> bool:
        """True if it should be stepped at once."""
        return False

    @property
    def age_ms(self) -> int:
        raise NotImplementedError

    def step(self) -> None:
        """Do what is due; call often."""
        raise NotImplementedError

    def view(self) -> View:
        """Return the current picture."""
        raise NotImplementedError

    def state(self) -> str:
        """Return its state in words, "" if there is nothing to say."""
        return ""

    def may_press(self, button: str) -> bool:
        """Return False if a press of the button is not for the handheld."""
        return True

    # -- what all have ---------------------------------------------------------------------------

    def say(self, message: str) -> None:
        """Show a message to the user for MESSAGE_S."""
        self._message = message
        self._said_s = self._wall()

    @property
    def off(self) -> bool:
        """True while the handheld has no power."""
        return False

    def status(self) -> str:
        """Return the status line for the user: the latest message, else the state."""
        recent = self._wall() - self._said_s < MESSAGE_S
        return self._message if self._message and recent else self.state()

    def do(self, command: str) -> None:
        """Run a command."""
        self.commands[command]()

    def down(self, button: str, source: Hashable) -> None:
        """Press a button on behalf of ``source``."""
        self.presses += 1
        if self.may_press(button):
            self.fingers.down(button, source)

    def tap(self, button: str, us: int = SHORTEST_US) -> None:
        """Press a button for `us` microseconds."""
        self.presses += 1
        if self.may_press(button):
            self.fingers.tap(button, us)

    def hold(self, button: str) -> None:
        """Latch the button down, or release it if it is latched."""
        if self.may_press(button):
            self.fingers.latch(button)
