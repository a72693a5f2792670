# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""How a player of two-player theory plays against several: see docs/players.md.

It takes the best rival for its only opponent, but sees it further ahead than it is: somebody of
several will have good luck before long. Of the way from the best rival to the target that is
SHARE / 64 with one rival more, rising with the number of rivals.
"""

SHARE = (0, 13, 16, 19, 20, 21, 22, 23, 24)


def rival_to_beat(game, player):
    """The score of the only opponent to reckon with, for a game to a target.

    With two players it is the other's score. It is never moved past the target.
    """
    best = max([score for p, score in enumerate(game.scores) if p != player])
    share = SHARE[min(game.players, len(SHARE) + 1) - 2]
    return best + max(0, game.options["target"] - best) * share // 64
