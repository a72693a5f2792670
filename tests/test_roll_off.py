# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""The roll-off: the higher sum of two dice starts, then the higher die; ties roll again.

The rule is Gran Cerdo's; the cases are worked out by hand.
"""

from itertools import combinations_with_replacement, product

import pytest

from shared_rules.chance import fall
from shared_rules.pcg32 import Pcg32
from shared_rules.roll_off import DICE, leaders


@pytest.mark.parametrize(
    ("rolls", "best"),
    [
        ([(3, 4), (6, 2)], [1]),  # 8 beats 7
        ([(6, 6), (5, 6)], [0]),
        ([(4, 4), (6, 2)], [1]),  # 8 and 8: the 6 beats the 4
        ([(4, 4), (3, 5)], [1]),
        ([(5, 3), (3, 5)], [0, 1]),  # the same dice in another order: roll again
        ([(2, 2), (2, 2)], [0, 1]),
        ([(1, 1), (1, 1), (2, 1)], [2]),
        ([(6, 1), (5, 2), (4, 3)], [0]),  # three 7s
        ([(6, 1), (5, 2), (1, 6)], [0, 2]),
        ([(6, 6), (6, 6), (6, 6), (6, 5)], [0, 1, 2]),
        ([(1, 2), (6, 5), (5, 6), (4, 6), (5, 5)], [1, 2]),
    ],
)
def test_by_hand(rolls, best):
    assert leaders(rolls) == best


def test_two_dice():
    assert DICE == 2


def test_against_the_rule_word_by_word():
    for rolls in product(combinations_with_replacement(range(1, 7), 2), repeat=2):
        (a, b), (c, d) = rolls
        if a + b != c + d:
            expected = [0] if a + b > c + d else [1]
        elif max(a, b) != max(c, d):
            expected = [0] if max(a, b) > max(c, d) else [1]
        else:
            expected = [0, 1]
            assert {a, b} == {c, d}  # only the same dice are equal in both
        assert leaders(list(rolls)) == expected


@pytest.mark.parametrize("players", [2, 3, 10, 30])
def test_those_tied_roll_again_until_one_is_left(players):
    source = Pcg32(players)
    won = [0] * players
    for _ in range(100 * players):
        tied = list(range(players))
        rounds = 0
        while len(tied) > 1:
            tied = [tied[place] for place in leaders([fall(source, (1, 6), 2) for _ in tied])]
            rounds += 1
        assert len(tied) == 1 and rounds < 20
        won[tied[0]] += 1
    assert min(won) > 50 and max(won) < 160  # nobody is favoured: 100 each on average
