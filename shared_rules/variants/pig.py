"""Pig: one die, a 1 ends the turn with nothing (Scarne 1945; Neller & Presser 2004)."""

from ..effects import BUST, add
from ..game import Game
from . import register


@register
class Pig(Game):
    """The value of one die; a 1 busts."""

    ID = "pig"
    NAME = "Pig"

    def effect(self, faces):
        return BUST if faces[0] == 1 else add(faces[0])
