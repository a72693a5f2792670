"""Sections of the tables for shared rolls: worths and mixes.

"n": worths of the starts of turns or rounds; "m": mixes by turn total from 1 on. A row of "m" has
the lengths of its mixes, one byte each, and then the mixes.
"""

import numpy as np

from pocketpig.solver import rounds
from pocketpig.solver.herd import Herd, new_turn, play_pair
from pocketpig.solver.moves import Floats, Moves, reach
from pocketpig.solver.shared_solution import HerdSolution, RoundsSolution

from .encode import Section, mix_row, worths_row

WORTH_BITS = 17
# Greatest error of a line in 256ths: TOLERANCE up to round total NEAR, doubled every DOUBLING.
TOLERANCE, NEAR, DOUBLING = 2.5, 24, 6
# Stored differences and round totals of Skunk; beyond, the last ones are used.
WIDEST_MIX = 150
LONGEST_MIX = 300
WIDEST_WORTH = 250
# Reduction of the worth of a bust that makes endless standing worse, see `herd_mix`.
TRIFLE = 1e-6


def tolerances(length: int) -> Floats:
    """Return the tolerances by round total from 1 on; they grow as totals become rarer."""
    totals = np.arange(1, length + 1)
    return TOLERANCE * np.exp2(np.maximum(0, totals - NEAR) / DOUBLING)


def mixes_row(mixes: list[bytes]) -> bytes:
    """Return the lengths of the mixes, then the mixes."""
    return bytes(len(mix) for mix in mixes) + b"".join(mixes)


def herd_mix(moves: Moves, parts: Herd) -> Floats:
    """Return stand[a, b, k] of the equilibrium, from the results of `herd.solve_herd`.

    Standing for ever may be as good as the best choice for the player whose worth is above a half.
    That player must end the game, so the mix is for a bust that is worth TRIFLE less.
    """
    target = len(parts.worth)
    pad = reach(moves)
    stand = np.ones((target, target, target + 2))
    turn = new_turn(target + pad + 2)
    for a in range(target):
        for b in range(target):
            x = float(parts.worth[a, b])
            x -= TRIFLE if x > 0.5 else 0.0
            _, _, top = play_pair(moves, parts, a, b, x, pad, turn)
            stand[a, b, 1 : top + 1] = turn.stand[1 : top + 1]
            stand[a, b, top + 1 :] = turn.stand[top]
    return stand


def herd_sections(solution: HerdSolution) -> list[Section]:
    """Return "n" and "m": rows by the player's score, columns by the opponent's."""
    stand = herd_mix(solution.moves, solution.parts())
    target = solution.target
    near = tolerances(stand.shape[2] - 1)
    worths = [worths_row(row, WORTH_BITS) for row in solution.arrays["worth"]]
    mixes = [mixes_row([mix_row(one[1:], near) for one in row]) for row in stand]
    return [Section("n", worths, target), Section("m", mixes, target)]


def round_mix(solution: RoundsSolution) -> Floats:
    """Return stand[round, k, d + WIDEST_MIX] of the equilibrium; round and k from 0."""
    worth = solution.arrays["worth"]
    stand = np.ones((len(worth) - 1, LONGEST_MIX, 2 * WIDEST_MIX + 1))
    for r in range(len(worth) - 1):
        rounds.solve_round(solution.moves, worth[r + 1], rounds.LONGEST, stand[r], 0, -1)
    return stand


def round_sections(solution: RoundsSolution) -> list[Section]:
    """Return "n" and "m", rows by round from 1; "n": worths d = 1, 2 … ahead; last row: the end."""
    worth = solution.arrays["worth"]
    middle = worth.shape[1] // 2
    worths = [worths_row(row[middle + 1 : middle + WIDEST_WORTH + 1], WORTH_BITS) for row in worth]
    near = tolerances(LONGEST_MIX - 1)
    mixes = [
        mixes_row([mix_row(by_total[1:, d], near) for d in range(by_total.shape[1])])
        for by_total in round_mix(solution)
    ]
    return [Section("n", worths, WIDEST_WORTH, 1), Section("m", mixes, 2 * WIDEST_MIX + 1, 1)]
