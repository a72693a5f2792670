# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""What a turn by a rule of thumb costs, compared with perfect play."""

from __future__ import annotations

import numpy as np

from shared_rules.errors import UnknownStrategy
from shared_rules.players import make

from ..computer_players import PERFECT
from ..simulation.race_tables import RaceTables
from ..simulation.turns import Turns
from ..solver import Position
from ..solver.moves import Floats
from ..solver.solution import TurnsSolution
from .decisions import turn_of


def turns_by(solution: TurnsSolution, name: str, second: bool) -> tuple[Turns, int]:
    """Return the turns of the player of that name, and the role of the player to move.

    Raises UnknownStrategy, NotCompilable.
    """
    if name == PERFECT:
        raise UnknownStrategy("a rule of thumb is compared with perfect play: name another player")
    game = solution.game
    turns = Turns(RaceTables(game.ID, game.options, 2, [make(name)]))
    return turns, 0 if second else turns.tables.roles - 1


def regret(solution: TurnsSolution, name: str, second: bool) -> Floats:
    """Return cost[mine, theirs]: win chance lost by one turn by the rule; all else is perfect play.

    It is the sum over the choices of the turn: the loss by each, times the chance to reach it.
    """
    turns, role = turns_by(solution, name, second)
    cost = np.zeros((solution.target, solution.target))
    for i, j in np.ndindex(cost.shape):
        _, hold, start, wipe = turn_of(solution, Position(i, j, 0, second))
        scores, chances = turns.turn(0, role, i, j)
        gains = scores - i
        # A turn that ends with fewer points than before ended in a wipe.
        ends = np.where(gains < 0, wipe, hold[np.clip(gains, 0, len(hold) - 1)])
        cost[i, j] = start - chances @ ends
    return np.maximum(cost, 0.0)
