"""Take gamepads for buttons and commands. SDL knows the buttons of each kind of pad."""

from typing import NamedTuple

import pygame
from pygame._sdl2 import controller

from host_sim.desk import actions

# The stick is pushed above the first figure, and released below the second; it ends at 32,767.
PUSHED, LET_GO = 20_000, 13_000
_BUTTONS = {
    getattr(pygame, f"CONTROLLER_BUTTON_{name}"): action
    for name, action in actions.keys("pad").items()
}
_UPRIGHT = pygame.CONTROLLER_AXIS_LEFTY


class Push(NamedTuple):
    """A control on a pad was pushed (``down``) or released. ``source`` identifies the control."""

    what: str
    down: bool
    source: tuple[str, int, str]


class Gamepads:
    """All pads that are plugged in, now or later. SDL releases what an unplugged one held."""

    def __init__(self) -> None:
        self._pads: dict[int, controller.Controller] = {}
        self._stick: dict[int, str] = {}  # where the stick of each is
        controller.init()

    def close(self) -> None:
        """Let go of all pads."""
        controller.quit()

    def handle(self, event: pygame.event.Event) -> list[Push]:
        """Return the pushes that one pygame event means."""
        if event.type == pygame.CONTROLLERDEVICEADDED:
            pad = controller.Controller(event.device_index)
            self._pads[pad.as_joystick().get_instance_id()] = pad
        elif event.type == pygame.CONTROLLERDEVICEREMOVED:
            self._pads.pop(event.instance_id, None)
        elif event.type in (pygame.CONTROLLERBUTTONDOWN, pygame.CONTROLLERBUTTONUP):
            what = _BUTTONS.get(event.button)
            down = event.type == pygame.CONTROLLERBUTTONDOWN
            if what:
                return [Push(what, down, ("pad", event.instance_id, what))]
        elif event.type == pygame.CONTROLLERAXISMOTION and event.axis == _UPRIGHT:
            return self._move(event.instance_id, event.value)
        return []

    def _move(self, pad: int, value: int) -> list[Push]:
        before, now = self._stick.get(pad, ""), "up" if value < 0 else "down"
        if abs(value) <= (LET_GO if now == before else PUSHED):
            now = ""
        self._stick[pad] = now
        moves = ((before, False), (now, True)) if now != before else ()
        return [Push(what, down, ("stick", pad, what)) for what, down in moves if what]
