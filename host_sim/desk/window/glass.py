"""Draw the panel: pixels with their shape, at the brightness of the contrast setting."""

import pygame

from host_sim.desk.terminal_picture import COLUMNS, ROWS, UNLIT, pixel_colour


class Glass:
    """Draw pictures at ``scale`` screen pixels a panel pixel."""

    def __init__(self, scale: int) -> None:
        self._size = (COLUMNS * scale, ROWS * scale)
        self._mask = _pixel_mask(scale)

    def draw(self, picture: bytes, brightness: float) -> pygame.Surface:
        """Draw ``picture``: 64 rows of 128 bytes, 1 for a lit pixel."""
        lit = pixel_colour(brightness)
        small = pygame.image.frombuffer(picture, (COLUMNS, ROWS), "P")
        small.set_palette([UNLIT, lit])
        panel = pygame.Surface((COLUMNS, ROWS), 0, 32)
        panel.blit(small, (0, 0))
        large = pygame.transform.scale(panel, self._size)
        large.blit(self._mask, (0, 0), special_flags=pygame.BLEND_RGB_MULT)
        # The glow around lit pixels.
        small.set_palette([(0, 0, 0), [round(0.16 * each) for each in lit]])
        panel.blit(small, (0, 0))
        quarter = pygame.transform.smoothscale(panel, (COLUMNS // 4, ROWS // 4))
        glow = pygame.transform.smoothscale(quarter, self._size)
        large.blit(glow, (0, 0), special_flags=pygame.BLEND_RGB_ADD)
        return large


def _pixel_mask(scale: int) -> pygame.Surface:
    """Return a mask that is white inside the pixels and darker in the seams between them."""
    tile = pygame.Surface((scale, scale), 0, 32)
    seam = max(1, round(scale * 0.14))
    if scale < 3:
        tile.fill((255, 255, 255))
        tile.fill((200, 200, 200), (scale - seam, 0, seam, scale))
        tile.fill((200, 200, 200), (0, scale - seam, scale, seam))
    else:
        tile.fill((80, 80, 80))
        shine = scale - seam
        tile.fill((255, 255, 255), (0, 0, shine, shine))
        if scale >= 6:
            for corner in ((0, 0), (shine - 1, 0), (0, shine - 1), (shine - 1, shine - 1)):
                tile.set_at(corner, (190, 190, 190))
    mask = pygame.Surface((COLUMNS * scale, ROWS * scale), 0, 32)
    for x in range(0, COLUMNS * scale, scale):
        mask.blit(tile, (x, 0))
    row = mask.subsurface((0, 0, COLUMNS * scale, scale)).copy()
    for y in range(scale, ROWS * scale, scale):
        mask.blit(row, (0, y))
    return mask
