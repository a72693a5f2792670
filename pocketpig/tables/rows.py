"""Rows of worths with as few bits as perfect choices allow."""

from collections.abc import Callable, Iterable

import numpy as np

from pocketpig.solver.fixed_turns_solution import FixedTurnsSolution
from pocketpig.solver.moves import Floats, Ints, turns_go_on
from pocketpig.solver.race_solution import FirstSolution
from pocketpig.solver.solution import Solution
from pocketpig.solver.turn_solution import TurnsSolution
from shared_rules.players.tables.table import SHIFT
from shared_rules.players.tables.turns import ENOUGH

from .encode import LEAST_BITS, MOST_BITS, bounds_row, quantised, worths_row
from .losses import (
    Check,
    Turns,
    changes,
    gains_of,
    over_rounds_worths,
    turns_against,
    turns_over_rounds,
)

# Greatest loss of a choice; the product promises 1e-5.
MOST_LOSS = 9e-6
# Of a table that is an estimate.
ROUGH_BITS = 14


def coarse_row(worths: Floats, loss: Callable[[Ints], float], solution: Solution) -> bytes:
    """Return the shortest row of the worths with which no choice loses more than MOST_LOSS.

    loss(row): the most that is lost if the device reads the integers `row`. Raises ValueError if
    no row is good enough.
    """
    for bits in range(LEAST_BITS, MOST_BITS + 1):
        try:
            content = worths_row(worths, bits)
        except OverflowError:
            break
        if loss(quantised(worths, bits) << (SHIFT - bits)) <= MOST_LOSS:
            return content
    raise ValueError(f"{solution.game.ID}: no row of worths gives perfect choices")


def coarse_rows(
    value: Floats, users: list[TurnsSolution], second: bool, ahead: int, replies: Ints, below: Ints
) -> list[bytes]:
    """Return the rows of the opponent's worths value[j - floor], by its score j.

    ahead: as in `losses.turns_against`.
    """
    solution = users[0]
    floor = solution.target - len(value)

    def row_of(j: int) -> bytes:
        checks = [Check(user, turns_against(user, j, second, ahead), below) for user in users]

        def loss(row: Ints) -> float:
            return max(check.row_loss(row, replies, j, MOST_LOSS) for check in checks)

        return coarse_row(value[j - floor], loss, solution)

    return [row_of(j) for j in range(floor, solution.target)]


def bounds_rows(solution: FirstSolution) -> list[bytes]:
    """Return section "h", for games in which choosing by worths takes the device too long."""
    target = solution.target

    floor = solution.floor

    def row_of(j: int) -> bytes:
        turns = turns_against(solution, j, False, 1)
        rows = []
        for i, gains in enumerate(gains_of(solution, turns)[0]):
            found = changes(gains[: turns.limits[i] + 1], MOST_LOSS)
            rows.append([target - floor - i - total for total in reversed(found)])
        return bounds_row(rows)

    return [row_of(j) for j in range(floor, target)]


def equal_rows(
    users: list[TurnsSolution], chase: Ints, sure: int
) -> tuple[list[bytes], list[bytes]]:
    """Return sections "v" and "w" of a game of equal turns; chase: section "c" from lead 0 on."""
    # The second mover reads the worths of the first, and the first those of the second.
    none = np.zeros((0, 1), dtype=np.int64)
    nothing = np.zeros(1, dtype=np.int64)
    arrays = users[0].arrays
    return (
        coarse_rows(arrays["first"], users, True, 1, nothing, none),
        coarse_rows(arrays["second"], users, False, sure, chase, none),
    )


def sure_lead(users: Iterable[TurnsSolution]) -> int:
    """Return the lead from which on a player who has the target, and will be answered, holds."""
    sure = 1
    for user in users:
        if turns_go_on(user.lists):
            for j in range(user.target):
                for gains in gains_of(user, turns_against(user, j, False, 1)):
                    starts, totals = np.nonzero(gains > 0.0)
                    reached = int((starts + totals).max(initial=0))
                    if reached >= user.target:
                        sure = max(sure, reached - j + 1)
    return sure


def over_rounds_rows(solution: FixedTurnsSolution) -> tuple[list[bytes], int]:
    """Return (section "v" of a game over rounds, its parameter).

    A row for each turn from the second on: the worths of its player, by the other's lead.
    """
    none = np.zeros((0, 1), dtype=np.int64)
    middle = solution.LEAD
    turns = range(1, 2 * solution.game.options["rounds"])
    ahead = 1
    for turn in turns:
        for gains in gains_of(solution, turns_over_rounds(solution, turn, middle, 0)):
            leads, totals = np.nonzero(gains > 0.0)
            far = totals > ENOUGH
            ahead = max(ahead, int((leads + totals)[far].max(initial=0)) - middle + 1)
    rows = []
    for turn in turns:
        row = solution.by_lead(turn + 1)
        if solution.moves.wipe_p.any():  # the lead alone does not give perfect choices
            rows.append(worths_row(row, ROUGH_BITS))
            continue
        starts = turns_over_rounds(solution, turn, middle, ahead)
        check = Check(solution, starts, none)

        def loss(row: Ints, starts: Turns = starts, check: Check = check) -> float:
            return check.loss(*over_rounds_worths(row, starts, middle), MOST_LOSS)

        rows.append(coarse_row(row, loss, solution))
    return rows, ahead
