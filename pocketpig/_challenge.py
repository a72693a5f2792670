"""Numbered challenges: the same game, rivals and luck for everybody (docs/fair-dice.md)."""

from typing import Any, NamedTuple, SupportsIndex

from shared_rules.variants import variant_class

from ._game import Game
from ._numbers import within


class Challenge(NamedTuple):
    """A challenge: what is played, and by whom.

    `seats`: "human" for the person, and the names of the computer players; `first`: the index of
    who begins.
    """

    number: int
    variant: str
    seats: tuple[str, ...]
    first: int

    def new_game(self) -> Game:
        """Return the challenge's game. Its dice fall as on a handheld, and its rivals choose so."""
        return _ChallengeGame(self)


def challenge(number: SupportsIndex) -> Challenge:
    """Return the challenge of that number; a day's number is its date as YYMMDD.

    Raises BadOption for a number that is none.
    """
    from shared_rules import challenges  # hashing is slow to import

    number = within("challenge", number, 1, challenges.LARGEST)
    variant, seats, first = challenges.setup(number)
    return Challenge(number, variant, tuple(seats), first)


class _ChallengeGame(Game):
    """A game whose dice, and whose rivals' chances, follow from the challenge's secret."""

    def __init__(self, challenge: Challenge) -> None:
        from shared_rules import challenges, fair_dice

        rules = variant_class(challenge.variant)(None, len(challenge.seats), challenge.first)
        super().__init__(rules)
        self._secret: str = challenges.secret(challenge.number)
        self._fair: Any = fair_dice

    def _throw(self, count: int) -> tuple[int, ...]:
        return tuple(self._next_roll("").throw(self.rules.FACES, count))

    def _source(self, player: int) -> Any:
        source = self._next_roll(str(player))
        source.throw(self.rules.FACES, 0)
        return source

    def _next_roll(self, whose: str) -> Any:
        """Return the dice of the roll that comes next."""
        rolls = sum(map(str.isdigit, self._tokens))
        return self._fair.FairDice(self._secret, self._fair.NONE + whose, rolls)
