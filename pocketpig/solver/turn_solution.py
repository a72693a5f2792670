"""Solved games in which players take turns."""

import numpy as np

from shared_rules.game import HOLD, ROLL

from ..position import BadPosition, Odds, Position
from .moves import Floats, moves_of, reach, turns_go_on
from .solution import FARTHEST, Solution, odds_of
from .turn import Stakes, fill_rolls, new_worths, play


class TurnsSolution(Solution):
    """Common part of the solutions of games in which players take turns."""

    def hold_worths(self, position: Position, length: int) -> tuple[Floats, int, float]:
        """Return (worths of holding at 0 … length - 1, `top` of `turn.play`, worth of a wipe)."""
        raise NotImplementedError

    def highest(self, position: Position) -> int:
        """Return the greatest score at which rolling on may be best, in this turn."""
        raise NotImplementedError

    def odds(self, position: Position) -> Odds:
        self.check(position)
        k = min(position.turn_total, FARTHEST)
        chosen = [n for n, _ in self.lists]
        if k == 0:
            return odds_of(
                {
                    (ROLL if len(chosen) == 1 else f"{ROLL} {n}"): self.worths(position, m)[1]
                    for m, n in enumerate(chosen)
                }
            )
        win, _, hold, roll = self.worths(position, self.menu(position, chosen), k)
        return odds_of({ROLL: roll, HOLD: hold})

    def check(self, position: Position) -> None:
        """Raise BadPosition if the game has no such position."""
        k = position.turn_total
        if k < 0 and not len(self.moves.jump_n):
            raise BadPosition(f"turn total: {k} is not allowed; allowed: 0 or more")
        if k and not turns_go_on(self.lists):
            raise BadPosition(f"turn total: {k} is not allowed; allowed: 0 (a turn is one roll)")
        if position.dice is not None:
            self._check("dice", position.dice, self.lists[0][0], self.lists[-1][0] + 1)

    def menu(self, position: Position, chosen: list[int]) -> int:
        """Return the roll of the turn: that of `position.dice`, else the best one at its start."""
        if len(chosen) == 1:
            return 0
        if position.dice is not None:
            return chosen.index(position.dice)
        worths = [self.worths(position, m)[1] for m in range(len(chosen))]
        return max(range(len(chosen)), key=lambda m: worths[m])

    def worths(self, position: Position, m: int, k: int = 0) -> tuple[Floats, float, float, float]:
        """Return worths: (turn totals 0 …, start of the turn, holding at k, rolling at k)."""
        pad = reach(self.moves)
        moves = self.moves
        top = max(self.hold_worths(position, 1)[1], k)
        hold, _, wipe = self.hold_worths(position, top + pad + 1)
        worths = new_worths(len(hold))
        stakes = Stakes(hold, top, top + pad, wipe, False)
        start, _ = play(moves, m, stakes, True, worths)
        win = worths.win
        if k == 0:
            return win, start, float(hold[0]), start
        if k < 0:
            return win, start, self.hold_below(position, k), self.roll_below(hold, win, wipe, k)
        rolls = np.zeros(k + 1)
        fill_rolls(moves, m, stakes, worths, rolls)
        return win, start, float(hold[k]), float(rolls[k])

    def hold_below(self, position: Position, k: int) -> float:
        """Return the worth of holding at a negative turn total. Raises BadPosition."""
        raise BadPosition(f"turn total: {k} is not allowed; allowed: 0 or more")

    def roll_below(self, hold: Floats, win: Floats, wipe: float, k: int) -> float:
        """Return the worth of rolling on from a negative turn total until it is not negative."""
        moves = self.moves
        if -k > len(moves.below):
            moves = moves_of(self.lists, -k)
        row = moves.below[-1 - k]
        exits = moves.wipe_p[0] * wipe + moves.set_p[0] * win[moves.set_n[0]]
        exits += moves.end_p @ hold[moves.end_n]
        share = exits / (moves.wipe_p[0] + moves.set_p[0] + moves.end_p.sum())
        return float(row @ win[: len(row)] + (1.0 - row.sum()) * share)
