# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""What the choices of the coach's estimate lose, where no table has the game."""

import pytest

pytest.importorskip("numba", reason="needs the extra solve: make setup")

from handheld.estimate import Estimate
from host_sim.theory.solver import Position, solved
from shared_rules.chance import Pcg32
from shared_rules.thinking import answer_of
from tests.perfect_positions import position

POSITIONS = 300
# (variant, options, mean loss in wins)
LOSSES = (
    ("pig", {}, 0.0002),
    ("piggy", {}, 0.0002),
    ("big", {}, 0.0008),
    ("hog", {}, 0.0008),
    ("fast", {}, 0.0009),
    ("two_dice", {}, 0.002),
    ("pig", {"end": "equal_turns"}, 0.006),
    ("piggy", {"end": "one_more_turn"}, 0.005),
    ("big", {"end": "one_more_turn"}, 0.003),
    ("sevens", {"end": "one_more_turn"}, 0.005),
    ("piglet", {"end": "one_more_turn"}, 0.0006),
    ("fast", {"end": "one_more_turn"}, 0.004),
    ("piggy", {"end": "rounds"}, 0.0001),
    ("big", {"end": "rounds"}, 0.0005),
    ("sevens", {"end": "rounds"}, 0.0001),
    ("piglet", {"end": "rounds"}, 0.002),
    ("fast", {"end": "rounds"}, 0.002),
    ("pig", {"end": "rounds", "rounds": 20}, 0.0002),
    ("sevens", {"double_one": "wipe"}, 0.0002),
    ("sevens", {"double_one": "wipe", "end": "equal_turns"}, 0.02),
    ("pig_dice", {"end": "rounds"}, 0.0002),
)
QUICK = ("piglet", "rounds")


def mean_loss(variant, options):
    """Return what the choices lose on average in random positions, of a win."""
    solution = solved(variant, options)
    source = Pcg32(9)
    lost = []
    while len(lost) < POSITIONS:
        game = position(variant, options, source)
        if game.turn_total < 0 or (game.roll_number and not game.turn_total):
            continue  # the solver takes 0 for the start of a turn
        chances = answer_of(Estimate(game).actions(game))
        odds = solution.odds(Position.of(game, game.player))
        lost.append(odds.win - odds.actions[max(sorted(chances), key=chances.__getitem__)])
    return sum(lost) / len(lost)


def rows():
    return [
        pytest.param(*row, marks=[] if (row[0], row[1].get("end")) == QUICK else [pytest.mark.slow])
        for row in LOSSES
    ]


@pytest.mark.parametrize("variant, options, loss", rows())
def test_what_the_estimate_loses(variant, options, loss):
    mean = mean_loss(variant, options)
    print(f"{variant} {options}: {mean:.5f}")
    assert 0.75 * loss <= mean <= 1.25 * loss
