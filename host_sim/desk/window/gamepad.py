# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Map gamepads to buttons and commands by tables."""

from collections.abc import Mapping
from typing import NamedTuple

import pygame

# An axis is pushed above the first figure, and released below the second.
PUSHED, LET_GO = 0.6, 0.4


Control = tuple[str, int, int]  # "button", "axis" or "hat", its number, a direction


class Pad(NamedTuple):
    """A kind of pad. ``name``: part of the name that the pad reports, in lower case.

    ``controls``: control -> button or command. A button's direction is 1; an axis' are -1, 1; a
    hat's are 1 (up) and -1 (down).
    """

    name: str
    controls: Mapping[Control, str]


def _buttons(meanings: Mapping[int, str]) -> dict[Control, str]:
    return {("button", number, 1): what for number, what in meanings.items()}


_STICK = {("axis", 1, -1): "up", ("axis", 1, 1): "down"}
_CROSS = {("hat", 0, 1): "up", ("hat", 0, -1): "down"}

# The first pad whose name fits is used. Numbers are SDL's (pygame's documentation of joysticks).
_XBOX = {0: "a", 1: "b", 6: "mute", 7: "pause"}
_OTHERS = {0: "a", 1: "b", 4: "mute", 6: "pause", 11: "up", 12: "down"}
_UNKNOWN = {0: "a", 1: "b", 2: "a", 3: "b", 7: "pause", 9: "pause"}
PADS = (
    Pad("xbox", {**_buttons(_XBOX), **_STICK, **_CROSS}),
    *(
        Pad(name, {**_buttons(_OTHERS), **_STICK})
        for name in ("playstation", "ps4", "ps5", "dualsense", "nintendo", "pro controller")
    ),
    Pad("", {**_buttons(_UNKNOWN), **_STICK, **_CROSS}),
)


def pad_for(name: str) -> Pad:
    """Return the kind of a pad that reports ``name``."""
    return next(pad for pad in PADS if pad.name in name.lower())


Source = tuple[str, int, Control]  # "pad", which one, the control on it


class Push(NamedTuple):
    """A control on a pad was pushed (``down``) or released. ``source`` identifies the control."""

    what: str
    down: bool
    source: Source


class Gamepads:
    """All pads that are plugged in, now or later."""

    def __init__(self) -> None:
        self._pads: dict[int, tuple[pygame.joystick.JoystickType, Pad]] = {}
        self._pushed: set[Source] = set()
        pygame.joystick.init()

    def handle(self, event: pygame.event.Event) -> list[Push]:
        """Return the pushes that one pygame event means."""
        moves: list[tuple[Control, bool]] = []
        if event.type == pygame.JOYDEVICEADDED:
            joystick = pygame.joystick.Joystick(event.device_index)
            self._pads[joystick.get_instance_id()] = (joystick, pad_for(joystick.get_name()))
        elif event.type == pygame.JOYDEVICEREMOVED:
            return self._gone(event.instance_id)
        elif event.type in (pygame.JOYBUTTONDOWN, pygame.JOYBUTTONUP):
            moves = [(("button", event.button, 1), event.type == pygame.JOYBUTTONDOWN)]
        elif event.type == pygame.JOYAXISMOTION:
            for direction in (-1, 1):
                control = ("axis", event.axis, direction)
                pushed = ("pad", event.instance_id, control) in self._pushed
                moves.append((control, event.value * direction > (LET_GO if pushed else PUSHED)))
        elif event.type == pygame.JOYHATMOTION:
            y = event.value[1]
            moves = [(("hat", event.hat, upward), y * upward > 0) for upward in (-1, 1)]
        return [push for control, down in moves for push in self._move(event, control, down)]

    def _move(self, event: pygame.event.Event, control: Control, down: bool) -> list[Push]:
        pad = event.instance_id
        what = (self._pads[pad][1] if pad in self._pads else PADS[-1]).controls.get(control)
        source = ("pad", pad, control)
        if what is None or down == (source in self._pushed):
            return []
        self._pushed ^= {source}
        return [Push(what, down, source)]

    def _gone(self, pad: int) -> list[Push]:
        """Release everything that an unplugged pad held."""
        self._pads.pop(pad, None)
        gone = [source for source in self._pushed if source[1] == pad]
        self._pushed.difference_update(gone)
        return [Push("", False, source) for source in gone]
