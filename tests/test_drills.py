# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""The drills: their positions and chances, a series, and the record of the series."""

import pathlib
import random

import pytest

from handheld.language import lines_of
from handheld.saves.journal import BUDGET, DRILLS
from handheld.screens import drill
from host_sim.theory.computer_players import computer_player
from host_sim.theory.drills import EACH, FILE, GAMES, NEAR
from shared_rules.players.tables.advice import advice
from shared_rules.thinking import answer_of
from shared_rules.variants import new_game
from tests.driven import Driven


def rows_of(variant):
    return [tuple(map(int, line.split())) for line in lines_of("drill", variant)]


def test_the_file_has_the_games_and_no_others():
    sections = [line[1:-1] for line in FILE.read_text("utf-8").splitlines() if line[0] == "["]
    assert sections == list(GAMES)
    assert FILE == pathlib.Path(drill.__file__).parents[1] / "pages/drill.txt"


@pytest.mark.parametrize("variant", GAMES)
def test_the_chances_are_those_of_perfect_play(variant):
    judge = computer_player("perfect")
    rows = rows_of(variant)
    for mine, theirs, total, roll, hold in rows:
        game = new_game(variant)
        game.scores = [mine, theirs]
        # Only that there was a roll counts, not which.
        game.turn_total, game.roll_number, game.dice = total, 1, (2,) * game.DICE
        chances = answer_of(advice(judge, game, 0))["actions"]
        assert abs(1000 * chances["roll"] - roll) <= 0.5001
        assert abs(1000 * chances["hold"] - hold) <= 0.5001


@pytest.mark.parametrize("variant", GAMES)
def test_the_positions_are_near_the_border_and_on_both_sides(variant):
    rows = rows_of(variant)
    assert len(set(rows)) == len(rows) == 2 * EACH
    gains = [roll - hold for *_, roll, hold in rows]
    assert sum(gain > 0 for gain in gains) == EACH
    assert all(NEAR[0][0] <= abs(gain) < NEAR[-1][1] for gain in gains)
    target = new_game(variant).options["target"]
    assert all(mine + total < target for mine, _, total, *_ in rows)


def drilling(variant="pig", board=None):
    handheld = Driven(board, test_mode=False)
    handheld.app.show("menu")
    handheld.app.setup.choose_variant(variant)
    handheld.app.show("drill", "menu")
    return handheld


def best(handheld):
    """Return (button, cost in tenths of a per cent of the other one) of the position shown."""
    shown = handheld.words()
    score, total = int(shown[1].split()[-1]), int(shown[3].split()[0])
    rival = int(shown[2].split()[-1])
    for mine, theirs, turn, roll, hold in rows_of(handheld.app.setup.variant.ID):
        if (mine, theirs, turn) == (score, rival, total):
            return ("a" if roll > hold else "b"), abs(roll - hold)
    raise AssertionError(shown)


def answer(handheld, rightly):
    button, cost = best(handheld)
    handheld.press(button if rightly else "ba"["ab".index(button)])
    return cost


def go_on(handheld):
    handheld.step(10)
    handheld.press("a")


def test_an_answer_says_whether_it_was_right_and_what_it_cost():
    handheld = drilling()
    assert handheld.words()[0] == "Pig  1/10"
    answer(handheld, True)
    assert handheld.words()[0] == "Right!"
    go_on(handheld)
    assert handheld.words()[0] == "Pig  2/10"
    cost = answer(handheld, False)
    assert handheld.words()[0] == f"That costs {cost / 10:.1f}%"


def test_a_double_tap_does_not_skip_the_answer():
    handheld = drilling()
    handheld.press("a", "a", "a")
    assert handheld.words()[0] == "Right!" or handheld.words()[0].startswith("That costs")


def series(handheld, wrong):
    """Do a series with `wrong` wrong answers first; return their cost."""
    lost = 0
    for number in range(10):
        cost = answer(handheld, number >= wrong)
        lost += cost if number < wrong else 0
        go_on(handheld)
    return lost


def test_a_series_is_summed_up_and_kept():
    handheld = drilling()
    lost = series(handheld, 3)
    words = handheld.words()
    assert words[0] == "7 of 10 right"
    assert words[1] == f"Mean loss: {lost // 10 / 10:.1f}%"
    assert words[2] == "7"
    again = drilling(board=handheld.board)
    series(again, 0)
    words = again.words()
    assert (words[0], words[1]) == ("10 of 10 right", "Mean loss: 0.0%")
    assert words[2] == f"Before: {lost // 10 / 10:.1f}%"
    assert words[3] == "7 10"
    again.press("a")
    assert again.words()[0] == "Pig  1/10"


def test_a_series_has_ten_different_positions():
    handheld = drilling("two_dice")
    seen = set()
    for _ in range(10):
        seen.add(tuple(handheld.words()[1:4]))
        answer(handheld, True)
        go_on(handheld)
    assert len(seen) == 10


@pytest.mark.parametrize("at", range(4))
def test_a_series_left_early_is_not_kept(at):
    handheld = drilling()
    for _ in range(at):
        answer(handheld, True)
        go_on(handheld)
    handheld.press("down")
    assert handheld.screen == "menu" and not handheld.app.journal.size(DRILLS)


def test_b_leaves_after_an_answer():
    handheld = drilling()
    answer(handheld, True)
    handheld.press("b")
    assert handheld.screen == "menu"


@pytest.mark.parametrize("variant", ["skunk", "fast", "gran_cerdo"])
def test_a_game_without_positions_gives_those_of_pig(variant):
    assert drilling(variant).words()[0] == "Pig  1/10"


def test_drills_do_not_count_for_the_statistics():
    handheld = drilling()
    series(handheld, 5)
    assert handheld.app.stats().report()["variants"] == {}
    assert handheld.app.match is None


class TestRecord:
    def test_many_series_stay_within_the_budget(self):
        journal = Driven().app.journal
        for number in range(200):
            drill.save(journal, number % 11, 10 * number)
            assert journal.size(DRILLS) <= BUDGET[DRILLS]
        number, kept = drill.read(journal)
        assert (number, len(kept)) == (200, 2 * drill.KEPT)
        assert [ord(char) - 48 for char in kept[-4::2]] == [198 % 11, 199 % 11]

    @pytest.mark.parametrize("value", [b"x", b"3", b"3 ", b"3 567", b"3 \x01\x02", b"\xff\xfe 55"])
    def test_a_damaged_one_starts_anew_and_says_so(self, value):
        handheld = drilling()
        handheld.app.journal.put(DRILLS, value)
        series(handheld, 0)
        assert handheld.words()[0] == "10 of 10 right" and handheld.app.journal.damaged
        assert drill.read(handheld.app.journal) == (1, ":0")

    def test_any_bytes_are_read_without_an_error(self):
        journal = Driven().app.journal
        source = random.Random(1)
        for _ in range(300):
            journal.put(DRILLS, bytes(source.choices(range(256), k=source.randint(1, 40))))
            number, kept = drill.read(journal)
            assert len(kept) % 2 == 0 and number >= 0
