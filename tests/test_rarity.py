# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""The exact test of counts of faces, compared with all series that there are."""

import math
import random

import pytest

from shared_rules.rarity import in_series, rarity


def all_counts(faces, throws):
    if faces == 1:
        yield (throws,)
        return
    for first in range(throws + 1):
        for rest in all_counts(faces - 1, throws - first):
            yield (first, *rest)


def by_hand(counts):
    """Return the chance of a deviation as far, added up over all series of that length."""
    faces, throws = len(counts), sum(counts)
    far = max(abs(faces * count - throws) for count in counts)
    ways = 0
    for other in all_counts(faces, throws):
        if max(abs(faces * count - throws) for count in other) >= far:
            series = math.factorial(throws)
            for count in other:
                series //= math.factorial(count)
            ways += series
    return ways / faces**throws


@pytest.mark.parametrize("faces, most", [(2, 40), (6, 14)])
def test_it_is_exact(faces, most):
    source = random.Random(faces)
    for throws in range(3, most + 1):
        for _ in range(3):
            counts = [0] * faces
            for _ in range(throws):
                counts[min(source.randrange(faces + 2), faces - 1)] += 1
            assert rarity(counts) == pytest.approx(by_hand(counts), abs=2e-5), counts


def test_equal_counts_are_no_deviation():
    assert rarity([50] * 6) == 1.0 and rarity([7, 7]) == 1.0


def test_a_loaded_die_is_noticed_and_a_fair_one_is_not():
    assert rarity([1000, 1000, 1000, 1000, 1000, 1250]) < 0.0005
    assert rarity([1010, 990, 1020, 980, 1005, 995]) > 0.9


def test_fair_series_are_as_rare_as_it_says():
    """Of 400 fair series about 40 are rarer than 0.1: 4 standard deviations are 24."""
    source = random.Random(3)
    rare = 0
    for _ in range(400):
        counts = [0] * 6
        for _ in range(120):
            counts[source.randrange(6)] += 1
        rare += rarity(counts) <= 0.1
    assert 16 <= rare <= 64


@pytest.mark.parametrize(
    "chance, words",
    [
        (1, (10, 10)),
        (0.42, (4, 10)),
        (0.1, (1, 10)),
        (0.05, (5, 100)),
        (0.003, (3, 1000)),
        (0, (1, 1000)),
    ],
)
def test_in_words(chance, words):
    assert in_series(chance) == words
