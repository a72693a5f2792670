# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Levels of strength: a good player that slips now and then."""

# A slip makes the opposite choice, or another number of dice. A level does not slip if stopping
# wins, nor in the last turn of a game. So a level is weaker by about as much in every game, makes
# the mistakes that people make, and every choice against it matters.

from ..game import HOLD, ROLL, SIT, STAND
from . import make
from .strategy import Strategy, wins_at_once

_OF = 64
OTHER = {HOLD: ROLL, ROLL: HOLD, SIT: STAND, STAND: SIT}


class Level(Strategy):
    """BASE: the player that slips; SLIPS: in so many of _OF choices; LATER: of `Practical`."""

    BASE = "practical"
    SLIPS = LATER = 0

    def __init__(self):
        self.base = make(self.BASE)
        self.base.later = self.LATER

    def choose(self, game, player, source):
        return self._slip(game, player, source, self.base.choose(game, player, source))

    def think(self, game, player, source):
        choice = yield from self.base.think(game, player, source)
        return self._slip(game, player, source, choice)

    def _slip(self, game, player, source, choice):
        """Return the choice, or by chance a slip."""
        action, dice = choice
        if game.dice_range():
            draw = source.below(_OF)
            if draw < self.SLIPS:
                least, most = game.dice_range()
                dice = least + draw * (most + 1 - least) // self.SLIPS
        elif not (game.must_roll() or wins_at_once(game, player) or game.is_last_turn()):
            if source.below(_OF) < self.SLIPS:
                action = OTHER[action]
        return action, dice


# LATER was found by trying: with 4, 0 and 8 easy, medium and hard are in this order at one table.
class Careless(Level):
    SLIPS = 18
    LATER = 4


class Easy(Level):
    SLIPS = 9
    LATER = 4


class Medium(Level):
    SLIPS = 4


class Hard(Level):
    BASE = "practical"
    SLIPS = 1
    LATER = 8
