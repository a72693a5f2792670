# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""The coach and the review on the panel, and the advice that they are made of."""

import pytest

from shared_rules.reading import parse_position
from shared_rules.variants import ids
from tests.driven import Driven
from tests.gallery import REVIEWED

# Steps that the coach may take to read a table and work out what the actions are worth.
THINKING = 60


def advice_at(text):
    """The advice at a position, on a handheld."""
    handheld = Driven()
    handheld.app.load_match(text + " :")
    return handheld.app.advice(handheld.game.to_move()[0])


def pig(mine, theirs, total, more=""):
    """A position of pig in the middle of a turn."""
    return (
        f"pp1 pig {more} players=2 first=0 scores={mine},{theirs} turn_total={total} "
        "roll_number=3 dice=6"
    )


@pytest.mark.parametrize("variant", ids())
def test_there_is_advice_in_every_game(variant):
    handheld = Driven()
    handheld.start(variant)
    handheld.app.cup.seed(8)
    for _ in range(30):
        if handheld.game.over:
            break
        player = handheld.game.to_move()[0]
        advice = handheld.app.advice(player)
        assert advice["source"] in ("perfect", "approximate")
        action, _, dice = advice["action"].partition(" ")
        assert action in handheld.game.legal_actions()
        for chance in advice.get("actions", {}).values():
            assert 0 <= chance <= 1
        if "actions" in advice:
            assert advice["win"] == max(advice["actions"].values())
        handheld.app.act(action, player, int(dice) if dice else None)


@pytest.mark.parametrize(
    "text, action",
    [
        (pig(41, 49, 26), "hold"),  # Neller & Presser: hold from 22 on there, but roll below
        (pig(41, 49, 18), "roll"),
        (pig(99, 99, 2), "hold"),
        (pig(0, 0, 26), "hold"),
        (pig(0, 0, 16), "roll"),
        (pig(20, 95, 20), "roll"),
        (pig(96, 0, 2), "roll"),
        (pig(104, 20, 60, "end=equal_turns turn=2"), "roll"),
    ],
)
def test_pig_is_played_as_the_literature_says(text, action):
    assert advice_at(text)["action"] == action


def test_a_sure_win_is_one():
    advice = advice_at(pig(90, 95, 12))
    assert (advice["action"], advice["win"]) == ("hold", 1.0)


def test_up_asks_the_coach_and_any_press_leads_back():
    for button in ("up", "down", "a", "b"):
        handheld = Driven()
        handheld.start("pig")
        handheld.dice((5,))
        handheld.press("a", "up")
        assert handheld.screen == "coach"
        handheld.step(THINKING)
        text = " ".join(handheld.words())
        assert "Roll" in text and "Hold" in text and "%" in text and "estimate" not in text
        handheld.press(button)
        assert (handheld.screen, handheld.game.turn_total) == ("play", 5)


def test_where_up_chooses_dice_the_coach_is_in_the_menu():
    handheld = Driven()
    handheld.start("hog")
    handheld.press("b", "down", "down", "a")
    assert handheld.screen == "coach"
    handheld.step(10 * THINKING)
    assert "Roll 1" in " ".join(handheld.words())


def test_the_review_names_the_costliest_decisions_of_each_player():
    handheld = Driven()
    handheld.app.load_match(REVIEWED)
    handheld.press("a", "up")
    assert handheld.screen == "review"
    handheld.step(20 * THINKING)
    lines = handheld.app.screen.lines
    assert "estimate" not in lines
    assert [line[:2] for line in lines if line[0] == "P"] == ["P1", "P2"]
    assert any("held at" in line for line in lines)
    handheld.press("b")
    assert handheld.screen == "result"


def test_the_review_leaves_the_game_as_it_is():
    handheld = Driven()
    handheld.app.load_match(REVIEWED)
    state = handheld.game.state()
    handheld.press("a", "up")
    handheld.step(20 * THINKING)
    assert handheld.game.state() == state == parse_position_of(REVIEWED)


