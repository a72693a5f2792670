"""Two-Dice Pig: one 1 busts, two 1s wipe (Gettysburg page; Dice Game Depot)."""

from ..doubles import DOUBLE_ONE
from ..effects import BUST, add
from ..game import Game
from . import register


@register
class TwoDice(Game):
    """The sum of two dice. With `double_one` "bust" two 1s only bust."""

    ID = "two_dice"
    NAME = "Two-Dice Pig"
    DICE = 2
    OPTIONS = (("double_one", "wipe", ("wipe", "bust")),) + Game.OPTIONS

    def effect(self, faces):
        ones = faces.count(1)
        if ones == 2:
            return DOUBLE_ONE[self.options["double_one"]]
        return BUST if ones else add(sum(faces))
