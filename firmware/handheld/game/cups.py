"""Dice cups of special games: challenges, and games with the people's own dice."""

from shared_rules import fair_dice


class _Cup:
    """Stands in for the dice cup `cup`."""

    typed = False

    def __init__(self, cup):
        self._cup = cup

    @property
    def forced(self):
        return self._cup.forced

    @property
    def thoughts(self):
        return self._cup.thoughts

    def throw(self, faces, count):
        return self._cup.throw(faces, count)


class ChallengeCup(_Cup):
    """That of a challenge."""

    # The chances of rivals are rolls with the addition `-SEAT` and the number of the next roll.

    def __init__(self, cup):
        super().__init__(cup)
        self.match = None  # the challenge

    @property
    def thoughts(self):
        """A new source for the choice that comes next."""
        match = self.match
        if self.forced or not match.fair or match.game.over:
            return self._cup.thoughts
        # The rivals of a shared roll choose before the person, whose index is 0.
        addition = fair_dice.NONE + str(match.computer() or 0)
        source = fair_dice.FairDice(match.fair.secret, addition, match.fair.rolled)
        source.throw(match.game.FACES, 0)
        return source


class OwnDice(_Cup):
    """People type in what fell."""

    # faces: those of the next roll, once they are typed in.

    typed = True
    faces = ()  # type: tuple

    def throw(self, faces, count):
        """Return what was typed in, or what a tester has asked for; () if there is neither."""
        if self.forced:
            return self._cup.throw(faces, count)
        fell = self.faces
        self.faces = ()
        return fell
