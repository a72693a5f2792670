# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""The device's table of networks, and the device's player compiled from its own code."""

import struct
from typing import NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from host_sim.theory.computer_players import tables_folder
from host_sim.theory.device_code import compiled
from host_sim.theory.tables.losses import opened
from host_sim.theory.tables.write import Section, table_bytes
from shared_rules.players.tables import gran_cerdo
from shared_rules.players.tables.gran_cerdo import FULL, LOGIT, MOST, NEURON, SHIFT, SIZES
from shared_rules.players.tables.table import table_name as name_of
from shared_rules.variants import new_game

from .play import State, lead
from .rolls import TURNS
from .train import Floats, Net, fill_inputs

TABLES = tables_folder()
TRAINER_VERSION = 1
LARGEST_WEIGHT = 127
SMALL_INT = 1 << 30  # smaller integers need no heap on the device

(run_layer,) = compiled(gran_cerdo, "run_layer")


class TooLarge(ValueError):
    """A network's numbers do not fit the device's small integers."""


def layer_bytes(weights: Floats, biases: Floats, one_in: int, one_out: int) -> bytes:
    """Return a layer for `gran_cerdo.run_layer`; `one_in` and `one_out` are the fixed-point 1s."""
    parts = []
    for w, b in zip(weights.T.astype(float), biases.astype(float)):
        scale = max(float(np.abs(w).max()), 1e-6) / LARGEST_WEIGHT
        # The factor is an integer, so compute the scale from it.
        factor = max(1, round(scale * one_out / one_in * (1 << SHIFT)))
        scale = factor * one_in / one_out / (1 << SHIFT)
        q = np.clip(np.rint(w / scale), -LARGEST_WEIGHT, LARGEST_WEIGHT).astype(int)
        bias = round(b / scale * one_in)
        if (int(np.abs(q).sum()) * one_in + abs(bias)) * factor >= SMALL_INT:
            raise TooLarge(f"factor {factor}, bias {bias}, weights {q.tolist()}")
        parts.append(struct.pack("<Hi", factor, bias) + bytes(int(n) + 128 for n in q))
    return b"".join(parts)


def net_bytes(net: Net) -> bytes:
    """Return the block of a turn."""
    ones = (FULL, MOST, MOST, LOGIT)
    return b"".join(
        layer_bytes(w, b, ones[i], ones[i + 1])
        for i, (w, b) in enumerate(zip(net.weights, net.biases))
    )


def table_name(pair: str) -> str:
    """Return the file name of the table for one value of the option."""
    return name_of(new_game("gran_cerdo", {"pair": pair}, 2, 0))


def table_of(pair: str, blocks: list[bytes]) -> bytes:
    """Return the table of one option from one block a turn."""
    sections = [Section("n", blocks, len(blocks[0]), 1)]
    return table_bytes(table_name(pair)[: -len(".bin")], "", sections, TRAINER_VERSION)


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
    return brain((TABLES / table_name(pair)).read_bytes(), pair)


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
