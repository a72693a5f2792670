# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Draw antialiased shapes: draw them enlarged, then scale down."""

import functools
import math
from collections.abc import Sequence

import pygame

from host_sim.desk.window.layout import Box

Colour = tuple[int, int, int]
Point = tuple[float, float]


def mix(first: Colour, second: Colour, share: float) -> Colour:
    """Return a mix of two colours; ``share`` of the second, 0 to 1."""
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(first, second))
    return red, green, blue


class Sheet:
    """A transparent sheet of ``width`` by ``height`` units; shapes are given in units.

    ``scale``: pixels a unit in the result of ``finish``.
    """

    def __init__(self, width: float, height: float, scale: int) -> None:
        self._oversampling = 2 if scale > 5 else 3 if scale > 3 else 4
        self._size = (round(width * scale), round(height * scale))
        self._zoom = scale * self._oversampling
        large = (self._size[0] * self._oversampling, self._size[1] * self._oversampling)
        self.surface = pygame.Surface(large, pygame.SRCALPHA, 32)

    def finish(self) -> pygame.Surface:
        """Return the sheet scaled down to its final size."""
        return pygame.transform.smoothscale(self.surface, self._size)

    def _rect(self, box: Box) -> pygame.Rect:
        left, top = round(box.x * self._zoom), round(box.y * self._zoom)
        right, bottom = round((box.x + box.w) * self._zoom), round((box.y + box.h) * self._zoom)
        return pygame.Rect(left, top, right - left, bottom - top)

    def box(self, box: Box, radius: float, top: Colour, bottom: Colour | None = None) -> None:
        """Draw a rounded box, shaded from top to bottom if there are two colours."""
        rect = self._rect(box)
        corner = round(radius * self._zoom)
        if bottom is None:
            pygame.draw.rect(self.surface, top, rect, border_radius=corner)
            return
        shape = pygame.Surface(rect.size, pygame.SRCALPHA, 32)
        pygame.draw.rect(shape, (255, 255, 255), shape.get_rect(), border_radius=corner)
        shape.blit(_shading(rect.size, top, bottom), (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
        self.surface.blit(shape, rect)

    def ellipse(self, box: Box, top: Colour, bottom: Colour | None = None) -> None:
        """Draw an ellipse, shaded likewise."""
        rect = self._rect(box)
        shape = pygame.Surface(rect.size, pygame.SRCALPHA, 32)
        pygame.draw.ellipse(shape, (255, 255, 255), shape.get_rect())
        shading = _shading(rect.size, top, bottom or top)
        shape.blit(shading, (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
        self.surface.blit(shape, rect)

    def disc(self, centre: Point, radius: float, top: Colour, bottom: Colour | None = None) -> None:
        """Draw a circle, shaded likewise."""
        x, y = centre
        self.ellipse(Box(x - radius, y - radius, 2 * radius, 2 * radius), top, bottom)

    def polygon(self, points: Sequence[Point], colour: Colour) -> None:
        """Draw a filled polygon."""
        zoomed = [(x * self._zoom, y * self._zoom) for x, y in points]
        pygame.draw.polygon(self.surface, colour, zoomed)

    def blob(self, points: Sequence[Point], radius: float, colour: Colour) -> None:
        """Draw a polygon extended by ``radius``, with round corners."""
        self.polygon(points, colour)
        for (x0, y0), (x1, y1) in zip(points, [*points[1:], points[0]]):
            length = math.hypot(x1 - x0, y1 - y0)
            dx, dy = (y1 - y0) / length * radius, (x0 - x1) / length * radius
            strip = [(x0 + dx, y0 + dy), (x1 + dx, y1 + dy), (x1 - dx, y1 - dy), (x0 - dx, y0 - dy)]
            self.polygon(strip, colour)
            self.disc((x0, y0), radius, colour)

    def text(
        self, words: str, middle: Point, height: float, colour: Colour, spacing: float = 0.0
    ) -> float:
        """Draw words centred at ``middle`` in a font of ``height`` units; return their width in
        units."""
        glyphs = [rendered(each, height * self._zoom, colour) for each in words]
        gap = spacing * self._zoom
        width = sum(glyph.get_width() for glyph in glyphs) + gap * (len(glyphs) - 1)
        x = middle[0] * self._zoom - width / 2
        for glyph in glyphs:
            self.surface.blit(glyph, (round(x), middle[1] * self._zoom - glyph.get_height() / 2))
            x += glyph.get_width() + gap
        return width / self._zoom

    def shadow(self, box: Box, radius: float, blur: float, strength: int) -> None:
        """Draw a blurred shadow; ``strength`` 0 to 255."""
        rect = self._rect(box.grown(2 * blur))
        # Shrink until the blur is about one pixel, then enlarge: fast and smooth enough.
        shrink = max(1, round(blur * self._zoom / 2))
        small = (max(1, rect.w // shrink), max(1, rect.h // shrink))
        shape = pygame.Surface(small, pygame.SRCALPHA, 32)
        inset = 2 * blur * self._zoom / shrink
        inner = pygame.Rect(round(inset), round(inset), 0, 0)
        inner.size = (round(small[0] - 2 * inset), round(small[1] - 2 * inset))
        corner = round(radius * self._zoom / shrink)
        pygame.draw.rect(shape, (0, 0, 0, strength), inner, border_radius=corner)
        half = (max(1, small[0] // 2), max(1, small[1] // 2))
        shape = pygame.transform.smoothscale(pygame.transform.smoothscale(shape, half), small)
        self.surface.blit(pygame.transform.smoothscale(shape, rect.size), rect)


_SMALL = 16  # pixels


@functools.lru_cache(maxsize=64)
def _shading(size: tuple[int, int], top: Colour, bottom: Colour) -> pygame.Surface:
    column = pygame.Surface((1, size[1]), pygame.SRCALPHA, 32)
    for y in range(size[1]):
        column.set_at((0, y), mix(top, bottom, y / max(1, size[1] - 1)))
    return pygame.transform.scale(column, size)


@functools.lru_cache(maxsize=64)
def font(height: int) -> pygame.font.Font:
    """Return pygame's built-in font at a height in pixels."""
    pygame.font.init()
    return pygame.font.Font(None, height)


def rendered(words: str, height: float, colour: Colour) -> pygame.Surface:
    """Return words in a font of `height` pixels. Small ones are drawn large and shrunk: the font
    itself loses the dots of its i there."""
    height = round(height)
    if height > _SMALL:
        return font(height).render(words, True, colour)
    large = font(4 * height).render(words, True, colour)
    return pygame.transform.smoothscale(large, (large.get_width() // 4, large.get_height() // 4))
