"""Solved games of a number of turns each: the arrays of `turns`."""

from typing import Any

import numpy as np

from shared_rules.game import Game

from ..position import Position
from . import turns
from .moves import Floats, Moves
from .turn_solution import TurnsSolution


class FixedTurnsSolution(TurnsSolution):
    """Both have so many turns and the most points win: worth[turns over, difference]."""

    HIGHEST: int | None = None
    LEAD = 360  # greater leads count as this in a table

    @staticmethod
    def solve(game: Game, moves: Moves, floor: int) -> dict[str, Any]:
        return {"worth": turns.solve_turns(moves, 2 * game.options["rounds"])}

    def check(self, position: Position) -> None:
        super().check(position)
        below = None if self.HIGHEST is None else self.HIGHEST + 1
        least = self.game.LOWEST
        self._check("the score of the player to move", position.mine, least, below)
        self._check("the opponent's score", position.theirs, least, below)
        self._check("round", position.round, 1, self.game.options["rounds"] + 1)

    def after(self, position: Position) -> Floats:
        """Return the worths of the next turn."""
        worths: Floats = self.arrays["worth"][2 * position.round - 1 + position.second]
        return worths

    def hold_worths(self, position: Position, length: int) -> tuple[Floats, int, float]:
        ahead = position.mine - position.theirs + np.arange(length)
        hold = 1.0 - self.after(position)[np.clip(turns.WIDEST - ahead, 0, 2 * turns.WIDEST)]
        return hold, max(0, self.highest(position) - position.mine), 0.0

    def highest(self, position: Position) -> int:
        return position.theirs + turns.WIDEST

    def by_lead(self, turn: int) -> Floats:
        """Return the worths of the start of a turn, from 1, by the other's lead up to `LEAD`."""
        worths: Floats = self.arrays["worth"][turn - 1]
        return worths[turns.WIDEST - self.LEAD : turns.WIDEST + self.LEAD + 1][::-1]

    def hold_below(self, position: Position, k: int) -> float:
        ahead = position.mine + k - position.theirs
        return 1.0 - float(self.after(position)[np.clip(turns.WIDEST - ahead, 0, 2 * turns.WIDEST)])


class WipedTurnsSolution(FixedTurnsSolution):
    """The same where a score may fall to 0: worth[turns over, mine, theirs]."""

    HIGHEST = turns.HIGHEST
    LEAD = 200
    # Points of a turn of Two-Dice Pig: of the player of a turn, in `by_lead`.
    TYPICAL = 8.5

    @staticmethod
    def solve(game: Game, moves: Moves, floor: int) -> dict[str, Any]:
        return {"worth": turns.solve_turns_with_wipes(moves, 2 * game.options["rounds"])}

    def by_lead(self, turn: int) -> Floats:
        """Return the same at a typical score of the player, or a greater one of the other."""
        lead = np.arange(-self.LEAD, self.LEAD + 1)
        mine = np.maximum(int(self.TYPICAL * ((turn - 1) // 2)), -lead)
        worths: Floats = self.arrays["worth"][turn - 1][mine, mine + lead]
        return worths

    def within(self, position: Position) -> Position:
        over = max(0, position.mine - turns.HIGHEST, position.theirs - turns.HIGHEST)
        mine, theirs = max(0, position.mine - over), max(0, position.theirs - over)
        return position._replace(mine=mine, theirs=theirs)

    def hold_worths(self, position: Position, length: int) -> tuple[Floats, int, float]:
        after = self.after(position)
        hold = turns.worth_of_holding(after, position.theirs, position.mine + length)
        wipe = turns.after_wipe(after, position.theirs)
        return hold[position.mine :], 2 * turns.HIGHEST - position.mine, wipe

    def highest(self, position: Position) -> int:
        return 2 * turns.HIGHEST
