# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Two-player theory applied to several rivals."""

# The player treats the best rival as its only opponent, but moves it SHARE / 64 of its distance to
# the target further, since one of several rivals will soon be lucky. SHARE is by the number of
# rivals, found by tournaments of Pig. Greater values win more often against good rivals, lesser
# ones against poor rivals.

SHARE = (0, 8, 11, 12, 13, 14, 15, 15, 16)


def rival_to_beat(game, player):
    """Return the score of the rival to play against, in a game to a target.

    With two players it is the other's score. It is not moved past the target.
    """
    best = max([score for p, score in enumerate(game.scores) if p != player])
    return best + max(0, game.options["target"] - best) * SHARE[game.players - 2] // 64
