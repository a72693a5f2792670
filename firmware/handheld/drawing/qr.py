"""QR codes of one kind: version 3, error level L, alphanumeric mode, mask 0."""

# ISO/IEC 18004. The code has 29 modules a side: 70 bytes, 15 of them for the correction of errors.
# adafruit_miniqr has no alphanumeric mode, so a commitment would not fit. On the emulated Pico it
# takes 340 ms a code, this 58, and 5,660 bytes of the drive, this 1,540.

from .canvas import ERASE

_SIZE = 29  # modules, of two pixels
_WIDE = 2 * _SIZE
# The lit field around the code: three pixels above and below are all there is.
_LEFT, _TOP, _FIELD = 7, 3, 72
_TEXT = 74  # what the words beside it begin at; a line has 9 characters
_DATA, _CHECKS = 55, 15  # bytes
_FORMAT = 0x77C4  # level L and mask 0, with their own correction and mask
_ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:"
_FINDER = b"\x7f\x41\x5d\x5d\x5d\x41\x7f"
_ALIGNMENT = b"\x1f\x11\x15\x11\x1f"
# The product of all x - 2^n, n from 0 to 14, over GF(256), without x^15: a byte a coefficient.
_GENERATOR = 0x1DC46FA3704A0A69698B849720861A
_ONES = 0x010101010101010101010101010101


class Code:
    """A code that the app makes step by step. `text`: see `encode`; without it, it stays blank."""

    def __init__(self, app, text=""):
        self.picture = None
        if text:
            app.think(encode(text), self._take)

    def _take(self, picture):
        self.picture = picture

    def draw(self, canvas, words, keys):
        """Draw the code, beside it `words`, lines between "|", and `keys` (see `draw_footer`)."""
        canvas.for_cameras = True
        canvas.fill_rect(0, 0, _FIELD, 64)
        if self.picture:
            canvas.blit(self.picture, _LEFT, _TOP, _WIDE, _WIDE, ERASE)
        for place, line in enumerate(words.split("|")):
            canvas.text(_TEXT, 9 * place, line)
        keys = [row for row in keys if row[1] is not None]
        for place, (key, label, *_) in enumerate(keys):
            y = 66 - 10 * (len(keys) - place)
            canvas.text(_TEXT + 1, y, key, 1, True)
            canvas.text(_TEXT + 9, y, label)


def encode(text):
    """Generator; returns the picture of a code, with bits that are 1 where it is dark.

    `text`: at most 77 characters of the alphanumeric mode.
    """
    data = pack(text)
    yield None
    data += check(data)
    yield None
    lines = yield from rows(data)
    picture = bytearray(_WIDE * 8)
    for y in range(_SIZE):
        at = (y >> 2) * _WIDE
        row = lines[y]
        while row:
            if row & 1:
                picture[at] |= 3 << 2 * (y & 3)
                picture[at + 1] = picture[at]
            row >>= 1
            at += 2
        if y % 8 == 7:
            yield None
    return picture


def pack(text):
    """Return the data bytes of a text."""
    bits = 2 << 9 | len(text)  # the mode, and how many characters
    used = 13
    for at in range(0, len(text), 2):
        value = 0
        for char in text[at : at + 2]:
            value = 45 * value + _ALPHABET.index(char)
        width = 11 if at + 1 < len(text) else 6
        bits = bits << width | value
        used += width
    end = min(4, 8 * _DATA - used)
    end += -(used + end) & 7
    data = (bits << end).to_bytes((used + end) >> 3, "big")
    return data + (b"\xec\x11" * _DATA)[: _DATA - len(data)]


def check(data):
    """Return the check bytes of the data (Reed and Solomon)."""
    multiples = [_GENERATOR]  # by 1, 2, 4 up to 128
    for _ in range(7):
        last = multiples[-1]
        multiples.append((last & 127 * _ONES) << 1 ^ (last >> 7 & _ONES) * 0x1D)
    rest = 0
    for byte in data:
        factor = byte ^ rest >> 112
        rest = (rest & (1 << 112) - 1) << 8
        for multiple in multiples:
            if factor & 1:
                rest ^= multiple
            factor >>= 1
    return rest.to_bytes(_CHECKS, "big")


def rows(data):
    """Generator; returns the rows of a code with these bytes: integers, bit x is 1 if dark."""
    grid = [0] * _SIZE
    for y in range(7):
        grid[y] |= _FINDER[y] * (1 | 1 << 22)
        grid[22 + y] |= _FINDER[y]
    for n in range(8, 21, 2):
        grid[n] |= 1 << 6
        grid[6] |= 1 << n
    for y in range(5):
        grid[20 + y] |= _ALIGNMENT[y] << 20
    grid[21] |= 1 << 8
    for n in range(15):  # the format, twice
        if _FORMAT >> n & 1:
            grid[n if n < 6 else n + 1 if n < 8 else 14 + n] |= 1 << 8
            grid[8] |= 1 << (28 - n if n < 8 else 7 if n == 8 else 14 - n)
    at = 0
    up = True
    for right in list(range(28, 6, -2)) + [5, 3, 1]:
        for n in range(_SIZE):
            y = 28 - n if up else n
            taken = 0x40 if 8 < y < 21 else 0x1FF  # no data where a bit is 1
            if y < 9:
                taken |= 0xFF << 21
            if 20 <= y <= 24:
                taken |= 0x1F << 20
            if y == 6:
                taken = -1
            for x in (right, right - 1):
                if not taken >> x & 1:
                    bit = at < 8 * len(data) and data[at >> 3] >> (7 - at & 7) & 1
                    if bit ^ (x + y) & 1 ^ 1:
                        grid[y] |= 1 << x
                    at += 1
        up = not up
        if right % 4 == 2:
            yield None
    return grid
