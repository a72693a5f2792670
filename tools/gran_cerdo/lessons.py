# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Positions with the worth of both choices, from games of the reference player."""

from typing import NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from pocketpig.simulation.gran_cerdo.play import (
    FORCED,
    NO_LOG,
    THREE,
    TURN,
    State,
    fall_of,
    play_on,
    position_of,
    start_position,
    throw,
    view,
)  # fmt: skip
from pocketpig.simulation.gran_cerdo.rolls import Rolls
from pocketpig.simulation.gran_cerdo.rule import Rule, hold_by_rule
from pocketpig.simulation.pcg import Words, seeded

from .best import Plan, make_plan, new_plan, worths
from .solve import Table

FIELDS = len(State._fields)
# Share of choices made at random, so that lessons include positions after mistakes.
WILD = 0.1
# Every turn is replayed TRIES times; if holding is better it rolls on with probability BOLD.
TRIES = 6
BOLD = 0.4


class Lessons(NamedTuple):
    """states: (n, FIELDS) int64, as `State`; hold, roll: (n,) worth of each choice."""

    states: NDArray[np.int64]
    hold: NDArray[np.float32]
    roll: NDArray[np.float32]


class Notebook(NamedTuple):
    """A plan, and the arrays for lessons, of which the first filled[0] are filled."""

    rolls: Rolls
    plan: Plan
    lessons: Lessons
    filled: NDArray[np.int64]
    rng: Words


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
    position = position_of(state)
    while position[TURN] == state.turn:
        holds = note(view(position, 0), notebook)
        if holds and not position[FORCED] and np.random.random() > BOLD:
            return
        throw(notebook.rolls, position, 0, fall_of(position[THREE], notebook.rng))


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
def _fill(rolls: Rolls, book: Notebook, rule: Rule, seed: int, no_log: NDArray[np.int64]) -> None:
    np.random.seed(seed)
    game = 0
    while book.filled[0] < len(book.lessons.hold):
        position = start_position(game % 2)
        play_on(rolls, position, hold_and_note, book, hold_by_rule, rule, book.rng, no_log)
        game += 1


def gather(rolls: Rolls, tables: Table, rule: Rule, count: int, seed: int) -> Lessons:
    """Return `count` lessons from games of a pig that plays by `tables` against one by `rule`."""
    lessons = Lessons(
        np.zeros((count, FIELDS), dtype=np.int64),
        np.zeros(count, dtype=np.float32),
        np.zeros(count, dtype=np.float32),
    )
    filled = np.zeros(1, dtype=np.int64)
    book = Notebook(rolls, new_plan(rolls, tables), lessons, filled, seeded(seed))
    _fill(rolls, book, rule, seed, NO_LOG)
    return lessons
