# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Rows of worths that are as coarse as perfect choices allow."""

from collections.abc import Callable, Iterable

import numpy as np

from host_sim.solver.moves import Floats, Ints, Moves, reach
from host_sim.solver.solution import EqualSolution, FirstSolution, Position, Solution
from shared_rules.players.table_file import ONE, SHIFT

from .emulate import Weights, turn_loss, weights_of
from .encode import LEAST_BITS, MOST_BITS, quantised, worths_row

# No choice may lose more; the product promises 1e-5.
MOST_LOSS = 9e-6

# From a row of worths to the (exact, coarse) worths of holding, top and score of the mover.
Turn = tuple[Floats, Ints, int, float, int]


def coarse_row(worths: Floats, turns: Callable[[Ints], Iterable[Turn]], solution: Solution,
               rolls: list[tuple[Moves, int, Weights]]) -> bytes:  # fmt: skip
    """The shortest row of the worths with which no choice loses more than MOST_LOSS.

    turns(row): all turns in which the device reads this row, which it reads as the integers `row`.
    """
    for bits in range(LEAST_BITS, MOST_BITS + 1):
        row = quantised(worths, bits) << (SHIFT - bits)
        if all(
            turn_loss(moves, m, weights, exact, coarse, top, wipe, coarse_wipe) <= MOST_LOSS
            for exact, coarse, top, wipe, coarse_wipe in turns(row)
            for moves, m, weights in rolls
        ):
            return worths_row(worths, bits)
    raise ValueError(f"{solution.game.ID}: {MOST_BITS} bits are too few for perfect choices")


def rolls_of(solutions: Iterable[Solution], below: Ints) -> list[tuple[Moves, int, Weights]]:
    """The rolls after which a turn may go on, for `turn_loss`."""
    return [
        (solution.moves, m, weights_of(outcomes, below))
        for solution in solutions
        for m, (_, outcomes) in enumerate(solution.lists)
        if any(effect[3] for _, effect in outcomes[1])
    ]


def first_rows(solution: FirstSolution, rolls: list[tuple[Moves, int, Weights]]) -> list[bytes]:
    """Section "v" where all turns are alike."""
    floor, target, value = solution.floor, solution.target, solution.value
    replies = np.rint(solution.replies * ONE).astype(np.int64)
    pad = max(reach(moves) for moves, _, _ in rolls) if rolls else 1

    def turns(j: int) -> Callable[[Ints], Iterable[Turn]]:
        known = []
        for i in range(floor, target):
            top = solution.hold_worths(Position(i, j), 1)[1]
            exact, _, wipe = solution.hold_worths(Position(i, j), top + pad + 1)
            known.append((exact, top, wipe, i + np.arange(top + pad + 1)))

        def of_row(row: Ints) -> Iterable[Turn]:
            for exact, top, wipe, score in known:
                coarse = ONE - np.where(
                    score < target,
                    row[np.minimum(score, target - 1) - floor],
                    replies[np.clip(score - j, 0, len(replies) - 1)],
                )
                yield exact, coarse, top, wipe, ONE - int(row[-floor])

        return of_row

    return [coarse_row(value[j - floor], turns(j), solution, rolls) for j in range(floor, target)]


def sure_lead(solution: EqualSolution) -> int:
    """The lead over the target's answer from which on nobody should roll, whatever the scores."""
    sure = 1
    for i in range(solution.target):
        for j in range(solution.target):
            for m in range(len(solution.lists)):
                position = Position(i, j)
                win, _, _, _ = solution.worths(position, m)
                hold, top, _ = solution.hold_worths(position, len(win))
                better = np.nonzero(win[: top + 1] > hold[: top + 1])[0]
                if len(better) and i + better[-1] >= solution.target:
                    sure = max(sure, i + int(better[-1]) - j + 1)
    return sure


def equal_rows(
    solution: EqualSolution, rolls: list[tuple[Moves, int, Weights]], chase: Ints, sure: int
) -> tuple[list[bytes], list[bytes]]:
    """Sections "v" and "w" of a game of equal turns; chase: section "c" with its lead 0."""
    target = solution.target
    pad = max(reach(moves) for moves, _, _ in rolls) if rolls else 1

    def turns(j: int, second: bool) -> Callable[[Ints], Iterable[Turn]]:
        known = []
        for i in range(target):
            position = Position(i, j, second=second)
            top = target - i - 1 if second else max(target, j + sure) - i - 1
            exact, _, wipe = solution.hold_worths(position, top + pad + 1)
            known.append((exact, top, wipe, i + np.arange(top + pad + 1)))

        def of_row(row: Ints) -> Iterable[Turn]:
            for exact, top, wipe, score in known:
                reply = chase[np.clip(score - j, 0, len(chase) - 1)] * (score - j < len(chase))
                coarse = ONE - np.where(
                    score < target, row[np.minimum(score, target - 1)], 0 if second else reply
                )
                yield exact, coarse, top, wipe, ONE - int(row[0])

        return of_row

    # The second mover reads what the first is worth, and the other way round.
    first, second = solution.arrays["first"], solution.arrays["second"]
    return (
        [coarse_row(first[j], turns(j, True), solution, rolls) for j in range(target)],
        [coarse_row(second[j], turns(j, False), solution, rolls) for j in range(target)],
    )
