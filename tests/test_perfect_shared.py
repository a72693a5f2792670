# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""The perfect player of shared rolls on the device: its cost, and the same choices."""

import pathlib

import pytest

from handheld.table_file import FOLDER, perfect_player
from shared_rules.pcg32 import Pcg32
from shared_rules.players.tables.advice import advice
from tests.micropython_vm import run_on_micropython
from tests.shared_positions import choices, position
from tests.test_perfect import MOST_MS, MOST_STEP_MS, milliseconds_of_steps

SHARED = ["skunk", "swine_herd"]
POSITIONS = pathlib.Path(__file__).with_name("shared_positions.py")
SEED = 31
# 512 of the bytes come from reading a row twice as long as a checked piece.
MOST_BYTES = 4096 + 512

PLAY = """
from shared_positions import choices
from handheld.table_file import perfect_player
from shared_rules.pcg32 import Pcg32
print(choices(perfect_player(), {variant!r}, Pcg32({seed}), {count}))
"""

# Nothing is collected meanwhile, so all allocations count, also those freed at once.
MEMORY = """
import gc
from shared_positions import position
from handheld.table_file import perfect_player
from shared_rules.pcg32 import Pcg32
source = Pcg32({seed})
player = perfect_player()
for _ in range(12):
    player.choose(position({variant!r}, source), 0, source)
worst = 0
gc.disable()
for number in range(60):
    game = position({variant!r}, source)
    before = gc.mem_alloc()
    player.choose(game, 0, source)
    worst = max(worst, gc.mem_alloc() - before)
    assert player.fault == "", player.fault
print(worst)
"""


@pytest.mark.parametrize("variant", SHARED)
def test_a_choice_takes_no_longer_than_it_may(variant):
    source = Pcg32(SEED)
    player = perfect_player()
    player.choose(position(variant, source), 0, source)  # reads the table
    worst = worst_step = 0
    for _ in range(60):
        took = milliseconds_of_steps(player.think(position(variant, source), 0, source))
        assert player.fault == ""
        worst = max(worst, sum(took))
        worst_step = max(worst_step, *took)
    print(f"{variant}: a choice {worst:.0f} ms, a step of it {worst_step:.0f} ms")
    assert worst <= MOST_MS
    assert worst_step <= MOST_STEP_MS


@pytest.mark.parametrize("variant", SHARED)
def test_advice_is_worked_out_in_short_steps(variant):
    source = Pcg32(SEED)
    player = perfect_player()
    player.choose(position(variant, source), 0, source)
    for _ in range(20):
        game = position(variant, source)
        assert max(milliseconds_of_steps(advice(player, game, 0))) <= 2 * MOST_STEP_MS
        assert player.fault == ""


def on_the_vm(script, variant, **values):
    name = variant + ".bin"
    files = {"/shared_positions.py": POSITIONS, "/tables/" + name: pathlib.Path(FOLDER) / name}
    return run_on_micropython(script.format(variant=variant, seed=SEED, **values), files=files)


@pytest.mark.parametrize("count", [300, pytest.param(10_000, marks=pytest.mark.slow)])
@pytest.mark.parametrize("variant", SHARED)
def test_the_same_choices_on_micropython(variant, count):
    there = on_the_vm(PLAY, variant, count=count).strip()
    assert there == choices(perfect_player(), variant, Pcg32(SEED), count)
    assert {"s", "t"} == set(there)


@pytest.mark.parametrize("variant", SHARED)
def test_a_choice_allocates_little(variant):
    assert int(on_the_vm(MEMORY, variant)) <= MOST_BYTES
