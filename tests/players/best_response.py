"""Best responses to a fixed player of the shared-roll games: how much they gain against it.

The fixed player is given by its probabilities of standing while both stand, and by the totals at
which it stands alone. All worths are the fixed player's. Endless play counts as a half, as in
`herd`.
"""

import numpy as np
from numba import njit
from numpy.typing import NDArray

from pocketpig.solver.herd import MOST_STEPS, START, finish, step
from pocketpig.tables.device_turn import device_turn, weights_of
from shared_rules.players.tables.shared import WHOLE, probability
from shared_rules.players.tables.table import ONE
from shared_rules.players.tables.turn import LATEST
from shared_rules.thinking import answer_of

Flags = NDArray[np.bool_]


@njit(cache=True)
def alone_worths(moves, worth, stands, mine, theirs, pad, roll):
    """Fill roll[k]: worth of one more roll of a player at `mine`, alone, the other at `theirs`."""
    target = len(worth)
    top = max(target - mine, theirs - mine + 1)
    best = np.ones(top + pad + 1)
    bust = moves.end_p.sum()
    lost = finish(worth, mine, theirs)
    for k in range(top - 1, -1, -1):
        rolled = bust * lost
        for n in range(len(moves.add_p)):
            rolled += moves.add_p[n] * best[k + moves.add_n[n]]
        if k < len(roll):
            roll[k] = rolled
        sit = finish(worth, mine + k, theirs)
        if len(stands):
            best[k] = rolled if stands[min(k, len(stands) - 1)] else sit
        else:
            best[k] = max(sit, rolled)
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
def herd_response(moves, stand, alone, pad, busts=0):
    """Return the worth of each start of turn for the fixed player against the best response.

    stand[a, b, k]: the fixed player's probability of standing; alone[a, s, k]: True if it stands
    after the other has sat at s, up to s = 2 * target + 1. k goes to target + 1; the last entry is
    for all beyond. busts: as in `herd.solve_herd`; the fixed player does not count them.
    """
    target = len(stand)
    worth = np.zeros((target, target))
    length = target + 2
    # Worth of rolling on alone at a against s: for the fixed player, and for the other.
    fixed = np.zeros((target, 2 * target + 2, length))
    other = np.zeros((target, 2 * target + 2, length))
    flipped = np.zeros((target, target))
    at_best = np.zeros(0, dtype=np.bool_)
    for a in range(target):
        for s in range(target, 2 * target + 2):
            alone_worths(moves, worth, alone[a, s], a, s, pad, fixed[a, s])
            alone_worths(moves, worth, at_best, a, s, pad, other[a, s])
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
            alone_worths(moves, worth, alone[a, b], a, b, pad, fixed[a, b])
            alone_worths(moves, flipped, at_best, b, a, pad, other[b, a])
    return worth


@njit(cache=True)
def round_response(moves, after, longest, stand, alone):
    """Return a round's worth at its start for the fixed player, by difference (`rounds`)."""
    w = len(after) // 2
    shown, shown_alone = stand.shape[1] // 2, alone.shape[1] // 2
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
            lead = max(-shown_alone, min(shown_alone, i - w))
            stands = alone[min(k, len(alone) - 1), shown_alone + lead] and k < longest
            fixed[here, i] = f_roll[i] if stands else after[up]
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


def rounds_response(moves, last, stand, alone, longest):
    """Return worth[r, difference] of `round_response` for all rounds; last: worths at the end."""
    value = np.zeros((len(stand) + 1, len(last)))
    value[-1] = last
    for r in range(len(stand) - 1, -1, -1):
        value[r] = round_response(moves, value[r + 1], longest, stand[r], alone[r])
    return value


NONE_BELOW = np.zeros((0, 1), dtype=np.int64)


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


@njit
def stands_alone(roll, sit, stands):
    """Fill stands[k] with the decisions of `alone`; sit: worths of sitting, best at the end."""
    top = len(sit) - roll.width - 1
    win = device_turn(roll, sit, top, 0, 0)[0]
    for k in range(min(top + 1, len(stands))):
        stands[k] = win[k] > sit[k] or sit[k] == 0


def herd_alone(table, outcomes, scores):
    """Return [alone[s, k]] as for `herd_response`, for each of the scores."""
    target = table.number("target")
    roll = weights_of(outcomes, NONE_BELOW)
    found = [np.zeros((2 * target + 2, target + 2), dtype=np.bool_) for _ in scores]
    for s in range(2 * target + 2):
        score = np.arange(3 * target + 40)
        hold = np.where(score > s, ONE, np.where(score == s, ONE // 2, 0))
        if s < target:
            hold[:target] = ONE - worths_of(table, b"n", s)
            hold[target:] = ONE
        for a, alone in zip(scores, found):
            stands_alone(roll, hold[a:], alone[s])
    return found


def herd_play(table, outcomes):
    """Return (stand, alone) for `herd_response`."""
    scores = range(table.number("target"))
    stand = np.array([mixes_of(table, a, len(scores) + 2) for a in scores])
    return stand, np.array(herd_alone(table, outcomes, scores))


def round_alone(table, outcomes, turn):
    """Return alone[k, difference] as for `round_response`."""
    roll = weights_of(outcomes, NONE_BELOW)
    alone = np.zeros((LATEST + 1, 2 * LATEST + 1), dtype=np.bool_)
    row = worths_of(table, b"n", turn + 1)
    reach = 4 * LATEST
    worth = np.zeros(2 * reach + 1, dtype=np.int64)
    worth[reach] = ONE // 2
    worth[reach + 1 :] = ONE
    worth[reach + 1 : reach + 1 + len(row)] = row
    worth[:reach] = ONE - worth[:reach:-1]
    for lead in range(-LATEST, LATEST + 1):
        stands = np.zeros(LATEST + 1, dtype=np.bool_)
        stands_alone(roll, worth[reach + lead :], stands)
        alone[:, LATEST + lead] = stands
    return alone


def round_play(table, outcomes, rounds):
    """Return (stand, alone) for `rounds_response`."""
    turns = range(1, rounds + 1)
    stand = np.array([mixes_of(table, turn, LATEST + 1).T for turn in turns])
    return stand, np.array([round_alone(table, outcomes, turn) for turn in turns])
