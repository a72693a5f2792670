"""Every number in docs/lesson.md is worked out again.

The numbers of each section are read in the order of the text and compared with a list that is
computed here. So a number that is wrong, missing or new makes a test fail.
"""

import functools
import re
from fractions import Fraction
from math import sqrt
from pathlib import Path

import numpy as np
import pytest

from pocketpig.solver import Position, solved
from shared_rules.players import practical, styles
from shared_rules.variants import new_game
from tests.theory import value_iteration

DOCS = Path(__file__).parents[2] / "docs"
STOPS = (5, 10, 20, 30, 40)  # the rules that a class tries
TOTALS = (5, 10, 15, 20, 25, 30)  # turn totals at which it works out one more roll
CLASS_TURNS = 50  # turns by each rule: 25 pupils with ten turns each


@functools.cache
def sections():
    """Return {heading: numbers} with a decimal point and a plain minus, without links' targets."""
    text = re.sub(r"`[^`]*`|\]\([^)]*\)", "", (DOCS / "lesson.md").read_text("utf-8"))
    parts = (part.split("\n", 1) for part in re.split(r"^##? ", text, flags=re.M)[1:])
    number = re.compile(r"(?<!\w)[+−]?\d+(?:\.\d+)?")
    return {head: [n.replace("−", "-") for n in number.findall(body)] for head, body in parts}


@functools.cache
def points_of(stop):
    """Return {points: chance} of a turn of one die that stops at `stop`; a 1 scores 0."""
    points, going = {}, {0: Fraction(1)}
    while going:
        after = {}
        for total, chance in going.items():
            points[0] = points.get(0, 0) + chance / 6
            for face in range(2, 7):
                place = points if total + face >= stop else after
                place[total + face] = place.get(total + face, 0) + chance / 6
        going = after
    return points


def mean(stop):
    return sum(points * chance for points, chance in points_of(stop).items())


def deviation(stop):
    return sqrt(sum(p**2 * chance for p, chance in points_of(stop).items()) - mean(stop) ** 2)


def class_range(stop):
    """Return the mean of CLASS_TURNS turns, less and plus two of its standard deviations."""
    spread = 2 * deviation(stop) / sqrt(CLASS_TURNS)
    return float(mean(stop)) - spread, float(mean(stop)) + spread


def gain(variant, total, dice=None):
    """Return by how many points one more roll changes this turn total on average."""
    whole, effects = new_game(variant).chance_outcomes(dice)
    return sum(Fraction(w, whole) * (e.factor * total + e.points) for w, e in effects) - total


def even(variant):
    """Return the turn total at which a roll brings as much as it takes."""
    total = next(total for total in range(100) if gain(variant, total + 1) < 0)
    here = gain(variant, total)
    found = f"{float(total + here / (here - gain(variant, total + 1))):.1f}"
    return found.removesuffix(".0")


def percent(value):
    return f"{100 * float(value):.1f}"


def class_row(stop):
    ends = [f"{end:.1f}" for end in class_range(stop)]
    return [str(stop), percent(points_of(stop)[0]), f"{float(mean(stop)):.2f}", *ends]


def gain_cell(total):
    value = gain("pig", total)
    return f"{float(value):+.2f}" if value else "0"


def stop_at(mine, theirs):
    """Return the first turn total of a turn at which perfect play stops."""
    stops = (
        total
        for total in range(2, 101 - mine)
        if solved("pig").odds(Position(mine, theirs, total)).action == "hold"
    )
    return str(next(stops))


@functools.cache
def plans():
    """Return where each rule of the page stops, by both scores and the turn total."""
    mine, theirs, total = np.indices((100, 100, 100))
    wins = mine + total >= 100
    pace = total >= 21 + np.floor((theirs - mine) / 8 + 0.5)
    return {
        **{stop: wins | (total >= stop) for stop in (15, 20, 25)},
        TAKE_HOME: wins | pace & (mine < 71) & (theirs < 71),
        PERFECT: value_iteration.solved_race("pig")[1][0],
    }


TAKE_HOME, PERFECT = "take home", "perfect"


@functools.cache
def share(one, other):
    """Return the share of games that one rule wins against the other."""
    return value_iteration.share("pig", plans()[one], plans()[other])


@pytest.mark.parametrize("stop", STOPS)
def test_some_95_of_100_classes_are_in_the_range(stop):
    turn = {points: float(chance) for points, chance in points_of(stop).items()}
    sums = {0: 1.0}
    for _ in range(CLASS_TURNS):
        after = {}
        for total, chance in sums.items():
            for points, more in turn.items():
                after[total + points] = after.get(total + points, 0.0) + chance * more
        sums = after
    least, most = (CLASS_TURNS * end for end in class_range(stop))
    assert 0.94 < sum(chance for total, chance in sums.items() if least <= total <= most) < 0.965


def test_the_numbers_of_each_section():
    means = {stop: mean(stop) for stop in range(2, 101)}
    best = max(means.values())
    stop, other = (str(stop) for stop in means if means[stop] == best)
    stops = [*map(str, STOPS)]
    fast = {dice: gain("fast", 0, dice) for dice in range(1, 21)}
    five, six = (str(dice) for dice in fast if fast[dice] == max(fast.values()))
    race = solved("pig").odds(Position(60, 95, 20)).actions
    scores = [(0, 0), (0, 49), (60, 0), (60, 95)]
    assert sections() == {
        "A lesson: when would you stop?": ["45", stop, stop],
        "What you need": ["1", *stops],
        "The plan": ["5", "10"],
        "The game": ["1", "100", *("6", "3", "9"), *("4", "5", "1", "0")],
        "The question": ["1", "0", "1", percent(Fraction(5, 6) ** 4), "1", "1", "6"],
        "The class's data": [
            *(*stops, "0", "1", "1", "1", str(CLASS_TURNS), *sum(map(class_row, STOPS), [])),
            *("25", str(CLASS_TURNS), "95", "100", "1", "20", "30", "4000"),
        ],
        "The theory": [
            *("2", "6", str(sum(range(2, 7))), "1", "6", *map(str, TOTALS)),
            *(*map(gain_cell, TOTALS), even("pig"), stop, even("pig"), stop, other),
            f"{float(best):.2f}",
        ],
        "The surprise": [
            *("100", "25", f"{float(mean(25)):.2f}", "20", percent(share(25, 20))),
            *("25", "100", "20", percent(1 - share(20, PERFECT)), "20"),
            *("60", "95", "20", percent(race["hold"]), percent(race["roll"]), "5"),
            *(str(n) for pair in scores for n in (*pair, stop_at(*pair))),
            *(str(100 - styles.RACE), str(styles.PACE), percent(share(TAKE_HOME, PERFECT))),
            *("20", percent(share(20, PERFECT))),
        ],
        "Other games": [*(even("skunk"), even("piggy"), "1", five, six, f"{float(fast[5]):.2f}")],
        "With a handheld": [],
    }


def test_what_the_words_say():
    variances = sum(deviation(stop) ** 2 for stop in (20, 30))
    turns_to_tell = 4 * variances / float(mean(20) - mean(30)) ** 2
    assert 3500 < turns_to_tell < 4000  # after so many, two deviations lie between the means
    assert mean(25) < mean(20)
    assert gain("piglet", 1) == 0
    assert practical.SPREAD == 8  # an eighth


def test_the_shares_of_the_advice_about_players():
    advice = (DOCS / "players.md").read_text("utf-8").split("## Play better")[1]
    shares = [percent(share(rule, PERFECT)) for rule in (20, 15, TAKE_HOME)]
    assert re.findall(r"(\S+) %", advice.split("\n## ")[0]) == shares
