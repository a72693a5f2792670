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
        n = dice or self.dice_count()
        # ways[k]: rolls that add up to 2 * n + k.
        return outcomes(n, sums(n), [self.scored(2 * n + k) for k in range(4 * n + 1)])

    def rolls(self):
        """Yield (dice, `chance_outcomes`) for each number of dice, the greatest first.

        This is quicker than one at a time.
        """
        least, n = self.dice_limits()
        ways = sums(n)
        effects = [self.scored(points) for points in range(2 * least, 6 * n + 1)]
        while n >= least:
            at = 2 * (n - least)
            yield n, outcomes(n, ways, effects[at : at + len(ways)])
            # Take one die off: divide by q.
            before = 0  # the sum of the last four
            for k in range(4 * n - 3):
                ways[k] -= before
                before += ways[k]
                if k > 3:
                    before -= ways[k - 4]
            del ways[4 * n - 3 :]
            n -= 1


def sums(n):
    """Return the coefficients of q**n for the five scoring faces, q = 1 + x + x^2 + x^3 + x^4."""
    # 6**n rolls are too many to list. From p' q = n q' p for p = q**n each coefficient follows from
    # the four before it. They are symmetric.
    ways = [1]
    a, b, c, d = 1, 0, 0, 0
    m = n + 1
    for k in range(1, 2 * n + 1):
        way = ((m - k) * a + (2 * m - k) * b + (3 * m - k) * c + (4 * m - k) * d) // k
        ways.append(way)
        a, b, c, d = way, a, b, c
    for k in range(2 * n - 1, -1, -1):
        ways.append(ways[k])
    return ways


def outcomes(n, ways, effects):
    """Return the chance outcomes of `n` dice."""
    return 6**n, [(6**n - 5**n, BUST)] + list(zip(ways, effects))
