# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""One turn played best, in integers, from the outcomes of the rolls and the worths of holding."""

from .table_file import ONE

STEP = 300  # small steps of work between two yields: 3 to 4 ms on the device
CLEAR = ONE >> 5  # holding is best for good where rolling is so much worse


def longest(outcomes):
    """The greatest number of points that one roll adds, sets or banks."""
    return max([1] + [effect[2] for _, effect in outcomes[1]])


class Turn:
    """Worths of the turn totals 0 … top, and of rolling at one of them."""

    # hold: array of the worths of holding with 0 … top + `longest(outcomes)`, which `work` may
    # overwrite; above `top` holding must be best. wipe: worth of losing the score.
    # Where turn totals may fall below 0 (by up to `deepest`) and rolls may end the turn, `below` is
    # to be set before `work`: `width` chances each for -1, -2, … to come back at 0, 1, …
    # After `work`: `win` by turn total, `roll`: worth of rolling at the turn total asked for.

    def __init__(self, outcomes, hold, top, wipe):
        self.denominator = outcomes[0]
        self.hold = hold
        self.top = top
        self.below = ()
        self.width = longest(outcomes)
        self.adds, self.jumps = [], []
        self.ends = self.end_weight = 0
        self.set_weight = self.set_to = 0
        self.deepest = 0
        self.roll = 0
        for outcome in outcomes[1]:
            weight, (keep, factor, points, goes_on, _) = outcome
            if not goes_on:
                self.ends += weight * (hold[points] if keep else wipe)
                self.end_weight += weight
            elif factor == 0:
                self.set_weight += weight
                self.set_to = points
            elif factor == 1:
                self.adds.append(outcome)
                self.deepest = max(self.deepest, -points)
            else:
                self.jumps.append((weight, factor, points))

    def work(self, total):
        """Generator: None while at work. `total`: the turn total asked for, at least 0."""
        # One sweep has done with a worth of holding when it fills in that of the turn total.
        self.win = self.hold
        self.constant = self.ends + self.denominator // 2
        if not self.end_weight:
            # No roll ends the turn: roll until the score wins.
            self.roll = ONE
            for k in range(len(self.hold)):
                self.win[k] = ONE
            return
        upper = self.top
        if self.set_weight or self.deepest or self.jumps:
            from . import table_sweeps

            for upper in table_sweeps.work(self, total):
                if upper is None:
                    yield None
        k = upper
        while k >= total:
            k = self.sweep(k, upper, total, total)
            yield None

    def sweep(self, start, upper, least, total):
        """Work out turn totals from `start` on down to `least`, or some; return where to go on.

        upper: where the sweep began. `change`: the most that one changed; `clear`: above it
        holding is best by far.
        """
        if start == upper:
            self.change = self.clear = 0
        win, holds, adds = self.win, self.hold, self.adds
        constant, denominator = self.constant, self.denominator
        change, clear = self.change, self.clear
        stop = max(least, start - STEP // (len(adds) + 4))
        for k in range(start, stop - 1, -1):
            worth = constant
            for weight, effect in adds:
                worth += weight * win[k + effect[2]]
            worth //= denominator
            if k == total:
                self.roll = worth
            hold = holds[k]
            if not clear and worth + CLEAR > hold:
                clear = k
            if hold > worth:
                worth = hold
            change = max(change, abs(worth - win[k]))
            win[k] = worth
        self.change, self.clear = change, clear
        return stop - 1
