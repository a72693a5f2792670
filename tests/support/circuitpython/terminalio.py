"""Simulated ``terminalio``: a font in which a letter's first column is its code minus 32."""

from collections import namedtuple

Glyph = namedtuple("Glyph", "tile_index")
WIDTH, HEIGHT, TOP = 6, 12, 2


class Bitmap:
    def __getitem__(self, place):
        x, y = place
        assert 0 <= x < 95 * WIDTH and 0 <= y < HEIGHT
        return 0 <= y - TOP < 7 and x % WIDTH == 0 and x // WIDTH >> (y - TOP) & 1


class Font:
    bitmap = Bitmap()

    def get_bounding_box(self):
        return WIDTH, HEIGHT

    def get_glyph(self, codepoint):
        return Glyph(codepoint - 32) if 32 <= codepoint < 127 else None


FONT = Font()


def read(picture, rows=6, columns=21, row_height=10):
    """Return the lines of text on a panel's picture (64 rows of 128 pixels)."""
    return [
        "".join(
            chr(
                32
                + sum(
                    bool(picture[row * row_height + TOP + bit][column * WIDTH]) << bit
                    for bit in range(7)
                )
            )
            for column in range(columns)
        ).rstrip()
        for row in range(rows)
    ]
