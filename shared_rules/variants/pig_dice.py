# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Pig Dice (Parker Brothers 1942): a pig's head on one die, its tail on the other."""

from ..effects import BUST, DOUBLE, ZERO, add
from ..game import Game
from ..options import TARGET
from . import register

HEAD = 1  # face of the first die
TAIL = 6  # face of the second die


@register
class PigDice(Game):
    """Head and tail double the turn total, a head counts twice, a tail subtracts, 7 zeroes.

    After someone banks the target, everybody else has one more roll, which is banked at
    once. `closing` is the player who banked the target, -1 before.
    """

    ID = "pig_dice"
    NAME = "Pig Dice"
    DICE = 2
    LOWEST = -(10**18)
    OPTIONS = (
        ("seven", "end", ("end", "zero")),
        TARGET,
        ("end", "one_more_roll", ("one_more_roll",)),
    )
    FIELDS = Game.FIELDS + ("closing",)

    def __init__(self, options=None, players=2, first=0):
        super().__init__(options, players, first)
        self.closing = -1

    def effect(self, faces):
        first, second = faces
        if first == HEAD:
            return DOUBLE if second == TAIL else add(2 * second)
        if second == TAIL:
            return add(-first)
        if first + second == 7:
            return BUST if self.options["seven"] == "end" else ZERO
        return add(first + second)

    def banks_at_once(self):
        return self.closing >= 0

    def bank(self):
        score = self.scores[self.player] + self.turn_total
        if self.closing < 0 and score >= self.options["target"]:
            self.closing = self.player
        super().bank()

    def is_last_turn(self):
        return (self.player + 1) % self.players == self.closing

    def should_be_over(self):
        return self.player == self.closing

    def fault(self):
        if not -1 <= self.closing < self.players:
            return "closing is no player"
        score = max(self.scores) if self.closing < 0 else self.scores[self.closing]
        if (self.closing >= 0) != (score >= self.options["target"]):
            return "closing and the scores disagree"
        return ""
