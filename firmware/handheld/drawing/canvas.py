"""A 1-bit canvas of 128x64 pixels in the SSD1306's own page order."""

# Byte ``page * 128 + x`` of `Canvas.buffer` holds the pixels ``(x, 8 * page + bit)``, bit 0 on
# top, so a finished frame goes to the panel as it is. Every operation clips at all four edges and
# takes coordinates of any sign. Texts and labels are kept as words too, for serial clients and
# screen readers.

from ..language import picture
from . import font

WIDTH = 128
HEIGHT = 64

LEFT, CENTER, RIGHT = 0, 1, 2  # meaning of the x of a text
DRAW, ERASE = 0, 1  # blit: set lit pixels, clear lit pixels

_ONES = int.from_bytes(b"\x01" * WIDTH, "little")
_FIGURES = "0123456789-+"  # in the order of the picture
_NO_COLUMNS = (WIDTH, 0)
_DOUBLE = b"\x00\x03\x0c\x0f\x30\x33\x3c\x3f\xc0\xc3\xcc\xcf\xf0\xf3\xfc\xff"  # 4 bits to 8


_kept = {}


def kept_picture(key):
    """Return what `language.picture` does, for what is drawn again and again."""
    if key not in _kept:
        _kept[key] = picture(key)
    return _kept[key]


def text_width(string, scale=1):
    """Return the width of `string` in pixels, without the gap behind it."""
    return len(string) * 6 * scale - scale if string else 0


