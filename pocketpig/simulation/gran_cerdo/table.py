# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""The device's player, compiled from its own code, with the device's table of networks."""

from typing import NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from pocketpig.computer_players import tables_folder
from pocketpig.tables.device_code import compiled
from pocketpig.tables.losses import opened
from shared_rules.players.tables import gran_cerdo
from shared_rules.players.tables.gran_cerdo import NEURON, SIZES
from shared_rules.players.tables.table import table_name as name_of
from shared_rules.variants import new_game

from .play import State, lead
from .rolls import TURNS

run_layer, fill_inputs = compiled(gran_cerdo, "run_layer", "fill_inputs")


def table_name(pair: str) -> str:
    """Return the file name of the table for one value of the option."""
    return name_of(new_game("gran_cerdo", {"pair": pair}, 2, 0))


class Brain(NamedTuple):
    """The table of one option: blocks (TURNS, bytes of a block), and scratch arrays."""

    blocks: NDArray[np.uint8]
    xs: NDArray[np.int64]
    one: NDArray[np.int64]
    two: NDArray[np.int64]
    out: NDArray[np.int64]


def brain(data: bytes, pair: str) -> Brain:
    """Return the device's table for `hold_by_net`. Raises TableError if `data` is no such table."""
    table = opened(data, table_name(pair))
    _, _, first, rows, _, _ = table.section(b"n")
    blocks = [np.frombuffer(table.row(b"n", first + n), np.uint8) for n in range(rows)]
    return Brain(np.stack(blocks), *(np.zeros(size, dtype=np.int64) for size in SIZES))


def shipped(pair: str) -> Brain:
    """Return the table in the firmware's folder."""
    return brain((tables_folder() / table_name(pair)).read_bytes(), pair)


@njit
def hold_by_net(state: State, fresh: bool, brain: Brain) -> bool:
    """True if the device's player holds."""
    if state.turn == TURNS:
        points = lead(
            state.mine + state.total, state.theirs, state.oinks, state.my_most, state.their_most
        )
        if points != 0:
            return points > 0
    fill_inputs(
        brain.xs, state.mine, state.theirs, state.total, state.rolls, state.three, state.oinks,
        state.my_most, state.their_most,
    )  # fmt: skip
    rows = brain.blocks[state.turn - 1]
    a, b, c, d = len(brain.xs), len(brain.one), len(brain.two), len(brain.out)
    run_layer(brain.xs, brain.xs.sum(), rows, b, brain.one, 0, True)
    at = b * (NEURON + a)
    run_layer(brain.one, brain.one.sum(), rows[at:], c, brain.two, 0, True)
    at += c * (NEURON + b)
    run_layer(brain.two, brain.two.sum(), rows[at:], d, brain.out, 0, False)
    return brain.out[0] > 0
