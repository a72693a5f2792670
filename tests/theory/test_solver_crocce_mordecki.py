# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Pig solved without iteration, as F. Crocce and E. Mordecki do (arXiv 1808.06707, 2018).

Their Table 1 could not be had where this was written, so their method stands here instead: at each
pair of scores the chance of a player is a convex piecewise linear function of its chance after a
bust, and two such functions meet in one point. A function is its breakpoints, two arrays.
"""

import numpy as np
import pytest

pytest.importorskip("numba", reason="needs the extra solve: make setup")

from pocketpig.position import Position
from pocketpig.solver.solve import solve

UNIT = np.array([0.0, 1.0])


def turn(holds):
    """Return the chance at the start of a turn, as a function of the chance after a bust.

    `holds[t - 1]`: the chance after a hold at the turn total t; a greater total wins.
    """
    worth = [(UNIT, np.ones(2))] * 6  # of the turn totals after t
    for hold in [*holds[::-1], None]:
        xs = np.unique(np.concatenate([x for x, _ in worth[1:]]))
        ys = (xs + sum(np.interp(xs, x, y) for x, y in worth[1:])) / 6
        if hold is not None:
            if ys[0] < hold < ys[-1]:
                xs = np.unique(np.append(xs, np.interp(hold, ys, xs)))
                ys = (xs + sum(np.interp(xs, x, y) for x, y in worth[1:])) / 6
            ys = np.maximum(ys, hold)
        worth = [(xs, ys), *worth[:5]]
    return worth[0]


def meet(mine, theirs):
    """Return x, y with x = mine(1 - y) and y = theirs(1 - x)."""

    def gap(x):
        return np.interp(1 - np.interp(1 - x, *theirs), *mine) - x

    bends = 1 - np.interp(1 - mine[0], theirs[1], theirs[0])
    xs = np.unique(np.concatenate([UNIT, 1 - theirs[0], bends]))
    gaps = gap(xs)
    after = int(np.argmax(gaps <= 0))
    low, high = xs[after - 1], xs[after]
    x = low + (high - low) * gaps[after - 1] / (gaps[after - 1] - gaps[after])
    return x, np.interp(1 - x, *theirs)


def pig(target):
    """Return the chances of the player to move by its own and the other score."""
    wins = np.zeros((target, target))
    for total in range(2 * target - 2, -1, -1):
        for i in range(max(0, total - target + 1), total // 2 + 1):
            j = total - i
            mine = turn([1 - wins[j, k] for k in range(i + 1, target)])
            theirs = turn([1 - wins[i, k] for k in range(j + 1, target)])
            wins[i, j], wins[j, i] = meet(mine, theirs)
    return wins


@pytest.mark.parametrize("target", [1, 7, 20, 31])
def test_every_pair_of_scores_agrees(target):
    ours = solve("pig", {"target": target})
    found = [[ours.odds(Position(i, j)).win for j in range(target)] for i in range(target)]
    np.testing.assert_allclose(pig(target), found, rtol=0, atol=1e-9)
