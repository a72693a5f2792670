# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Random presses with a client connected break nothing: see `random_presses`.

Words stay on the panel and overlap nothing, and B leads back from every screen.

On the emulated Pico (opt-in, see docs/emulator.md) they also leave enough heap free.
POCKETPIG_PRESSES: how many there (5,000). POCKETPIG_WALK: the seed of the first walk (0).
"""

import os

import pytest

from handheld.app import App
from handheld.saves.journal_start import open_journal
from host_sim.simulated.chips.nvm_flash import SimulatedStore
from tests.random_presses import LENGTH, Chip, Simulator, Walks, sector_of

LEAST_FREE = 20 * 1024


def test_a_sample_in_each_language(boxes):
    assert Walks(Simulator()).walk(0, 3 * LENGTH) == []
    assert not boxes


@pytest.mark.slow
def test_in_the_simulator(boxes):
    assert Walks(Simulator()).walk(0, 5000) == []
    assert not boxes


def test_the_presses_that_break_something_are_shortened(monkeypatch):
    show = App.show

    def break_at(self, name, *args):
        if name == "coach":
            raise MemoryError("memory allocation failed, allocating 5376 bytes")
        show(self, name, *args)

    monkeypatch.setattr(App, "show", break_at)
    walks = Walks(Simulator())
    faults = []
    seed = 0
    while not faults:
        faults = walks.walk(seed, 1)
        seed += 1
    ((_, what, steps),) = faults
    assert "allocating 5376 bytes" in what
    assert len(steps) <= 4 and steps[-1][0] == "up"


def test_what_is_saved_before_a_walk_is_whole():
    for seed in range(30):
        journal = open_journal(SimulatedStore(contents=sector_of(seed)))
        assert not journal.damaged and journal.saved


@pytest.mark.slow
def test_on_the_chip(emulator_files, capsys):
    first = int(os.environ.get("POCKETPIG_WALK", "0"))
    end = int(os.environ.get("POCKETPIG_PRESSES", "5000"))
    chip = Chip(*emulator_files)
    walks = Walks(chip)
    faults = []
    try:
        while walks.taken < end:
            faults += walks.walk(first, 1)
            first += 1
            with capsys.disabled():
                print(f"\n{walks.taken} presses, {len(faults)} faults, least free heap")
                for screen, free in sorted(walks.free.items(), key=lambda row: row[1]):
                    print(f"{free:8,} {screen}")
    finally:
        chip.close()
    assert faults == []
    assert chip.pico.resets == 0
    assert min(walks.free.values()) >= LEAST_FREE
