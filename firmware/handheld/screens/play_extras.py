# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""What a variant shows besides plain dice, from its section of `pages/looks.txt` (a dict)."""

from ..drawing import dice_art
from ..drawing.canvas import RIGHT
from ..language import say

_TIE_SOON = 5  # announce the end of the game by busts when so few are left
_ROUND_X = 102  # right edge of the header's free part
_ARTS = {"coin": dice_art.COIN, "pig_dice": dice_art.PIG_DICE}


def waiting(game):
    """Return the title while all wait for a roll that counts for all."""
    left = game.busts_left()
    if left is None or left > _TIE_SOON:
        return say("all_roll")
    return say("tie_soon", left) if left > 1 else say("tie_next")


def rounds(canvas, game, look, label):
    """Return which round it is, as a text for the header; draw it there if it has letters.

    `label`: say that the total is the round's.
    """
    rounds = look.get("rounds")
    if not rounds:
        return ""
    now = game.turn if game.SHARED_ROLL else (game.turn - 1) // game.players + 1
    if rounds.isdigit():
        return "%d/%s" % (now, rounds)
    x = _ROUND_X + 1 - 7 * len(rounds)
    for place, letter in enumerate(rounds):
        canvas.text(x + 7 * place, 1, letter, 1, place == now - 1)
    if label and game.roll_number and game.players < 6:
        two = game.players == 2
        canvas.text(62 if two else 0, 47 if two else 38, say("round"))
    return ""


def hint(game, look):
    """Return what to know before the first roll of a turn, or ""."""
    attribute, _, text = look.get("hint", "").partition(" ")
    if text and not game.over and getattr(game, attribute):
        return say(text)
    return ""


def draw_dice(canvas, game, look, x, y, width, height, frame):
    """Draw the last roll; if `frame` is 0 or more, in the air. Return the width that is full."""
    art = _ARTS.get(look.get("art"), dice_art.DIE)
    more = 0
    if game.event in ("oink", "mud", "gift"):
        from ..drawing.pig_art import MUD, OINK

        oink = game.event == "oink"
        width = min(width, 40)
        more = 25
        if frame < 0:
            dice_art.icon(
                canvas,
                width + 1,
                y + (2 if oink else 5),
                OINK if oink else MUD,
                say("oink" if oink else "mud"),
            )
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
    full = art == dice_art.COIN or game.SHARED_ROLL and game.players == 2
    return 128 if full else width + more


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


def draw_number(canvas, width, dice, name, event, number):
    """Draw the number of dice to choose, and above it what the last turn did."""
    y = 28 if width == 128 else 31
    line = event or number
    if width > 40:
        canvas.text(width - 62, 45, say("dice"))
        if name:
            line = name + ": " + line if line else name
    canvas.text(width, y, line[: width // 6], 1, False, RIGHT)
    canvas.digits(width, 38 if width == 128 else 39, dice, False, RIGHT)
