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
        # 6**n rolls are too many to list: convolve the five scoring faces n times.
        n = dice or self.dice_count()
        ways = [1]
        for _ in range(n):
            ways += [0, 0, 0, 0]
            longer = []
            count = 0  # the sum of the last five
            for total, more in enumerate(ways):
                count += more
                if total > 4:
                    count -= ways[total - 5]
                longer.append(count)
            ways = longer
        outcomes = [(6**n - 5**n, BUST)]
        # ways[k]: rolls that add up to 2 * n + k.
        outcomes += [(count, self.scored(2 * n + k)) for k, count in enumerate(ways)]
        return 6**n, outcomes
