# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""The dice cup of a challenge: its rivals' chances follow from its number."""

# They are rolls with the addition `-SEAT` and the number of the next roll.


class ChallengeCup:
    """Stands in for the dice cup `cup` in a challenge; `fair_dice`: the module."""

    typed = False

    def __init__(self, cup, fair_dice):
        self._fair_dice = fair_dice
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
        addition = self._fair_dice.NONE + str(match.game.to_move()[0])
        source = self._fair_dice.FairDice(match.fair.secret, addition, match.fair.rolled)
        source.throw(match.game.FACES, 0)
        return source
