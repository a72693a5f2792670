# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Keep pace and end race (Neller & Presser, Practical Play of the Dice Game Pig, 2010)."""

from .practical import Practical, leading_rival, rule_for
from .strategy import wins_at_once

HOLD, RACE, SPREAD = 21, 29, 8


class KeepPace(Practical):
    """As published, in the games of one die that scores its value; elsewhere as `practical`.

    Race when either score is within 29 of the target (71 of 100); else hold at 21 and an eighth,
    rounded, of the opponent's lead.
    """

    def stops(self, game, player, source):
        target = game.goal()
        rival = leading_rival(game, player)
        if rule_for(game) != (HOLD, RACE) or rival >= target or game.players == 1:
            return super().stops(game, player, source)
        if wins_at_once(game, player):
            return True
        score = game.scores[player]
        if target - max(rival, score) <= RACE:
            return score + game.turn_total >= target
        # SPREAD // 2 rounds the division.
        return game.turn_total >= HOLD + (rival - score + SPREAD // 2) // SPREAD
