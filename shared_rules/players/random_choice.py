# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""A random player."""

from .strategy import Strategy


class RandomChoice(Strategy):
    """Chooses all actions and numbers of dice equally likely."""

    def stops(self, game, player, source):
        return source.below(2) == 1

    def dice_number(self, game, player, source):
        least, most = game.dice_range()
        return least + source.below(most - least + 1)
