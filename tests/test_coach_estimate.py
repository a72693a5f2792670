# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""What the choices of the coach's estimate lose, where no table has the game: docs say how much."""

import pathlib
import re

import pytest

pytest.importorskip("numba", reason="needs the extra solve: make setup")

from handheld.estimate import Estimate
from host_sim.theory.solver import Position, solved
from shared_rules.pcg32 import Pcg32
from shared_rules.thinking import answer_of
from tests.perfect_positions import position

PAGE = pathlib.Path(__file__).parents[1] / "docs" / "internals" / "strength.md"
POSITIONS = 300
NAMES = {
    "Pig": "pig", "Piggy": "piggy", "Big Pig": "big", "Sevens": "sevens", "Piglet": "piglet",
    "Fast Pig": "fast", "Hog": "hog", "Two-Dice Pig": "two_dice", "Pig Dice": "pig_dice",
}  # fmt: skip
QUICK = ("piglet", "rounds")


def told():
    """Return [(variant, options, mean loss)] of the page's list."""
    section = PAGE.read_text("utf-8").partition("## The coach's estimate")[2].partition("\n## ")[0]
    found = []
    for row in re.findall(r"^- ([^:]*): ([\d.]+)$", section, re.M):
        name, _, words = row[0].partition(", ")
        options = dict(re.findall(r"`(\w+)=(\w+)`", words))
        options = {key: int(n) if n.isdigit() else n for key, n in options.items()}
        found.append((NAMES[name], options, float(row[1])))
    return found


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
        for row in told()
    ]


@pytest.mark.parametrize("variant, options, loss", rows())
def test_the_page_says_what_the_estimate_loses(variant, options, loss):
    mean = mean_loss(variant, options)
    print(f"{variant} {options}: {mean:.5f}")
    assert 0.75 * loss <= mean <= 1.25 * loss
