# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Random presses on the emulated Pico with a client connected break nothing: see `random_presses`.

B leads back from every screen, and enough heap stays free. Opt-in, see docs/internals/chip.md.
POCKETPIG_PRESSES: how many (5,000). POCKETPIG_WALK: the seed of the first walk (0).
test_games.py presses the simulator's buttons.
"""

import os

import pytest

from handheld.saves.journal_start import open_journal
from host_sim.simulated.chips.nvm_flash import SimulatedStore
from tests.random_presses import Chip, Walks, sector_of

LEAST_FREE = 20 * 1024


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
