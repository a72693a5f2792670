# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""The positions that a perfect player can reach, for any dice and any play of the opponent.

The player plays all its turns perfectly; the opponent may hold at any time. Turn totals and scores
below 0 count as 0.
"""

from __future__ import annotations

import numpy as np

from ..solver.moves import Moves, moves_of, useful
from ..solver.solution import TurnsSolution
from .decisions import Bools, Decisions


def one_roll(moves: Moves, total: int) -> tuple[set[int], set[int]]:
    """Return the turn totals after a roll of the first kind at `total`: (going on, ending)."""
    goes_on = {total + int(n) for n in moves.add_n[: moves.add_at[1]]}
    jumps = slice(0, int(moves.jump_at[1]))
    goes_on |= {
        max(0, int(f) * total + int(n)) for f, n in zip(moves.jump_f[jumps], moves.jump_n[jumps])
    }
    if moves.set_p[0]:
        goes_on.add(int(moves.set_n[0]))
    return goes_on, {int(n) for n in moves.end_n[: moves.end_at[1]]}


class Rolls:
    """`one_roll` as arrays: after[k, n], and ends[n] for totals with which a roll ends a turn."""

    def __init__(self, moves: Moves, length: int) -> None:
        self.after = np.zeros((length, length), dtype=bool)
        for total in range(length):
            for to in one_roll(moves, total)[0]:
                self.after[total, min(to, length - 1)] = True
        self.ends = np.zeros(length, dtype=bool)
        self.ends[[min(n, length - 1) for n in one_roll(moves, 0)[1]]] = True

    def turn(self, rolls_on: Bools) -> Bools:
        """Return the turn totals that a turn can have if it rolls on at `rolls_on`."""
        been = np.zeros(len(rolls_on), dtype=bool)
        been[0] = True
        new = been
        while new.any():
            new = self.after[new & rolls_on].any(axis=0) & ~been
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
    rolls = Rolls(moves, length)
    anything = rolls.turn(np.ones(length, dtype=bool)) | rolls.ends
    anything[0] = True
    gains = np.flatnonzero(anything)
    wipes = bool(moves.wipe_p[0])
    reached = np.zeros(played.roll.shape, dtype=bool)
    # Scores at the start of the player's turn, and of the opponent's.
    before = np.zeros((target, target), dtype=bool)
    after = np.zeros((target, target), dtype=bool)
    todo: list[tuple[int, int, bool]] = []

    def visit(i: int, j: int, mine: bool) -> None:
        known = before if mine else after
        if i < target and j < target and not known[i, j]:
            known[i, j] = True
            todo.append((i, j, mine))

    if not second:
        visit(0, 0, True)
    if second or solution.KIND != "equal":
        visit(0, 0, False)
    while todo:
        i, j, mine = todo.pop()
        if mine:
            been = rolls.turn(played.roll[i, j])
            reached[i, j] = been
            ends = np.flatnonzero((been & ~played.roll[i, j]) | rolls.ends)
            for k in ends.tolist():
                visit(i + k, j, False)
            if wipes:
                visit(0, j, False)
        else:
            for k in gains.tolist():
                visit(i, j + k, True)
            if wipes:
                visit(i, 0, True)
    return reached
