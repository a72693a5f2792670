# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Map gamepads to buttons and commands by tables."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

import pygame

# An axis is pushed above the first figure, and released below the second.
PUSHED, LET_GO = 0.6, 0.4


class Pad(NamedTuple):
    """A kind of pad. ``name``: part of the name that the pad reports, in lower case.

    ``buttons``: number -> button or command. ``axes`` and ``hats``: the same by (number,
    direction); a hat's directions are x: -1, 1 and y: 2 (up), -2 (down).
    """

    name: str
    buttons: Mapping[int, str]
    axes: Mapping[tuple[int, int], str]
    hats: Mapping[tuple[int, int], str]


_STICK = {(0, -1): "back", (0, 1): "forward", (1, -1): "up", (1, 1): "down"}
_CROSS = {(0, -1): "back", (0, 1): "forward", (0, 2): "up", (0, -2): "down"}
_CROSS_BUTTONS = {11: "up", 12: "down", 13: "back", 14: "forward"}

# The first pad whose name fits is used. Numbers are SDL's (pygame's documentation of joysticks).
_SHOULDERS = {4: "mute", 6: "pause", 9: "turn back", 10: "turn forward"}
PADS = (
    Pad(
        "xbox",
        {0: "a", 1: "b", 4: "turn back", 5: "turn forward", 6: "mute", 7: "pause"},
        _STICK,
        _CROSS,
    ),
    *(
        Pad(name, {0: "a", 1: "b", **_SHOULDERS, **_CROSS_BUTTONS}, _STICK, {})
        for name in ("playstation", "ps4", "ps5", "dualsense", "nintendo", "pro controller")
    ),
    Pad("", {0: "a", 1: "b", 2: "a", 3: "b", 7: "pause", 9: "pause"}, _STICK, _CROSS),
)


def pad_for(name: str) -> Pad:
    """Return the kind of a pad that reports ``name``."""
    return next(pad for pad in PADS if pad.name in name.lower())


class Push(NamedTuple):
    """A control on a pad was pushed (``down``) or released. ``source`` identifies the control."""

    what: str
    down: bool
    source: tuple[str, int, str, int, int]


class Gamepads:
    """All pads that are plugged in, now or later."""

    def __init__(self) -> None:
        self._pads: dict[int, tuple[pygame.joystick.JoystickType, Pad]] = {}
        self._pushed: set[tuple[str, int, str, int, int]] = set()
        pygame.joystick.init()

    def handle(self, event: pygame.event.Event) -> list[Push]:
        """Return the pushes that one pygame event means."""
        if event.type == pygame.JOYDEVICEADDED:
            joystick = pygame.joystick.Joystick(event.device_index)
            self._pads[joystick.get_instance_id()] = (joystick, pad_for(joystick.get_name()))
        elif event.type == pygame.JOYDEVICEREMOVED:
            return self._gone(event.instance_id)
        elif event.type in (pygame.JOYBUTTONDOWN, pygame.JOYBUTTONUP):
            return self._button(event, event.type == pygame.JOYBUTTONDOWN)
        elif event.type == pygame.JOYAXISMOTION:
            return self._axis(event)
        elif event.type == pygame.JOYHATMOTION:
            return self._hat(event)
        return []

    def _pad(self, event: pygame.event.Event) -> Pad:
        known = self._pads.get(event.instance_id)
        return known[1] if known else PADS[-1]

    def _button(self, event: pygame.event.Event, down: bool) -> list[Push]:
        what = self._pad(event).buttons.get(event.button)
        return self._move(event.instance_id, "button", event.button, 1, what, down)

    def _axis(self, event: pygame.event.Event) -> list[Push]:
        pushes: list[Push] = []
        for direction in (-1, 1):
            what = self._pad(event).axes.get((event.axis, direction))
            far = event.value * direction
            source = ("pad", event.instance_id, "axis", event.axis, direction)
            down = far > PUSHED or (far > LET_GO and source in self._pushed)
            pushes += self._move(event.instance_id, "axis", event.axis, direction, what, down)
        return pushes

    def _hat(self, event: pygame.event.Event) -> list[Push]:
        x, y = event.value
        pushes: list[Push] = []
        for direction, down in ((-1, x < 0), (1, x > 0), (2, y > 0), (-2, y < 0)):
            what = self._pad(event).hats.get((event.hat, direction))
            pushes += self._move(event.instance_id, "hat", event.hat, direction, what, down)
        return pushes

    def _move(
        self, pad: int, part: str, number: int, direction: int, what: str | None, down: bool
    ) -> list[Push]:
        source = ("pad", pad, part, number, direction)
        if what is None or down == (source in self._pushed):
            return []
        if down:
            self._pushed.add(source)
        else:
            self._pushed.remove(source)
        return [Push(what, down, source)]

    def _gone(self, pad: int) -> list[Push]:
        """Release everything that an unplugged pad held."""
        self._pads.pop(pad, None)
        gone = [source for source in self._pushed if source[1] == pad]
        self._pushed.difference_update(gone)
        return [Push("", False, source) for source in gone]
