"""Random presses on the emulated Pico with a client connected break nothing: see `random_presses`.

B leads back from every screen, and enough heap stays free. Opt-in, see docs/internals/chip.md.
POCKETPIG_PRESSES: how many (5,000). POCKETPIG_WALK: the seed of the first walk (0).
test_games.py presses the simulator's buttons.
"""

import os

import pytest

from tests.support.random_presses import Chip, Walks

# While the coach of a practice game thinks, what it reckons with takes the rest. A request that
# needs more begins again after the thought.
LEAST_FREE = 10 * 1024


@pytest.mark.slow
def test_on_the_chip(emulator_files, capsys):
    first = int(os.environ.get("POCKETPIG_WALK", "0"))
    end = int(os.environ.get("POCKETPIG_PRESSES", "5000"))
    chip = Chip(*emulator_files)
    walks = Walks(chip)
    faults = []
    try:
        while walks.taken < end:
            found = walks.walk(first, 1)
            first += 1
            faults += found
            with capsys.disabled():
                print(*found, sep="\n")
                print(f"{walks.taken} presses, {len(faults)} faults, least free heap")
                for screen, free in sorted(walks.free.items(), key=lambda row: row[1]):
                    print(f"{free:8,} {screen}")
    finally:
        chip.close()
    assert faults == []
    assert chip.pico.resets == 0
    assert min(walks.free.values()) >= LEAST_FREE
