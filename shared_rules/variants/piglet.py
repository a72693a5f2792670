"""Piglet: a coin; a head counts 1, a tail busts (Neller & Presser 2004)."""

from ..effects import BUST, add
from ..game import Game
from ..options import END, ROUNDS
from . import register


@register
class Piglet(Game):
    """One coin: face 1 is a head, 0 a tail."""

    ID = "piglet"
    NAME = "Piglet"
    FACES = (0, 1)
    OPTIONS = (("target", 10, (1, 1000)), END, ROUNDS)

    def effect(self, faces):
        return add(1) if faces[0] else BUST
