# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Levels of strength: a good player that slips now and then."""

# A slip makes the opposite choice, or another number of dice. A level does not slip if stopping
# wins, nor in the last turn of a game. So a level is weaker by about as much in every game, makes
# the mistakes that people make, and every choice against it matters.

from ..game import HOLD, ROLL, SIT, STAND
from .practical import Practical
from .strategy import wins_at_once

_OF = 64
OTHER = {HOLD: ROLL, ROLL: HOLD, SIT: STAND, STAND: SIT}


class Level(Practical):
    """Slips in `slips` of _OF choices. `later` was found by trying: with 4, 0 and 8 easy, medium
    and hard are in this order at one table."""

    def __init__(self, slips, later):
        self._slips = slips
        self.later = later

    def choose(self, game, player, source):
        action, dice = super().choose(game, player, source)
        if game.dice_range():
            draw = source.below(_OF)
            if draw < self._slips:
                least, most = game.dice_range()
                dice = least + draw * (most + 1 - least) // self._slips
        elif not (game.must_roll() or wins_at_once(game, player) or game.is_last_turn()):
            if source.below(_OF) < self._slips:
                action = OTHER[action]
        return action, dice
