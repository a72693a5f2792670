# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Hold at n: the plainest rule, "hold at 20" in Pig (Neller & Presser 2004)."""

from .strategy import Strategy, wins_at_once


class HoldAt(Strategy):
    """Stops as soon as the turn total is n or wins."""

    def __init__(self, n):
        self.n = n

    def stops(self, game, player, source):
        return game.turn_total >= self.n or wins_at_once(game, player)
