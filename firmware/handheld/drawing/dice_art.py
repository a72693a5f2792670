"""Draw dice. Coins and dice with pigs are in `coin_art`."""

# Dice are lit bodies with dark pips, computed from the pips' places, in six sizes: from 24 pixels,
# for one to three of them, down to 7, so that forty fit on 80 x 40.

from .canvas import DRAW, ERASE, kept_picture

# `art` of draw_dice; pig dice are a head die and a tail die
DIE, COIN, PIG_DICE, TAIL_DIE, PIG_DIE = 0, 1, 2, 3, 4

# by size of the die: pip size, distance of pips
_SIZES = b"\x18\x13\x0f\x0c\x0a\x07"
_PIP = b"\x04\x03\x03\x02\x02"
_STEP = b"\x07\x06\x04\x03\x03"
# pips of the faces 0 (blank) to 9; bit 3 * row + column
_PIPS = (0, 0x010, 0x101, 0x111, 0x145, 0x155, 0x16D, 0x17D, 0x1EF, 0x1FF)

# The smallest dice, a face after the other, 7 bytes each.
_SMALL = (
    b"\x3e\x7f\x7f\x7f\x7f\x7f\x3e\x3e\x7f\x7f\x77\x7f\x7f\x3e\x3e\x7d\x7f\x7f\x7f\x5f\x3e"
    b"\x3e\x7d\x7f\x77\x7f\x5f\x3e\x3e\x5d\x7f\x7f\x7f\x5d\x3e\x3e\x5d\x7f\x77\x7f\x5d\x3e"
    b"\x3e\x55\x7f\x7f\x7f\x55\x3e\x3e\x55\x7f\x77\x7f\x55\x3e\x3e\x55\x7f\x5d\x7f\x55\x3e"
    b"\x3e\x55\x7f\x55\x7f\x55\x3e"
)


def draw_die(canvas, x, y, size, face, art=DIE):
    """Draw one die of one of the sizes (a coin: 23) at (x, y) showing `face`; 0 is blank.

    Faces -1 and -2 show it in the air. `art`: DIE, COIN (1 a head, 0 a tail), PIG_DICE (1 is a
    head), TAIL_DIE (6 is a tail) or PIG_DIE (1 is a head).
    """
    picture = None
    if art:
        from . import coin_art

        if art == COIN:
            coin_art.coin(canvas, x, y, face)
            return
        picture = coin_art.on_die(art == TAIL_DIE, size, face)
    if face < 0:
        from .motion import IN_THE_AIR

        picture = kept_picture(IN_THE_AIR[(1 if size < 22 else -1) - face])
    elif size == 7:
        canvas.blit(_SMALL, x, y, 7, 7, DRAW, 7 * face)
        return
    else:  # a square without its corners
        corner = 2 if size >= 15 else 1
        for k in range(corner + 1):
            canvas.fill_rect(x + k, y + corner - k, size - 2 * k, size - 2 * (corner - k))
    if picture:
        _, w, h = picture
        x += (size - w) // 2
        canvas.art(x, y + (size - h) // 2, picture, "", DRAW if face < 0 else ERASE)
    elif face:
        _pips(canvas, x, y, size, _PIPS[face])


def _pips(canvas, x, y, size, pips):
    k = _SIZES.find(bytes((size,)))
    pip, step = _PIP[k], _STEP[k]
    first = (size - 2 * step - pip) // 2
    for i in range(9):
        if pips >> i & 1:
            px = x + first + i % 3 * step
            py = y + first + i // 3 * step
            if pip < 4:
                canvas.fill_rect(px, py, pip, pip, 0)
            else:  # round
                canvas.blit(b"\x06\x0f\x0f\x06", px, py, 4, 4, ERASE)


def draw_dice(canvas, x, y, w, h, faces, art=DIE, label=None, frame=-1):
    """Draw a die for each of `faces` in the box of `w` x `h` pixels, as large as they fit.

    A coin always has 23 pixels, pig dice have at least 15. `label`: the words (default: the faces).
    If `frame` is 0 or more, the dice are in the air: the picture depends on `frame` and the number
    of dice, and may rise 3 pixels above the box.
    """
    count = len(faces)
    if not count:
        return
    for size in (23,) if art == COIN else _SIZES:
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
        canvas.word(x, top, label, w, y + h - top)
    for i in range(count):
        face = faces[i]
        in_row = min(columns, count - i // columns * columns)
        dx = x + (w - in_row * pitch + gap) // 2 + i % columns * pitch
        dy = top + i // columns * pitch
        kind = art + (i & 1) if art == PIG_DICE else art
        if frame >= 0:
            from .motion import faces_of

            face, rise = faces_of(frame, i, size, art == COIN)
            dy -= rise
        draw_die(canvas, dx, dy, size, face, kind)


def rolls(canvas, x, y, w, rolls):
    """Draw the newest of `rolls`, texts of faces: small dice in three rows as wide as `w`."""
    if not rolls:
        return
    gap = b"\0" * (2 * len(rolls[-1]) - 1)
    pitch = 8 * len(rolls[-1]) - 1 + len(gap)
    columns = (w + len(gap)) // pitch
    if columns < 1:
        return
    rolls = rolls[-3 * columns :]
    canvas.word(x, y, " ".join(rolls), columns * pitch, (len(rolls) + columns - 1) // columns * 8)
    for place in range(0, len(rolls), columns):
        row = gap.join(
            [
                b"\0".join([_SMALL[7 * int(face) : 7 * int(face) + 7] for face in roll])
                for roll in rolls[place : place + columns]
            ]
        )
        canvas.blit(row, x, y, len(row), 7)
        y += 8
