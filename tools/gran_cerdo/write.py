# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Write networks into the device's table."""

import struct

import numpy as np

from pocketpig.simulation.gran_cerdo.table import table_name
from pocketpig.tables.write import Section, table_bytes
from shared_rules.players.tables.gran_cerdo import FULL, LOGIT, MOST, SHIFT

from .train import Floats, Net

TRAINER_VERSION = 1
LARGEST_WEIGHT = 127
SMALL_INT = 1 << 30  # smaller integers need no heap on the device


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
            raise OverflowError(f"factor {factor}, bias {bias}, weights {q.tolist()}")
        parts.append(struct.pack("<Hi", factor, bias) + bytes(int(n) + 128 for n in q))
    return b"".join(parts)


def net_bytes(net: Net) -> bytes:
    """Return the block of a turn."""
    ones = (FULL, MOST, MOST, LOGIT)
    return b"".join(
        layer_bytes(w, b, ones[i], ones[i + 1])
        for i, (w, b) in enumerate(zip(net.weights, net.biases))
    )


def table_of(pair: str, blocks: list[bytes]) -> bytes:
    """Return the table of one option from one block a turn."""
    sections = [Section("n", blocks, len(blocks[0]), 1)]
    return table_bytes(table_name(pair)[: -len(".bin")], "", sections, TRAINER_VERSION)
