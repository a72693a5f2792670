"""Rows of a table as bytes; `table` and `shared` of `shared_rules.players.tables` read them."""

import struct
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from pocketpig.solver.moves import Floats, Ints

# Least and greatest number of bits of a stored worth.
LEAST_BITS, MOST_BITS = 14, 18
LARGEST_STEP = 32767


class Section(NamedTuple):
    """Rows of a table with a tag; first: index of the first row; columns: values in a row."""

    tag: str
    rows: list[bytes]
    columns: int
    first: int = 0
    parameter: int = 0


def quantised(worths: Floats, bits: int) -> Ints:
    """Return the worths as multiples of 2**-bits."""
    return np.rint(worths * (1 << bits)).astype(np.int64)


def worths_row(worths: Floats, bits: int) -> bytes:
    """Return a row for `Table.worths`. Raises OverflowError if `bits` are too many for it."""
    values = quantised(worths, bits)
    steps = np.diff(values)
    if len(steps) and abs(int(steps[0])) > LARGEST_STEP:
        raise OverflowError("the first difference is too large")
    low, packed = rice(np.diff(steps))
    first = int(steps[0]) if len(steps) else 0
    return struct.pack("<BIh", (bits - 8) << 4 | low, int(values[0]), first) + packed


def rice(numbers: Ints) -> tuple[int, bytes]:
    """(least bits, numbers as `table.codes` reads them, odd for negative)."""
    signed = np.where(numbers >= 0, 2 * numbers, -2 * numbers - 1)
    low = min(range(16), key=lambda n: int((signed >> n).sum()) + n * len(signed))
    text = "".join(
        "1" * (code >> low) + "0" + (f"{code & (1 << low) - 1:0{low}b}" if low else "")
        for code in signed.tolist()
    )
    text += "0" * (-len(text) % 8)
    return low, bytes(int(text[at : at + 8], 2) for at in range(0, len(text), 8))


def bounds_row(bounds: Sequence[Sequence[int]]) -> bytes:
    """Return the changes of the choice by score, last change first, for `listed.bounds_of`."""
    known = [0]
    numbers = []
    for row in bounds:
        more = (len(row) - len(known)) // 2
        known = (known + 2 * max(0, more) * known[-1:])[: len(row)]
        numbers += [more, *(new - old for new, old in zip(row, known))]
        known = list(row)
    low, packed = rice(np.array(numbers, dtype=np.int64))
    return bytes((low,)) + packed


def dice_row(numbers: Sequence[int]) -> bytes:
    """Return numbers of dice as runs: pairs of a number and its count."""
    row = bytearray()
    for number in numbers:
        if row and row[-2] == number and row[-1] < 255:
            row[-1] += 1
        else:
            row += bytes((number, 1))
    return bytes(row)


# Kinds of the runs of a mix, in the two upper bits; the lower six are the length less 1.
SIT, STAND, LINE, SAME = 0, 1, 2, 3
WHOLE = 256
LONGEST_RUN = 64


def mix_row(stand: Floats, tolerance: Floats) -> bytes:
    """Return probabilities of standing as runs; the last run never ends.

    A line is straight between its first and last value; its error is at most `tolerance`, in
    256ths.
    """
    values = stand * WHOLE
    rounded = np.rint(values).astype(np.int64)
    whole = (rounded == 0) | (rounded == WHOLE)
    runs: list[list[int]] = []
    at = 0
    while at < len(values):
        if whole[at]:
            runs.append([SIT if rounded[at] == 0 else STAND, 1])
            at += 1
        else:
            end = at + 1
            for stop in range(at + 2, min(at + LONGEST_RUN, len(values)) + 1):
                if whole[stop - 1]:
                    break
                line = line_values(int(rounded[at]), int(rounded[stop - 1]), stop - at)
                if (np.abs(line - values[at:stop]) <= tolerance[at:stop]).all():
                    end = stop
            first, last = int(rounded[at]), int(rounded[end - 1])
            runs.append([SAME, end - at, first] if first == last else [LINE, end - at, first, last])
            at = end
    row = bytearray()
    merged: list[list[int]] = []
    for run in runs:
        if merged and merged[-1][0] == run[0] and run[0] in (SIT, STAND):
            merged[-1][1] += 1
        else:
            merged.append(run)
    for place, run in enumerate(merged):
        length = run[1]
        if place == len(merged) - 1 and run[0] != LINE:
            length = 1
        while length > 0:
            row.append(run[0] << 6 | min(length, LONGEST_RUN) - 1)
            row += bytes(run[2:])
            length -= LONGEST_RUN
    return bytes(row)


def line_values(first: int, last: int, length: int) -> Ints:
    """Return the integers from `first` to `last` as the device interpolates them."""
    return first + (last - first) * np.arange(length) // max(1, length - 1)
