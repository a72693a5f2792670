# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Worths of all actions in games of turns, for the coach."""

from ...game import HOLD, ROLL
from .race import RacePosition


def worths(perfect, game, player):
    """Generator; returns ({action: worth}, None).

    None if the target is beyond the table's.
    """
    if game.options["target"] > perfect.table.number("target"):
        return None
    allowed = game.dice_range()
    found = {}
    if allowed:
        found = {"%s %d" % (ROLL, n): 0 for n in range(allowed[0], allowed[1] + 1)}
    exact = True
    held = () if allowed else None
    # The most dice first: they need the most worths of holding, and the others the same ones.
    for n in range(allowed[1], allowed[0] - 1, -1) if allowed else (None,):
        position = RacePosition(perfect.table, game, player)
        position.held = held
        outcomes = game.chance_outcomes(n) if n else perfect.outcomes_of(game)
        yield None
        yield from position.work(outcomes, game.turn_total)
        held = position.held
        found["%s %d" % (ROLL, n) if n else ROLL] = position.roll_worth
        exact = exact and position.exact
    if HOLD in game.legal_actions():
        found[HOLD] = position.hold_worth
    perfect.exact = exact
    return found, None
