"""Skunk: five shared rounds, S-K-U-N-K (Brutlag 1994)."""

from ..effects import BUST, WIPE, add
from ..shared_roll import SharedRollGame
from . import register


@register
class Skunk(SharedRollGame):
    """Two dice for all; on a 1 those who stand score nothing. Two 1s by `double_one`."""

    ID = "skunk"
    NAME = "Skunk"
    DICE = 2
    ROUNDS = 5
    OPTIONS = (("double_one", "bust", ("bust", "wipe")),)

    def effect(self, faces):
        if faces == (1, 1) and self.options["double_one"] == "wipe":
            return WIPE
        return BUST if 1 in faces else add(sum(faces))

    def is_last_turn(self):
        return self.turn >= self.ROUNDS
