"""Hog: choose the number of dice for the turn, roll as often as you like (Dice Game Depot)."""

from ..checks import DICE
from ..dice_pool import DicePool
from ..effects import add
from . import register


@register
class Hog(DicePool):
    """Pig with 1 to `max_dice` dice; the number is kept for the turn."""

    ID = "hog"
    NAME = "Hog"
    OPTIONS = (("max_dice", 10, DICE),) + DicePool.OPTIONS

    def scored(self, total):
        return add(total)
