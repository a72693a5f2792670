"""What a roll can do, and how likely it is."""

from __future__ import annotations

import functools
import itertools
from typing import TYPE_CHECKING, NamedTuple

from shared_rules.game import Game
from shared_rules.variants import variant_class

if TYPE_CHECKING:
    from collections.abc import Iterator
    from fractions import Fraction


class Effect(NamedTuple):
    """What a roll does: the turn total becomes `factor * turn_total + points`.

    `keep`: 1 if the score stays, 0 if it falls to 0. `goes_on`: False if the turn then ends and its
    total is banked. `event`: its name, such as "add", "bust" or "wipe".
    """

    keep: int
    factor: int
    points: int
    goes_on: bool
    event: str


class Chance(NamedTuple):
    """An effect of the next roll, its exact `probability`, and `faces`, a roll that has it."""

    probability: Fraction
    effect: Effect
    faces: tuple[int, ...]


def chances_of(rules: Game, dice: int) -> tuple[Chance, ...]:
    """Return the chances of a roll of that many dice."""
    return _chances(rules.ID, tuple(rules.options.items()), rules.players, dice)


@functools.lru_cache(maxsize=256)
def _chances(
    variant: str, options: tuple[tuple[str, int | str], ...], players: int, dice: int
) -> tuple[Chance, ...]:
    from fractions import Fraction  # slow to import

    rules: Game = variant_class(variant)(dict(options), players)
    total, outcomes = rules.chance_outcomes(dice)
    effects = {effect for _, effect in outcomes}
    examples: dict[object, tuple[int, ...]] = {}
    for faces in _rolls(rules.FACES, dice):
        examples.setdefault(rules.effect(faces), faces)
        if len(examples) == len(effects):
            break
    return tuple(
        Chance(Fraction(weight, total), Effect(*effect), examples[effect])
        for weight, effect in outcomes
    )


def _rolls(faces: tuple[int, int], dice: int) -> Iterator[tuple[int, ...]]:
    """Yield all rolls, first some of each sum, with each least face.

    Of many dice these are enough, and all cannot be listed.
    """
    low, high = faces
    for least in range(low, high + 1):
        roll = [least] * dice
        yield tuple(roll)
        for die in range(dice):
            for face in range(least + 1, high + 1):
                roll[die] = face
                yield tuple(roll)
    yield from itertools.product(range(low, high + 1), repeat=dice)
