"""Dice that are not plain, or too many for their place, and the choice of their number."""

from ..drawing import dice_art
from ..language import picture, say

ARTS = {"coin": dice_art.COIN, "pig_dice": dice_art.PIG_DICE, "pig_die": dice_art.PIG_DIE}


def draw_dice(canvas, game, look, x, y, width, height, frame, motion):
    """Draw the last roll; if `frame` is 0 or more, in the air. Return the width that is full.

    During the `motion` (or None) an icon beside the dice jumps.
    """
    art = ARTS.get(look.get("art"), dice_art.DIE)
    more = 0
    if game.event in ("oink", "mud", "gift"):
        oink = game.event == "oink"
        x, width = 0, min(width, 40)  # they do not shake: the icon is close beside
        more = 25
        if frame < 0:
            top = y + (2 if oink else 5) - (motion.frame & 2 if motion else 0)
            word = "oink" if oink else "mud"
            canvas.art(width + 1, top, picture(word), say(word))
    label = None
    if frame < 0:
        words = []
        for place, face in enumerate(game.dice):
            word = look.get("%d:%d" % (place, face))
            words.append(say(word) if word else str(face))
        label = " ".join(words)
    most = (width + 1) // 8 * ((height + 1) // 8)
    if len(game.dice) <= most or art != dice_art.DIE:
        dice_art.draw_dice(canvas, x, y, width, height, game.dice, art, label, frame)
    elif frame < 0:
        _add_up(canvas, x, y, width, height, game.dice)
    else:
        dice_art.draw_dice(canvas, x, y, width, height, game.dice[:most], art, label, frame)
    return 128 if art == dice_art.COIN else width + more


def _add_up(canvas, x, y, w, h, faces):
    """Draw a small die and the number of dice for each of the `faces` that fell."""
    columns = w // 20
    rows = (h + 2) // 8
    fell = sorted(set(faces))
    y += (h - 8 * rows + 1) // 2
    for place in range(len(fell) if len(fell) <= rows * columns else 0):
        face = fell[place]
        left = x + 20 * (place % columns)
        top = y + 8 * (place // columns)
        dice_art.draw_die(canvas, left, top, 7, face)
        canvas.word(left, top, str(face), 7, 7)
        canvas.text(left + 8, top, str(faces.count(face)))
