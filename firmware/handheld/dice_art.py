# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Dice, coins and pigs as pictures.

Dice are lit bodies with dark pips, computed from the pips' places, in six sizes: from 24 pixels,
for one to three of them, down to 7, so that forty fit on 80 x 40. Icons are (data, width,
height), page-packed as a frame.
"""

from .canvas import DRAW, ERASE

DIE, COIN, PIG_DICE = 0, 1, 2  # what draw_dice draws; the pig dice are a head and a tail die
TAIL_DIE = 3

# dice of 24, 19, 15, 12, 10 and 7 pixels: size, size of a pip, first pip's place, pip to pip
_SIZES = b"\x18\x13\x0f\x0c\x0a\x07"
_PIP = b"\x04\x03\x03\x02\x02\x01"
_FIRST = b"\x03\x02\x02\x02\x01\x01"
_STEP = b"\x07\x06\x04\x03\x03\x02"
# pips of the faces 0 (blank) to 6: bit 3 * row + column
_PIPS = (0, 0x010, 0x101, 0x111, 0x145, 0x155, 0x16D)

PIG = (  # a whole pig, looking right
    b"\xe0\x10\x50\x90\x60\x00\x00\x80\xc0\xe0\xe0\xf0\xf0\xf8\xf8\xf8\xf8\xfc\xfc\xfc\xfc\xfc"
    b"\xf8\xf8\xf8\xf8\x87\x7f\xfe\xfe\xfc\x9c\x9e\xfe\xff\xff\xf8\xf0\x80\x00\x00\x01\x03\x02"
    b"\x02\xfe\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff"
    b"\xff\xff\xff\xff\xff\xff\xff\xdf\xdf\xdf\xdf\x53\x7f\x1f\x00\x00\x00\x00\x00\x00\x01\x03"
    b"\x07\x7f\x7f\x7f\x7f\x0f\x7f\x7f\x7f\x7f\x07\x07\x07\x07\x0f\x7f\x7f\x7f\x7f\x0f\x7f\x7f"
    b"\x7f\x7f\x03\x01\x00\x00\x00\x00\x00\x00",
    40,
    23,
)
OINK = (  # a laughing pig face
    b"\x1e\xff\xe3\xf7\xfe\x7e\xbc\xb8\x7c\xfc\xfc\xfc\xfc\xfc\xfc\x7c\xb8\xbc\x7e\xfe\xf7\xe3"
    b"\xff\x1e\x00\x3f\xff\xff\xff\xff\xc7\xbb\x7d\x65\x7d\x7d\x7d\x7d\x65\x7d\xbb\xc7\xff\xff"
    b"\xff\xff\x3f\x00\x00\x00\x00\x01\x03\x07\x07\x0f\x0f\x1d\x19\x11\x11\x19\x1d\x0f\x0f\x07"
    b"\x07\x03\x01\x00\x00\x00",
    24,
    21,
)
MUD = (  # a splash
    b"\x00\x0c\x6c\xe0\x80\x00\x00\x06\xf7\xf6\x00\x00\x18\x18\x80\xf0\x73\x03\x00\x00\xc0\xd8"
    b"\x18\x18\x10\x38\x78\x7d\x7f\x7e\xec\xf4\xf7\xf7\xf6\xf6\xf6\xf6\xf7\xf7\xf4\xec\x7e\x7f"
    b"\x7d\x78\x38\x10",
    24,
    16,
)
HEAD = (  # line drawings, for coins and dice
    b"\xc6\x39\x01\x02\x02\x34\xb4\x84\x84\x84\x84\xb4\x34\x02\x02\x01\x39\xc6\x0f\x10\x20\x40"
    b"\x4e\x91\xa0\xa6\xa0\xa0\xa6\xa0\x91\x4e\x40\x20\x10\x0f",
    18,
    16,
)
HEAD_SMALL = (
    b"\xf7\x09\xc2\x2a\x62\x22\x62\x2a\xc2\x09\xf7\x01\x02\x04\x05\x05\x05\x05\x05\x04\x02\x01",
    11,
    11,
)
TAIL = (
    b"\xf8\xfc\x0e\x07\x33\x33\x33\xf3\xe3\x06\x9c\xf8\x70\x00\x00\x00\x00\x03\x07\x06\x06\x06"
    b"\x06\x3b\x3d\x3f\x23\x31\x38\x1c\x0f\x03",
    16,
    14,
)
TAIL_SMALL = (
    b"\x3c\x42\x99\xa5\x85\x79\x81\x42\x3c\x00\xe0\x00\x00\x00\x00\x00\x01\x02\x02\x02\x01\x00",
    11,
    10,
)
_COIN = (
    b"\x00\x00\x80\xc0\x30\x90\xc8\xec\xf4\xf2\xfa\xfb\xfd\xfd\xfd\xfd\xfd\xfd\xfd\xfb\xfa\xf2"
    b"\xf4\xec\xc8\x90\x30\xc0\x80\x00\x00\xf8\x0e\xf1\xfc\xff\xff\xff\xff\xff\xff\xff\xff\xff"
    b"\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xfc\xf1\x0e\xf8\x0f\x38\xc7\x9f"
    b"\x7f\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff"
    b"\x7f\x9f\xc7\x38\x0f\x00\x00\x00\x01\x06\x04\x09\x1b\x17\x27\x2f\x6f\x5f\x5f\x5f\x5f\x5f"
    b"\x5f\x5f\x6f\x2f\x27\x17\x1b\x09\x04\x06\x01\x00\x00\x00",
    31,
    31,
)
_OVAL = (
    b"\x00\x80\xe0\xf8\xfc\xfe\xfe\xff\xff\xff\xff\xff\xfe\xfe\xfc\xf8\xe0\x80\x00\xf8\xff\xff"
    b"\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xf8\x0f\xff\xff\xff\xff\xff"
    b"\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\x0f\x00\x00\x03\x0f\x1f\x3f\x3f\x7f\x7f"
    b"\x7f\x7f\x7f\x3f\x3f\x1f\x0f\x03\x00\x00",
    19,
    31,
)
_IN_THE_AIR = (  # tilted, on edge; the small ones
    (
        b"\x00\x00\x00\x00\xe0\xf8\xfe\xce\x86\x86\xce\xfc\xfc\xfc\xf8\xf8\xf0\xf0\xf0\xe0\xe0\xc0"
        b"\xc0\x00\x00\xe0\xfc\xff\xff\xff\xff\xff\xff\xff\xe7\xc3\xc3\xe7\xff\xff\xff\xff\xff\xff"
        b"\xff\x3f\x07\x00\x00\x03\x03\x07\x07\x0f\x0f\x0f\x1f\x1f\x3f\x3f\x3f\x73\x61\x61\x73\x7f"
        b"\x1f\x07\x00\x00\x00\x00",
        24,
        24,
    ),
    (
        b"\x00\x00\x00\x80\xc0\xe0\xf0\xf8\xfc\xfe\xee\xc7\xc7\xee\xfe\xfc\xf8\xf0\xe0\xc0\x80\x00"
        b"\x00\x00\x18\x7e\xff\xe7\xc3\xe7\xff\xff\xff\xff\xe7\xc3\xc3\xe7\xff\xff\xff\xff\xe7\xc3"
        b"\xe7\xff\x7e\x18\x00\x00\x00\x01\x03\x07\x0f\x1f\x3f\x7f\x77\xe3\xe3\x77\x7f\x3f\x1f\x0f"
        b"\x07\x03\x01\x00\x00\x00",
        24,
        24,
    ),
    (
        b"\x00\xc0\xf0\xfe\xff\xf3\x72\x3e\x7e\xfc\xfc\xf8\xf8\xf8\x30\x06\x0f\x0f\x0f\x1f\x1f\x3f"
        b"\x3e\x27\x67\x7f\x3f\x07\x01\x00",
        15,
        15,
    ),
    (
        b"\xc0\xe0\x30\x78\xfc\xfe\x7b\x33\x7b\xfe\xfc\x78\x30\xe0\xc0\x01\x03\x06\x0f\x1f\x3f\x6f"
        b"\x66\x6f\x3f\x1f\x0f\x06\x03\x01",
        15,
        15,
    ),
)


def icon(canvas, x, y, which, label=None, mode=DRAW):
    """Puts an icon (`PIG`, `OINK`, `MUD`, ...) at (x, y); `label` is what it says in words."""
    data, w, h = which
    canvas.blit(data, x, y, w, h, mode)
    if label:
        canvas.word(x, y, label, w, h)


def _body(canvas, x, y, size, color):
    """A square with its corners taken off."""
    corner = 2 if size >= 15 else 1
    canvas.fill_rect(x + corner, y, size - 2 * corner, size, color)
    for k in range(corner):
        inset = corner - k
        canvas.fill_rect(x + k, y + inset, 1, size - 2 * inset, color)
        canvas.fill_rect(x + size - 1 - k, y + inset, 1, size - 2 * inset, color)


def draw_die(canvas, x, y, size, face, art=DIE, hollow=False):
    """Draws one die of one of the sizes (a coin: 31) at (x, y) showing `face`; 0 is a blank die.

    The faces -1 and -2 show it in the air. `art`: DIE, COIN (1 a head, 0 a tail), PIG_DICE (the
    die whose 1 is a head) or TAIL_DIE (whose 6 is a tail). A `hollow` die is an outline with lit
    pips, so that it stands out among others.
    """
    picture = None
    if art == COIN:
        if face == -2:  # in the air it turns on its upright axis: on edge, oval
            canvas.fill_rect(x + 13, y, 5, 31)
        elif face < 0:
            icon(canvas, x + 6, y, _OVAL)
        else:
            icon(canvas, x, y, _COIN)
            picture = HEAD if face else TAIL
    else:
        small = size < 22
        if face < 0:
            picture = _IN_THE_AIR[(1 if small else -1) - face]
            hollow = True
        else:
            _body(canvas, x, y, size, 1)
            if hollow:
                _body(canvas, x + 1, y + 1, size - 2, 0)
            if art == PIG_DICE and face == 1:
                picture = HEAD_SMALL if small else HEAD
            elif art == TAIL_DIE and face == 6:
                picture = TAIL_SMALL if small else TAIL
    if picture:
        _, w, h = picture
        x += (size - w) // 2
        icon(canvas, x, y + (size - h) // 2, picture, None, DRAW if hollow else ERASE)
    elif face > 0:
        _pips(canvas, x, y, size, _PIPS[face], 1 if hollow else 0)


def _pips(canvas, x, y, size, pips, color):
    k = _SIZES.find(bytes((size,)))
    pip, first, step = _PIP[k], _FIRST[k], _STEP[k]
    for i in range(9):
        if pips >> i & 1:
            px = x + first + i % 3 * step
            py = y + first + i // 3 * step
            if pip == 1:
                canvas.pixel(px, py, color)
            elif pip < 4:
                canvas.fill_rect(px, py, pip, pip, color)
            else:  # round
                canvas.fill_rect(px, py + 1, 4, 2, color)
                canvas.fill_rect(px + 1, py, 2, 4, color)


def draw_dice(canvas, x, y, w, h, faces, art=DIE, label=None, hollow=None, frame=-1):
    """Lays out one die for each of `faces` in the box of `w` x `h` pixels, as large as they fit.

    A coin always has 31 pixels, pig dice have at least 15. `label` is what the dice say in words
    (unless given, the faces). Dice that show the face `hollow` are drawn as outlines. From `frame`
    0 on the dice are in the air, the picture changes with `frame`, and only the number of
    `faces` counts; they may rise up to 3 pixels above the box.
    """
    count = len(faces)
    if not count:
        return
    for size in (31,) if art == COIN else _SIZES:
        gap = max(1, size >> 3)
        columns = max(1, (w + gap) // (size + gap))
        if columns * ((h + gap) // (size + gap)) >= count or (art and size == 15):
            break
    rows = (count + columns - 1) // columns
    columns = (count + rows - 1) // rows
    pitch = size + gap
    top = y + (h - rows * pitch + gap) // 2
    if label is None and frame < 0:
        label = " ".join([str(face) for face in faces])
    if label:
        canvas.word(x, top, label, w, h)
    for i in range(count):
        face = faces[i]
        in_row = min(columns, count - i // columns * columns)
        dx = x + (w - in_row * pitch + gap) // 2 + i % columns * pitch
        dy = top + i // columns * pitch
        kind = art + (i & 1) if art == PIG_DICE else art
        if frame >= 0:
            phase = (frame + i) & 3
            if art == COIN:
                face = (frame >> 2 & 1, -1, -2, -1)[phase]
            else:
                face = (frame * 5 + i * 3) % 6 + 1
                if size >= 15:
                    face = (face, -1, face, -2)[phase]
            dy -= (0, 2, 3, 1)[phase] if size >= 15 else phase & 1
        draw_die(canvas, dx, dy, size, face, kind, face == hollow)
