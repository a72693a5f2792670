# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Who starts, by a roll-off of two dice (the Gran Cerdo rules; used for every variant)."""

DICE = 2


def leaders(rolls):
    """Places in `rolls` (one pair of faces a player) that are best: sum, then higher die.

    More than one: these roll again.
    """
    ranks = [(sum(faces), max(faces)) for faces in rolls]
    best = max(ranks)
    return [place for place, rank in enumerate(ranks) if rank == best]
