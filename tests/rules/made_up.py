"""Made-up variants for tests: turns with new dice, a choice of dice, shared rolls."""

from shared_rules import variants
from shared_rules.dice_pool import DicePool
from shared_rules.effects import DOUBLE, Effect, add, bank
from shared_rules.game import Game
from shared_rules.options import END, ROUNDS
from shared_rules.shared_roll import SharedRollGame


class ToadInTheHole(Game):
    """Three eight-sided dice: the sum counts; a pair swallows the turn, more than 20 makes the
    turn total `hole`."""

    ID = "toad_in_the_hole"
    NAME = "Toad in the Hole"
    DICE = 3
    FACES = (1, 8)
    OPTIONS = (("hole", 30, (10, 50)), ("target", 60, (1, 500)), END, ROUNDS)

    def effect(self, faces):
        if len(set(faces)) < 3:
            return Effect(1, 0, 0, False, "swallowed")
        if sum(faces) > 20:
            return Effect(1, 0, self.options["hole"], True, "hole")
        return add(sum(faces))


class Goats(DicePool):
    """Roll up to `max_dice` dice once; without a 1 their sum counts twice."""

    ID = "goats"
    NAME = "Goats"
    OPTIONS = (("max_dice", 6, (1, 12)),) + DicePool.OPTIONS

    def scored(self, total):
        return bank(2 * total)


class Kraken(SharedRollGame):
    """Two ten-sided dice, 0 to 9, for all: a 0 sinks all who stand, a double doubles."""

    ID = "kraken"
    NAME = "Kraken"
    DICE = 2
    FACES = (0, 9)
    OPTIONS = (("dives", 3, (1, 9)), ("sea", "calm", ("calm", "rough")))

    def effect(self, faces):
        if 0 in faces or (self.options["sea"] == "rough" and sum(faces) == 13):
            return Effect(1, 0, 0, False, "sunk")
        return DOUBLE if faces[0] == faces[1] else add(sum(faces))

    def is_last_turn(self):
        return self.turn >= self.options["dives"]


ALL = (ToadInTheHole, Goats, Kraken)


def make_known(monkeypatch, variant):
    """Register `variant` during the test; return its class."""
    monkeypatch.setitem(variants._others, variant.ID, None)  # undone at the end
    return variants.register(variant)
