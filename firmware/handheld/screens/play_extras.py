# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""What single variants show on the table beyond dice: coins, pigs, rounds."""

from ..canvas import RIGHT
from ..dice_art import COIN, DIE, PIG_DICE, draw_dice, icon
from ..language import say
from .scores import NARROW

SKUNK = "SKUNK"
ROUND_X = 100  # right edge of the header's free part


def draw(canvas, game, width):
    """Draw the last roll, and what else belongs to the variant."""
    _DRAW[game.ID](canvas, game, width)


def _skunk(canvas, game, width):
    for place, letter in enumerate(SKUNK):
        now = place == game.turn - 1
        canvas.text(ROUND_X - 34 + 7 * place, 1, letter, 1, now)
    draw_dice(canvas, 0, 11, width, 26, game.dice)


def _piglet(canvas, game, width):
    if game.dice:
        word = say("head" if game.dice[0] else "tail")
        draw_dice(canvas, 0, 11, NARROW - 12, 31, game.dice, COIN, word)


def _pig_dice(canvas, game, width):
    if not game.dice:
        return
    first, second = game.dice
    words = [
        say("head") if first == 1 else str(first),
        say("tail") if second == 6 else str(second),
    ]
    draw_dice(canvas, 0, 11, width, 26, game.dice, PIG_DICE, " ".join(words))


def _gran_cerdo(canvas, game, width):
    canvas.text(ROUND_X, 0, "%d/5" % ((game.turn + 1) // 2), 1, False, RIGHT)
    # The last roll stays in view when the turn has passed: it says why.
    if game.event in ("oink", "mud", "gift"):
        from ..pig_art import MUD, OINK

        oink = game.event == "oink"
        width -= 24
        icon(canvas, width, 13 if oink else 15, OINK if oink else MUD, say("oink" if oink else "mud"))
    draw_dice(canvas, 0, 11, width, 26, game.dice, DIE)
    if game.three_dice and not game.roll_number:
        canvas.text(0, 46, say("third_die"))


_DRAW = {"skunk": _skunk, "piglet": _piglet, "pig_dice": _pig_dice, "gran_cerdo": _gran_cerdo}
