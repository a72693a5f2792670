# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Draw dice and coins. The pictures with pigs are in `coin_art`."""

# Dice are lit bodies with dark pips, computed from the pips' places, in six sizes: from 24 pixels,
# for one to three of them, down to 7, so that forty fit on 80 x 40.

from .canvas import DRAW, ERASE

DIE, COIN, PIG_DICE = 0, 1, 2  # `art` of draw_dice; pig dice are a head die and a tail die
_TAIL_DIE = 3

# by size of the die: pip size, offset of the first pip, distance of pips
_SIZES = b"\x18\x13\x0f\x0c\x0a\x07"
_PIP = b"\x04\x03\x03\x02\x02\x01"
_FIRST = b"\x03\x02\x02\x02\x01\x01"
_STEP = b"\x07\x06\x04\x03\x03\x02"
# pips of the faces 0 (blank) to 9; bit 3 * row + column
_PIPS = (0, 0x010, 0x101, 0x111, 0x145, 0x155, 0x16D, 0x17D, 0x1EF, 0x1FF)

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
    """Draw an icon (see `pig_art`) at (x, y); `label`: its words."""
    data, w, h = which
    canvas.blit(data, x, y, w, h, mode)
    if label:
        canvas.word(x, y, label, w, h)


def _body(canvas, x, y, size, color):
    """Draw a square without its corners."""
    corner = 2 if size >= 15 else 1
    canvas.fill_rect(x + corner, y, size - 2 * corner, size, color)
    for k in range(corner):
        inset = corner - k
        canvas.fill_rect(x + k, y + inset, 1, size - 2 * inset, color)
        canvas.fill_rect(x + size - 1 - k, y + inset, 1, size - 2 * inset, color)


def draw_die(canvas, x, y, size, face, art=DIE, hollow=False):
    """Draw one die of one of the sizes (a coin: 31) at (x, y) showing `face`; 0 is blank.

    Faces -1 and -2 show it in the air. `art`: DIE, COIN (1 a head, 0 a tail), PIG_DICE (1 is a
    head) or _TAIL_DIE (6 is a tail). A `hollow` die is an outline with lit pips, to stand out.
    """
    picture = None
    if art:
        from . import coin_art
    if art == COIN:
        if face == -2:  # in the air: on edge, oval
            canvas.fill_rect(x + 13, y, 5, 31)
        elif face < 0:
            icon(canvas, x + 6, y, coin_art.OVAL)
        else:
            icon(canvas, x, y, coin_art.COIN)
            picture = coin_art.HEAD if face else coin_art.TAIL
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
                picture = coin_art.HEAD_SMALL if small else coin_art.HEAD
            elif art == _TAIL_DIE and face == 6:
                picture = coin_art.TAIL_SMALL if small else coin_art.TAIL
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
    """Draw a die for each of `faces` in the box of `w` x `h` pixels, as large as they fit.

    A coin always has 31 pixels, pig dice have at least 15. `label`: the words (default: the faces).
    Dice with the face `hollow` are outlines. If `frame` is 0 or more, the dice are in the air: the
    picture depends on `frame` and the number of dice, and may rise 3 pixels above the box.
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
