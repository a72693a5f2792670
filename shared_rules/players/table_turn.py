# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""One turn played best, in integers, from the outcomes of the rolls and the worths of holding."""

from .table_file import ONE, blank

STEP = 300  # small steps of work between two yields: 3 to 4 ms on the device
PASSES = 16  # at most, where a roll may lead back to smaller turn totals
CLOSE = 4  # what changes no more than that is known
CLEAR = ONE >> 5  # holding is best for good where rolling is so much worse
BELOW = 12  # bits of the probabilities of `below`


def longest(outcomes):
    """The greatest number of points that one roll adds, sets or banks."""
    return max([1] + [effect[2] for _, effect in outcomes[1]])


class Turn:
    """Worths of the turn totals 0 … top, and of rolling at one of them.

    hold: array of the worths of holding with 0 … top + `longest(outcomes)`, which `work` may
    overwrite; above `top` holding must be best. wipe: worth of losing the score.
    Where turn totals may fall below 0 (by up to `deepest`) and rolls may end the turn, `below` is
    to be set before `work`: `width` chances each for -1, -2, … to come back at 0, 1, …
    After `work`: `win` by turn total, `roll`: worth of rolling at the turn total asked for.
    """

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
        for weight, (keep, factor, points, goes_on, _) in outcomes[1]:
            if not goes_on:
                self.ends += weight * (hold[points] if keep else wipe)
                self.end_weight += weight
            elif factor == 0:
                self.set_weight += weight
                self.set_to = points
            elif factor == 1:
                self.adds.append((weight, points))
                self.deepest = max(self.deepest, -points)
            else:
                self.jumps.append((weight, factor, points))

    def work(self, total):
        """Generator: None while at work. `total`: the turn total asked for, at least 0."""
        # One sweep has done with a worth of holding when it fills in that of the turn total.
        win = self.win = self.hold
        again = self.deepest or self.jumps
        if again or self.set_weight:
            win = self.win = self.hold[:]
        if self.deepest:
            # Its last items are the turn totals below 0: win[-1] is that of -1.
            win.extend(blank(self.deepest))
        if not self.end_weight:
            # No roll ends the turn: roll until the score wins.
            self.roll = ONE
            for k in range(self.top + 1):
                win[k] = ONE
            return
        self.constant = self.ends + self.denominator // 2
        self.clear = self.top
        if self.set_weight:
            for _ in self.settle():
                yield None
        if not again:
            k = upper = min(self.top, max(self.clear, total))
            while k >= total:
                k = self.sweep(k, upper, total, total)
                yield None
            return
        # Rolls that subtract or double lead to what is not known yet: sweep until all agrees.
        upper = self.top
        for n in range(PASSES):
            k = upper
            while k >= 0:
                k = self.sweep(k, upper, 0, total, n == 0)
                yield None
            self.fill_below()
            yield None
            if n and self.change <= CLOSE:
                break
            if n and self.change > CLEAR >> 2:
                upper = self.top
            elif upper == self.top:
                upper = self.clear
        if total > upper:
            self.sweep(total, total, total, total)

    def settle(self):
        """Generator: None while it finds out what the turn total that a roll sets is worth."""
        # It is worth `found` if it is worth `z`; the secant of the last two finds where both agree.
        to, constant = self.set_to, self.constant
        z = self.hold[to]
        upper = self.top
        if to <= upper:
            clear = upper
            old_z = old_found = 0
            for n in range(PASSES):
                self.constant = constant + self.set_weight * z
                k = upper
                while k >= to:
                    k = self.sweep(k, upper, to, to)
                    yield None
                found = self.win[to]
                if n == 0:
                    # What `z` does to the worth of a roll is less than CLEAR.
                    upper = clear = max(self.clear, to)
                if abs(found - z) <= 1:
                    break
                fall = z - old_z - found + old_found
                rise = found - z
                if n and fall > 0:
                    rise = rise * (z - old_z) // fall
                old_z, old_found = z, found
                z += rise
            self.clear = clear
        self.constant = constant + self.set_weight * z

    def sweep(self, start, upper, least, total, first=False):
        """Work out turn totals from `start` on down to `least`, or some; return where to go on.

        upper: where the sweep began. first: what is below is guessed. `change`: the most that one
        changed; `clear`: above it holding is best by far.
        """
        if start == upper:
            self.change = self.clear = 0
        win, holds, adds, jumps = self.win, self.hold, self.adds, self.jumps
        constant, denominator, deepest = self.constant, self.denominator, self.deepest
        last = len(holds) - 1
        change, clear = self.change, self.clear
        stop = max(least, start - STEP // (len(adds) + 4))
        for k in range(start, stop - 1, -1):
            if first:
                win[k - deepest] = win[k + 1] - (deepest + 1) * (win[k + 2] - win[k + 1])
            worth = constant
            for weight, points in adds:
                worth += weight * win[k + points]
            for weight, factor, points in jumps:
                worth += weight * win[min(factor * k + points, last)]
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

    def fill_below(self):
        """Work out again the turn totals below 0 to which one roll leads."""
        for depth in range(1, self.deepest + 1):
            self.win[-depth] = self.worth_below(depth)

    def worth_below(self, depth):
        """Worth of rolling on from a turn total that far below 0."""
        win, below = self.win, self.below
        base = win[0]
        left = 1 << BELOW
        worth = 0
        at = (depth - 1) * self.width
        for total in range(self.width):
            chance = below[at + total]
            left -= chance
            worth += chance * (win[total] - base)
        worth += left * (self.ends // self.end_weight - base)
        return base + (worth >> BELOW)
