"""Best responses to a fixed player of the shared-roll games: how much they gain against it.

The fixed player is given by its probabilities of standing while both stand; alone it plays best.
All worths are the fixed player's. Endless play counts as a half, as in `herd`.
"""

import numpy as np
from numba import njit

from pocketpig.solver.herd import MOST_STEPS, START, finish, step
from shared_rules.players.tables.shared import WHOLE, probability
from shared_rules.thinking import answer_of


@njit(cache=True)
def alone_worths(moves, worth, known, mine, theirs, pad, roll):
    """Fill roll[k]: worth of one more roll of a player at `mine`, alone, the other at `theirs`.

    The player chooses as is best by the worths `known`.
    """
    target = len(worth)
    top = max(target - mine, theirs - mine + 1)
    chosen, seen = np.ones(top + pad + 1), np.ones(top + pad + 1)
    bust = moves.end_p.sum()
    lost, seen_lost = finish(worth, mine, theirs), finish(known, mine, theirs)
    for k in range(top - 1, -1, -1):
        rolled, seen_rolled = bust * lost, bust * seen_lost
        for n in range(len(moves.add_p)):
            rolled += moves.add_p[n] * chosen[k + moves.add_n[n]]
            seen_rolled += moves.add_p[n] * seen[k + moves.add_n[n]]
        if k < len(roll):
            roll[k] = rolled
        seen[k] = max(finish(known, mine + k, theirs), seen_rolled)
        chosen[k] = rolled if seen[k] == seen_rolled else finish(worth, mine + k, theirs)
    for k in range(top, len(roll)):
        roll[k] = 1.0 - bust + bust * lost


@njit(cache=True)
def response_pair(moves, x, stand, sq, qs, qq, top, pad):
    """Return (worth, derivative by x) of a turn with the mix `stand` against the best response."""
    bust = moves.end_p.sum()
    both, slope = np.zeros(top + pad + 1), np.zeros(top + pad + 1)
    p = stand[top]
    # From `top` on nothing depends on k. The other takes the lesser worth; standing may repeat.
    sits = p * sq[top] + (1.0 - p) * qq[top]
    stands = (p * bust * x + (1.0 - p) * qs[top]) / (1.0 - p * (1.0 - bust))
    rise = p * bust / (1.0 - p * (1.0 - bust))
    for k in range(top, top + pad + 1):
        both[k], slope[k] = min(sits, stands), rise if stands <= sits else 0.0
    ss, gain = 0.0, 0.0
    for k in range(top - 1, -1, -1):
        ss, gain = bust * x, bust
        for n in range(len(moves.add_p)):
            ss += moves.add_p[n] * both[k + moves.add_n[n]]
            gain += moves.add_p[n] * slope[k + moves.add_n[n]]
        p = stand[k]
        stands, sits = p * ss + (1.0 - p) * qs[k], p * sq[k] + (1.0 - p) * qq[k]
        both[k], slope[k] = min(stands, sits), p * gain if stands <= sits else 0.0
    return ss, gain


@njit(cache=True)
def herd_response(moves, stand, known, pad, busts=0):
    """Return the worth of each start of turn for the fixed player against the best response.

    stand[a, b, k]: the fixed player's probability of standing. k goes to target + 1; the last entry
    is for all beyond. busts: as in `herd.solve_herd`; the fixed player does not count them: alone
    it chooses by the worths `known` of endless play.
    """
    target = len(stand)
    worth = np.zeros((target, target))
    length = target + 2
    # Worth of rolling on alone at a against s: for the fixed player, and for the other.
    fixed = np.zeros((target, 2 * target + 2, length))
    other = np.zeros((target, 2 * target + 2, length))
    flipped = np.zeros((target, target))
    for a in range(target):
        for s in range(target, 2 * target + 2):
            alone_worths(moves, worth, known, a, s, pad, fixed[a, s])
            alone_worths(moves, worth, worth, a, s, pad, other[a, s])
    sq, qs, qq = np.zeros(length), np.zeros(length), np.zeros(length)
    for total in range(2 * target - 2, -1, -1):
        for a in range(min(total, target - 1), max(0, total - target + 1) - 1, -1):
            b = total - a
            top = target - min(a, b)
            for k in range(1, top + 1):
                sq[k] = fixed[a, b + k, k]
                qs[k] = 1.0 - other[b, a + k, k]
                qq[k] = finish(worth, a + k, b + k)
            search = START
            for _ in range(busts or MOST_STEPS):
                if search.found:
                    break
                value, rise = response_pair(moves, search.x, stand[a, b], sq, qs, qq, top, pad)
                search = step(search, value, rise, busts)
            worth[a, b] = search.x
            flipped[b, a] = 1.0 - search.x
            alone_worths(moves, worth, known, a, b, pad, fixed[a, b])
            alone_worths(moves, flipped, flipped, b, a, pad, other[b, a])
    return worth


@njit(cache=True)
def round_response(moves, after, longest, stand):
    """Return a round's worth at its start for the fixed player, by difference (`rounds`)."""
    w = len(after) // 2
    shown = stand.shape[1] // 2
    bust = moves.end_p.sum()
    ring = moves.add_n.max() + 1
    size = 2 * w + 1
    fixed, other, both = np.zeros((ring, size)), np.zeros((ring, size)), np.zeros((ring, size))
    start = np.zeros(size)
    for k in range(longest + ring - 1, -1, -1):
        here = k % ring
        # By the fixed player's lead: the fixed player alone, the opponent alone, both standing.
        f_roll, o_roll, ss = bust * after, bust * after, bust * after
        for a in range(len(moves.add_p)):
            there = (k + moves.add_n[a]) % ring
            p = moves.add_p[a]
            f_roll = f_roll + p * fixed[there]
            o_roll = o_roll + p * other[there]
            ss = ss + p * both[there]
        if k == 0:
            start = ss
        for i in range(size):
            up, down = min(i + k, size - 1), max(i - k, 0)
            fixed[here, i] = after[up] if k >= longest else max(after[up], f_roll[i])
            other[here, i] = after[down] if k >= longest else min(after[down], o_roll[i])
        for i in range(size):
            if k >= longest:
                both[here, i] = after[i]
                continue
            d = max(-shown, min(shown, i - w))
            p = stand[min(k, len(stand) - 1), shown + d]
            sq = f_roll[max(i - k, 0)]
            qs = o_roll[min(i + k, size - 1)]
            both[here, i] = min(p * ss[i] + (1 - p) * qs, p * sq + (1 - p) * after[i])
    return start


def rounds_response(moves, last, stand, longest):
    """Return worth[r, difference] of `round_response` for all rounds; last: worths at the end."""
    value = np.zeros((len(stand) + 1, len(last)))
    value[-1] = last
    for r in range(len(stand) - 1, -1, -1):
        value[r] = round_response(moves, value[r + 1], longest, stand[r])
    return value


def worths_of(table, tag, index):
    """Return a row of worths as the device reads it."""
    row = np.zeros(table.section(tag)[4], dtype=np.int64)
    answer_of(table.worths(tag, index, row))
    return row


def mixes_of(table, index, length):
    """Return [column, k] of a row of section "m"; 1 at k = 0, where all stand."""
    columns = table.section(b"m")[4]
    mixes = np.ones((columns, length))
    for column in range(columns):
        mix = table.part(b"m", index, column)
        mixes[column, 1:] = [probability(mix, k) / WHOLE for k in range(1, length)]
    return mixes


def play_of(table, rows, length):
    """Return [row, column, k]: the probabilities of standing by these rows of section "m"."""
    return np.array([mixes_of(table, row, length) for row in rows])
