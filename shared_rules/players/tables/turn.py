"""Optimal play of a turn, in integers."""

# The host compiles `sweep`. So it uses only numbers and sequences of numbers.

from .table import ONE

STEP = 900  # small steps of work between two yields: 10 to 12 ms on the device
MARGIN = ONE >> 5  # if rolling is worse by this, holding stays best

# Results of a sweep in `seen`: the worth of rolling at the turn total asked for, the greatest
# change of a worth, the turn total above which holding is best by MARGIN.
SEEN_ROLL, SEEN_CHANGE, SEEN_CLEAR = 0, 1, 2
LATEST = 300  # in shared rolls greater round totals count as this


def longest(outcomes):
    """Return the most points a roll adds, sets or banks."""
    return max([1] + [effect.points for _, effect in outcomes[1]])


class Turn:
    """Worths of the turn totals 0 … top."""

    # hold: array of the worths of holding at 0 … top + `longest(outcomes)`; above `top` holding
    # must be best. wipe: worth of losing the score.
    # win: the worths of turn totals computed so far. If one sweep suffices, it is `hold` itself:
    # each hold value is read before it is overwritten.
    # adds: (weight, points) of rolls that add; jumps: (weight, factor, points) of the others.
    # If turn totals may fall below 0 (by up to `deepest`) and rolls may end the turn, set `width`
    # and `below`: for each of -1, -2, … the `width` chances to return at 0, 1, …

    def __init__(self, outcomes, hold, top, wipe):
        self.denominator = outcomes[0]
        self.hold = self.win = hold
        self.top = top
        self.last = len(hold) - 1
        self.below = ()
        self.width = 1
        self.adds, self.jumps = [], []
        self.ends = self.end_weight = 0
        self.set_weight = self.set_to = 0
        self.deepest = 0
        self.seen = [0, 0, 0]
        self.least = len(hold)  # points that a roll adds at least
        for weight, (keep, factor, points, goes_on, _) in outcomes[1]:
            if not goes_on:
                self.ends += weight * (hold[points] if keep else wipe)
                self.end_weight += weight
            elif factor == 0:
                self.set_weight += weight
                self.set_to = points
            elif factor == 1:
                self.adds.append((weight, points))
                self.least = min(self.least, points)
                self.deepest = max(self.deepest, -points)
            else:
                self.jumps.append((weight, factor, points))


def sweep(turn, worth, start, upper, least, total, first):
    """Compute part of `win` from `start` down to `least`; return where to go on.

    worth: of the turn total that a roll sets. upper: where the sweep began. first: guess totals
    below 0.
    """
    win, hold, adds, jumps = turn.win, turn.hold, turn.adds, turn.jumps
    denominator = turn.denominator
    constant = turn.ends + denominator // 2 + turn.set_weight * worth
    if start == upper:
        turn.seen[SEEN_CHANGE] = turn.seen[SEEN_CLEAR] = 0
    change, clear = turn.seen[SEEN_CHANGE], turn.seen[SEEN_CLEAR]
    stop = max(least, start - STEP // (len(adds) + 4))
    for k in range(start, stop - 1, -1):
        if first:
            win[k - turn.deepest] = win[k + 1] - (turn.deepest + 1) * (win[k + 2] - win[k + 1])
        worth = constant
        for weight, points in adds:
            worth += weight * win[k + points]
        for weight, factor, points in jumps:
            worth += weight * win[min(factor * k + points, turn.last)]
        worth //= denominator
        if k == total:
            turn.seen[SEEN_ROLL] = worth
        held = hold[k]
        if not clear and worth + MARGIN > held:
            clear = k
        if held > worth:
            worth = held
        change = max(change, abs(worth - win[k]))
        win[k] = worth
    turn.seen[SEEN_CHANGE], turn.seen[SEEN_CLEAR] = change, clear
    return stop - 1


def sweep_reached(turn, total):
    """Generator that computes the worth of rolling at `total`.

    For turns in which rolls add points or end the turn.
    """
    # If every roll ends the turn, greater turn totals do not matter. Holding is best where it is
    # worth no less than winning for certain unless the roll ends the turn.
    top = total
    least = total + turn.least
    if turn.adds:
        top = turn.top
        denominator = turn.denominator
        most = turn.ends + (denominator - turn.end_weight) * ONE + denominator // 2
        most //= denominator
        while top >= least and turn.hold[top] >= most:
            top -= 1
    k = top
    while k >= least:
        k = sweep(turn, 0, k, top, least, total, False)
        yield None
    sweep(turn, 0, total, total, total, total, False)
