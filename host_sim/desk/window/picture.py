"""Draw the whole window as a picture. Needs no display."""

import pygame

from handheld.board import BUTTONS
from host_sim.desk import casing
from host_sim.desk.session import Session
from host_sim.desk.window import layout
from host_sim.desk.window.glass import Glass
from host_sim.desk.window.overlay import (
    HINT,
    QUIET,
    Overlay,
    draw_all_keys,
    draw_key_help,
    draw_line,
    draw_off,
)
from host_sim.desk.window.paint import drawn
from host_sim.simulated.handset import View

DESK = (42, 48, 62)


class Picture:
    """Draw views of a handheld at an integer ``scale``."""

    def __init__(self, scale: int) -> None:
        self.scale = scale
        self._body = drawn(casing.svg(casing.WHOLE, casing.groups(*casing.STILL), scale))
        self._key_help = draw_key_help(scale)
        self._all_keys: pygame.Surface | None = None
        self._glass = Glass(scale)
        self._caps = {
            name: drawn(casing.svg(casing.BOXES[name], casing.groups(name), scale))
            for name in set(sum(casing.CAPS.values(), ()))
        }

    def draw(
        self, target: pygame.Surface, view: View, overlay: Overlay, origin: tuple[int, int] = (0, 0)
    ) -> None:
        """Draw everything on ``target``, with its top left corner at the pixel ``origin``."""
        target.blit(self._body, origin)
        panel = self._glass.draw(view.picture, view.brightness)
        target.blit(panel, self._pixels(layout.PANEL.x, layout.PANEL.y, origin))
        for index, name in enumerate(BUTTONS):
            x, y = casing.CENTRES[name]
            cap = casing.CAPS[name][view.pressed >> index & 1]
            half = casing.BOXES[cap].w / 2
            target.blit(self._caps[cap], self._pixels(x - half, y - half, origin))
        self._draw_over(target, overlay, origin)

    def _draw_over(self, target: pygame.Surface, overlay: Overlay, origin: tuple[int, int]) -> None:
        if overlay.key_help:
            target.blit(self._key_help, origin)
        if overlay.status:
            draw_line(target, overlay.status, self.scale, origin)
        elif overlay.key_help:
            draw_line(target, HINT, self.scale, origin, QUIET)
        if overlay.off:
            draw_off(target, self.scale, origin)
        if overlay.all_keys:
            if self._all_keys is None:
                self._all_keys = draw_all_keys(self.scale)
            target.blit(self._all_keys, origin)

    def image(self, view: View, overlay: Overlay) -> pygame.Surface:
        """Return the same on a new surface."""
        surface = pygame.Surface(layout.size_at(self.scale), 0, 32)
        surface.fill(DESK)
        self.draw(surface, view, overlay)
        return surface

    def _pixels(self, x: float, y: float, origin: tuple[int, int]) -> tuple[int, int]:
        return origin[0] + round(x * self.scale), origin[1] + round(y * self.scale)


def save_picture(session: Session, path: str, scale: int) -> None:
    """Write the window as a PNG. Raises OSError."""
    overlay = Overlay(True, session.status())
    try:
        pygame.image.save(Picture(scale).image(session.view(), overlay), path)
    except pygame.error as error:
        raise OSError(str(error)) from None
