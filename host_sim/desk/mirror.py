"""Show and drive a handheld at the end of a line like a simulated one."""

import math
import time
from collections.abc import Callable
from concurrent.futures import Future
from typing import Any

from handheld.board import BUTTONS
from host_sim.desk.playing import Playing
from host_sim.desk.terminal_picture import pixels
from host_sim.link.answers import checked
from host_sim.link.client import ClientError, TestModeOff, picture_of
from host_sim.link.line import ClientLine
from host_sim.link.visible import visible
from host_sim.simulated.fingers import Fingers
from host_sim.simulated.handset import DARK, View

PICTURE_S = 0.05


class Mirror(Playing):
    """Show and drive a handheld at the end of a line.

    ``controlled``: the handheld is in test mode, so its buttons can be pressed. ``wall`` returns
    seconds.
    """

    def __init__(
        self, line: ClientLine, hello: dict[str, Any], *, wall: Callable[[], float] = time.monotonic
    ) -> None:
        self.controlled = bool(hello.get("test_mode"))
        self.gone = ""
        self._hello = {name: visible(str(value)) for name, value in hello.items()}
        self._line = line
        self._begun_s = wall()
        self._picture = DARK
        self._brightness = 0.0
        self._frame_id: int | None = None
        self._words_of: int | None = None  # the frame that the words belong to
        self._words: tuple[str, list[str]] = ("", [])
        self._pressed = 0  # mask (1 << index)
        self.clock = self
        super().__init__(Fingers(self), wall)
        self._questions: dict[str, Future[Any]] = {}
        self._asked_s: dict[str, float] = {}
        self._orders: list[Future[Any]] = []

    # -- the line ---------------------------------------------------------------------------------

    @property
    def age_ms(self) -> int:
        return int((self._wall() - self._begun_s) * 1000)

    def step(self) -> None:
        """Take the answers that have come and send the requests that are due."""
        if self.gone:
            return
        try:
            self._ask("frame", PICTURE_S, self._take_frame)
            asked = self._words_of == self._frame_id or "screen" in self._questions
            self._ask("screen", math.inf if asked else 0.0, self._take_words)
            self._take_orders()
        except ClientError as error:
            self.gone = f"the line is lost: {error}"
        self.fingers.step()

    def _take_orders(self) -> None:
        while self._orders and self._orders[0].done():
            try:
                self._orders.pop(0).result()
            except TestModeOff:
                self.controlled = False

    def _ask(self, method: str, every_s: float, take: Callable[[Any], None]) -> None:
        question = self._questions.get(method)
        if question is not None:
            if not question.done():
                return
            del self._questions[method]
            take(checked(method, question.result()))
        if self._wall() - self._asked_s.get(method, -every_s) >= every_s:
            self._asked_s[method] = self._wall()
            self._questions[method] = self._line.ask(method)

    def _take_frame(self, answer: dict[str, Any]) -> None:
        frame = picture_of(answer)
        self._picture = pixels(frame, bool(answer["inverted"])) if answer["on"] else DARK
        self._brightness = int(answer["contrast"]) / 255
        self._frame_id = int(answer["frame_id"])

    def _take_words(self, answer: dict[str, Any]) -> None:
        self._words = (visible(answer["id"]), [visible(line) for line in answer["lines"]])
        self._words_of = int(answer["frame_id"])

    # -- what there is to see ---------------------------------------------------------------------

    def view(self) -> View:
        return View(self._picture, self._brightness, self._pressed)

    def words(self) -> tuple[str, list[str]]:
        return self._words

    def status(self) -> str:
        return self.gone or super().status()

    def state(self) -> str:
        name = f"watching {self._hello.get('board', 'a handheld')}"
        return name if self.controlled else f"{name} only: its test mode is off"

    # -- what can be done -------------------------------------------------------------------------

    def may_press(self, button: str) -> bool:
        if not self.controlled:
            self.say("watching only: test mode is off, so only its own buttons work")
        return self.controlled

    def now_us(self) -> int:
        return int(self._wall() * 1_000_000)

    def press(self, button: int) -> None:
        self._pressed |= 1 << button
        self._order("down", button)

    def release(self, button: int) -> None:
        self._pressed &= ~(1 << button)
        self._order("up", button)

    def _order(self, method: str, button: int) -> None:
        if not self.gone:
            self._orders.append(self._line.ask(method, button=BUTTONS[button]))
