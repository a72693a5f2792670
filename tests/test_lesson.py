# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Every number in docs/lesson.md and its translation, and in the answers, is worked out again.

The numbers of each section are read in the order of the text and compared with a list that is
computed here. So a number that is wrong, missing or new makes a test fail.
"""

import configparser
import functools
import re
from fractions import Fraction
from pathlib import Path

import pytest

from host_sim.sheets import figures
from host_sim.theory.simulation.optimal import Optimal
from host_sim.theory.solver import Position, solved
from shared_rules.players import make, practical, styles
from shared_rules.rarity import FEWEST
from shared_rules.stopping import POINTS, RULES
from shared_rules.variants import new_game
from tests.exact import Duel

ROOT = Path(__file__).parents[1]
LANGUAGES = ("lesson.md", "lesson.es.md")
# Not the 4 of A4.
NUMBER = re.compile(r"(?<!\w)[+−]?\d+(?:[.,]\d+)?")


def numbers(text):
    """Return the numbers of a text in their order, with a decimal point and a plain minus."""
    return [each.replace(",", ".").replace("−", "-") for each in NUMBER.findall(text)]


@functools.cache
def sections(name):
    """Return the text of each section: without comments, code and the targets of links."""
    text = (ROOT / "docs" / name).read_text("utf-8")
    text = re.sub(r"<!--.*?-->|^```.*?^```|`[^`]*`|\]\([^)]*\)", "", text, flags=re.S | re.M)
    return re.split(r"^##? ", text, flags=re.M)[1:]


def rows(text):
    """Return the numbers of each row of the table in a text, without its head."""
    return [numbers(line) for line in re.findall(r"^\|.*", text, re.M)[2:]]


def words(code):
    parser = configparser.ConfigParser(interpolation=None)
    parser.read(ROOT / "host_sim/sheets/words.ini", "utf-8")
    return parser[code]


# -- what a turn is worth, by another way than `figures`: the distribution of its points -----


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


@pytest.mark.parametrize("stop", [*range(2, 42), 100])
def test_the_figures_of_a_turn_are_those_of_its_distribution(stop):
    bust, average, deviation = figures.turn(stop)
    assert (bust, average) == (points_of(stop)[0], mean(stop))
    squares = sum(points**2 * chance for points, chance in points_of(stop).items())
    assert deviation**2 == pytest.approx(float(squares - average**2))


@pytest.mark.parametrize("stop", figures.STOPS)
def test_some_95_of_100_classes_are_in_the_range(stop):
    turn = {points: float(chance) for points, chance in points_of(stop).items()}
    sums = {0: 1.0}
    for _ in range(figures.CLASS_TURNS):
        after = {}
        for total, chance in sums.items():
            for points, more in turn.items():
                after[total + points] = after.get(total + points, 0.0) + chance * more
        sums = after
    least, most = (figures.CLASS_TURNS * end for end in figures.class_range(stop))
    assert 0.94 < sum(chance for total, chance in sums.items() if least <= total <= most) < 0.965


def even(variant):
    """Return the turn total at which a roll brings as much as it takes, by trying them all."""
    for total in range(100):
        above = figures.gain(variant, total + 1)
        if above < 0:
            here = figures.gain(variant, total)
            return total + here / (here - above)


# -- the sections ----------------------------------------------------------------------------------


def two(value):
    return f"{float(value):.2f}"


def percent(value):
    return f"{100 * value:.1f}"


def best_stops():
    means = {stop: mean(stop) for stop in range(2, 101)}
    return [str(stop) for stop, value in means.items() if value == max(means.values())]


def gains():
    found = [f"{float(figures.gain('pig', total)):+.2f}" for total in figures.TOTALS]
    return ["0" if each == "+0.00" else each for each in found]


def played(*faces):
    """Return the points of a turn with these rolls."""
    game = new_game("pig")
    for face in faces:
        game.apply("roll", (face,))
    if game.player == 0:
        game.apply("hold")
    return str(game.scores[0])


def class_table():
    table = []
    for stop in figures.STOPS:
        least, most = figures.class_range(stop)
        table.append(
            [str(stop), percent(float(points_of(stop)[0])), two(mean(stop))]
            + [f"{end:.1f}" for end in (least, most)]
        )
    return table


def turns_to_tell(one, other):
    """Return the turns by each rule after which the means differ by two standard deviations."""
    variances = [figures.turn(stop)[2] ** 2 for stop in (one, other)]
    return 4 * sum(variances) / float(mean(one) - mean(other)) ** 2


def best_dice():
    """Return the best numbers of dice in Fast Pig, and what they bring: 4 a die without a 1."""
    worth = {dice: 4 * dice * Fraction(5, 6) ** dice for dice in range(1, 21)}
    best = max(worth.values())
    return [str(dice) for dice in worth if worth[dice] == best] + [two(best)]


def stop_at(mine, theirs):
    """Return the first turn total of a turn at which perfect play stops."""
    solution = solved("pig")
    for total in range(2, 101 - mine):
        if solution.odds(Position(mine, theirs, total)).advice == "hold":
            return str(total)


def race():
    """Return the chances to win by stopping and by rolling in part 6."""
    actions = solved("pig").odds(Position(60, 95, 20)).actions
    return [percent(actions["hold"]), percent(actions["roll"])]


@functools.cache
def duel():
    names = ("hold20", "hold25", "keep_pace", "hold15")
    options = dict(new_game("pig").options)
    return Duel("pig", options, [], [Optimal("pig", options), *map(make, names)])


@functools.cache
def share(one, other):
    """Return the share of games that one player wins against the other."""
    return percent(duel().average(one, other))


PERFECT, RULE_20, RULE_25, TAKE_HOME, RULE_15 = range(5)


@pytest.mark.parametrize("name", LANGUAGES)
class TestLesson:
    def test_it_has_no_other_sections(self, name):
        assert len(sections(name)) == 9

    def test_the_minutes_and_the_parts(self, name):
        intro, need, plan = sections(name)[:3]
        table = rows(plan)
        assert numbers(intro) == [str(sum(int(row[0]) for row in table)), *best_stops()[:1] * 2]
        assert numbers(need) == []
        last = numbers(plan)[-1]
        parts = re.findall(r"<b>(\d)\.", " ".join(words("en").values()))
        assert sorted([*sum((row[1:] for row in table), []), last]) == parts
        assert len(numbers(plan)) == len(sum(table, [])) + 1

    def test_the_game(self, name):
        pig = new_game("pig")
        (bust,) = [str(face) for face in range(1, 7) if not pig.effect((face,)).goes_on]
        found = numbers(sections(name)[3])
        first, second = ((6, 3), (4, 5, 1))
        assert found == [
            *(bust, str(pig.options["target"])),
            *(*map(str, first), played(*first)),
            *(*map(str, second), played(*second)),
        ]

    def test_the_question(self, name):
        clear = Fraction(5, 6)
        bust = 1 - clear
        fraction = [str(bust.numerator), str(bust.denominator)]
        expected = ["1", "0", "1", percent(float(clear**4)), "1", *fraction]
        assert numbers(sections(name)[4]) == expected

    def test_the_data(self, name):
        text = sections(name)[5]
        turns = str(figures.CLASS_TURNS)
        pupils = "25"  # ten turns each
        assert int(pupils) * 10 == figures.CLASS_TURNS * len(figures.STOPS)
        assert rows(text) == class_table()
        assert round(turns_to_tell(20, 30), -3) == 4000 > turns_to_tell(20, 30) > 3500
        assert numbers(text) == [
            *(*map(str, figures.STOPS), "1", "1", turns, *sum(class_table(), [])),
            *(pupils, turns, "95", "100", "1", "20", "30", "4000"),
        ]

    def test_the_theory(self, name):
        text = sections(name)[6]
        assert sum(range(2, 7)) == 20
        stop, other = best_stops()
        evens = [f"{float(even(game)):.1f}".removesuffix(".0") for game in ("skunk", "piggy")]
        assert figures.gain("piglet", 1) == 0
        assert numbers(text) == [
            *("2", "6", "20", "1", "6", *map(str, figures.TOTALS), *gains()),
            *(str(even("pig")), stop, str(even("pig")), stop, other, two(mean(int(stop)))),
            *("5", *evens, "1", *best_dice()),
        ]

    def test_the_surprise(self, name):
        text = sections(name)[7]
        assert mean(25) < mean(20)
        assert 4 * 25 == 5 * 20 == new_game("pig").options["target"]
        scores = [("0", "0"), ("0", "49"), ("60", "0"), ("60", "95")]
        table = [[mine, theirs, stop_at(int(mine), int(theirs))] for mine, theirs in scores]
        assert int(table[-1][2]) == 100 - 60  # it wins
        assert numbers(text) == [
            *("100", "25", two(mean(25)), "20", share(RULE_25, RULE_20)),
            *("25", "100", "20", share(PERFECT, RULE_20), "20"),
            *("6", "60", "95", "20", *race(), "5", *sum(table, [])),
            *(str(100 - styles.RACE), str(styles.PACE)),
            share(TAKE_HOME, PERFECT),
            *("20", share(RULE_20, PERFECT)),
        ]
        assert practical.SPREAD == 8  # an eighth

    def test_the_handheld(self, name):
        sits = [str(number) for what, number in RULES if what == POINTS]
        assert numbers(sections(name)[8]) == ["1", *sits, str(FEWEST)]


@pytest.mark.parametrize("code", ["en", "es", "de"])
def test_the_answers_in_words(code):
    texts = words(code)
    assert numbers(texts["race"]) == ["6", "100", "60", "95", "20"]
    assert numbers(texts["answer_race"]) == [str(100 - 95), *race()]
    assert set(numbers(texts["answer_one_more"])) == {str(even("pig"))} == {best_stops()[0]}
    assert numbers(texts["answer_dice"]) == best_dice()[:-1]
    assert numbers(texts["answer_class"]) == ["95", "100"]
    assert numbers(texts["between"]) == [str(figures.CLASS_TURNS)]


def test_the_shares_of_the_advice_about_players():
    advice = (ROOT / "docs/players.md").read_text("utf-8").split("## Play better")[1]
    shares = [share(rule, PERFECT) for rule in (RULE_20, RULE_15, TAKE_HOME)]
    assert re.findall(r"(\S+) %", advice.split("\n## ")[0]) == shares
