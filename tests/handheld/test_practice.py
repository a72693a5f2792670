"""The practice mode: it asks before a choice that costs too much, and only then."""

import pytest

from handheld.records import stats
from shared_rules.thinking import answer_of
from tests.support.driven import Driven

THINKING = 60  # steps, more than any advice here takes
# Holding at 12 with 20 to 95 costs 3 to 4 %; rolling is right.
BLUNDER = "pp1 pig players=2 scores=20,95 : 6 6"


def practising(limit, record=BLUNDER):
    handheld = Driven(test_mode=False)
    handheld.app.settings["practice"] = limit
    handheld.app.load_match(record)
    return handheld


@pytest.fixture
def handheld():
    return practising(3)


def asks(handheld):
    return any(line.startswith("That costs") for line in handheld.words())


def test_it_asks_before_a_blunder_and_does_nothing_meanwhile(handheld):
    advice = answer_of(handheld.app.match.advice(0))["actions"]
    cost = round(1000 * advice["roll"]) - round(1000 * advice["hold"])
    assert 30 <= cost < 40
    handheld.step(THINKING)
    handheld.press("b")
    assert handheld.words()[0] == f"That costs {cost / 10:.1f}%"
    assert "Hold anyway?" in handheld.words()
    assert (handheld.screen, handheld.game.scores) == ("sure", [20, 95])


@pytest.mark.parametrize("button, total", [("a", 0), ("b", 12)])
def test_a_does_it_all_the_same_and_b_goes_back(handheld, button, total):
    handheld.step(THINKING)
    handheld.press("b")
    handheld.step(20)
    handheld.press(button)
    assert not asks(handheld) and handheld.game.turn_total == total
    assert handheld.game.scores == [32 - total, 95]
    handheld.dice((4,))
    handheld.press("a")
    assert handheld.game.turn_total == total + 4


def test_own_dice_are_not_asked_about_again_once_they_have_fallen():
    handheld = Driven(test_mode=False)
    handheld.app.settings["practice"] = 3
    seats = [("human", "YOU"), ("hold20", "BEN")]
    handheld.app.start_match("pig", {}, seats, 0, "typed")
    questions = 0
    for total in range(6, 66, 6):
        handheld.step(THINKING)
        handheld.press("a")
        if asks(handheld):
            questions += 1
            handheld.step(20)
            handheld.press("a")
        assert handheld.screen == "typed_dice"
        handheld.press("up", "up", "a")
        assert not asks(handheld) and handheld.game.turn_total == total
    assert questions


@pytest.mark.parametrize(
    "limit, cost, asked",
    [(0, 0.5, False), (10, 0.04, False), (3, 0.029, False), (3, 0.030, True), (3, 0.031, True)],
)
def test_it_asks_from_exactly_the_limit_on(limit, cost, asked):
    handheld = practising(limit)
    handheld.step(THINKING)
    if limit:
        known = {"action": "roll", "actions": {"roll": 0.5, "hold": 0.5 - cost}}
        handheld.app.screen.practice.answer = known
    handheld.press("b")
    assert asks(handheld) is asked and handheld.game.scores == [20 if asked else 32, 95]


@pytest.mark.parametrize("presses, asked", [("a", False), ("ba", False), ("b", True)])
def test_the_last_choice_that_comes_early_waits_for_the_advice(handheld, presses, asked):
    handheld.app.settings["motion"] = "off"
    handheld.dice((5,))
    handheld.press(*presses)
    assert handheld.game.turn_total == 12 and handheld.game.scores == [20, 95]
    handheld.step(THINKING)
    assert asks(handheld) is asked and handheld.game.turn_total == (12 if asked else 17)


def test_a_number_of_dice_is_a_choice():
    handheld = practising(3, "pp1 fast players=2 scores=50,90 :")
    handheld.press("up", "up", "a")
    handheld.step(10 * THINKING)
    chances = handheld.app.screen.below.practice.answer["actions"]
    best = max(chances, key=lambda name: chances[name])
    words = handheld.words()
    assert asks(handheld) and "Roll 3 anyway?" in words
    assert words[1].startswith(best.replace("roll", "Roll")) and words[2].startswith("Roll 3  ")


def test_a_shared_roll_is_not_asked_about():
    """Its choices are hidden from the others."""
    handheld = practising(1, "pp1 swine_herd players=2 scores=96,90 : 6")
    assert handheld.app.screen.practice is None


@pytest.mark.parametrize("from_start", [True, False])
def test_a_game_with_practice_counts_for_nothing(from_start):
    """Not after a restart without practice either."""
    handheld = Driven(test_mode=False)
    handheld.app.settings["practice"] = 5 * from_start
    handheld.start("pig", options={"target": 5})
    handheld.app.settings["practice"] = 5
    handheld.app.show("pause")
    handheld.dice((5,))
    handheld.press("a", "a")
    handheld.step(THINKING)
    assert handheld.game.turn_total == 5
    again = Driven(handheld.board, test_mode=False)
    again.press("a", "b")
    again.step(THINKING)
    assert again.game.over and stats.report(again.app.journal)["variants"] == {}


def test_a_program_is_not_asked(handheld):
    handheld.app.act("hold", 0)
    assert handheld.game.scores == [32, 95] and not asks(handheld)


def test_a_player_alone_is_not_asked_and_the_game_counts():
    """There is no chance to win, and the menu does not offer it."""
    handheld = Driven(test_mode=False)
    handheld.app.show("menu")
    handheld.app.setup.choose_players(1, 0)
    assert "practice" not in [row.key for row in handheld.app.screen.rows()]
    handheld.app.setup.choose_players(1, 1)
    assert "practice" in [row.key for row in handheld.app.screen.rows()]
    handheld.app.settings["practice"] = 1
    handheld.start("pig", players=1, options={"target": 5})
    handheld.dice((5,))
    handheld.press("a", "b")
    assert handheld.game.over
    assert list(stats.report(handheld.app.journal)["best_results"]) == ["pig<5"]
