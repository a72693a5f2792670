# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""A small network in whole numbers that fit 31 bits, read from a table a few neurons at a time.

The host compiles `run_layer` itself to let the player play many games.
"""

from .table_file import TableError

ONE = 127  # what a hidden neuron gives at most
SHIFT = 14
NEURON = 6  # bytes of a neuron before its weights
WORK = 220  # weights worked off in a step: about 4 ms


def run_layer(xs, total, rows, count, out, at, hidden):
    """Put what `count` neurons make of `xs` into `out` from `at` on; `total` is the sum of `xs`.

    rows: bytes; a neuron has a factor (2 bytes), a bias (4), a weight for each of `xs` (1 byte,
    128 more than it is). hidden: the neurons give 0 to ONE; else any number.
    """
    i = 0
    for n in range(at, at + count):
        factor = rows[i] + 256 * rows[i + 1]
        high = rows[i + 5]
        if high > 127:
            high -= 256
        given = rows[i + 2] + 256 * rows[i + 3] + 65536 * rows[i + 4] + 16777216 * high
        given -= 128 * total
        i += NEURON
        for x in xs:
            given += x * rows[i]
            i += 1
        given = given * factor >> SHIFT
        if hidden:
            given = 0 if given < 0 else ONE if given > ONE else given
        out[n] = given


def run(table, at, xs, sizes):
    """Generator: None while working, then what the last layer makes of `xs`, a list.

    at: where in the file the first neuron begins; sizes: neurons of each layer.
    """
    for layer, size in enumerate(sizes):
        out = [0] * size
        row = NEURON + len(xs)
        many = max(1, WORK // row)
        total = sum(xs)
        for start in range(0, size, many):
            count = min(many, size - start)
            rows = table.reader.read(at, count * row)
            if len(rows) != count * row:
                raise TableError("%s: cut off" % table.name)
            run_layer(xs, total, rows, count, out, start, layer < len(sizes) - 1)
            at += count * row
            yield None
        xs = out
    yield xs
