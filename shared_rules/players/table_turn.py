# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""One turn played best, in integers, from the outcomes of the rolls and the worths of holding."""

from .table_file import ONE

STEP = 300  # small steps of work between two yields: 3 to 4 ms on the device
PASSES = 16  # at most, where a roll may lead back to smaller turn totals
CLEAR = ONE >> 6  # holding is best for good where rolling is so much worse
BELOW = 12  # bits of the probabilities of `below`


def longest(outcomes):
    """The greatest number of points that one roll adds, sets or banks."""
    return max([1] + [effect[2] for _, effect in outcomes[1]])


class Turn:
    """Worths of the turn totals 0 … top, and of rolling at one of them.

    hold: array of the worths of holding with 0 … top + `longest(outcomes)`; above `top` holding
    must be best. wipe: worth of losing the score. below: list of the rows of a table's section
    "b" where turn totals may fall below 0.
    After `work`: `win` by turn total, `roll`: worth of rolling at the turn total asked for.
    """

    def __init__(self, outcomes, hold, top, wipe, below=()):
        self.denominator = outcomes[0]
        self.hold = hold
        self.top = top
        self.below = below
        self.adds, self.jumps = [], []
        self.ends = self.end_weight = 0
        self.set_weight = self.set_to = 0
        self.roll = 0
        for weight, (keep, factor, points, goes_on, _) in outcomes[1]:
            if not goes_on:
                self.ends += weight * (hold[points] if keep else wipe)
                self.end_weight += weight
            elif factor == 0:
                self.set_weight += weight
                self.set_to = points
            elif factor == 1 and points > 0:
                self.adds.append((weight, points))
            else:
                self.jumps.append((weight, factor, points))

    def work(self, total):
        """Generator: None while at work. `total`: the turn total asked for, at least 0."""
        # A copy, also above top.
        win = self.win = self.hold[:]
        if not self.end_weight:
            # No roll ends the turn: roll until the score wins.
            self.roll = ONE
            for k in range(self.top + 1):
                win[k] = ONE
            return
        least = 0 if self.jumps else min(total, self.set_to) if self.set_weight else total
        upper, change, left = self.top, 1, 0
        again = self.jumps or self.set_weight
        for sweep in range(PASSES):
            whole = upper == self.top
            change = clear = 0
            constant = self.ends + self.set_weight * win[self.set_to] + self.denominator // 2
            for k in range(upper, least - 1, -1):
                worth = constant
                for weight, points in self.adds:
                    worth += weight * win[k + points]
                if self.jumps:
                    worth += self.led_back(k, sweep)
                    left -= len(self.jumps)
                worth //= self.denominator
                if k == total:
                    self.roll = worth
                hold = self.hold[k]
                if not clear and worth + CLEAR > hold:
                    clear = k
                if hold > worth:
                    worth = hold
                change = max(change, abs(worth - win[k]))
                win[k] = worth
                left -= len(self.adds) + 3
                if left < 0:
                    left = STEP
                    yield None
            if not again or (change <= 1 and whole):
                return
            upper = self.top if change <= 1 or change > CLEAR >> 2 else max(clear, self.set_to)

    def led_back(self, k, sweep):
        """What the rolls that subtract or double add to the worth of turn total k, by weight."""
        win = self.win
        last = len(win) - 1
        worth = 0
        for weight, factor, points in self.jumps:
            to = factor * k + points
            if to < 0:
                worth += weight * self.worth_below(self.below[-1 - to])
            elif to < k and not sweep:
                # Not known yet: as a little above, where it is.
                worth += weight * win[min(2 * k - to, last)]
            else:
                worth += weight * win[min(to, last)]
        return worth

    def worth_below(self, row):
        """Worth of rolling on from a negative turn total; row: chances to come back at 0, 1, …"""
        base = self.win[0]
        left = 1 << BELOW
        worth = 0
        for total, chance in enumerate(row):
            left -= chance
            worth += chance * (self.win[total] - base)
        worth += left * (self.ends // self.end_weight - base)
        return base + (worth >> BELOW)
