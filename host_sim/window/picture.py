# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""The whole window as a picture of what there is to see. Needs no display."""

from __future__ import annotations

import pygame

from host_sim.board import BUTTONS
from host_sim.handset import View
from host_sim.window import casing, layout
from host_sim.window.glass import Glass


class Picture:
    """Draws views of a handheld at a whole ``scale``."""

    def __init__(self, scale: int) -> None:
        self.scale = scale
        self.size = layout.size_at(scale)
        self._body = casing.draw_desk_and_body(scale)
        self._help = casing.draw_help(scale)
        self._glass = Glass(scale)
        self._caps = {
            (name, pressed): casing.draw_cap(name, pressed, scale)
            for name in BUTTONS
            for pressed in (False, True)
        }

    def draw(
        self,
        target: pygame.Surface,
        view: View,
        key_help: bool,
        origin: tuple[int, int] = (0, 0),
    ) -> None:
        """All of it, with its top left corner at the pixel ``origin`` of ``target``."""
        target.blit(self._body, origin)
        panel = self._glass.draw(view.picture, view.brightness)
        target.blit(panel, self._pixels(layout.PANEL.x, layout.PANEL.y, origin))
        for index, name in enumerate(BUTTONS):
            x, y = layout.BUTTON_CENTRES[name]
            half = casing.CAP_SHEET / 2
            cap = self._caps[name, bool(view.pressed >> index & 1)]
            target.blit(cap, self._pixels(x - half, y - half, origin))
        if key_help:
            target.blit(self._help, origin)

    def image(self, view: View, key_help: bool) -> pygame.Surface:
        """The same as a picture of its own."""
        surface = pygame.Surface(self.size, 0, 32)
        self.draw(surface, view, key_help)
        return surface

    def _pixels(self, x: float, y: float, origin: tuple[int, int]) -> tuple[int, int]:
        return origin[0] + round(x * self.scale), origin[1] + round(y * self.scale)
