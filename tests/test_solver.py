# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""The solver compared with published figures and with consequences of the rules."""

from fractions import Fraction

import pytest

pytest.importorskip("numba", reason="needs the extra solve: make setup")

from host_sim.theory.solver.moves import Unsolvable, moves_of
from host_sim.theory.solver.solution import BadPosition, Position
from host_sim.theory.solver.solve import solve
from shared_rules.effects import BUST, add, set_total


@pytest.fixture(scope="module")
def pig():
    return solve("pig")


# --- Neller and Presser, Optimal Play of the Dice Game Pig, UMAP Journal 25 (2004)


def test_pig_for_the_first_player(pig):
    """53.06 % in the paper."""
    assert pig.start() == pytest.approx(0.5305927, abs=5e-8)


def test_pig_at_22_to_0(pig):
    """At turn total 0."""
    assert pig.odds(Position(22, 0)).win == pytest.approx(0.6940987, abs=5e-8)


def test_the_pocket_of_pig(pig):
    """At 41 to 49 hold from 22 on, but roll at 27. From 57 on any roll but a 1 wins."""
    advice = {k: pig.odds(Position(41, 49, k)).advice for k in range(2, 57)}
    assert [k for k in advice if advice[k] == "roll"] == [*range(2, 22), 27]


def test_piglet_to_two():
    """The six worths of Piglet with a target of 2, as fractions."""
    piglet = solve("piglet", {"target": 2})
    published = [
        ((0, 0, 0), Fraction(4, 7)),
        ((0, 0, 1), Fraction(5, 7)),
        ((0, 1, 0), Fraction(2, 5)),
        ((0, 1, 1), Fraction(3, 5)),
        ((1, 0, 0), Fraction(4, 5)),
        ((1, 1, 0), Fraction(2, 3)),
    ]
    for (mine, theirs, total), worth in published:
        odds = piglet.odds(Position(mine, theirs, total))
        assert odds.win == pytest.approx(float(worth), abs=1e-12), (mine, theirs, total)


def test_two_dice_for_the_first_player():
    """The variant of Neller and Presser's Pigtail (2005); seven digits by plain value iteration.

    A slow test repeats that: `test_all_positions_of_whole_games`.
    """
    assert solve("two_dice").start() == pytest.approx(0.5195589, abs=5e-8)


# --- what follows from the rules


def test_pig_with_one_point_to_go(pig):
    """Any roll but a 1 wins: p = 5/6 + 1/6 (1 - p), so p = 6/7."""
    assert pig.odds(Position(99, 99)).win == pytest.approx(6 / 7, abs=1e-12)


def test_hog_with_free_rolls_rolls_one_die(pig):
    """Hog with free rolls is Pig: more dice at once only remove choices."""
    hog = solve("hog")
    for mine, theirs in ((0, 0), (50, 80), (99, 3), (41, 49)):
        odds = hog.odds(Position(mine, theirs))
        assert odds.win == pytest.approx(pig.odds(Position(mine, theirs)).win, abs=1e-12)
        assert odds.advice == "roll 1"


@pytest.mark.parametrize("variant", ["pig", "piggy", "sevens", "fast"])
@pytest.mark.parametrize("end", ["first", "equal_turns"])
def test_only_the_way_to_go_counts_without_wipes(variant, end):
    whole, short = (solve(variant, {"target": target, "end": end}) for target in (60, 37))
    for mine, theirs in ((0, 0), (5, 30), (36, 0)):
        near, far = Position(mine, theirs), Position(mine + 23, theirs + 23)
        assert short.odds(near).win == pytest.approx(whole.odds(far).win, abs=1e-12)


@pytest.mark.parametrize("variant", ["skunk", "swine_herd"])
def test_shared_rolls_are_fair(variant):
    """Both choose at the same time: the game is symmetric and zero-sum."""
    solution = solve(variant)
    for mine, theirs in ((0, 0), (30, 12), (99, 98)):
        here, there = (
            solution.odds(Position(*scores)).win for scores in ((mine, theirs), (theirs, mine))
        )
        assert here + there == pytest.approx(1.0, abs=1e-12)
    assert solution.start() == pytest.approx(0.5, abs=1e-12)


def test_the_last_turn_under_equal_turns():
    """Piglet, one point behind: a head ties; a second toss wins or loses all."""
    piglet = solve("piglet", {"target": 3, "end": "equal_turns"})
    # At a tie both holding and rolling are worth 1/2.
    assert piglet.odds(Position(2, 3, second=True)).win == pytest.approx(1 / 4, abs=1e-12)
    assert piglet.odds(Position(2, 3, 1, second=True)).actions == pytest.approx(
        {"roll": 1 / 2, "hold": 1 / 2}, abs=1e-12
    )
    # Two points behind: two heads, then as before.
    assert piglet.odds(Position(2, 4, second=True)).win == pytest.approx(1 / 8, abs=1e-12)
    # The second mover has won if only he is at the target.
    assert piglet.odds(Position(2, 2, 1, second=True)).actions["hold"] == 1.0


@pytest.mark.parametrize("total", [7, 50, 10**6])
def test_a_turn_total_beyond_a_win(pig, total):
    """Holding wins. Rolling on wins with 5/6, plus the chance after a bust."""
    odds = pig.odds(Position(94, 90, total))
    bust = 1 - pig.odds(Position(90, 94)).win
    assert odds.actions == pytest.approx({"hold": 1.0, "roll": 5 / 6 + bust / 6}, abs=1e-12)
    assert odds.advice == "hold"


def test_a_last_roll_of_pig_dice():
    """Dice of 1 … 6 and a head, 1 … 5, 6: a tail; head and v add 2 v, a sum of 7 adds nothing."""
    from tests.value_iteration import effects

    solution = solve("pig_dice", {"target": 10})
    for behind in range(1, 13):
        expected = sum(
            (effect[2] > behind) * p + (effect[2] == behind) * p / 2
            for effect, p in effects(solution.game, 2).items()
        )
        odds = solution.odds(Position(5, 5 + behind) if behind > 4 else Position(9, 9 + behind))
        assert odds.win == pytest.approx(expected, abs=1e-12), behind


@pytest.mark.parametrize(
    "variant, position",
    [
        ("pig", Position(100, 0)),
        ("pig", Position(0, 100)),
        ("pig", Position(-1, 0)),
        ("pig", Position(0, 0, -3)),
        ("fast", Position(0, 0, 4)),
        ("hog", Position(0, 0, 4, dice=11)),
        ("skunk", Position(0, 0, 9, round=6)),
        ("swine_herd", Position(0, 5, 0, opponent_sits=True)),
    ],
)
def test_impossible_positions_are_refused(variant, position):
    with pytest.raises(BadPosition, match="allowed"):
        solve(variant).odds(position)


@pytest.mark.parametrize(
    "effects, why",
    [
        ([set_total(5)], "always sets"),
        ([set_total(5), set_total(6), BUST], "several values"),
        ([add(1), (1, 3, 0, False, "")], "the effect"),
    ],
)
def test_a_roll_without_a_method_is_refused(effects, why):
    with pytest.raises(Unsolvable, match=why):
        moves_of([(1, (len(effects), [(1, effect) for effect in effects]))])
