"""Exact odds between two strategies in a game to a target, by policy evaluation."""

from typing import Any

import numpy as np
from numba import njit

from pocketpig.simulation.decision_tables import DecisionTables, Ints
from pocketpig.simulation.race import EQUAL_TURNS, FIRST, ONE_MORE_ROLL
from pocketpig.solver.moves import Floats
from shared_rules.players.by_name import make
from tests.support.turns import Turns

# Sweeps have converged when no value changes by more.
TOLERANCE = 1e-15
MOST_SWEEPS = 2000


@njit(cache=True)
def sweep(start: Ints, to: Ints, chances: Floats, constant: Floats, value: Floats) -> float:
    """Set value[s] = constant[s] + sum of chances * (1 - value[to]); return the greatest change."""
    change = 0.0
    for s in range(len(value)):
        worth = constant[s]
        for k in range(start[s], start[s + 1]):
            worth += chances[k] * (1.0 - value[to[k]])
        change = max(change, abs(worth - value[s]))
        value[s] = worth
    return change


class Duel:
    """Odds of strategies against each other; tables are kept between calls."""

    def __init__(
        self, variant: str, options: dict[str, Any], names: list[str], strategies: Any = None
    ) -> None:
        """names: of computer players; strategies: objects to use instead of those names.

        Raises NotCompilable if the variant is not a race to a target.
        """
        self.names = names
        made = strategies or [make(name) for name in names]
        self.tables = DecisionTables(variant, options, 2, made)
        self.turns = Turns(self.tables)

    def first_mover(self, first: int, second: int) -> float:
        """Return the win probability of strategy number `first`, moving first, against `second`."""
        pair = (first, second)
        number = {(0, 0, 0): 0}
        states = [(0, 0, 0)]
        rows: list[tuple[list[int], list[float], float]] = []
        # A state: (which of the pair is to move, its score, the other's).
        for which, me, rival in states:
            role = 1 - which if self.tables.end == EQUAL_TURNS else 0
            turn = self.turns.turn(pair[which], role, me, rival)
            to, chances, constant = [], [], 0.0
            for score, chance in zip(turn.scores.tolist(), turn.chances.tolist()):
                share = self._share(which, score, rival)
                if share is None:
                    state = (1 - which, rival, score)
                    if state not in number:
                        number[state] = len(states)
                        states.append(state)
                    to.append(number[state])
                    chances.append(chance)
                else:
                    constant += chance * share
            rows.append((to, chances, constant))
        # Ordered from the end of the game to its start, so that few sweeps are needed.
        order = sorted(range(len(states)), key=lambda s: -states[s][1] - states[s][2])
        place = np.empty(len(states), dtype=np.int64)
        place[order] = np.arange(len(states))
        start = np.cumsum([0] + [len(rows[s][0]) for s in order])
        to_places = place[np.array([t for s in order for t in rows[s][0]], dtype=np.int64)]
        chance = np.array([p for s in order for p in rows[s][1]])
        constants = np.array([rows[s][2] for s in order])
        value = np.full(len(states), 0.5)
        for _ in range(MOST_SWEEPS):
            if sweep(start, to_places, chance, constants, value) < TOLERANCE:
                break
        return float(value[place[0]])

    def average(self, one: int, other: int) -> float:
        """Return the win probability of `one` against `other`, averaged over who moves first."""
        return (self.first_mover(one, other) + 1 - self.first_mover(other, one)) / 2

    def _share(self, which: int, score: int, rival: int) -> "float | None":
        """Return the mover's share of the win if its turn ends with `score`; None: play goes on."""
        tables = self.tables
        if tables.end == FIRST:
            return 1.0 if score >= tables.target else None
        if tables.end == ONE_MORE_ROLL:
            return 1 - self._last_roll(rival, score) if score >= tables.target else None
        if which == 0 or max(score, rival) < tables.target:
            return None
        return _compare(score, rival)

    def _last_roll(self, me: int, rival: int) -> float:
        """Return the share of the win of the player with one last roll at `me` against `rival`."""
        turn = self.turns.turn(0, 0, me, rival, True)
        return sum(
            chance * _compare(score, rival)
            for score, chance in zip(turn.scores.tolist(), turn.chances.tolist())
        )


def _compare(score: int, rival: int) -> float:
    return 1.0 if score > rival else 0.5 if score == rival else 0.0
