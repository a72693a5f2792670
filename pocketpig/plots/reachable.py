# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""The positions that a perfect player can reach, for any dice and any play of the opponent.

The player plays all its turns perfectly; the opponent may hold at any time. Turn totals and scores
below 0 count as 0.
"""

import numpy as np

from ..solver.moves import Moves, moves_of, useful
from ..solver.race_solution import EqualSolution
from ..solver.turn_solution import TurnsSolution
from .decisions import Bools, Decisions


def rolls_of(moves: Moves, length: int) -> tuple[Bools, Bools]:
    """Return after[k, n]: the first roll leads from turn total k to n; ends[n]: it ends a turn."""
    after, ends = np.zeros((length, length), dtype=bool), np.zeros(length, dtype=bool)
    add, jumps = moves.add_n[: moves.add_at[1]], slice(0, int(moves.jump_at[1]))
    fixed = moves.set_n[:1] if moves.set_p[0] else moves.set_n[:0]
    for total in range(length):
        jump = np.maximum(0, moves.jump_f[jumps] * total + moves.jump_n[jumps])
        to = np.concatenate((total + add, jump, fixed)).astype(int)
        after[total, np.minimum(to, length - 1)] = True
    ends[np.minimum(moves.end_n[: moves.end_at[1]], length - 1)] = True
    return after, ends


def turn(after: Bools, rolls_on: Bools) -> Bools:
    """Return the turn totals that a turn can have if it rolls on at `rolls_on`."""
    been = np.zeros(len(rolls_on), dtype=bool)
    been[0] = True
    new = been
    while new.any():
        new = after[new & rolls_on].any(axis=0) & ~been
        been = been | new
    # Total 0 counts as reached: nobody holds before the first roll, and a roll may lead back.
    return been


def reachable(solution: TurnsSolution, played: Decisions, second: bool = False) -> Bools:
    """Return reached[i, j, k]: True if a perfect player can have turn total k at scores i to j.

    second: for the second mover of a round, with equal turns. Without equal turns either player
    may have begun.
    """
    moves = moves_of(useful(solution.lists))
    target, length = played.roll.shape[0], played.roll.shape[2]
    after_roll, ends = rolls_of(moves, length)
    gains = np.flatnonzero(turn(after_roll, np.ones(length, dtype=bool)) | ends)
    wipes = bool(moves.wipe_p[0])
    reached = np.zeros(played.roll.shape, dtype=bool)
    # Scores at the start of the opponent's turn, and of the player's.
    known = np.zeros((2, target, target), dtype=bool)
    todo: list[tuple[int, int, bool]] = []

    def visit(i: int, j: int, mine: bool) -> None:
        if i < target and j < target and not known[int(mine), i, j]:
            known[int(mine), i, j] = True
            todo.append((i, j, mine))

    if not second:
        visit(0, 0, True)
    if second or not isinstance(solution, EqualSolution):
        visit(0, 0, False)
    while todo:
        i, j, mine = todo.pop()
        if mine:
            been = reached[i, j] = turn(after_roll, played.roll[i, j])
            for k in np.flatnonzero((been & ~played.roll[i, j]) | ends).tolist():
                visit(i + k, j, False)
            if wipes:
                visit(0, j, False)
        else:
            for k in gains.tolist():
                visit(i, j + k, True)
            if wipes:
                visit(i, 0, True)
    return reached
