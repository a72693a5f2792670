"""A simulated handheld: the board, the app that runs on it, and the fingers on its buttons."""

import os
from collections.abc import Iterable
from typing import Any, NamedTuple

from handheld import language, settings
from handheld.app import App
from handheld.begin import resume
from handheld.game.match import Match
from handheld.runner import Runner
from handheld.saves.journal import SETTINGS
from host_sim.simulated.board import Link, SimulatedBoard, SwitchedOff
from host_sim.simulated.chips.clock import Clock
from host_sim.simulated.fingers import Fingers

STEP_MS = 5
DARK = bytes(64 * 128)


class View(NamedTuple):
    """What a handheld shows.

    ``picture``: 64 * 128 bytes, row by row, 1 for a lit pixel. ``brightness``: of lit pixels, 0 to
    1. ``pressed``: mask (1 << index) of the pressed buttons.
    """

    picture: bytes
    brightness: float
    pressed: int


class Handset:
    """A handheld that is switched on. Call ``step`` often.

    ``seed``: of the dice, None for random dice. ``held``: buttons that are down at power-on and
    released then; ``test_mode`` holds A and B.
    ``app_class``: what runs on it. ``speed``, ``image`` and ``contents`` as in ``Clock`` and
    ``SimulatedBoard``.
    """

    def __init__(
        self,
        *,
        speed: float = 1.0,
        link: Link | None = None,
        image: str | os.PathLike[str] | None = None,
        contents: bytes = b"",
        seed: int | None = None,
        test_mode: bool = False,
        held: Iterable[str] = (),
        app_class: type[App] = App,
    ) -> None:
        chord = ("a", "b") if test_mode else tuple(held)
        self.on = True
        self._image = image
        self._seed = seed
        self._app_class = app_class
        self._past_us = 0
        self.board = SimulatedBoard(
            clock=Clock(speed), link=link, image=image, contents=contents, held=chord
        )
        self.fingers = Fingers(self.board)
        self._start()
        for button in chord:
            self.board.release(button)

    def _start(self) -> None:
        self.runner = Runner(self.board, self._app_class)
        self._seeded: object = None
        self.board.lacks += ("switch_off",)  # the desktop has Ctrl+P
        self.step()

    def step(self) -> bool:
        """Step the fingers, and the app unless it sleeps. Return True if it does not."""
        self.fingers.step()
        if not self.on:
            if self.board.off and self.board.buttons.held():
                self.power_on()
                return True
            return False
        if self.runner.app and not self.runner.app.wait_ms:
            self.board.wake()  # somebody has told the app to do something
        if self.board.asleep:
            return False
        try:
            self.board.sleep(self.runner.step())
        except SwitchedOff:
            self.power_off()
            return True
        app = self.runner.app
        # A restarted app has fresh dice.
        if self._seed is not None and app is not self._seeded and not self.runner.crashed:
            app.cup.seed(self._seed)
            self._seeded = app
        return True

    @property
    def app(self) -> Any:
        """The app; None while the power is off or the app has crashed."""
        return self.runner.app if self.on and not self.runner.crashed else None

    # -- power ------------------------------------------------------------------------------------

    def power_off(self) -> None:
        """Cut the power without warning. Buttons can still be pressed."""
        self.on = False
        self.board.sound.tone(0, 0)

    def power_on(self) -> None:
        """Start with the buttons that are held, on a new board with the same flash and link."""
        old = self.board
        self._past_us += old.clock.now_us()
        self.board = SimulatedBoard(
            clock=Clock(old.clock.speed),
            link=old.link,
            image=self._image,
            contents=old.store.contents,
            held=self.fingers.held,
        )
        self.board.usb, self.board.cell, self.board.today = old.usb, old.cell, old.today
        if old.off:
            self.board.computer_mode = False  # the button that wakes is no chord
        self.board.sound.player = old.sound.player
        self.fingers.plug_into(self.board)
        self.on = True
        self._start()

    @property
    def age_ms(self) -> int:
        """Simulated milliseconds since the first power-on; power cuts do not reset it."""
        return (self._past_us + self.board.clock.now_us()) // 1000

    # -- games ------------------------------------------------------------------------------------

    def play_on(self, record: str) -> None:
        """Play on from the end of a record with the present players. Raises RulesError.

        Call it only while there is an ``app``.
        """
        app = self.app
        seats = app.match.seats if app.match else []
        app.load_match(record)
        loaded = app.match
        if len(seats) == loaded.game.players:
            app.play(Match(loaded.game, seats, app.cup, loaded.record))
            resume.save(app.journal, app.match)

    def prefer(self, code: str) -> None:
        """At the first start take this language, if the handheld has it."""
        app = self.app
        if app and not app.journal.size(SETTINGS) and code in language.CODES:
            app.settings["language"] = code
            settings.apply(app)
            app.show(app.screen.ID)

    # ---------------------------------------------------------------------------------------------

    @property
    def busy(self) -> bool:
        """True if the bridge has work to do without further input."""
        app = self.app
        return app is not None and bool(app.bridge.busy)

    def advance(self, ms: float) -> None:
        """Let ``ms`` of simulated time pass in steps, as fast as possible."""
        while ms > 0:
            self.board.clock.advance_ms(min(ms, STEP_MS))
            ms -= STEP_MS
            self.step()

    def view(self) -> View:
        """Return what the handheld shows."""
        panel = self.board.panel
        picture = b"".join(panel.picture()) if self.on else DARK
        return View(picture, panel.brightness, self.board.buttons.held())
