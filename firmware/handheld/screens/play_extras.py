# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""What single variants show on the table beyond dice: coins, pigs, rounds."""

from ..drawing import dice_art
from ..drawing.canvas import RIGHT
from ..drawing.dice_art import COIN, DIE, PIG_DICE, icon
from ..language import say
from .scores import NARROW

SKUNK = "SKUNK"
_ROUND_X = 100  # right edge of the header's free part


def draw(canvas, game):
    """Draw what belongs to the variant beside the dice."""
    if game.ID == "skunk":
        for place, letter in enumerate(SKUNK):
            now = place == game.turn - 1
            canvas.text(_ROUND_X - 34 + 7 * place, 1, letter, 1, now)
    elif game.ID == "gran_cerdo":
        canvas.text(_ROUND_X, 0, "%d/5" % ((game.turn + 1) // 2), 1, False, RIGHT)
        if game.three_dice and not game.roll_number and not game.over:
            canvas.text(0, 46, say("third_die"))


def draw_dice(canvas, game, width, frame):
    """Draw the last roll; from `frame` 0 on it is in the air."""
    height = 26
    art = DIE
    label = None
    if game.ID == "piglet":
        width = NARROW - 12
        height = 31
        art = COIN
        label = say("head" if game.dice and game.dice[0] else "tail")
    elif game.ID == "pig_dice" and game.dice:
        first, second = game.dice
        art = PIG_DICE
        label = "%s %s" % (
            say("head") if first == 1 else first,
            say("tail") if second == 6 else second,
        )
    elif game.event in ("oink", "mud", "gift"):
        from ..drawing.pig_art import MUD, OINK

        oink = game.event == "oink"
        width -= 24
        if frame < 0:
            icon(
                canvas,
                width,
                13 if oink else 15,
                OINK if oink else MUD,
                say("oink" if oink else "mud"),
            )
    dice_art.draw_dice(
        canvas, 0, 11, width, height, game.dice, art, label if frame < 0 else None, None, frame
    )
