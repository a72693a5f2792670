# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""How a player of two-player theory plays against several."""

# It takes the best rival for its only opponent, but sees it further ahead than it is: somebody of
# several will have good luck before long. Of the way from the best rival to the target that is
# SHARE / 64, by the number of rivals. Found by tournaments of Pig: more wins more often against
# good rivals, less against poor ones.

SHARE = (0, 8, 11, 12, 13, 14, 15, 15, 16)


def rival_to_beat(game, player):
    """The score of the only opponent to reckon with, for a game to a target.

    With two players it is the other's score. It is never moved past the target.
    """
    best = max([score for p, score in enumerate(game.scores) if p != player])
    return best + max(0, game.options["target"] - best) * SHARE[game.players - 2] // 64
