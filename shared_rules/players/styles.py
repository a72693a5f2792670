# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Players with a temper: they weigh the stake of a roll as more or less than it is."""

# For the most points a turn a player stops where one more roll loses as much as it gains on average
# (20 in Pig). The banker doubles the stake and stops at half of that; the gambler takes two thirds
# of the stake and stops at 1.5 times. Near the end both play by the practical rule.

from .practical import Practical, leading_rival
from .strategy import wins_at_once


class Temper(Practical):
    """The stake counts n / d times; `most`: the number of dice in a single roll."""

    def __init__(self, n, d, most):
        self._fear = n, d
        self._most = most

    def stops(self, game, player, source):
        if wins_at_once(game, player):
            return True
        target = game.goal()
        if game.is_last_turn() or (target and leading_rival(game, player) >= target):
            return super().stops(game, player, source)
        n, d = self._fear
        total = game.turn_total * n // d
        score = game.scores[player]
        gain = 0
        for weight, (keep, factor, points, _, _) in game.chance_outcomes()[1]:
            gain += weight * ((keep - 1) * score + (factor - 1) * total + points)
        return gain <= 0

    def dice_number(self, game, player, source):
        dice = super().dice_number(game, player, source)
        return dice if dice == 1 else min(self._most, game.dice_range()[1])