class Canvas:
    """A frame being drawn: `buffer` (1,024 bytes) and `words`, a list of (y, x, string)."""

    # columns: from this place (x, y) on, words are read after those on their left. for_cameras: the
    # panel shows it so that they can read it.

    def __init__(self):
        self.buffer = bytearray(WIDTH * HEIGHT // 8)
        self._view = memoryview(self.buffer)
        self.words = []
        self.columns = _NO_COLUMNS
        self.for_cameras = False

    def clear(self):
        view = self._view
        dark = bytes(WIDTH)
        for start in range(0, 1024, WIDTH):
            view[start : start + WIDTH] = dark
        self.words.clear()
        self.columns = _NO_COLUMNS
        self.for_cameras = False

    def hline(self, x, y, w, color=1):
        """Draw a line of `w` pixels from (x, y) to the right; `color`: see `fill_rect`."""
        self.fill_rect(x, y, w, 1, color)

    def vline(self, x, y, h, color=1):
        """Draw a vertical line of `h` pixels from (x, y) down."""
        self.fill_rect(x, y, 1, h, color)

    def rect(self, x, y, w, h):
        """Draw the outline of a box of `w` x `h` pixels, one pixel thick."""
        self.hline(x, y, w)
        self.hline(x, y + h - 1, w)
        self.vline(x, y, h)
        self.vline(x + w - 1, y, h)

    def fill_rect(self, x, y, w, h, color=1):
        """Fill a box of `w` x `h` pixels; do nothing if either is below 1.

        `color`: 0 dark, 1 lit, 2 inverts.
        """
        right = min(x + w, WIDTH)
        below = min(y + h, HEIGHT)
        x = max(x, 0)
        y = max(y, 0)
        if x >= right or y >= below:
            return
        buffer = self.buffer
        for page in range(y >> 3, (below + 7) >> 3):
            top = page << 3
            mask = 255
            if y > top:
                mask = 255 << (y - top) & 255
            if below < top + 8:
                mask &= (1 << (below - top)) - 1
            start = page * WIDTH + x
            end = start + right - x
            # Dark: light all, then invert.
            lit = mask if color < 2 else 0
            inverted = mask if color != 1 else 0
            if end - start > 4:
                piece = self._view[start:end]
                ones = _ONES >> 8 * (WIDTH + start - end)
                new = (int.from_bytes(piece, "little") | ones * lit) ^ ones * inverted
                piece[:] = new.to_bytes(end - start, "little")
            else:
                for at in range(start, end):
                    buffer[at] = (buffer[at] | lit) ^ inverted

    def blit(self, data, x, y, w, h, mode=DRAW, offset=0):
        """Draw a page-packed bitmap of `w` x `h` pixels, `data` from `offset` on, at (x, y).

        Its pages have `w` bytes each; unused bits of the last page must be 0.
        """
        first = max(0, -x)
        columns = min(w, WIDTH - x) - first
        if columns <= 0:
            return
        # A page is one long integer with a byte for each column: so few operations draw it.
        view = self._view
        shift = y & 7
        if shift:
            low = _ONES * (255 >> shift)
        start = (y >> 3) * WIDTH + x + first
        offset += first
        above = 0  # the part of the page before that hangs into this one
        while h > 0 or above:
            lit = above
            above = 0
            if h > 0:
                bits = int.from_bytes(data[offset : offset + columns], "little")
                if shift:
                    stays = bits & low
                    above = (bits ^ stays) >> 8 - shift
                    bits = stays << shift
                lit = lit | bits if lit else bits
            if lit and 0 <= start < 1024:
                piece = view[start : start + columns]
                old = int.from_bytes(piece, "little") | lit
                piece[:] = (old if mode == DRAW else old ^ lit).to_bytes(columns, "little")
            start += WIDTH
            offset += w
            h -= 8

    def text(self, x, y, string, scale=1, inverted=False, align=LEFT):
        """Write `string` with its top at `y`; return the x of the next character.

        A character takes 6 x 8 pixels times `scale` (1 or 2), gaps included. `align`: `x` is the
        left edge, the centre or the right edge. `inverted`: dark on a lit box, which is one pixel
        larger on the left and on top.
        """
        width = text_width(string, scale)
        if align:
            x -= width * align // 2
        self.word(x, y, string, width, 8 * scale)
        mode = DRAW
        if inverted:
            self.fill_rect(x - 1, y - 1, width + 2, 8 * scale + 1)
            mode = ERASE
        columns = font.columns(string)
        if scale > 1:
            columns = b"".join(
                [bytes([_DOUBLE[c >> s & 15] for c in columns for _ in (0, 1)]) for s in (0, 4)]
            )
        self.blit(columns, x, y, width, 8 * scale, mode)
        return x + 6 * scale * len(string)

    def art(self, x, y, which, label="", mode=DRAW):
        """Draw a picture (see `language.picture`); `label`: its words."""
        data, w, h = which
        self.blit(data, x, y, w, h, mode)
        self.word(x, y, label, w, h)

    def digits(self, x, y, string, large=False, align=LEFT):
        """Write a number in tall figures (`_FIGURES`): 10 x 16 pixels, or 14 x 24.

        A digit takes 12 or 16 columns, the gap included. Return the x of the next digit.
        """
        w, h = (14, 24) if large else (10, 16)
        width = len(string) * (w + 2) - 2
        if align:
            x -= width * align // 2
        self.word(x, y, string, width, h)
        for char in string:
            if large:
                self.art(x, y, kept_picture("large " + char))
            else:
                offset = _FIGURES.find(char) * w * h >> 3
                self.blit(kept_picture("figures")[0], x, y, w, h, DRAW, offset)
            x += w + 2
        return x

    def word(self, x, y, string, w=8, h=8):
        """Keep `string` as the words of the `w` x `h` pixels at (x, y), unless all are outside."""
        if string.strip() and -w < x < WIDTH and -h < y < HEIGHT:
            self.words.append((y, x, string))

    def lines(self):
        """Return the words in reading order: rows from the top, each from left to right."""
        left, top = self.columns
        words = [(2 if y > 55 else x >= left and y >= top, y, x, word) for y, x, word in self.words]
        rows = []
        last = None
        for part, y, x, string in sorted(words):
            # small text beside large text starts a few pixels lower but is in the same row
            if last and part == last[0] and y - last[1] < 6:
                rows[-1].append((x, string))
            else:
                last = part, y
                rows.append([(x, string)])
        return ["  ".join([string for _, string in sorted(row)]) for row in rows]
