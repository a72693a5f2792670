# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Positions of two players, made up at random, in which a player who takes turns chooses.

Runs on the device's Python too.
"""

from shared_rules.game import ROLL
from shared_rules.variants import new_game

BEYOND = 20  # turn totals go so much beyond a win


def between(source, least, most):
    """A whole number from least to most."""
    return least + source.below(most - least + 1)


def position(variant, options, source):
    """A game in the middle of a turn, or at its start where dice are chosen then."""
    game = new_game(variant, options)
    target = game.options["target"]
    least = -50 if game.LOWEST else 0
    game.scores = [between(source, least, target - 1), between(source, least, target - 1)]
    game.turn = 1 + between(source, 0, 1)
    player = game.player
    if game.options["end"] == "equal_turns" and game.turn == 2 and not source.below(4):
        # The first mover has reached the target.
        game.scores[0] = between(source, target, target + BEYOND)
    if game.dice_range():
        most = game.dice_range()[1]
        if game.ID == "fast" or source.below(2):
            return game
        game.dice = (2,) * between(source, 1, min(most, 3))
    else:
        game.dice = tuple([2] * game.DICE)
    game.roll_number = 1
    lowest = -10 if game.LOWEST else 1
    game.turn_total = between(source, lowest, max(target, max(game.scores)) - game.scores[player])
    game.turn_total += between(source, 0, BEYOND) if not source.below(4) else 0
    return game


def sound_choice(perfect, game, player, source):
    """The choice, which must come from the table: the player survives any fault without it."""
    choice = perfect.choose(game, player, source)
    assert perfect.fault == "", perfect.fault
    return choice


def choices(perfect, variant, options, source, count):
    """The choices in so many positions, as a text."""
    text = []
    for _ in range(count):
        game = position(variant, options, source)
        action, dice = sound_choice(perfect, game, game.player, source)
        text.append(str(dice) if dice else "r" if action == ROLL else "h")
    return " ".join(text)
