"""The effects of a roll and their chances: the engine compared with all faces of the dice.

Up to four dice are counted face by face, more by inclusion and exclusion (the engine convolves).
`docs/rules.md` has the means, worked out by hand.
"""

import pathlib
import re
from collections import Counter
from fractions import Fraction
from itertools import product
from math import comb

import pytest

from shared_rules.variants import new_game
from tests.support.reference_rules import VARIANTS

DOCUMENT = pathlib.Path(__file__).parents[2] / "docs" / "rules.md"


def check_outcomes(variant, options, dice):
    """Compare the engine's outcomes with the effects of all faces; return them."""
    game = new_game(variant, options)
    if variant == "gran_cerdo":
        game.three_dice = dice == 3
    assert game.dice_count() in (None, dice)
    denominator, outcomes = game.chance_outcomes(dice if game.dice_range() else None)
    low, high = game.FACES
    every = product(range(low, high + 1), repeat=dice)
    assert denominator == (high - low + 1) ** dice
    assert {effect: weight for weight, effect in outcomes} == Counter(map(game.effect, every))
    return denominator, outcomes


def ways(dice, total):
    """Return how many rolls of so many dice without a 1 add up to `total`.

    By inclusion and exclusion: each die minus 2 is 0 to 4; j dice forced above 4 leave `rest - 5j`
    to distribute.
    """
    rest = total - 2 * dice
    return sum(
        (-1) ** j * comb(dice, j) * comb(rest - 5 * j + dice - 1, dice - 1)
        for j in range(rest // 5 + 1)
    )


def test_inclusion_and_exclusion_agrees_with_the_faces():
    totals = Counter(sum(faces) for faces in product(range(2, 7), repeat=5))
    assert totals == {total: ways(5, total) for total in range(10, 31)}


@pytest.mark.parametrize("variant, most", [("fast", 1), ("fast", 40), ("hog", 40)])
def test_any_number_of_dice(variant, most):
    """One at a time, and all at once."""
    game = new_game(variant, {"max_dice": most})
    each = [(dice, game.chance_outcomes(dice)) for dice in range(most, 0, -1)]
    assert list(game.rolls()) == each
    for dice, (denominator, outcomes) in each:
        assert denominator == 6**dice
        busts = [weight for weight, effect in outcomes if effect[4] == "bust"]
        assert busts == [6**dice - 5**dice]
        points = {effect[2]: weight for weight, effect in outcomes if effect[4] != "bust"}
        assert points == {total: ways(dice, total) for total in range(2 * dice, 6 * dice + 1)}
        for _, (keep, factor, total, goes_on, event) in outcomes:
            assert keep == 1
            assert (goes_on, factor) == ((True, 1) if total and variant == "hog" else (False, 0))
            assert (total == 0) == (event == "bust")


def means(effects, denominator):
    """Return bust, wipe, gain, kept of [(weight, (keep, factor, points, …))] as fractions."""
    bust = sum(n for n, effect in effects if effect[1] == 0 and effect[2] == 0)
    wipe = sum(n for n, effect in effects if effect[0] == 0)
    gain = sum(n * effect[2] for n, effect in effects)
    kept = sum(n * effect[1] for n, effect in effects)
    return [Fraction(value, denominator) for value in (bust, wipe, gain, kept)]


def written(value):
    """Return a fraction as the document has it: with four decimals unless it is whole."""
    return str(value) if value.denominator == 1 else f"{float(value):.4f}"


def table_rows():
    """Return the cells of every row of the document's tables, without headings."""
    rows = []
    for line in DOCUMENT.read_text(encoding="utf-8").splitlines():
        if line.startswith("|") and not line.startswith(("|---", "|game", "|dice")):
            rows.append([cell.strip() for cell in line.strip("|").split("|")])
    return rows


GAMES = [row for row in table_rows() if row[0].startswith("`")]
POOLS = [row for row in table_rows() if row[0].isdigit()]


# The (roll, cells) of the first table. A roll such as `big set25` is a game and an option's value.
ROLLS = [(roll, row[1:]) for row in GAMES for roll in re.findall("`(.+?)`", row[0])]


def option_of(variant, value):
    """Return the name of the option that has this value."""
    return next(name for name, (_, allowed) in VARIANTS[variant][2].items() if value in allowed)


def roll_of(roll):
    """Return the (variant, options, number of dice) of a roll such as `big set25`."""
    variant, *values = roll.split()
    options = {option_of(variant, value): value for value in values}
    if variant == "gran_cerdo":
        return variant, options, 3 if values else 2
    return variant, options, 1 if variant in ("pig", "swine_herd", "piglet") else 2


WIPES = {
    roll: Fraction(int(chance), int(of))
    for chance, of, rolls in re.findall(
        r"of (\d+)/(\d+)\sin ((?:`[^`]+`(?:, | and )?)+)", DOCUMENT.read_text("utf-8")
    )
    for roll in re.findall("`(.+?)`", rolls)
}


@pytest.mark.parametrize("roll, cells", ROLLS)
def test_the_table_of_games(roll, cells):
    variant, options, dice = roll_of(roll)
    denominator, outcomes = check_outcomes(variant, options, dice)
    bust, wipe, gain, kept = means(outcomes, denominator)
    assert wipe == WIPES.get(roll, 0)
    assert cells == [written(value) for value in (bust, gain, kept, gain / (1 - kept))]


@pytest.mark.parametrize("row", POOLS, ids=lambda row: row[0] + " dice")
def test_the_table_of_dice_pools(row):
    dice = int(row[0])
    clear = Fraction(5, 6) ** dice
    expected = [1 - clear, 4 * dice * clear, 4 * dice * clear / (1 - clear)]
    assert row[1:] == [written(value) for value in expected]
    for variant in ("fast", "hog"):
        denominator, outcomes = new_game(variant, {"max_dice": 40}).chance_outcomes(dice)
        assert means(outcomes, denominator)[:3:2] == expected[:2]


def test_the_table_is_whole():
    """It has every variant and every option value that affects a roll."""
    shown = {}
    for roll, _ in ROLLS:
        variant, options, _ = roll_of(roll)
        shown.setdefault(variant, set()).update(options.values())
    assert set(shown) == set(VARIANTS) - {"fast", "hog"}
    for variant, values in shown.items():
        wanted = {
            value
            for name, (_, allowed) in VARIANTS[variant][2].items()
            if name not in ("end", "gift") and not isinstance(allowed, range)
            for value in allowed
        }
        assert values == wanted - {"double"}, variant  # `doubles=double` is what is not `plain`
