"""Piggy: any double busts, 1s do not."""

from ..effects import BUST, add
from ..game import Game
from . import register


@register
class Piggy(Game):
    """The sum of two dice; a double busts."""

    ID = "piggy"
    NAME = "Piggy"
    DICE = 2

    def effect(self, faces):
        return BUST if faces[0] == faces[1] else add(sum(faces))
