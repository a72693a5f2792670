"""Sevens: a total of 7 busts, 1s do not (Knizia 1999, p. 131)."""

from ..doubles import doubles_effect
from ..effects import BUST, add
from ..game import Game
from . import register


@register
class Sevens(Game):
    """The sum of two dice, doubles twice unless `doubles` is "plain"; 7 busts."""

    ID = "sevens"
    NAME = "Sevens"
    DICE = 2
    OPTIONS = (
        ("doubles", "double", ("double", "plain")),
        ("double_one", "add25", ("add25", "set25", "wipe")),
    ) + Game.OPTIONS

    def effect(self, faces):
        total = sum(faces)
        if total == 7:
            return BUST
        if self.options["doubles"] == "plain":
            return add(total)
        return doubles_effect(faces, self.options["double_one"])
