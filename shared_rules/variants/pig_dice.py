"""Pig Dice (Parker Brothers 1942): a pig's head on one die, its tail on the other."""

from ..effects import BUST, DOUBLE, ZERO, add
from ..game import Game
from ..options import ROUNDS, TARGET
from . import register

HEAD = 1  # face of the first die
TAIL = 6  # face of the second die


@register
class PigDice(Game):
    """Head and tail double the turn total, a head counts twice, a tail subtracts, 7 zeroes.

    After someone banks the target, everybody else has one more roll, which is banked at once.
    """

    ID = "pig_dice"
    NAME = "Pig Dice"
    DICE = 2
    LOWEST = -(10**18)
    OPTIONS = (
        ("seven", "end", ("end", "zero")),
        TARGET,
        ("end", "one_more_roll", ("one_more_roll", "one_more_turn", "rounds")),
        ROUNDS,
    )

    def effect(self, faces):
        first, second = faces
        if first == HEAD:
            return DOUBLE if second == TAIL else add(2 * second)
        if second == TAIL:
            return add(-first)
        if first + second == 7:
            return BUST if self.options["seven"] == "end" else ZERO
        return add(first + second)
