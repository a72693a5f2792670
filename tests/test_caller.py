# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""The caller: rounds of a crowd, the countdown, and what the stopping rules make of the dice."""

import functools
from collections import Counter
from fractions import Fraction
from itertools import product

import pytest

from handheld.saves.journal import GAME, STATISTICS
from handheld.screens.caller import GAMES, PACES
from handheld.widgets.list_screen import ListScreen
from shared_rules.stopping import POINTS, ROLLS, RULES, expected
from shared_rules.variants import ids, variant_class
from tests.driven import Driven

MADE = {rule: place for place, rule in enumerate(RULES)}


# --- what a rule is worth


def scored(dice, wipes):
    """What a roll of Skunk (two dice) or Swine Herd (one) does, from its rules in words."""
    if 1 not in dice:
        return sum(dice)
    return "wipe" if wipes and dice == (1, 1) else "bust"


def by_hand(dice, wipes, rule, rounds):
    """The mean score of a rule: every sequence of rolls, each score with its exact chance."""
    chances = Counter(scored(fell, wipes) for fell in product(range(1, 7), repeat=dice))
    counted, least = rule

    @functools.cache
    def after(score, total, number, left):
        if not left:
            return Fraction(score)
        mean = Fraction(0)
        for what, count in chances.items():
            share = Fraction(count, 6**dice)
            if what in ("bust", "wipe"):
                mean += share * after(0 if what == "wipe" else score, 0, 0, left - 1)
            elif (total + what if counted == POINTS else number + 1) >= least:
                mean += share * after(score + total + what, 0, 0, left - 1)
            else:
                mean += share * after(score, total + what, number + 1, left)
        return mean

    return after(0, 0, 0, rounds)


@pytest.mark.parametrize("rule", [(POINTS, 5), (POINTS, 9), (POINTS, 12), (ROLLS, 1), (ROLLS, 2)])
@pytest.mark.parametrize(
    "game, dice, wipes", [("skunk", 2, 0), ("skunk", 2, 1), ("swine_herd", 1, 0)]
)
def test_expected_scores_are_those_of_all_sequences_of_rolls(game, dice, wipes, rule):
    options = {"double_one": "wipe"} if wipes else {}
    played = variant_class(game)(options)
    for rounds in (1, 2):
        exact = by_hand(dice, wipes, rule, rounds)
        assert expected(played, rule, rounds) == pytest.approx(float(exact), abs=1e-9)


def test_sitting_after_one_roll_of_skunk_is_worth_five_and_five_ninths():
    # 25 of 36 rolls have no 1, and their mean is 8.
    assert expected(variant_class("skunk")(), (ROLLS, 1), 1) == pytest.approx(25 * 8 / 36)


# --- a game with a crowd


def called(*rolls, variant="skunk", options=None, test_mode=True):
    handheld = Driven(test_mode=test_mode)
    handheld.choose()
    handheld.app.show("menu")
    setup = handheld.app.setup
    setup.choose_variant(variant)
    setup.options.update(options or {})
    handheld.choose("others", "caller")
    handheld.dice(*rolls)
    return handheld


def made(handheld):
    return handheld.app.screen.game.scores[: len(RULES)]


def test_every_game_of_shared_rolls_can_be_called():
    assert [name for name in ids() if variant_class(name).SHARED_ROLL] == list(GAMES)
    handheld = called(variant="swine_herd")
    assert handheld.words()[0].startswith("Swine Herd 1")
    handheld.press("up")
    assert handheld.words()[0].startswith("Skunk 1")


