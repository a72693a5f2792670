"""The caller: rounds of a crowd, and the countdown."""

import pytest

from handheld.service.caller import GAMES, PACES
from shared_rules.variants import ids, variant_class
from tests.support.driven import Driven


def called(*rolls, variant="skunk"):
    handheld = Driven()
    handheld.app.show("menu")
    handheld.app.setup.choose_variant(variant)
    handheld.choose("others", "caller")
    handheld.dice(*rolls)
    return handheld


def test_every_game_of_shared_rolls_can_be_called():
    assert [name for name in ids() if variant_class(name).SHARED_ROLL] == list(GAMES)
    handheld = called(variant="swine_herd")
    assert handheld.words()[0].startswith("Swine Herd 1")
    handheld.press("up")
    assert handheld.words()[0].startswith("Skunk 1")


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
    handheld = called(*[(6, 6)] * 99)
    handheld.press("a", "up")
    handheld.step(301, 1000)  # it would dim after five minutes
    assert handheld.app.screen.game.roll_number > 20 and not handheld.app.power.idle
