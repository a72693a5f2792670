"""Draw SVG and words."""

import functools
import io

import pygame

Colour = tuple[int, int, int]

_SMALL = 16  # pixels


def drawn(svg: str) -> pygame.Surface:
    """Return an SVG as a transparent picture of its own size."""
    return pygame.image.load(io.BytesIO(svg.encode()), "picture.svg")


@functools.lru_cache(maxsize=64)
def font(height: int) -> pygame.font.Font:
    """Return pygame's built-in font at a height in pixels."""
    pygame.font.init()
    return pygame.font.Font(None, height)


def write(
    target: pygame.Surface,
    words: str,
    at: tuple[float, float],
    height: float,
    colour: Colour,
    centred: bool = False,
) -> None:
    """Write words to the right of the pixel ``at``, or around it, in a font of ``height`` pixels.

    Small ones are drawn large and shrunk: the font itself loses the dots of its i there.
    """
    height = round(height)
    if height > _SMALL:
        image = font(height).render(words, True, colour)
    else:
        large = font(4 * height).render(words, True, colour)
        size = (large.get_width() // 4, large.get_height() // 4)
        image = pygame.transform.smoothscale(large, size)
    left = at[0] - image.get_width() / 2 if centred else at[0]
    target.blit(image, (round(left), round(at[1] - image.get_height() / 2)))
