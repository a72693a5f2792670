"""Fast Pig: announce the number of dice, roll them once."""

from ..checks import DICE
from ..dice_pool import DicePool
from ..effects import bank
from . import register


@register
class Fast(DicePool):
    """One roll a turn, of 1 to `max_dice` dice; its sum is banked at once."""

    ID = "fast"
    NAME = "Fast Pig"
    OPTIONS = (("max_dice", 20, DICE),) + DicePool.OPTIONS

    def scored(self, total):
        return bank(total)
