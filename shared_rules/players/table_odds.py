# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""What every action is worth to a player who takes turns, for the coach."""

from ..game import HOLD, ROLL
from .table_race import Position


def worths(perfect, game, player):
    """Generator: None while at work, then ({action: worth}, None).

    No result where the way to go is longer than the table's: it would tell nothing.
    """
    if game.options["target"] > perfect.table.number("target"):
        return
    found = {}
    allowed = game.dice_range()
    exact = True
    for n in range(allowed[0], allowed[1] + 1) if allowed else (None,):
        position = Position(perfect.table, game, player)
        outcomes = game.chance_outcomes(n) if n else perfect.outcomes_of(game)
        yield None
        for _ in position.work(outcomes, game.turn_total):
            yield None
        found["%s %d" % (ROLL, n) if n else ROLL] = position.roll_worth
        exact = exact and position.exact
    if HOLD in game.legal_actions():
        found[HOLD] = position.hold_worth
    perfect.exact = exact
    yield found, None
