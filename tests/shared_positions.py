# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Positions of two players of shared rolls, made up at random, in which player 0 chooses.

Runs on the device's Python too.
"""

from shared_rules.variants import new_game


def position(variant, source):
    """A game in which player 0 stands and player 1 may have sat."""
    game = new_game(variant)
    game.scores = [source.below(100), source.below(100)]
    if variant == "skunk":
        game.turn = 1 + source.below(5)
    game.turn_total = 2 * game.DICE + source.below(50)
    game.dice = (2,) * game.DICE
    game.roll_number = 1
    game.choosing = True
    if source.below(2):
        game.standing[1] = False
        game.scores[1] += source.below(game.turn_total)
    return game


def choices(perfect, variant, source, count):
    """The choices in so many positions, as a text: "t" to stand, "s" to sit."""
    text = ""
    for _ in range(count):
        action, _ = perfect.choose(position(variant, source), 0, source)
        assert perfect.fault == "", perfect.fault  # the player survives any fault without a table
        text += "t" if action == "stand" else "s"
    return text
