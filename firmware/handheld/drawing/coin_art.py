"""Coins, and what is on dice with pigs. See `pages/pictures.txt`."""

from .canvas import ERASE, kept_picture


def coin(canvas, x, y, face):
    """Draw a coin: 1 a head, 0 a tail, -1 and -2 in the air."""
    if face == -2:  # on edge
        canvas.fill_rect(x + 9, y, 5, 23)
    elif face < 0:
        canvas.art(x + 4, y, kept_picture("turning coin"))
    else:
        side = kept_picture("small head of a pig" if face else "small tail of a pig")
        canvas.art(x, y, kept_picture("coin"))
        canvas.art(x + 6, y + 6, side, "", ERASE)


def on_die(tail, size, face):
    """Return what the head die or the `tail` die shows in place of pips, or None."""
    if face != (6 if tail else 1):
        return None
    return kept_picture(("small " * (size < 22)) + ("tail of a pig" if tail else "head of a pig"))
