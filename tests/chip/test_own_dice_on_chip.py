# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Games with the people's own dice on the emulated Pico: chosen, and typed in, by buttons alone.

Opt-in: see docs/internals/chip.md for the two files needed.
"""

import itertools

import pytest

from host_sim.emulator.pico import EmulatedPico
from shared_rules.variants import variant_class
from tests.chip.chip_person import Person

pytestmark = pytest.mark.slow

DICE = 12  # so many are typed in at least, and each face as often


class Table(Person):
    """A person with dice and a handheld."""

    def seek(self, label):
        """Go down a list to the row with this label; return that row."""
        for _ in range(16):
            screen = self.screen()
            rows = [line for line in screen["lines"] if line[:1] in ("▶", "▼")]
            assert rows, screen
            if label in rows[0]:
                return rows[0]
            self.press("down")
        raise AssertionError(screen)

    def pause(self):
        """Open the menu of the game."""
        self.press("down")
        if self.screen()["id"] == "play":  # down chooses a number of dice
            self.pico.tap("b", ms=1500)
        if self.screen()["id"] == "typed_dice":  # the rival rolls
            self.press("b")

    def choose(self, label):
        self.seek(label)
        self.press("a")

    def type_in(self, face, faces):
        """Choose a face from the one in the middle, and take it; return the presses."""
        low, high = faces
        span = high - low + 1
        up = (face - (low + high + 1) // 2) % span
        buttons = ["up"] * up if up <= span - up else ["down"] * (span - up)
        self.press(*buttons, "a")
        return len(buttons) + 1


@pytest.fixture
def table(emulator_files):
    with EmulatedPico(*emulator_files) as pico:
        yield Table(pico)


def test_each_game_with_own_dice(table, capsys):
    table.press("b")
    table.choose("Dice")
    table.press("up", "a")
    assert "yours" in table.seek("Dice")
    report = []
    for variant in ("pig", "hog", "skunk", "swine_herd"):
        rules = variant_class(variant)
        table.choose("Game")
        table.choose(rules.NAME)
        table.choose("Play")
        if any("New game" in line for line in table.screen()["lines"]):
            table.choose("New game")  # in the place of the one before
        fall = itertools.cycle((2, 5, 3, 6, 4, 1))
        presses = []
        for _ in range(200):
            if len(presses) >= DICE and len(presses) % 6 == 0:
                break
            if table.screen()["id"] != "typed_dice":
                if variant == "hog" and not presses:
                    table.press("up")  # two dice
                table.press("a")
                continue
            faces = []
            while table.screen()["id"] == "typed_dice":
                faces.append(next(fall))
                presses.append(table.type_in(faces[-1], rules.FACES))
            state = table.client.call("state")
            assert state["variant"] == variant and state["dice"] == faces
        mean = sum(presses) / len(presses)
        assert len(presses) % 6 == 0 and max(presses) == 4 and mean == 2.5
        report.append(f"{variant}: at most {max(presses)}, {mean} on average")
        table.pause()
        table.choose("Leave")
        assert table.screen()["id"] == "menu"
    with capsys.disabled():
        print("\npresses of a die, " + "; ".join(report))
