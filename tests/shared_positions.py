# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Random positions of two players of shared rolls in which player 0 chooses.

Also runs on the device's Python.
"""

from shared_rules.variants import new_game


def position(variant, source):
    """Return a game in which player 0 stands and player 1 may have sat."""
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
    """Return the choices in `count` positions as a text: "t" to stand, "s" to sit."""
    text = ""
    for _ in range(count):
        action, _ = perfect.choose(position(variant, source), 0, source)
        assert perfect.fault == "", perfect.fault  # the player hides faults of the table
        text += "t" if action == "stand" else "s"
    return text
