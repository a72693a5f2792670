"""Work out races of two by value iteration, independently of the solver.

`Game.effect` gives the effects of all faces. All pairs of scores are swept until nothing changes.
The solver's methods are not used: no Newton's method, no bound on holding.
"""

import collections
import itertools

import numpy as np
from numba import njit

from shared_rules.variants import new_game

# Changes below this do not matter.
TINY = 1e-8


@njit(cache=True)
def sweep(start, plans, fixed, points, chances, bust, wipe):
    """Work out all starts of turns from those of the last sweep; return the greatest change.

    Unless the plans are fixed, make them those of the best choices.
    """
    target = start.shape[1]
    change = 0.0
    for scores in range(2 * target - 2, -1, -1):
        for i in range(max(0, scores - target + 1), min(scores, target - 1) + 1):
            j = scores - i
            for player in range(2):
                other = start[1 - player]
                lost = bust * (1.0 - other[j, i]) + wipe * (1.0 - other[j, 0])
                # By the turn total: at the target the game is won.
                worth = np.ones(target - i + points.max() + 1)
                for k in range(target - i - 1, -1, -1):
                    rolled = lost
                    for n in range(len(points)):
                        rolled += chances[n] * worth[k + points[n]]
                    held = 1.0 - other[j, i + k]
                    if not fixed and k:
                        plans[player, i, j, k] = held >= rolled
                    hold = plans[player, i, j, k]
                    worth[k] = hold * held + (1.0 - hold) * rolled
                change = max(change, abs(worth[0] - start[player, i, j]))
                start[player, i, j] = worth[0]
    return change


def solved_race(variant, plans=None):
    """Return (chances at [player, own score, other's score] at the start of a turn, plans).

    The first to the target wins; a roll adds points, busts or wipes. plans: whether a player holds,
    at [player, own score, other's score, turn total]; best play if there are none.
    """
    game = new_game(variant)
    low, high = game.FACES
    rolls = list(itertools.product(range(low, high + 1), repeat=game.DICE))
    adds, ends = collections.Counter(), collections.Counter()
    for keep, _, points, goes_on, _ in map(game.effect, rolls):
        (adds if goes_on else ends)[points if goes_on else keep] += 1 / len(rolls)
    points, chances = np.array(list(adds)), np.array(list(adds.values()))
    target = game.options["target"]
    start = np.full((2, target, target), 0.5)
    found = np.zeros((2, target, target, target), dtype=np.bool_) if plans is None else plans
    fixed = plans is not None
    while sweep(start, found, fixed, points, chances, float(ends[1]), float(ends[0])) > TINY:
        pass
    return start, found


def share(variant, one, other):
    """Return the share of games that a plan wins against another one; both begin equally often."""
    first, second = solved_race(variant, np.stack([one, other]))[0][:, 0, 0]
    return (first + 1.0 - second) / 2
