"""The rolls of Gran Cerdo as arrays, read from the variant."""

from itertools import product
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from shared_rules.variants import gran_cerdo, new_game

ADD, OINK, BUST, MUD, GIFT = range(5)
EVENTS = ("add", "oink", "bust", "mud", "gift")
PAIRS = ("sum", "nothing")
LEAST_DICE, MOST_DICE = 2, 3

TURNS = gran_cerdo.GranCerdo.ROUNDS * gran_cerdo.GranCerdo.MAX_PLAYERS
BLOCK = 50  # truffles of a victory point, a literal in `GranCerdo.milestones`


class Rolls(NamedTuple):
    """The rolls of one value of `pair`.

    kind, points: (2, 216) int64, event and points of every roll of two and of three dice, the first
    die most significant. waits: a gift joins the round of a pig that has not had it yet.
    """

    kind: NDArray[np.int64]
    points: NDArray[np.int64]
    waits: bool


def compile_rolls(pair: str, gift: str = "banked") -> Rolls:
    """Return the rolls with the options `pair` and `gift`, from `Game.effect`."""
    game = new_game("gran_cerdo", {"pair": pair}, 2, 0)
    kind = np.zeros((2, 216), dtype=np.int64)
    points = np.zeros((2, 216), dtype=np.int64)
    for row, dice in enumerate((LEAST_DICE, MOST_DICE)):
        for column, fall in enumerate(product(range(1, 7), repeat=dice)):
            _, _, gained, _, event = game.effect(fall)
            kind[row, column] = EVENTS.index(event)
            points[row, column] = gained
    return Rolls(kind, points, gift == "round")
