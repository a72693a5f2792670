"""Solved races to a target by turns: the arrays of `race`."""

from typing import Any

import numpy as np

from shared_rules.game import ROLL, Game

from ..position import BadPosition, Odds, Position
from . import race
from .moves import Floats, Moves, reach
from .solution import FARTHEST, odds_of
from .turn_solution import TurnsSolution


class RaceSolution(TurnsSolution):
    """The most points win once somebody has banked the target."""

    def __init__(self, game: Game, arrays: dict[str, Any]) -> None:
        super().__init__(game, arrays)
        self.floor = int(arrays.get("floor", 0))
        self.bust_p = race.least_bust(self.moves)

    def against(self, position: Position) -> tuple[Floats, Floats]:
        """Return the worths of the opponent's next turn, who is below the target.

        By the score of the player to move, from the floor; and, if that is the target, by the lead.
        """
        raise NotImplementedError

    def hold_worths(self, position: Position, length: int) -> tuple[Floats, int, float]:
        i, j = position.mine, min(position.theirs, FARTHEST + self.target)
        score = i + np.arange(length)
        top = self.highest(position) - i
        if j >= self.target:  # the last turn
            return np.heaviside(score - j, 0.5), top, 0.0
        others, replies = self.against(position)
        below = others[np.minimum(score, self.target - 1) - self.floor]
        reply = replies[np.clip(score - j, 0, len(replies) - 1)]
        hold = 1.0 - np.where(score < self.target, below, reply)
        return hold, top, 1.0 - float(others[-self.floor])

    def highest(self, position: Position) -> int:
        j = min(position.theirs, FARTHEST + self.target)
        if j >= self.target:
            return j
        others, replies = self.against(position)
        limit = self.bust_p * float(others[position.mine - self.floor])
        return int(race.settled_lead(self.target - j, replies, limit)) + j - 1


class FirstSolution(RaceSolution):
    """The first to bank the target wins, unless the opponent's last roll or turn (if any) beats it.

    value[a - floor, b - floor]: worth at the start of a turn, scores a to b; replies: of
    `race.replies_of`.
    """

    STARTS = ("value",)

    @staticmethod
    def solve(game: Game, moves: Moves, floor: int) -> dict[str, Any]:
        replies = race.replies_of(game, moves)
        value, _ = race.solve_race(moves, game.options["target"], floor, replies, False)
        return {"value": value, "floor": np.int64(floor)}

    def __init__(self, game: Game, arrays: dict[str, Any]) -> None:
        super().__init__(game, arrays)
        self.value: Floats = arrays["value"]
        self.replies = race.replies_of(game, self.moves)

    def within(self, position: Position) -> Position:
        mine, theirs = max(self.floor, position.mine), max(self.floor, position.theirs)
        return position._replace(mine=mine, theirs=theirs)

    def is_last_roll(self, position: Position) -> bool:
        """True if the opponent has banked the target and one roll is left."""
        roll = self.game.options["end"] == "one_more_roll"
        return roll and position.theirs >= self.target

    def check(self, position: Position) -> None:
        super().check(position)
        last = len(self.replies) > 1
        self.check_scores(position, self.floor, None if last else self.target)
        if self.is_last_roll(position) and position.turn_total:
            raise BadPosition("turn total: in the last roll of a game it is 0")

    def odds(self, position: Position) -> Odds:
        self.check(position)
        if self.is_last_roll(position):
            behind = min(position.theirs - position.mine, len(self.replies) - 1)
            return odds_of({ROLL: float(self.replies[behind])})
        return super().odds(position)

    def against(self, position: Position) -> tuple[Floats, Floats]:
        return self.value[position.theirs - self.floor], self.replies

    def hold_below(self, position: Position, k: int) -> float:
        score = position.mine + k
        self._check("score and turn total together", score, self.floor, None)
        return 1.0 - float(self.value[position.theirs - self.floor, score - self.floor])


class EqualSolution(RaceSolution):
    """Both have the same number of turns: first[a, b], second[a, b], chase[d] of `race`."""

    STARTS = ("first", "second")

    @staticmethod
    def solve(game: Game, moves: Moves, floor: int) -> dict[str, Any]:
        target = game.options["target"]
        chase = race.chase_values(moves, reach(moves), target)
        first, second = race.solve_race(moves, target, 0, chase, True)
        return {"first": first, "second": second, "chase": chase}

    def check(self, position: Position) -> None:
        super().check(position)
        self.check_scores(position, 0, None if position.second else self.target)

    def against(self, position: Position) -> tuple[Floats, Floats]:
        if position.second:
            return self.arrays["first"][position.theirs], np.zeros(1)
        return self.arrays["second"][position.theirs], self.arrays["chase"]
