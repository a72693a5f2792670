"""Whole turns of a game to a target: the distribution of the score at their end."""

from typing import NamedTuple

import numpy as np
from numba import njit

from pocketpig.simulation.decision_tables import (
    DRAW,
    LEAD,
    UNKNOWN,
    DecisionTables,
    Ints,
    Tables,
    grown,
)  # fmt: skip
from pocketpig.simulation.race import DONE, FIRST, MISSING
from pocketpig.simulation.rolls import Rolls
from pocketpig.solver.moves import Floats

# Turn totals less likely than this are dropped; the rest is scaled to add up to 1.
NEGLIGIBLE = 1e-15
# So are ends of a turn less likely than this.
RARE = 1e-12
MOST_ROLLS = 4000
# Turn totals are distinguished from minus this up to a lead of this much over the target and
# every rival.
BEYOND = 200


class Chances(NamedTuple):
    """All effects of n dice are effect[at[n]:at[n + 1]], with their probabilities `p`."""

    at: Ints
    effect: Ints
    p: Floats


def chances_of(tables: DecisionTables) -> Chances:
    """Return the chances of the rolls of a game."""
    rolls = tables.rolls
    columns = (rolls.keep, rolls.factor, rolls.points, rolls.goes_on)
    rows = list(zip(*(column.tolist() for column in columns)))
    at, effects, p = [0] * (rolls.most + 2), [], []
    for n in range(rolls.least, rolls.most + 1):
        denominator, outcomes = tables.game.chance_outcomes(n)
        effects += [rows.index(tuple(map(int, effect[:4]))) for _, effect in outcomes]
        p += [weight / denominator for weight, _ in outcomes]
        at[n + 1] = len(p)
    return Chances(np.array(at), np.array(effects), np.array(p))


@njit(cache=True)
def end_scores(
    rolls: Rolls, chances: Chances, tables: Tables, strategy: int, role: int, me: int, rival: int,
    closing: bool, limit: int, asked: Ints, mass: Floats, ends: Floats,
) -> int:  # fmt: skip
    """Compute the ends of a turn; return DONE, or MISSING (what is, in `asked`).

    ends[0]: the chance of a wipe; ends[1 + t]: that of banking the total t + low_total. mass:
    scratch, 2 rows of the tables' width. closing: the turn is a single roll. limit: greater turn
    totals count as this one, BEYOND past the target or the rival.
    """
    ends[:] = 0.0
    low, width = tables.low_total, tables.rows.shape[1]
    asked[0], asked[1], asked[2], asked[3] = strategy, role, me, rival
    me_at, rival_at = me - tables.low_score, rival - tables.low_score
    start = past = 0
    if rolls.least < rolls.most and not closing:
        k = tables.row_of[strategy, role, 0, me_at, rival_at]
        if k == UNKNOWN:
            asked[4], asked[5] = 0, 0
            return MISSING
        start, past = tables.dice_at[k], tables.dice_at[k + 1]
    for choice in range(start, max(past, start + 1)):
        dice = tables.dice[choice] if past > start else rolls.least
        asked[4] = dice - rolls.least + 1
        row = UNKNOWN
        if not closing:
            row = tables.row_of[strategy, role, asked[4], me_at, rival_at]
        mass[:] = 0.0
        mass[0, -low] = 1.0 / max(1, past - start)
        first = last = -low
        for roll_number in range(MOST_ROLLS):
            here, there = mass[roll_number % 2], mass[1 - roll_number % 2]
            next_first, next_last = width, -1
            for place in range(first, last + 1):
                p = here[place]
                here[place] = 0.0
                if p < NEGLIGIBLE:
                    continue
                for c in range(chances.at[dice], chances.at[dice + 1]):
                    effect = chances.effect[c]
                    total = rolls.factor[effect] * (place + low) + rolls.points[effect]
                    total = max(-BEYOND, min(total, limit))
                    to = total - low
                    if to < 0 or to >= width:
                        asked[5] = total
                        return MISSING
                    if rolls.keep[effect] == 0:
                        ends[0] += p * chances.p[c]
                    elif closing or not rolls.goes_on[effect]:
                        ends[1 + to] += p * chances.p[c]
                    else:
                        there[to] += p * chances.p[c]
                        next_first, next_last = min(next_first, to), max(next_last, to)
            for to in range(next_first, next_last + 1):
                if there[to] < NEGLIGIBLE:
                    continue
                code = UNKNOWN
                known = max(-LEAD, min(to + low, limit - BEYOND + LEAD)) - low
                if row != UNKNOWN:
                    code = tables.rows[row, known]
                if code == UNKNOWN:
                    asked[5] = known + low
                    return MISSING
                if code >= DRAW:
                    # (low, high, split, numbers) of a draw
                    decision = tables.stops[code - DRAW]
                    below = decision[2] / decision[3]
                    stops = decision[0] * below + decision[1] * (1.0 - below)
                else:
                    stops = float(code)
                ends[1 + to] += there[to] * stops
                there[to] *= 1.0 - stops
            first, last = next_first, next_last
            if first > last:
                break
    ends /= ends.sum()
    return DONE


class Turn(NamedTuple):
    """Scores at the end of a turn, ascending, and their probabilities."""

    scores: Ints
    chances: Floats


class Turns:
    """The turns of all strategies of `DecisionTables`, computed when first asked for."""

    def __init__(self, tables: DecisionTables) -> None:
        self.tables = tables
        self.chances = chances_of(tables)
        self.known: dict[tuple[int, int, int, int, bool], Turn] = {}

    def turn(self, strategy: int, role: int, me: int, rival: int, closing: bool = False) -> Turn:
        """Return the ends of a turn of a player with score `me`; closing: it is one last roll."""
        key = (strategy, role, me, rival, closing)
        if key not in self.known:
            self.known[key] = self._work_out(*key)
        return self.known[key]

    def _work_out(self, strategy: int, role: int, me: int, rival: int, closing: bool) -> Turn:
        tables = self.tables
        asked = np.zeros(6, dtype=np.int64)
        limit = max(tables.target, rival) - me + BEYOND
        scores = min(me, rival), max(me, rival)
        tables.row_of, tables.low_score = grown(tables.row_of, 2, tables.low_score, *scores)
        while True:
            width = tables.rows.shape[1]
            mass, ends = np.zeros((2, width)), np.zeros(1 + width)
            reason = end_scores(
                tables.rolls, self.chances, tables.tables(), strategy, role, me, rival, closing,
                limit, asked, mass, ends,
            )  # fmt: skip
            if reason == DONE:
                break
            tables.supply(asked)
        ends[ends < RARE] = 0.0
        ends /= ends.sum()
        places = np.flatnonzero(ends[1:])
        scores, chances = me + places + tables.low_total, ends[1:][places]
        if tables.end == FIRST:
            # The excess over the target does not matter.
            scores = np.minimum(scores, tables.target)
        if ends[0]:
            scores, chances = np.append(scores, 0), np.append(chances, ends[0])
        scores, inverse = np.unique(scores, return_inverse=True)
        return Turn(scores.astype(np.int64), np.bincount(inverse, chances).astype(np.float64))
