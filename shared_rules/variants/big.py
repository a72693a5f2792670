"""Big Pig: doubles count twice, two 1s are special (Gettysburg page; Knizia 1999)."""

from ..doubles import doubles_effect
from ..effects import BUST
from ..game import Game
from . import register


@register
class Big(Game):
    """The sum of two dice, twice for doubles; one 1 busts; two 1s by `double_one`."""

    ID = "big"
    NAME = "Big Pig"
    DICE = 2
    OPTIONS = (
        ("double_one", "add25", ("add25", "bank25", "set25", "wipe", "bust")),
    ) + Game.OPTIONS

    def effect(self, faces):
        if faces.count(1) == 1:
            return BUST
        return doubles_effect(faces, self.options["double_one"])
