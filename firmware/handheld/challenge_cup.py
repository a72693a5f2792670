# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""The dice cup of a challenge: its rivals' chances follow from its number."""

# They are rolls with the addition `-SEAT` and the number of the next roll.

from .match import fair_dice

FairDice, NONE = fair_dice().FairDice, fair_dice().NONE


class ChallengeCup:
    """Stands in for the dice cup `cup` in a challenge."""

    def __init__(self, cup):
        self._cup = cup
        self.throw = cup.throw
        self.match = None  # the challenge

    @property
    def forced(self):
        return self._cup.forced

    @property
    def thoughts(self):
        """A new source for the choice that comes next."""
        match = self.match
        if self.forced or not match.fair or match.game.over:
            return self._cup.thoughts
        addition = NONE + str(match.game.to_move()[0])
        source = FairDice(match.fair.secret, addition, match.fair.rolled)
        source.throw(match.game.FACES, 0)
        return source
