"""While nobody presses, the title loads the next game, and a game loads the coach."""

import sys

import pytest

from handheld import folders
from handheld.game import parts
from tests.support.driven import Driven


@pytest.fixture
def not_loaded(monkeypatch):
    """The module of advice is not loaded; later tests get the old one in both places."""
    monkeypatch.delitem(sys.modules, "handheld.coach.advice", raising=False)
    monkeypatch.delattr("handheld.coach.advice", raising=False)
    parts.kept.clear()


@pytest.fixture
def small_heap(monkeypatch, not_loaded):
    """A handheld whose heap is small but has room; the module of advice is not loaded."""
    monkeypatch.setattr(folders, "spare", lambda more=0: True)
    return Driven()


def test_the_coach_is_loaded_in_steps_and_anew_after_an_action(small_heap):
    handheld = small_heap
    handheld.start("pig")
    handheld.dice((4,))
    handheld.step(6, 50)
    assert "handheld.coach.advice" not in sys.modules
    for action in (True, False):
        handheld.step(14, 50)  # it begins after half a second
        assert handheld.app.job
        if action:
            handheld.press("a")
            assert not handheld.app.job and handheld.game.turn_total == 4
    steps = 0
    while handheld.app.job:
        handheld.step()
        steps += 1
    assert 5 < steps < 100 and "handheld.coach.advice" in sys.modules
    handheld.step()
    assert handheld.app.wait_ms > 100


@pytest.mark.parametrize("screen", ["title", "menu"])
def test_too_little_memory_for_the_next_game_leaves_the_screen(screen, monkeypatch):
    monkeypatch.setattr(folders, "spare", lambda more=0: True)

    def fail(name):
        raise MemoryError

    monkeypatch.setattr("handheld.menu.next_game.variant_class", fail)
    handheld = Driven(test_mode=False)
    handheld.app.show(screen)
    handheld.step(20, 50)
    assert handheld.screen == screen and not handheld.runner.crashed
    handheld.press("a")
    assert handheld.screen == "play"
