"""Solve races of two players by value iteration over arrays, independently of the solver.

`Game.effect` gives the effects of all faces; the ends of games are restated from the rules. All
pairs of scores and all turn totals, reachable or not, are swept until nothing changes. The solver's
methods are not used: no order of positions, no Newton's method, no bound on holding.
"""

import collections
import itertools

import numpy as np

from shared_rules.variants import new_game

# Changes below this are rounding.
TINY = 1e-15


class Race:
    """A solved race to a small target.

    start[role][i, j]: worth of the start of a turn at i to j. roll[role][m][i, j, low + k] and
    hold[role][i, j, low + k]: worth of the actions at turn total k, from -low to `most`, with the
    m-th number of dice. role: 0, or under equal turns 1 for the second mover of a round. Everybody
    holds at `most` and above, nobody below 0.
    """

    def __init__(self, variant, options, most, low=0):
        game = new_game(variant, options)
        self.target, self.end = game.options["target"], game.options["end"]
        self.low, self.most = low, most
        least, greatest = game.dice_range() or (game.DICE, game.DICE)
        self.rolls = [effects(game, n) for n in range(least, greatest + 1)]
        self.totals = np.arange(-low, most + 1)
        self.answer = self.answers()
        roles = 2 if self.end == "equal_turns" else 1
        self.start = [np.full((self.target, self.target), 0.5) for _ in range(roles)]
        shape = (self.target, self.target, len(self.totals))
        self.hold = [np.zeros(shape) for _ in range(roles)]
        self.roll = [[np.full(shape, 0.5) for _ in self.rolls] for _ in range(roles)]
        for _ in range(100000):
            if self.sweep() < TINY:
                return
        raise AssertionError("value iteration did not converge")

    def sweep(self):
        """Do one sweep; return the largest change of any worth."""
        change = 0.0
        for role in range(len(self.start)):
            other = self.start[1 - role if len(self.start) == 2 else 0]
            self.hold[role] = self.holds(role, other)
            wiped = 1.0 - other[:, 0][None, :]
            for m, roll in enumerate(self.rolls):
                new = self.rolled(roll, self.hold[role], self.roll[role][m], wiped)
                change = max(change, np.abs(new - self.roll[role][m]).max())
                self.roll[role][m] = new
            self.start[role] = np.max([r[:, :, self.low] for r in self.roll[role]], axis=0)
        return change

    def holds(self, role, other):
        """Return the worth of holding, by both scores and the turn total."""
        i, j, k = np.ogrid[: self.target, : self.target, -self.low : self.most + 1]
        score = i + k
        beyond = np.ones(np.broadcast_shapes(score.shape, j.shape))
        if self.end in ("one_more_roll", "one_more_turn") or role == len(self.start) - 2:
            beyond = 1.0 - self.answer[np.clip(score - j, 0, len(self.answer) - 1)]
        below = 1.0 - other[j, np.clip(score, 0, self.target - 1)]
        return np.where(score >= self.target, beyond, below)

    def rolled(self, roll, hold, last, wiped):
        """Return the worth of a roll at every turn total; last: the worth of rolling before."""
        play = np.where(self.totals < 0, last, np.maximum(hold, last))
        play[..., -1] = hold[..., -1]
        new = np.zeros_like(last)
        for (keep, factor, points, goes_on), weight in roll.items():
            to = np.clip(factor * self.totals + points, -self.low, self.most) + self.low
            if goes_on:
                new += weight * play[..., to]
            elif keep:
                new += weight * hold[..., to]
            else:
                new += weight * wiped[..., None]
        return new

    def answers(self):
        """Return answer[d]: the worth of the last turn, or last roll, for a player d behind."""
        if self.end == "first":
            return None
        behind, k = np.ogrid[: self.most + 1, -self.low : self.most + 1]
        hold = np.where(k > behind, 1.0, np.where(k == behind, 0.5, 0.0))
        lost = np.zeros(hold.shape[:-1])
        best = []
        for roll in self.rolls:
            if self.end == "one_more_roll":
                # This roll always ends the turn.
                roll = {(*effect[:3], False): weight for effect, weight in roll.items()}
            best.append(self.settled(roll, hold, lost)[:, self.low])
        return np.max(best, axis=0)

    def settled(self, roll, hold, wiped):
        """Return the worth of rolling at every turn total of one turn."""
        last = np.zeros_like(hold)
        change = 1.0
        while change > TINY:
            new = self.rolled(roll, hold, last, wiped)
            change = np.abs(new - last).max()
            last = new
        return last


class OverTurns(Race):
    """A solved game over a number of turns, without wipes.

    start[n, d + most]: worth of the start of a turn, n turns before the end, d points ahead;
    roll[n][m][d + most, low + k], hold[n][d + most, low + k] as in `Race`. Leads beyond `most`
    count as won.
    """

    def __init__(self, variant, options, turns, most, low=0):
        game = new_game(variant, options)
        self.low, self.most = low, most
        least, greatest = game.dice_range() or (game.DICE, game.DICE)
        self.rolls = [effects(game, n) for n in range(least, greatest + 1)]
        self.totals = np.arange(-low, most + 1)
        leads = np.arange(-most, most + 1)
        self.start = [np.heaviside(leads, 0.5)]
        self.roll, self.hold = [None], [None]
        for _ in range(turns):
            to = np.clip(most - leads[:, None] - self.totals, 0, 2 * most)
            hold = 1.0 - self.start[-1][to]
            self.hold.append(hold)
            self.roll.append([self.settled(roll, hold, np.zeros(len(hold))) for roll in self.rolls])
            self.start.append(np.max([roll[:, low] for roll in self.roll[-1]], axis=0))


def effects(game, n):
    """Return {effect of a roll of n dice: probability}."""
    low, high = game.FACES
    found = collections.Counter(
        game.effect(faces)[:4] for faces in itertools.product(range(low, high + 1), repeat=n)
    )
    return {effect: count / (high - low + 1) ** n for effect, count in found.items()}
