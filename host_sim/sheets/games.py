# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""The score sheet of each game, as data."""

from __future__ import annotations

from typing import NamedTuple

from shared_rules.variants.gran_cerdo import FIFTY, GREEDY, MOST_TRUFFLES, OINK
from shared_rules.variants.gran_cerdo import ROUNDS as CERDO_ROUNDS
from shared_rules.variants.swine_herd import SwineHerd


class Sheet(NamedTuple):
    """A grid of `people` side by side, each with `columns`, in numbered `rows`.

    Without `people` each row is a person's. ``below``: rows (word, value) with one cell a person.
    ``ticks``: (word, boxes) under the grid. ``games``: so many grids on the page.
    """

    columns: tuple[str, ...]  # words, or what stands there itself
    rows: int
    people: int = 0
    below: tuple[tuple[str, int], ...] = ()
    ticks: tuple[str, int] | None = None
    games: int = 1


TURNS = Sheet(("turn", "score"), 26, people=5)
DICE = Sheet(("dice", "turn", "score"), 26, people=4)

SHEETS = {
    "pig": TURNS,
    "two_dice": TURNS,
    "big": TURNS,
    "sevens": TURNS,
    "piggy": TURNS,
    "fast": DICE,
    "hog": DICE,
    "skunk": Sheet((*"SKUNK", "sum"), 30),
    "swine_herd": Sheet(
        (*map(str, range(1, 13)), "sum"), 30, ticks=("busts_in_a_row", SwineHerd.BUST_LIMIT)
    ),
    "pig_dice": TURNS,
    "piglet": TURNS,
    "gran_cerdo": Sheet(
        ("round", "truffles", "oinks", "greedy"),
        CERDO_ROUNDS,
        people=2,
        below=(
            ("victory_most", MOST_TRUFFLES),
            ("victory_fifty", FIFTY),
            ("victory_oink", OINK),
            ("victory_greedy", GREEDY),
            ("victory_total", 0),
        ),
        games=2,
    ),
}
