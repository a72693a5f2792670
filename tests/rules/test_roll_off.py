"""The roll-off: the higher sum of two dice starts, then the higher die; ties roll again."""

from itertools import combinations_with_replacement, product

import pytest

from shared_rules.roll_off import leaders


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
