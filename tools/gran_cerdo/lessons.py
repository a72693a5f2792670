"""Positions with the worth of both choices, from games of a player with the worths of `solve`."""

from typing import NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from pocketpig.simulation.gran_cerdo import play
from pocketpig.simulation.gran_cerdo.play import State, view
from pocketpig.simulation.gran_cerdo.policies import Rule, hold_by_rule
from pocketpig.simulation.gran_cerdo.rolls import BLOCK, Rolls
from pocketpig.simulation.pcg import Words, seeded
from shared_rules.variants.gran_cerdo import OINK as OINK_POINTS

from . import solve
from .grid import BOTH, LONGEST, MARGIN, ME, TOTALS, YOU

# Share of choices made at random, so that lessons include positions after mistakes.
WILD = 0.1
# Every turn is replayed TRIES times; if holding is better it rolls on with probability BOLD.
TRIES = 6
BOLD = 0.4


class Lessons(NamedTuple):
    """states: (n, fields of `State`) int64; hold, roll: (n,) worth of each choice."""

    states: NDArray[np.int64]
    hold: NDArray[np.float32]
    roll: NDArray[np.float32]


class Plan(NamedTuple):
    """The tables and a turn's plan: worth of holding and rolling by (rolls, total, margin)."""

    tables: solve.Table
    p: solve.Chances
    ends: solve.Ends
    rolled: solve.Table
    free: solve.Table


class Notebook(NamedTuple):
    """A plan, and the arrays for lessons, of which the first filled[0] are filled."""

    rolls: Rolls
    plan: Plan
    lessons: Lessons
    filled: NDArray[np.int64]
    rng: Words


@njit
def make_plan(state: State, plan: Plan) -> None:
    """Fill the plan for the rest of the turn."""
    start = min(state.rolls, LONGEST - 1)
    low = min(state.total, TOTALS - 1)
    middle = solve.first_with_three(state.three, state.mine, state.theirs)
    for r in range(start, LONGEST + 1):
        my_most = max(state.my_most, r)
        who = ME if my_most > state.their_most else YOU if my_most < state.their_most else BOTH
        solve.fill_leaves(
            state.turn, plan.tables[state.turn + 1], state.three, state.mine, state.theirs,
            max(my_most, state.their_most), who, solve.of_round(plan.ends, r),
        )  # fmt: skip
    p, free, rolled = plan.p, plan.free, plan.rolled
    free[LONGEST] = plan.ends.hold[LONGEST]
    rolled[LONGEST] = plan.ends.hold[LONGEST]
    for r in range(LONGEST - 1, start - 1, -1):
        after = solve.of_round(plan.ends, r + 1)
        solve.roll_value(p, low, middle, TOTALS, free[r + 1], rolled[r + 1], after, rolled[r])
        np.maximum(plan.ends.hold[r], rolled[r], free[r])


@njit
def worths(state: State, plan: Plan) -> tuple[float, float]:
    """Return (worth of holding, worth of rolling) by the plan of the turn."""
    r = min(state.rolls, LONGEST - 1)
    margin = state.mine // BLOCK - state.theirs // BLOCK + OINK_POINTS * state.oinks
    m = min(max(margin, -MARGIN), MARGIN) + MARGIN
    t = min(state.total, TOTALS - 1)
    return plan.ends.hold[r, t, m], plan.rolled[r, t, m]


@njit
def note(state: State, notebook: Notebook) -> bool:
    """Note a lesson; return True if holding is worth as much as rolling or more."""
    hold, roll = worths(state, notebook.plan)
    at = notebook.filled[0]
    if at < len(notebook.lessons.hold):
        for i in range(len(state)):
            notebook.lessons.states[at, i] = state[i]
        notebook.lessons.hold[at] = hold
        notebook.lessons.roll[at] = roll
        notebook.filled[0] += 1
    return hold >= roll


@njit
def try_turn(state: State, notebook: Notebook) -> None:
    """Play the rest of a turn, more boldly than is best, and note lessons."""
    position = play.position_of(state)
    while position[play.TURN] == state.turn:
        holds = note(view(position, 0), notebook)
        if holds and not position[play.FORCED] and np.random.random() > BOLD:
            return
        play.throw(notebook.rolls, position, 0, play.fall_of(position[play.THREE], notebook.rng))


@njit
def start_of(state: State) -> State:
    """Return the start of a turn with first choice `state`: all rolls but the last were Oinks."""
    rolls = state.rolls
    most = state.my_most if state.my_most > rolls else rolls - 1
    return State(
        state.turn, state.mine, state.theirs, 0, 0, state.three, state.oinks - rolls + 1,
        most, state.their_most,
    )  # fmt: skip


@njit
def hold_and_note(state: State, fresh: bool, notebook: Notebook) -> bool:
    """Decide like the reference player, except for random choices, and note lessons."""
    if fresh:
        start = start_of(state)
        make_plan(start, notebook.plan)
        note(start, notebook)
        for _ in range(TRIES):
            try_turn(state, notebook)
    hold, roll = worths(state, notebook.plan)
    if np.random.random() < WILD:
        return np.random.random() < 0.5
    return hold >= roll


@njit
def fill(book: Notebook, rule: Rule, seed: int) -> None:
    """Fill the notebook by games against a pig that plays by `rule`."""
    np.random.seed(seed)
    game = 0
    while book.filled[0] < len(book.lessons.hold):
        start = play.start_position(game % 2)
        play.play_on(book.rolls, start, hold_and_note, book, hold_by_rule, rule, book.rng)
        game += 1


def gather(rolls: Rolls, tables: solve.Table, rule: Rule, count: int, seed: int) -> Lessons:
    """Return `count` lessons from games of a pig that plays by `tables` against one by `rule`.

    tables: of `solve.solve_against`.
    """
    worths = (np.zeros(count, dtype=np.float32) for _ in range(2))
    lessons = Lessons(np.zeros((count, len(State._fields)), dtype=np.int64), *worths)
    ends = solve.new_ends(LONGEST + 1)
    scratch = np.zeros_like(ends.hold), np.zeros_like(ends.hold)
    plan = Plan(tables, solve.chances_of(rolls), ends, *scratch)
    fill(Notebook(rolls, plan, lessons, np.zeros(1, dtype=np.int64), seeded(seed)), rule, seed)
    return lessons
