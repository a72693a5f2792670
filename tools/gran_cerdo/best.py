# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""The reference player: it solves the rest of the turn by the worths of turns from `solve`."""

from typing import NamedTuple

import numpy as np
from numba import njit

from pocketpig.simulation.gran_cerdo.play import State
from pocketpig.simulation.gran_cerdo.rolls import BLOCK, OINK_POINTS, THIRD_DIE_ABOVE, Rolls

from .grid import BOTH, LONGEST, MARGIN, ME, TOTALS, YOU
from .solve import HEIGHT, WIDTH, Table, chances, clip, fill_leaves, roll_value

# A plan looks this many rolls ahead; so many rolls in a row are seldom survived.
HORIZON = 11


class Plan(NamedTuple):
    """The tables and a turn's plan: worth of holding and rolling by (rolls, total, margin)."""

    tables: Table
    p: tuple[Table, Table, Table]
    hold: Table
    rolled: Table
    free: Table
    gift: Table
    bust: Table
    mud: Table


def new_plan(rolls: Rolls, tables: Table) -> Plan:
    """Return a plan with its scratch arrays; `tables` from `solve.solve`."""
    shape = (LONGEST + 1, HEIGHT, WIDTH)
    hold, rolled, free, gift = (np.zeros(shape, dtype=np.float32) for _ in range(4))
    bust = np.zeros((LONGEST + 1, 2, WIDTH), dtype=np.float32)
    mud = np.zeros((LONGEST + 1, WIDTH), dtype=np.float32)
    return Plan(tables, chances(rolls), hold, rolled, free, gift, bust, mud)


@njit
def margin_of(state: State) -> int:
    """Return the margin (see `grid`), without the truffles of the round."""
    return clip(state.mine // BLOCK - state.theirs // BLOCK + OINK_POINTS * state.oinks)


@njit
def make_plan(state: State, plan: Plan) -> None:
    """Fill the plan for the rest of the turn."""
    start = min(state.rolls, LONGEST - 1)
    low = min(state.total, TOTALS - 1)
    middle = 0
    if not state.three:
        middle = TOTALS
        if state.theirs > THIRD_DIE_ABOVE:
            middle = max(THIRD_DIE_ABOVE + 1 - state.mine, 1)
    last = min(start + HORIZON, LONGEST)
    for r in range(start, last + 1):
        my_most = max(state.my_most, r)
        who = ME if my_most > state.their_most else YOU if my_most < state.their_most else BOTH
        fill_leaves(
            state.turn, plan.tables[state.turn + 1], state.three, state.mine, state.theirs,
            max(my_most, state.their_most), who,
            plan.hold[r], plan.bust[r], plan.mud[r], plan.gift[r],
        )  # fmt: skip
    plan.free[last] = plan.hold[last]
    plan.rolled[last] = plan.hold[last]
    for r in range(last - 1, start - 1, -1):
        n = r + 1
        roll_value(
            plan.p, low, middle, TOTALS, plan.free[n], plan.rolled[n],
            plan.bust[n], plan.mud[n], plan.gift[n], plan.rolled[r],
        )  # fmt: skip
        np.maximum(plan.hold[r], plan.rolled[r], plan.free[r])


@njit
def worths(state: State, plan: Plan) -> tuple[float, float]:
    """Return (worth of holding, worth of rolling) by the plan of the turn."""
    r = min(state.rolls, LONGEST - 1)
    m = margin_of(state) + MARGIN
    t = min(state.total, TOTALS - 1)
    return plan.hold[r, t, m], plan.rolled[r, t, m]


@njit
def hold_by_plan(state: State, fresh: bool, plan: Plan) -> bool:
    """True if holding is worth at least as much as rolling."""
    if fresh:
        make_plan(state, plan)
    hold, rolled = worths(state, plan)
    return hold >= rolled