def test_a_round_that_busts_and_one_in_which_all_sit():
    handheld = called((6, 4), (6, 3), (1, 5), (6, 5), (2, 3))
    handheld.press("a")
    assert "10" in "".join(handheld.words()) and "SIT?" in handheld.words()[-2]
    handheld.press("a", "a")
    assert "BUST" in handheld.words()[-2] and "-19" in "".join(handheld.words())
    # 10, 19 and a bust: who sits at 15 has 19.
    assert made(handheld) == [19, 0, 0, 0]
    handheld.press("a")
    assert "Stand up!" in handheld.words()[1]
    handheld.press("a", "a", "b")
    assert "ALL SIT" in handheld.words()[-2]
    # 11 and 16, where all sit: the rules too.
    assert made(handheld) == [35, 16, 16, 16]
    handheld.press("b")
    assert handheld.words()[0].startswith("Rounds: 2")
    rows = handheld.words()[2:-1]
    assert [int(row.split()[-2]) for row in rows] == [35, 16, 16, 16]
    game = variant_class("skunk")()
    assert [row.split()[-1] for row in rows] == [f"{expected(game, rule, 2):.1f}" for rule in RULES]


def test_an_end_by_mistake_goes_on():
    handheld = called((6, 4), (1, 3), (6, 6))
    handheld.press("a", "a", "b")
    assert handheld.words()[0].startswith("Rounds: 1")
    handheld.press("a", "a", "a")
    assert handheld.words()[0].startswith("Skunk 2") and "12" in "".join(handheld.words())


def test_skunk_ends_after_five_rounds_and_another_may_begin():
    handheld = called(*[(1, 2)] * 6)
    handheld.press(*["a", "a"] * 5)
    assert handheld.words()[0].startswith("Rounds: 5")
    handheld.press("a")
    assert handheld.words()[0].startswith("Skunk 1") and "Stand up!" in handheld.words()[1]


def test_two_ones_wipe_out_if_the_options_say_so():
    for double_one, left in (("bust", 20), ("wipe", 0)):
        handheld = called((5, 5), (5, 5), (1, 2), (1, 1), options={"double_one": double_one})
        handheld.press(*"aaaaa")
        assert made(handheld)[MADE[POINTS, 20]] == left


def test_swine_herd_goes_on_past_its_target():
    handheld = called(*[(6,), (6,), (6,), (6,)] * 9, variant="swine_herd")
    for _ in range(9):
        handheld.press("a", "a", "a", "a", "b", "a")
    assert made(handheld)[MADE[POINTS, 20]] == 24 * 9
    assert handheld.words()[0].startswith("Swine Herd 10")


@pytest.mark.parametrize("presses, pace", [(0, 5), (1, 10), (2, None), (-1, 3), (-2, 0)])
def test_people_have_so_many_seconds_after_the_dice_were_seen(presses, pace):
    handheld = called((6, 4), (6, 3), (1, 5))
    handheld.press("a")
    handheld.press(*["up" if presses > 0 else "down"] * abs(presses))
    assert PACES[handheld.app.screen._pace] == pace
    game = handheld.app.screen.game
    if pace is None:
        handheld.step(60, 1000)
        assert game.roll_number == 1
        return
    seen = set()
    for _ in range(20 * (1 + pace) - 2):
        handheld.step()
        assert game.roll_number == 1
        seen.add(handheld.app.screen.seconds())
    assert seen == ({None} if pace == 0 else set(range(1, pace + 1)))
    handheld.step(4)
    assert game.roll_number == 2


def test_the_panel_stays_lit_while_it_rolls_by_itself():
    handheld = called(*[(6, 6)] * 200)
    handheld.press("a", "up")
    handheld.step(600, 1000)
    assert handheld.app.screen.game.roll_number > 40 and not handheld.app.power.idle


def test_a_scripted_roll_that_these_dice_cannot_show_is_dropped():
    handheld = called((5, 4), (6, 6, 6), (0, 2), (6, 2))
    handheld.press("a", "a", "a")
    assert handheld.screen == "caller" and handheld.app.screen.game.turn_total == 9
    handheld.press("a")
    assert handheld.app.screen.game.turn_total == 17


def test_nothing_is_counted_and_back_leads_to_the_menu():
    handheld = called(test_mode=False)
    match = handheld.app.match
    handheld.press("a", "b", "b", "b")
    assert isinstance(handheld.app.screen, ListScreen)
    assert handheld.app.match is match and not handheld.app.journal.size(GAME)
    assert not handheld.app.journal.size(STATISTICS)
