"""What a user of the simulator can do besides pressing buttons, in a window or a terminal.

Pause time, change its speed and step it; copy and paste the game; switch the handheld off and on.
"""

from __future__ import annotations

import functools
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol

from handheld.begin.proof import text as record_text
from handheld.board import FACE
from host_sim.desk.playing import Playing
from host_sim.plain_text import tidy
from host_sim.simulated.fingers import LATCH, SHORTEST_US
from host_sim.simulated.handset import STEP_MS, Handset, View
from shared_rules.errors import RulesError

if TYPE_CHECKING:
    from host_sim.desk.window.speaker import Speaker

SPEEDS = (0.1, 0.25, 0.5, 1.0, 2.0, 4.0, 8.0)
PICTURE_MS = 40  # the most that "on by one picture" advances


class TextStore(Protocol):
    """A clipboard."""

    def copy(self, text: str) -> bool: ...

    def paste(self) -> str: ...


class Session(Playing):
    """Play on ``handset``. ``clipboard`` takes and gives records; ``wall`` returns seconds."""

    def __init__(
        self,
        handset: Handset,
        *,
        clipboard: TextStore | None = None,
        wall: Callable[[], float] = time.monotonic,
    ) -> None:
        super().__init__(handset.fingers, wall)
        self.handset = handset
        self.paused = False
        self.speed = 1.0
        self.speaker: Speaker | None = None
        self.clipboard = clipboard
        self._base_speed = handset.board.clock.speed
        self.commands = {
            "pause": self._pause,
            "slower": lambda: self._change_speed(-1),
            "faster": lambda: self._change_speed(1),
            "picture": self._one_picture,
            "step": self._one_step,
            "power": self._power,
            "copy": self._copy,
            "paste": self._paste,
            "mute": self._mute,
            **{f"face {n}": functools.partial(self._face, n) for n in range(7)},
        }

    # -- the loop ---------------------------------------------------------------------------------

    @property
    def busy(self) -> bool:
        return not self.paused and self.handset.busy

    @property
    def age_ms(self) -> int:
        return self.handset.age_ms

    def step(self) -> None:
        """Step the handheld unless it is paused."""
        if not self.paused:
            self.handset.step()

    def advance(self, ms: float) -> None:
        """Let ``ms`` of simulated time pass as fast as possible, unless it is paused."""
        if not self.paused:
            self.handset.advance(ms)

    def view(self) -> View:
        return self.handset.view()

    @property
    def off(self) -> bool:
        """True while the handheld has no power."""
        return not self.handset.on

    def state(self) -> str:
        parts = []
        if not self.handset.on:
            own = self.handset.board.off
            parts.append(
                "off by itself: any button"
                if own
                else "off: hold buttons for the start, then Ctrl+P"
            )
        if self.paused:
            parts.append("paused   . picture   > step   P goes on")
        if self.speed != 1.0:
            parts.append(f"speed {self.speed:g}")
        return "   ".join(parts)

    # -- buttons ----------------------------------------------------------------------------------

    def tap(self, button: str, us: int = SHORTEST_US) -> None:
        """Press a button for `us` microseconds; while the power is off, until the start."""
        if self.handset.on or self.handset.board.off:
            super().tap(button, us)
        else:
            self.hold(button)

    # -- commands ---------------------------------------------------------------------------------

    def _pace(self) -> None:
        self.handset.board.clock.speed = 0.0 if self.paused else self._base_speed * self.speed
        if self.speaker:
            self.speaker.hold(self.paused)

    def _pause(self) -> None:
        self.paused = not self.paused
        self._pace()

    def _face(self, face: int) -> None:
        """Type in a die that shows `face`, if the handheld asks."""
        app = self.handset.app
        if app and not self.paused:
            app.inject(FACE + face)

    def _change_speed(self, by: int) -> None:
        at = SPEEDS.index(self.speed) + by
        if 0 <= at < len(SPEEDS):
            self.speed = SPEEDS[at]
            self._pace()
        self.say(f"speed {self.speed:g}")

    def _one_step(self) -> None:
        """Advance time by one step of the program."""
        if not self.paused:
            self._pause()
        self.handset.board.clock.advance_ms(STEP_MS)
        self.handset.step()

    def _one_picture(self) -> None:
        """Advance time until the picture changes, at most by PICTURE_MS."""
        before = self.handset.view().picture
        for _ in range(PICTURE_MS // STEP_MS):
            self._one_step()
            if self.handset.view().picture != before:
                break

    def _mute(self) -> None:
        if self.speaker is None or not self.speaker.works:
            self.say("no sound here")
        else:
            self.speaker.mute(not self.speaker.muted)
            sound = "sound on" if self.speaker.works else "no sound here"
            self.say("muted" if self.speaker.muted else sound)

    def _power(self) -> None:
        if self.handset.on:
            self.handset.power_off()
            self.say("")  # an earlier message would hide how to switch it on
        else:
            self.handset.power_on()
            for button in list(self.fingers.held):
                self.fingers.up(button, LATCH)
            self.say("switched on")

    # -- the game ---------------------------------------------------------------------------------

    def record(self) -> str:
        """Return the record of the current game, "" if there is none."""
        app = self.handset.app
        return record_text(app.match) if app and app.match else ""

    def _copy(self) -> None:
        record = self.record()
        if not record:
            self.say("there is no game to copy yet")
        elif self.clipboard and self.clipboard.copy(record):
            self.say("the game's record is in the clipboard")
        else:
            self.say("copied, for this window only: there is no clipboard")

    def _paste(self) -> None:
        self.load_text(self.clipboard.paste() if self.clipboard else "")

    def load_text(self, text: str) -> None:
        """Play on from a pasted record."""
        text = " ".join(tidy(text).split())
        if not text:
            self.say("there is no text in the clipboard")
        elif self.handset.app is None:
            self.say("the handheld is not on" if not self.handset.on else "not now")
        else:
            try:
                self.handset.play_on(text)
                self.say("playing on from there")
            except RulesError as error:
                self.say(f"not a record: {error}")
