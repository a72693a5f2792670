# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""The arguments that commands share: accepted values, and messages for others."""

import argparse
import math

import pytest

from host_sim.commands.arguments import SEED, above_zero, address, number, whole


@pytest.mark.parametrize(
    "kind, text, value",
    [
        (SEED, "0", 0),
        (SEED, "4294967295", 2**32 - 1),
        (whole(2, 16), "16", 16),
        (whole(1), "123456789012345678901", 123456789012345678901),
        (number(0, 3600), "0", 0.0),
        (number(0, 3600), "1.5", 1.5),
        (number(0, 3600), "3600", 3600.0),
        (above_zero, "0.1", 0.1),
        (above_zero, "inf", math.inf),
        (address, "127.0.0.1:0", "127.0.0.1:0"),
    ],
)
def test_it_is_taken(kind, text, value):
    assert kind(text) == value


@pytest.mark.parametrize(
    "kind, text, words",
    [
        (SEED, "4294967296", "from 0 to 4294967295"),
        (SEED, "-1", "'-1' is not a whole number"),
        (SEED, "1.0", "'1.0' is not a whole number"),
        (SEED, "٣", "not a whole number"),
        (SEED, "", "'' is not a whole number"),
        (SEED, "9" * 5000, f"'{'9' * 40}' is not a whole number"),
        (whole(2, 16), "1", "from 2 to 16"),
        (whole(1), "0", "from 1 on"),
        (number(0, 3600), "3600.5", "'3600.5' is not a number from 0 to 3600"),
        (number(0, 3600), "nan", "not a number"),
        (number(0, 3600), "soon", "'soon' is not a number"),
        (above_zero, "0", "'0' is not a number above 0"),
        (above_zero, "nan", "not a number above 0"),
        (address, "127.0.0.1", "127.0.0.1"),
    ],
)
def test_it_is_refused_with_words(kind, text, words):
    with pytest.raises(argparse.ArgumentTypeError, match=words):
        kind(text)
