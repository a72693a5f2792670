# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""People who choose in secret on one handheld: passing it on, double taps, showing the choices."""

import pytest

from handheld.board import DOUBLE_MS
from handheld.game.resume import is_there
from handheld.saves.journal_start import open_journal
from host_sim.simulated.board import SimulatedBoard
from shared_rules.variants import ids, variant_class
from tests.driven import Driven

SHARED = [name for name in ids() if variant_class(name).SHARED_ROLL]
PEOPLE = ("ANN", "BOB", "CAT")


def table(variant="skunk", names=PEOPLE, kinds=None, test_mode=True, rolls=3):
    """Return a handheld with a game whose dice score."""
    handheld = Driven(test_mode=test_mode)
    handheld.set(motion="off")
    kinds = kinds or ["human"] * len(names)
    handheld.app.start_match(variant, {}, list(zip(kinds, names)), 0)
    handheld.dice(*[[4] * variant_class(variant).DICE] * rolls)
    handheld.step(20)
    return handheld


@pytest.fixture
def handheld():
    return table()


def told(handheld):
    """Return the words on the panel in one line."""
    return " ".join(" ".join(handheld.words()).split())


def choices(handheld):
    return [word[:2] for word in handheld.game.choices]


class TestPassing:
    @pytest.mark.parametrize("variant", SHARED)
    def test_a_round(self, variant):
        handheld = table(variant)
        total = sum([4] * variant_class(variant).DICE)
        handheld.press("a")
        assert "A ANN" in told(handheld) and "Sit" not in told(handheld)
        handheld.press("a")
        assert "A Stand B Sit" in told(handheld) and choices(handheld) == ["", "", ""]
        handheld.press("b")
        assert choices(handheld) == ["si", "", ""]
        assert "Pass to BOB" in told(handheld) and "A BOB B Undo" in told(handheld)
        handheld.press("a", "a")
        assert choices(handheld) == ["si", "st", ""] and "Pass to CAT" in told(handheld)
        handheld.press("a", "b")
        assert choices(handheld) == ["si", "st", ""] and handheld.game.scores == [0, 0, 0]
        assert "All have chosen" in told(handheld) and "A Reveal B Undo" in told(handheld)
        handheld.press("a")
        assert handheld.game.scores == [total, 0, total]
        assert f"Sit +{total} ANN CAT Stand TEST BOB A Roll" in told(handheld)
        assert handheld.app.match.record.text().endswith(" sts")
        handheld.press("a")
        assert handheld.game.roll_number == 2

    def test_one_who_stands_alone_is_asked_at_once(self, handheld):
        handheld.press(*"a ab ab aa a".replace(" ", ""))
        assert handheld.game.standing == [False, False, True]
        handheld.press("a")
        assert "A Stand B Sit" in told(handheld)
        handheld.press("b")
        assert handheld.game.turn == 2

    def test_b_takes_the_last_choice_back_before_all_see_it(self, handheld):
        handheld.press(*"a ab aa".replace(" ", ""))
        assert choices(handheld) == ["si", "st", ""]
        handheld.press("b")
        assert choices(handheld) == ["si", "", ""] and "A BOB" in told(handheld)
        handheld.press("b")
        assert choices(handheld) == ["", "", ""] and "A ANN" in told(handheld)
        assert "Undo" not in told(handheld)
        handheld.press("b")
        assert choices(handheld) == ["", "", ""]
        handheld.press(*"aa aa ab".replace(" ", ""))
        assert "All have chosen" in told(handheld)
        handheld.press("b")
        assert "A Stand B Sit" in told(handheld) and choices(handheld) == ["st", "st", ""]
        handheld.press("a", "a")
        assert handheld.app.match.record.text().endswith(" ttt")

    def test_who_opens_the_menu_must_take_the_handheld_again(self, handheld):
        handheld.press(*"aab")
        handheld.press("down")
        assert handheld.screen == "pause"
        handheld.press("b")
        assert "A BOB" in told(handheld)
        handheld.press("b")
        assert choices(handheld) == ["", "", ""]

    def test_rivals_choose_before_and_are_not_asked(self):
        handheld = table(kinds=("human", "hold20", "human"))
        handheld.press("a")
        handheld.step(100)
        assert choices(handheld) == ["", "st", ""] and "A ANN" in told(handheld)
        handheld.press("a", "b")
        assert "Pass to CAT" in told(handheld)
        handheld.press("a", "b", "a")
        assert handheld.app.match.record.text().endswith(" sts")

    def test_one_person_among_rivals_is_asked_at_once(self):
        handheld = table(kinds=("human", "hold20", "hold20"))
        handheld.press("a")
        handheld.step(100)
        assert "A Stand B Sit" in told(handheld)
        handheld.press("b")
        assert handheld.app.match.record.text().endswith(" stt")
        assert "Sit +8 ANN Stand TEST BOB CAT" in told(handheld)

    def test_the_end_of_the_game_is_shown_before_the_result(self, handheld):
        handheld.app.load_match("pp1 skunk players=2 turn=5 : 44")
        handheld.press(*"ab ab a".replace(" ", ""))
        assert handheld.game.over and "All sit: +8 each" in told(handheld)
        handheld.press("a")
        assert handheld.screen == "result"

    def test_choices_over_the_bridge_ask_nobody(self, handheld):
        handheld.app.act("roll", 0)
        assert "A Stand B Sit" in told(handheld)
        for player in range(3):
            handheld.app.act("sit", player)
        assert "Sit +8" not in told(handheld) and handheld.game.turn == 2

    def test_thirty_people(self):
        names = [f"P{n}" for n in range(1, 31)]
        handheld = table("swine_herd", names)
        handheld.press("a")
        for n in range(30):
            assert f"A P{n + 1} " in told(handheld) + " "
            handheld.press("a", "b" if n else "a")
        handheld.press("a")
        shown = told(handheld)
        sit = " ".join(f"P{n}" for n in range(2, 16))
        assert f"Sit +4 {sit} ... Stand TEST P1 A" in shown
        assert handheld.game.standing.count(True) == 1


