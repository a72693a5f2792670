"""The heap figures of `make bench` stay within the device's budget."""

import pytest

from shared_rules.variants import ids
from tests.tools.bench import DRAW_MAP, NO_ROOM, START, THINK_IN_A_DRILL, least_heap, memory_figures

# Of the 150 KB that CircuitPython 10 leaves for a program on a Pico. The least free heap over all
# games is measured on the emulated chip (docs/internals/chip.md); this test finds growth.
BUDGET = 97 * 1024


@pytest.mark.parametrize(
    "places", [[0, ids().index("gran_cerdo")], pytest.param(None, marks=pytest.mark.slow)]
)
def test_the_app_in_games_and_the_perfect_player_with_the_coach(places):
    figures = memory_figures(places, BUDGET)
    assert {"heap_play_bytes_max", "heap_perfect_bytes", "heap_perfect_coach_bytes"} <= set(figures)
    assert {name: n for name, n in figures.items() if not 0 < n <= BUDGET} == {}


def test_the_map_stays_within_the_heap_of_a_game():
    """After a collection; against a perfect rival, without a map, it may be more."""
    assert least_heap(START + NO_ROOM + DRAW_MAP, 90 * 1024) <= 90 * 1024


def test_drills_leave_room_to_think():
    """Besides, a client's request and a text of the drive need 8 KB."""
    assert least_heap(START + NO_ROOM + THINK_IN_A_DRILL, 106 * 1024) <= 106 * 1024
