# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""What a strategy would choose in a position, whatever chance tells it.

A strategy draws from the `source` it is given. Asked with a scripted source it shows, without
our knowing its inside, either a plain choice or a choice by one draw, `below(n)`.
"""

from typing import Any, NamedTuple

from shared_rules.game import HOLD, SIT, Game


class NotCompilable(Exception):
    """Such a game or strategy cannot be compiled; the message says why."""


class Script:
    """A source of chance whose one draw gives `number`; a second draw is refused."""

    def __init__(self, number: int) -> None:
        self.number = number
        self.numbers = 0

    def below(self, n: int) -> int:
        """The scripted number."""
        if self.numbers:
            raise NotCompilable("the strategy draws more than once for one choice")
        self.numbers = n
        return self.number


class Stop(NamedTuple):
    """Whether to stop: `low` for a draw below `split` of `numbers`, else `high`.

    `numbers` is 0 where nothing is drawn.
    """

    low: bool
    high: bool
    split: int
    numbers: int


def ask_stop(strategy: Any, game: Game, player: int, guess: int = 0) -> Stop:
    """Whether the strategy would stop. Draws are taken to be split at one number.

    guess: where the split may be; a right guess saves questions.
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
    """The number of dice for each number that may be drawn; one entry where nothing is drawn."""
    script = Script(0)
    numbers = [strategy.choose(game, player, script)[1]]
    for number in range(1, script.numbers):
        numbers.append(strategy.choose(game, player, Script(number))[1])
    return tuple(numbers)
