# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Exact play of three players, each for its own win: the reference for play against several.

For games to a target, won by the first to bank it, whose rolls add points or bust (Pig). A value
has three chances to win: the mover's, the next player's and the last one's. The solution is an
equilibrium: no player can do better by changing alone. With more than two players there may be
other equilibria. The mover holds if holding and rolling are worth the same.
"""

from typing import Any

import numpy as np
from numba import njit
from numpy.typing import NDArray

from shared_rules.game import HOLD, Game
from shared_rules.pcg32 import Pcg32
from shared_rules.variants import new_game

from ..solver.moves import Floats
from .probe import NotCompilable
from .race_tables import Ints

# Passes have converged when no value changes by more.
TOLERANCE = 1e-15
MOST_PASSES = 1000

Flags = NDArray[np.bool_]


@njit(cache=True)
def solve(target: int, bust: float, points: Ints, chance: Floats) -> tuple[Floats, Flags]:
    """Return (value[i, j, k, player], stops[i, j, k, turn total]); scores: mover i, next j, last k.

    player: 0 the mover, 1 the next one, 2 the last.
    """
    value = np.full((target, target, target, 3), 1.0 / 3.0)
    stops = np.ones((target, target, target, target), np.bool_)
    best = np.zeros((target + points.max(), 3))
    best[:, 0] = 1.0
    for total in range(3 * target - 3, -1, -1):
        for i in range(min(total, target - 1) + 1):
            for j in range(min(total - i, target - 1) + 1):
                k = total - i - j
                # Busts lead through the three rotations of (i, j, k): solve them together, once.
                if k >= target or i < j or i < k:
                    continue
                for _ in range(MOST_PASSES):
                    change = 0.0
                    for _ in range(3):
                        start = turn(value, stops, best, bust, points, chance, i, j, k)
                        change = max(change, np.abs(start - value[i, j, k]).max())
                        value[i, j, k] = start
                        i, j, k = j, k, i
                    if change <= TOLERANCE:
                        break
    return value, stops


@njit(cache=True)
def turn(
    value: Floats, stops: Flags, best: Floats, bust: float, points: Ints, chance: Floats,
    i: int, j: int, k: int,
) -> Floats:  # fmt: skip
    """Return the values of the three at the start of the mover's turn; fill stops[i, j, k].

    best: scratch, by the score after holding; from the target on the mover's win.
    """
    target = len(value)
    roll = np.zeros(3)
    for score in range(target - 1, i - 1, -1):
        for player in range(3):
            # The next player is the mover of the position after this turn.
            roll[player] = bust * value[j, k, i, (player + 2) % 3]
            for n in range(len(points)):
                roll[player] += chance[n] * best[score + points[n], player]
        holds = score > i and value[j, k, score, 2] >= roll[0]
        stops[i, j, k, score - i] = holds
        for player in range(3):
            best[score, player] = value[j, k, score, (player + 2) % 3] if holds else roll[player]
    return roll


@njit(cache=True)
def among(stops: Flags, mine: Flags, bust: float, points: Ints, chance: Floats) -> Floats:
    """Return win[place] of a player who stops by `mine` against two who stop by `stops`.

    The player is number place + 1 to move. Both arrays have the form of `solve`.
    """
    target = len(stops)
    # First index: turns until the player moves.
    win = np.full((3, target, target, target), 1.0 / 3.0)
    best = np.zeros(target + points.max())
    for total in range(3 * target - 3, -1, -1):
        for i in range(min(total, target - 1) + 1):
            for j in range(min(total - i, target - 1) + 1):
                k = total - i - j
                if k >= target:
                    continue
                for _ in range(MOST_PASSES):
                    change = 0.0
                    for away in (0, 2, 1):
                        # After this turn the player is one turn nearer.
                        after = (away + 2) % 3
                        best[target:] = 1.0 if away == 0 else 0.0
                        roll = 0.0
                        for score in range(target - 1, i - 1, -1):
                            roll = bust * win[after, j, k, i]
                            for n in range(len(points)):
                                roll += chance[n] * best[score + points[n]]
                            if away == 0:
                                holds = mine[i, j, k, score - i]
                            else:
                                holds = stops[i, j, k, score - i]
                            best[score] = win[after, j, k, score] if holds else roll
                        change = max(change, abs(roll - win[away, i, j, k]))
                        win[away, i, j, k] = roll
                        i, j, k = j, k, i
                    if change <= TOLERANCE:
                        break
    return win[:, 0, 0, 0]


class Trio:
    """The solution of a game of three players."""

    def __init__(self, variant: str, options: dict[str, Any]) -> None:
        """Raises NotCompilable if rolls do more than add points or bust."""
        self.game = game = new_game(variant, options, 3)
        self.rolls = plain_rolls(game)
        self.value, self.stops = solve(game.options["target"], *self.rolls)

    def among(self, strategy: Any) -> float:
        """Return the win probability of the strategy against two exact players, over all seats."""
        return float(among(self.stops, self._asked(strategy), *self.rolls).mean())

    def _asked(self, strategy: Any) -> Flags:
        """Return the `stops` of the strategy, which may depend on the best rival only."""
        game = self.game
        target = len(self.stops)
        mine = np.zeros_like(self.stops)
        game.roll_number = 1
        source = Pcg32(1)
        for i, best in np.ndindex(target, target):
            game.scores = [i, best, 0]
            asked = np.zeros(target, np.bool_)
            for total in range(1, target - i):
                game.turn_total = total
                asked[total] = strategy.choose(game, 0, source)[0] == HOLD
            mine[i, best, : best + 1] = mine[i, : best + 1, best] = asked
        return mine


def plain_rolls(game: Game) -> tuple[float, Ints, Floats]:
    """Return (chance of a bust, points of the other rolls, their chances).

    Raises NotCompilable if rolls do more.
    """
    if game.options.get("end") != "first" or game.dice_range():
        raise NotCompilable(f"{game.ID}: only with end=first and a fixed number of dice")
    denominator, outcomes = game.chance_outcomes()
    bust, points, chance = 0.0, [], []
    for weight, (keep, factor, added, goes_on, _) in outcomes:
        if goes_on and keep and factor == 1 and added > 0:
            points.append(added)
            chance.append(weight / denominator)
        elif not goes_on and keep and not factor and not added:
            bust += weight / denominator
        else:
            raise NotCompilable(f"rolls of {game.ID} do more than add points or bust")
    return bust, np.array(points, dtype=np.int64), np.array(chance)