def parse_position_of(record):
    """The state at the end of a record."""
    from shared_rules.reading import replay

    assert parse_position(record.partition(":")[0])
    return replay(record)[0].state()


class TestWithoutTables:
    @pytest.fixture
    def no_tables(self, monkeypatch, tmp_path):
        pytest.importorskip("shared_rules.players.perfect")
        monkeypatch.setattr("handheld.table_file.FOLDER", str(tmp_path) + "/")
        return tmp_path

    def test_the_perfect_player_plays_on_and_says_why(self, no_tables):
        handheld = Driven()
        handheld.start("pig", kinds=["perfect", "human"])
        handheld.dice((6,), (6,), (6,), (6,), (5,))
        handheld.step(300)
        assert handheld.game.scores == [24, 0]
        handheld.press("a", "b")
        handheld.step()
        assert "P1: no table" in " ".join(handheld.words())

    def test_a_damaged_table_is_no_better_than_none(self, no_tables, monkeypatch):
        handheld = Driven()
        handheld.start("pig")
        # The start of a game has given back the module, and with it the folder told.
        monkeypatch.setattr("handheld.table_file.FOLDER", str(no_tables) + "/")
        for content in (b"", b"PPTB", b"x" * 500):
            (no_tables / "pig-first.bin").write_bytes(content)
            assert handheld.app.advice(0)["source"] == "approximate"


class TestNames:
    def test_initials_are_edited_kept_and_shown(self):
        handheld = Driven(test_mode=False)
        handheld.app.show("menu")
        handheld.app.show("names", "menu")
        # A of P1: the first letter from blank up to B, the second to A, the third stays blank
        handheld.press("a", "up", "up", "a", "up", "a", "a")
        assert "BA" in " ".join(handheld.words())
        handheld.press("b")
        handheld.app.setup = None
        again = Driven(handheld.board, test_mode=False)
        again.press("a", "a")
        assert again.screen == "play"
        assert again.app.match.name(0) == "BA"
        assert again.app.match.name(1) == "P2"
        resumed = Driven(handheld.board, test_mode=False)
        resumed.press("a")
        assert [name for _, name in resumed.app.match.seats] == ["BA", "P2"]

    def test_b_undoes(self):
        handheld = Driven()
        handheld.app.show("menu")
        handheld.app.show("names", "menu")
        handheld.press("a", "up", "a", "up", "b")
        assert handheld.app.setup.names in ([], [""])

    def test_any_name_that_a_bridge_gives_survives(self):
        handheld = Driven()
        seats = [("human", "a|b c=d:é"), ("hold20", "ÑÑÑÑ")]
        handheld.app.start_match("pig", {}, seats, 0)
        again = Driven(handheld.board)
        again.press("a")
        assert [kind for kind, _ in again.app.match.seats] == ["human", "hold20"]
        assert again.game.ID == "pig"


class TestTutorial:
    def test_it_is_offered_until_it_was_seen(self):
        handheld = Driven(test_mode=False)
        assert "Learn" in " ".join(handheld.words())
        handheld.press("b")
        assert handheld.screen == "learn"
        again = Driven(handheld.board, test_mode=False)
        assert "Learn" not in " ".join(again.words())

    def test_it_leads_through_a_turn_into_the_menu(self):
        handheld = Driven(test_mode=False)
        handheld.press("b", "a", "a", "b", "a", "a")
        assert handheld.screen == "learn"
        handheld.press("a")
        assert handheld.screen == "menu"

    def test_it_can_be_skipped(self):
        handheld = Driven(test_mode=False)
        handheld.press("b", "b")
        assert handheld.screen == "menu"

    def test_a_starts_as_ever(self):
        handheld = Driven(test_mode=False)
        handheld.press("a", "a")
        assert handheld.screen == "play"
