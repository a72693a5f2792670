"""Several people who stand or sit in the open, on one handheld."""

import pytest

from handheld.board import DOUBLE_MS
from shared_rules.variants import ids, variant_class
from tests.support.driven import Driven

SHARED = [name for name in ids() if variant_class(name).SHARED_ROLL]
PEOPLE = ("ANN", "BOB", "CAT")


def table(variant="skunk", kinds=None, test_mode=True):
    """Return a handheld with a game whose dice score."""
    handheld = Driven(test_mode=test_mode)
    handheld.set(motion="off")
    kinds = kinds or ["human"] * 3
    handheld.app.start_match(variant, {}, list(zip(kinds, PEOPLE)), 0)
    handheld.dice(*[[4] * variant_class(variant).DICE] * 9)
    handheld.step(20)
    return handheld


@pytest.fixture
def handheld():
    """Return a handheld after the first roll."""
    handheld = table()
    handheld.press("a")
    handheld.step(20)
    return handheld


def told(handheld):
    """Return the words on the panel in one line."""
    return " ".join(" ".join(handheld.words()).split())


def choices(handheld):
    return [word[:2] for word in handheld.game.choices]


@pytest.mark.parametrize("variant", SHARED)
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
def test_a_roll_takes_four_presses_at_most(variant, presses, sitting):
    """The last of the presses is the next roll."""
    handheld = table(variant)
    handheld.press("a")
    handheld.step(20)
    assert "Who sits?" in told(handheld)
    handheld.press(*presses.split(" "))
    assert len(presses.split(" ")) <= 4
    game = handheld.game
    stands = [name not in sitting for name in PEOPLE]
    if True in stands:
        assert (game.standing, game.roll_number) == (stands, 2)
    else:
        assert (game.turn, game.roll_number) == (2, 0) and "All sit: +" in told(handheld)
    assert [score > 0 for score in game.scores] == [not each for each in stands]


def test_who_sits_is_seen_and_can_get_up_again(handheld):
    handheld.press("b", "b", "up", "up")
    assert "✓ BOB" in told(handheld) and "B Undo" in told(handheld)
    handheld.press("b")
    assert choices(handheld) == ["", "si", ""]


@pytest.mark.parametrize("variant", SHARED)
def test_a_rivals_choice_is_hidden_until_all_have_chosen(variant):
    seen = []
    for rival in ("hold1", "hold999"):
        handheld = table(variant, ("human", rival, "human"))
        handheld.press("a")
        handheld.step(100)
        seen.append((handheld.game.choices[1], handheld.words(), handheld.app.canvas.buffer[:]))
    (sits, *shown), (stands, *others) = seen
    assert (sits, stands) == ("sit", "stand") and shown == others


def test_the_end_of_the_game_is_shown_before_the_result(handheld):
    handheld.app.load_match("pp1 skunk players=2 turn=5 : 44")
    handheld.press("b", "b")
    assert handheld.game.over and "All sit: +8 each" in told(handheld)
    handheld.press("a")
    assert handheld.screen == "result"


def test_a_double_tap_after_the_roll_sits_nobody():
    handheld = table(test_mode=False)
    handheld.press("a", "b")
    assert choices(handheld) == ["", "", ""]
    handheld.step(DOUBLE_MS // 50)
    handheld.press("b")
    assert choices(handheld) == ["si", "", ""]
