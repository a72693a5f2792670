"""Solved games of shared rolls: the arrays of `rounds` and `herd`."""

from typing import Any

import numpy as np

from shared_rules.game import ROLL, SIT, STAND, Game

from ..position import BadPosition, Odds, Position
from . import herd, rounds
from .moves import Floats, Moves, reach, rounds_of
from .solution import FARTHEST, Solution, chance, odds_of


class SharedSolution(Solution):
    """Common part of the solutions of games of shared rolls."""

    def odds(self, position: Position) -> Odds:
        self._check("turn total", position.turn_total, 0, None)
        if position.opponent_sits and not position.turn_total:
            raise BadPosition("turn total: 0 is not allowed when the opponent sits")
        return self.shared_odds(position, min(position.turn_total, FARTHEST))

    def shared_odds(self, position: Position, k: int) -> Odds:
        """Return the odds of a checked position."""
        raise NotImplementedError

    def simultaneous(self, ss: float, sq: float, qs: float, qq: float) -> Odds:
        """Return the odds of the matrix game of `matrix.solve_matrix`."""
        from .matrix import solve_matrix

        worth, mine, theirs = solve_matrix(ss, sq, qs, qq)
        worth = chance(worth)
        stand = chance(theirs * ss + (1.0 - theirs) * sq)
        sit = chance(theirs * qs + (1.0 - theirs) * qq)
        advice = STAND if mine > 0.5 else SIT
        mix = {STAND: mine, SIT: 1.0 - mine} if 0.0 < mine < 1.0 else {}
        return Odds(worth, advice, {STAND: stand, SIT: sit}, mix, True)

    def worth_for(self, position: Position, below: int | None) -> Floats:
        """Return the worths of a game of rounds. Raises BadPosition."""
        worth: Floats = self.arrays["worth"]
        self._check("the score of the player to move", position.mine, 0, below)
        self._check("the opponent's score", position.theirs, 0, below)
        self._check("round", position.round, 1, len(worth))
        return worth

    def chosen(self, position: Position, asked: Floats) -> Odds:
        """Return the odds of what `rounds.solve_round` was asked."""
        ss, sq, qs, qq, stand, sit = (float(worth) for worth in asked)
        if position.opponent_sits:
            return self.alone(stand, sit)
        return self.simultaneous(ss, sq, qs, qq)

    def alone(self, stand: float, sit: float) -> Odds:
        """Return the odds of a player who stands alone."""
        stand, sit = chance(stand), chance(sit)
        best = STAND if stand > sit else SIT
        return Odds(max(stand, sit), best, {STAND: stand, SIT: sit}, {}, True)


class RoundsSolution(SharedSolution):
    """A fixed number of rounds: worth[round, difference] of `rounds.solve_rounds`."""

    @staticmethod
    def solve(game: Game, moves: Moves, floor: int) -> dict[str, Any]:
        return {"worth": rounds.solve_rounds(moves, rounds_of(game))}

    def shared_odds(self, position: Position, k: int) -> Odds:
        worth = self.worth_for(position, None)
        d = position.mine - position.theirs
        d = max(-rounds.WIDEST, min(rounds.WIDEST, d))
        k = min(k, 2 * rounds.WIDEST)
        if k == 0:
            return odds_of({ROLL: float(worth[position.round - 1, rounds.WIDEST + d])})
        after = worth[position.round]
        # Padded to every difference that sitting at k can make.
        after = np.pad(after, k, constant_values=(after[0], after[-1]))
        asked = rounds.solve_round(self.moves, after, rounds.LONGEST + k, np.zeros((0, 1)), d, k)[1]
        return self.chosen(position, asked)


class WipedRoundsSolution(SharedSolution):
    """A fixed number of rounds where scores may fall to 0: worth[round, mine, theirs]."""

    @staticmethod
    def solve(game: Game, moves: Moves, floor: int) -> dict[str, Any]:
        return {"worth": rounds.solve_rounds_with_wipes(moves, rounds_of(game))}

    def shared_odds(self, position: Position, k: int) -> Odds:
        mine, theirs = position.mine, position.theirs
        worth = self.worth_for(position, rounds.HIGHEST + 1)
        self._check("turn total", k, 0, rounds.LAST)
        if k == 0:
            return odds_of({ROLL: float(worth[position.round - 1, mine, theirs])})
        ask = (mine, theirs, k)
        asked = rounds.solve_round_with_wipes(self.moves, worth[position.round], ask)[1]
        return self.chosen(position, asked)


class HerdSolution(SharedSolution):
    """Shared rolls to a target: the arrays of `herd.solve_herd`."""

    @staticmethod
    def solve(game: Game, moves: Moves, floor: int) -> dict[str, Any]:
        return herd.solve_herd(moves, game.options["target"], reach(moves), 0)._asdict()

    def parts(self) -> herd.Herd:
        """Return the arrays."""
        return herd.Herd(**self.arrays)

    def shared_odds(self, position: Position, k: int) -> Odds:
        known = self.parts()
        a, b = position.mine, position.theirs
        self.check_scores(position, 0, None if position.opponent_sits else self.target)
        if k == 0:
            return odds_of({ROLL: float(known.worth[a, b])})
        if position.opponent_sits:
            if b - a >= len(known.chase):
                b = min(b, FARTHEST)
                known = known._replace(chase=herd.chase_alone(self.moves, b - a + 1))
            stand = herd.roll_alone(self.moves, known, a, b, k)
            return self.alone(stand, herd.finish(known.worth, a + k, b))
        pad = reach(self.moves)
        turn = herd.new_turn(self.target + pad + 2)
        bust = float(self.moves.end_p.sum())
        x = float(known.worth[a, b])
        _, _, top = herd.play_pair(self.moves, known, a, b, x, pad, turn)
        k = min(k, top)
        ss = bust * x
        ss += float(self.moves.add_p @ turn.both[np.minimum(k + self.moves.add_n, top)])
        sq, qs, qq = herd.matrix_at(self.moves, known, a, b, k)
        return self.simultaneous(ss, sq, qs, qq)
