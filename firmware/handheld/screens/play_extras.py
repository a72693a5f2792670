# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""What a variant shows besides plain dice, from its section of `pages/looks.txt` (a dict)."""

from ..drawing import dice_art
from ..drawing.canvas import RIGHT
from ..language import say
from .scores import NARROW

_ROUND_X = 100  # right edge of the header's free part
_ARTS = {"coin": dice_art.COIN, "pig_dice": dice_art.PIG_DICE}


def draw(canvas, game, look):
    """Draw the rounds and the hint."""
    rounds = look.get("rounds")
    if rounds:
        now = game.turn if game.SHARED_ROLL else (game.turn - 1) // game.players + 1
        if rounds.isdigit():
            canvas.text(_ROUND_X, 0, "%d/%s" % (now, rounds), 1, False, RIGHT)
        else:
            x = _ROUND_X + 1 - 7 * len(rounds)
            for place, letter in enumerate(rounds):
                canvas.text(x + 7 * place, 1, letter, 1, place == now - 1)
    attribute, _, hint = look.get("hint", "").partition(" ")
    if hint and not game.roll_number and not game.over and getattr(game, attribute):
        canvas.text(0, 46, say(hint))


def draw_dice(canvas, game, look, width, frame):
    """Draw the last roll; if `frame` is 0 or more, in the air."""
    art = _ARTS.get(look.get("art"), dice_art.DIE)
    height = 26
    if art == dice_art.COIN:
        width = NARROW - 12
        height = 31
    elif game.event in ("oink", "mud", "gift"):
        from ..drawing.pig_art import MUD, OINK

        oink = game.event == "oink"
        width -= 24
        if frame < 0:
            dice_art.icon(
                canvas,
                width,
                13 if oink else 15,
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
    dice_art.draw_dice(canvas, 0, 11, width, height, game.dice, art, label, None, frame)
