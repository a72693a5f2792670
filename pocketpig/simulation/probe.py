"""What a strategy would choose in a position, for every random number it may draw.

A strategy draws from the `source` that it is given. Called with a scripted source, it shows either
a fixed choice or a choice by one draw, `below(n)`. Nothing else about it need be known.
"""

from typing import Any, NamedTuple

from shared_rules.game import HOLD, SIT, Game


class NotCompilable(Exception):
    """The game or strategy cannot be compiled; the message says why."""


class Script:
    """A source whose only draw gives `number`. A second draw raises NotCompilable."""

    def __init__(self, number: int) -> None:
        self.number = number
        self.numbers = 0

    def below(self, n: int) -> int:
        """Return the scripted number; `numbers` becomes n."""
        if self.numbers:
            raise NotCompilable("the strategy draws more than once for one choice")
        self.numbers = n
        return self.number


class Stop(NamedTuple):
    """Whether to stop: `low` for a draw below `split` of `numbers`, else `high`.

    `numbers` is 0 if nothing is drawn.
    """

    low: bool
    high: bool
    split: int
    numbers: int


def ask_stop(strategy: Any, game: Game, player: int, guess: int = 0) -> Stop:
    """Return whether the strategy would stop. Assumes that draws are split at one number.

    guess: where the split may be; a right guess saves calls.
    """

    def stops(number: int) -> tuple[bool, int]:
        script = Script(number)
        action, _ = strategy.choose(game, player, script)
        return action in (HOLD, SIT), script.numbers

    if guess:
        low, numbers = stops(guess - 1)
        if not numbers:
            return Stop(low, low, 0, 0)
        if guess < numbers and stops(guess)[0] != low:
            return Stop(low, not low, guess, numbers)
    low, numbers = stops(0)
    if not numbers:
        return Stop(low, low, 0, 0)
    high = stops(numbers - 1)[0]
    least, most = 0, numbers - 1
    while low != high and most - least > 1:
        middle = (least + most) // 2
        if stops(middle)[0] == low:
            least = middle
        else:
            most = middle
    return Stop(low, high, most, numbers)


def ask_dice(strategy: Any, game: Game, player: int) -> tuple[int, ...]:
    """Return the number of dice for each number that may be drawn; one entry if none is drawn."""
    script = Script(0)
    strategy.choose(game, player, script)
    numbers = range(max(1, script.numbers))
    return tuple(strategy.choose(game, player, Script(number))[1] for number in numbers)
