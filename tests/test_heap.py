# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""All of it fits: what `make bench` prints of the heap, held against the device's budget."""

from tests.bench import memory_figures

# Of the 141 KB that CircuitPython 10 leaves on a Pico with the display up; the rest is for its
# compiler, which needs room whenever a screen is imported.
BUDGET = 92_160


def test_the_app_in_every_game_and_the_perfect_player_with_the_coach():
    figures = memory_figures()
    assert {"heap_play_bytes_max", "heap_perfect_bytes", "heap_perfect_coach_bytes"} <= set(figures)
    assert {name: n for name, n in figures.items() if not 0 < n <= BUDGET} == {}
