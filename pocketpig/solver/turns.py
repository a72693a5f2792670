"""Games of two players who have a number of turns each; the most points win.

Every turn leads to the next one, so the turns are solved from the last one back. Without wipes only
the difference of the scores matters; with them both scores do.
"""

import numpy as np
from numba import njit

from .moves import Floats, Moves, reach
from .race import turn_never_ends
from .turn import Stakes, best_start, new_worths

# Greater differences of scores count as won.
WIDEST = 1000
# With wipes: greater scores count as this, the other's less by as much.
HIGHEST = 400


@njit(cache=True)
def fill_starts(moves: Moves, after: Floats, wipe: float, pad: int, starts: Floats) -> None:
    """Fill `starts` with the worths of the starts of a turn, by the score.

    after: worth of ending the turn, by the new score; it does not fall. Beyond its end it stays the
    same. It is longer than `starts` by `pad` at least.
    """
    size = len(after)
    worths = new_worths(size)
    # Numba would compile `play` once more for constants.
    wiped_is_bust, fresh = bool(False), bool(True)
    most = after[size - 1]
    for i in range(len(starts)):
        hold = after[i:]
        # Holding is best where it is worth no less than the most unless the roll ends the turn.
        enough = 0.0
        for m in range(len(moves.wipe_p)):
            ends, p = moves.wipe_p[m] * wipe, 1.0 - moves.wipe_p[m]
            for e in range(moves.end_at[m], moves.end_at[m + 1]):
                ends += moves.end_p[e] * hold[moves.end_n[e]]
                p -= moves.end_p[e]
            enough = max(enough, ends + p * most)
        top = 0
        while top < len(hold) - 1 - pad and hold[top] < enough:
            top += 1
        # A roll may double the total.
        last = min(2 * top + pad if len(moves.jump_p) else top + pad, len(hold) - 1)
        stakes = Stakes(hold, top, last, wipe, wiped_is_bust)
        starts[i], _slope = best_start(moves, stakes, fresh, worths)


def solve_turns(moves: Moves, turns: int) -> Floats:
    """Return worth[n, d + WIDEST]: of the mover, d ahead, when n of all `turns` are over.

    For rolls without wipes.
    """
    pad = reach(moves)
    worth = np.zeros((turns + 1, 2 * WIDEST + 1))
    worth[turns] = np.heaviside(np.arange(-WIDEST, WIDEST + 1), 0.5)
    if turn_never_ends(moves):
        # The last player rolls until ahead.
        worth[turns - 1 :: -2] = 1.0
        return worth
    for n in range(turns - 1, -1, -1):
        after = np.pad(1.0 - worth[n + 1][::-1], (0, pad), mode="edge")
        fill_starts(moves, after, 0.0, pad, worth[n])
    return worth


def solve_turns_with_wipes(moves: Moves, turns: int) -> Floats:
    """Return worth[n, mine, theirs] of the mover when n of all `turns` are over."""
    pad = reach(moves)
    size = HIGHEST + 1
    worth = np.zeros((turns + 1, size, size))
    scores = np.arange(size)
    worth[turns] = np.heaviside(scores[:, None] - scores, 0.5)
    for n in range(turns - 1, -1, -1):
        for theirs in range(size):
            after = worth_of_holding(worth[n + 1], theirs, 2 * size + pad)
            starts = np.zeros(size)
            fill_starts(moves, after, after_wipe(worth[n + 1], theirs), pad, starts)
            worth[n, :, theirs] = starts
    return worth


def worth_of_holding(after: Floats, theirs: int, length: int) -> Floats:
    """Return the worth of ending a turn by the new score; after[mine, theirs]: of the next one."""
    scores = np.arange(length)
    over = np.maximum(0, scores - HIGHEST)
    worths: Floats = 1.0 - after[np.maximum(0, theirs - over), scores - over]
    return worths


def after_wipe(after: Floats, theirs: int) -> float:
    """Return the worth of ending a turn with a score of 0."""
    return 1.0 - float(after[theirs, 0])
