# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""The presses that are measured on the chip lead where their names say, tried in the simulator."""

import pytest

from tests import bench_chip
from tests.driven import Driven


def places(handheld):
    """Return the words in names of presses for the screen, and for the group of the menu."""
    screen = handheld.app.screen
    if screen.ID == "menu":
        group = screen._group
        return {"menu", {"game": "games", "kept": "a kept game"}.get(group, group)}
    return {"game" if screen.ID == "play" else screen.ID.replace("_", " ")}


@pytest.mark.parametrize("walk", [bench_chip.PRESSES, bench_chip.OWN_DICE], ids=["all", "own dice"])
def test_each_press_leads_where_its_name_says(walk):
    handheld = Driven(test_mode=False)
    handheld.step(10)
    groups = {"menu", "options", "others", "a kept game"}
    for what, buttons in walk:
        *before, last = buttons.split()
        handheld.press(*before)
        picture = handheld.frame()
        handheld.press(last)
        assert handheld.frame() != picture, what
        words = what.removesuffix(" again")
        start, _, end = words.partition(" opens " if bench_chip.is_opening(what) else ": ")
        expected = end if bench_chip.is_opening(what) or end in groups else start
        assert expected in places(handheld), what
        handheld.step(20)
