# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""The figures of the lesson: what a turn of Pig is worth, and when one more roll stops paying."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import sqrt

from shared_rules.variants import new_game

STOPS = (5, 10, 20, 30, 40)  # the rules that a class tries
TOTALS = (5, 10, 15, 20, 25, 30)  # turn totals at which it works out one more roll
CLASS_TURNS = 50  # turns for each rule: 25 pupils with ten turns each


def outcomes(variant: str, dice: int | None = None) -> list[tuple[Fraction, int, int]]:
    """Return (chance, factor, points) of each effect: total becomes factor * total + points."""
    whole, effects = new_game(variant).chance_outcomes(dice)
    return [(Fraction(weight, whole), e.factor, e.points) for weight, e in effects]


def gain(variant: str, total: int, dice: int | None = None) -> Fraction:
    """Return by how many points one more roll changes this turn total on average."""
    rolls = outcomes(variant, dice)
    return sum((p * (factor * total + points) for p, factor, points in rolls), Fraction(-total))


def even(variant: str) -> Fraction:
    """Return the turn total at which one more roll changes nothing on average."""
    at_zero = gain(variant, 0)
    return at_zero / (at_zero - gain(variant, 1))


def turn(stop: int) -> tuple[Fraction, Fraction, float]:
    """Return a turn of Pig that stops at `stop`: chance of a 1, points on average, deviation."""
    mean = _mean(stop, 0, lambda total: total)
    squares = _mean(stop, 0, lambda total: total**2)
    return _mean(stop, 1, lambda total: 0), mean, sqrt(squares - mean**2)


def _mean(stop: int, of_bust: int, of_total: Callable[[int], int]) -> Fraction:
    """Return the mean over turns that stop at `stop` of `of_total(turn total)`, a 1: `of_bust`."""
    worth = {total: Fraction(of_total(total)) for total in range(stop, stop + 6)}
    for total in reversed(range(stop)):
        after = ((p, factor, total + points) for p, factor, points in outcomes("pig"))
        worth[total] = sum((p * (worth[t] if f else of_bust) for p, f, t in after), Fraction(0))
    return worth[0]


def class_range(stop: int) -> tuple[float, float]:
    """Return the average of CLASS_TURNS turns, less and plus two of its standard deviations."""
    _, mean, deviation = turn(stop)
    spread = 2 * deviation / sqrt(CLASS_TURNS)
    return float(mean) - spread, float(mean) + spread