class TestDoubleTap:
    def tap(self, handheld, *buttons):
        for button in buttons:
            handheld.press(button)
            handheld.step(DOUBLE_MS // 50)

    def test_a_second_press_does_nothing_until_it_is_no_double_tap(self):
        handheld = table(test_mode=False)
        handheld.press("a", "a", "a")
        assert "A ANN" in told(handheld)
        handheld.step(DOUBLE_MS // 50)
        handheld.press("a", "b", "b")
        assert "A Stand B Sit" in told(handheld) and choices(handheld) == ["", "", ""]
        handheld.step(DOUBLE_MS // 50)
        handheld.press("b", "b", "a", "b")
        assert choices(handheld) == ["si", "", ""] and "Pass to BOB" in told(handheld)

    def test_nor_does_it_show_the_choices_or_take_them_back(self):
        handheld = table(test_mode=False)
        self.tap(handheld, *"a ab ab a".replace(" ", ""))
        for button in "ab":
            handheld.press("b", button)
            assert "All have chosen" in told(handheld)
            handheld.step(DOUBLE_MS // 50)
            self.tap(handheld, "b")
        self.tap(handheld, "b", "a")
        assert handheld.app.match.record.text().endswith(" sss")


@pytest.mark.parametrize("presses", ["aab", "aabab", "aababab"])
def test_after_a_power_cut_nothing_is_told_and_all_is_kept(presses):
    """The last choice is done when all look; until then a cut asks for it again."""
    handheld = table(test_mode=True)
    handheld.press(*presses)
    contents = handheld.board.store.contents
    board = SimulatedBoard(contents=contents)
    assert is_there(open_journal(board.store))
    again = Driven(board)
    again.press("a")
    done = min(2, presses.count("b"))
    assert choices(again) == ["si"] * done + [""] * (3 - done)
    assert f"A {PEOPLE[done]}" in told(again)


class TestOpenChoices:
    @pytest.fixture
    def open_table(self):
        handheld = table(test_mode=False, rolls=9)
        handheld.app.settings["open"] = "on"
        handheld.app.show("play")
        handheld.step(20)
        return handheld

    @pytest.mark.parametrize(
        "presses, sitting",
        [
            ("a", ""),
            ("b a", "ANN"),
            ("down b a", "BOB"),
            ("up up b a", "CAT"),
            ("b b a", "ANN BOB"),
            ("b down b a", "ANN CAT"),
            ("down b b a", "BOB CAT"),
            ("b b b", "ANN BOB CAT"),
        ],
    )
    def test_a_roll_takes_four_presses_at_most(self, open_table, presses, sitting):
        """The last of the presses is the next roll."""
        open_table.press("a")
        open_table.step(20)
        assert "Who sits?" in told(open_table)
        open_table.press(*presses.split(" "))
        assert len(presses.split(" ")) <= 4
        game = open_table.game
        stands = [name not in sitting for name in PEOPLE]
        if True in stands:
            assert (game.standing, game.roll_number) == (stands, 2)
        else:
            assert (game.turn, game.roll_number) == (2, 0)
        assert [score > 0 for score in game.scores] == [not each for each in stands]

    def test_who_sits_is_seen_and_can_get_up_again(self, open_table):
        open_table.press("a")
        open_table.step(20)
        open_table.press("b", "b", "up", "up")
        assert "✓ BOB" in told(open_table) and "B Undo" in told(open_table)
        open_table.press("b")
        assert choices(open_table) == ["", "si", ""]

    def test_the_arrow_stays_with_who_gets_up_again(self, open_table):
        open_table.press("a")
        open_table.step(20)
        open_table.press("down", "b", "up", "b")
        assert choices(open_table) == ["", "", ""] and "▶ BOB" in told(open_table)

    def test_behind_the_people_is_the_menu(self, open_table):
        open_table.press("a")
        open_table.step(20)
        open_table.press("b", "up", "up")
        assert "B Menu" in told(open_table)
        open_table.press("b")
        assert open_table.screen == "pause"
        open_table.choose("go_on")
        assert choices(open_table) == ["si", "", ""] and "Who sits?" in told(open_table)
