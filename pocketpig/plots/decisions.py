# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""The decisions of perfect play in every position, as arrays."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..solver import Position
from ..solver.moves import Floats, reach, useful
from ..solver.turn_solution import TurnsSolution

Bools = NDArray[np.bool_]

# Greatest target: the arrays grow with its third power.
MOST_TARGET = 250


class Decisions(NamedTuple):
    """Arrays by score of the player to move, score of the opponent, and turn total.

    win[i, j, k]: chance to win with turn total k; at 0, of the start of a turn.
    roll[i, j, k]: True if rolling is better than holding (always at turn total 0).
    """

    win: Floats
    roll: Bools


def turn_of(solution: TurnsSolution, position: Position) -> tuple[Floats, Floats, float]:
    """Return worths: (by turn total, of holding there, of the start of the turn)."""
    # Only the numbers of dice that are useful.
    chosen = [n for n, _ in useful(solution.lists)]
    m = solution.menu(position, chosen)
    win, start, _, _ = solution.worths(position, m)
    hold, _, _ = solution.hold_worths(position, len(win))
    return win, hold[: len(win)], start


def decisions(solution: TurnsSolution, second: bool = False) -> Decisions:
    """Return the decisions at all scores below the target."""
    target = solution.target
    turns = {
        (i, j): turn_of(solution, Position(i, j, 0, second)) for i, j in np.ndindex(target, target)
    }
    last_rolls = (np.flatnonzero(win > hold)[-1:] for win, hold, _ in turns.values())
    # Room for what one roll can add to the last turn total at which rolling is right.
    length = max([target - 1] + [int(last[0]) for last in last_rolls if len(last)])
    length += 1 + reach(solution.moves)
    win_all = np.ones((target, target, length))
    roll_all = np.zeros((target, target, length), dtype=bool)
    for (i, j), (win, hold, start) in turns.items():
        n = min(length, len(win))
        win_all[i, j, :n] = win[:n]
        win_all[i, j, n:] = win[-1]
        roll_all[i, j, :n] = win[:n] > hold[:n]
        win_all[i, j, 0] = start
        roll_all[i, j, 0] = True
    return Decisions(win_all, roll_all)
