# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""A player without a plan."""

from .strategy import Strategy


class RandomChoice(Strategy):
    """Every legal action is equally likely, and every number of dice."""

    def stops(self, game, player, source):
        return source.below(2) == 1

    def dice_number(self, game, player, source):
        least, most = game.dice_range()
        return least + source.below(most - least + 1)
