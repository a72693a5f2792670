"""The outcome table of a variant: the effect of every roll, read from `Game`.

Rolls of few dice are looked up by their faces, so that a seed gives the same dice as
`shared_rules.chance.fall`. For many dice the effect is drawn from `Game.chance_outcomes` with 64
random bits; the chances are exact to 2**-64.
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from shared_rules.game import Game

Ints = NDArray[np.int64]

# A roll with more combinations of faces is drawn by its effect.
MOST_COMBINATIONS = 1296


class Rolls(NamedTuple):
    """Rolls of n dice, n from `least` to `most`.

    The effects (see `shared_rules.effects`) are rows of `keep`, `factor`, `points`, `goes_on`.
    By faces: combination c of n dice, the first die most significant, has the effect
    `by_faces[faces_at[n] + c]`.
    By effect, if `faces_at[n]` is -1: take the first k of `drawn_at[n]:drawn_at[n + 1]` whose
    `bound[k]` is not below the 64 random bits; the effect is `drawn[k]`.
    """

    least: int
    most: int
    sides: int
    keep: Ints
    factor: Ints
    points: Ints
    goes_on: Ints
    faces_at: Ints
    by_faces: Ints
    drawn_at: Ints
    drawn: Ints
    bound: NDArray[np.uint64]


def rolls_of(game: Game) -> Rolls:
    """Return the table for `game`, which must be at its start."""
    least, most = game.dice_range() or (game.dice_count(), game.dice_count())
    low, high = game.FACES
    sides = high - low + 1
    number: dict[Any, int] = {}
    faces_at, drawn_at = [-1] * (most + 2), [0] * (most + 2)
    by_faces: list[int] = []
    drawn: list[int] = []
    bound: list[int] = []
    for n in range(least, most + 1):
        drawn_at[n] = len(drawn)
        if sides**n <= MOST_COMBINATIONS:
            faces_at[n] = len(by_faces)
            for combination in range(sides**n):
                effect = game.effect(faces_of(combination, n, low, sides))
                by_faces.append(number.setdefault(effect, len(number)))
        else:
            for limit, effect in bounds_of(*game.chance_outcomes(n)):
                drawn.append(number.setdefault(effect, len(number)))
                bound.append(limit)
        drawn_at[n + 1] = len(drawn)
    columns = [[int(effect[part]) for effect in number] for part in range(4)]
    columns += [faces_at, by_faces, drawn_at, drawn]
    keep, factor, points, goes_on, at, of_faces, starts, effects = (
        np.array(column, dtype=np.int64) for column in columns
    )
    bounds = np.array(bound, dtype=np.uint64)
    return Rolls(
        least, most, sides, keep, factor, points, goes_on, at, of_faces, starts, effects, bounds
    )


def faces_of(combination: int, n: int, low: int, sides: int) -> tuple[int, ...]:
    """Return the faces of combination number `combination` of n dice."""
    return tuple(low + combination // sides**place % sides for place in range(n - 1, -1, -1))


def bounds_of(denominator: int, outcomes: list[tuple[int, Any]]) -> list[tuple[int, Any]]:
    """Return [(greatest 64 bits that draw it, effect)], without effects rarer than 2**-64."""
    bounds = []
    sofar, last = 0, -1
    for weight, effect in outcomes:
        sofar += weight
        limit = (sofar << 64) // denominator - 1
        if limit > last:
            bounds.append((limit, effect))
            last = limit
    return bounds
