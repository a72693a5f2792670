# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Games with a chosen number of dice, which add up unless one shows a 1."""

from .effects import BUST
from .game import Game


class DicePool(Game):
    """Roll 1 to `max_dice` (an option) dice; any 1 busts."""

    def scored(self, total):
        """Return the effect of a roll without a 1 that adds up to `total`."""
        raise NotImplementedError

    def dice_limits(self):
        return (1, self.options["max_dice"])

    def dice_range(self):
        return None if self.over or self.roll_number else self.dice_limits()

    def dice_count(self):
        # The number is kept for the turn, so the last roll has it.
        return len(self.dice) if self.roll_number else None

    def effect(self, faces):
        return BUST if 1 in faces else self.scored(sum(faces))

    def chance_outcomes(self, dice=None):
        # 6**n rolls are too many to list. The ways are the coefficients of p = q**n for the five
        # scoring faces, q = 1 + x + x^2 + x^3 + x^4; from p' q = n q' p each follows from the four
        # before it. They are symmetric.
        n = dice or self.dice_count()
        ways = [1]
        a, b, c, d = 1, 0, 0, 0
        m = n + 1
        for k in range(1, 2 * n + 1):
            way = ((m - k) * a + (2 * m - k) * b + (3 * m - k) * c + (4 * m - k) * d) // k
            ways.append(way)
            a, b, c, d = way, a, b, c
        ways += reversed(ways[:-1])
        outcomes = [(6**n - 5**n, BUST)]
        # ways[k]: rolls that add up to 2 * n + k.
        outcomes += [(count, self.scored(2 * n + k)) for k, count in enumerate(ways)]
        return 6**n, outcomes
