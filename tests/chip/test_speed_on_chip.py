"""The speed of the program on the real CircuitPython, in the chip's own milliseconds.

Chip time is counted in instructions, so the computer's speed decides nothing here. These need
CircuitPython and the boot ROM (see test_emulate.py) and take some minutes.

The limits are what is reached, with a little room. docs/internals/chip.md has the figures, the
goals and what limits them. The goal of the title is 150 ms after a bare program.
"""

import pytest

from tests.tools import bench_chip

TITLE_MS = 430  # after a bare program
OPEN_MS = 245
PRESS_MS = 110
ADVICE_MS = 265
# In Swine Herd and Pig Dice there is no room to keep the code after all other games.
SLOWER_ADVICE_MS = {
    "fast": 610, "gran_cerdo": 380, "hog": 440, "pig_dice": 670, "skunk": 340, "swine_herd": 760,
}  # fmt: skip
AWAKE = 0.1
STEP_MS = 118
LEAST_FREE = 29_300

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def measured(emulator_files):
    return bench_chip.presses(emulator_files)


@pytest.fixture(scope="module")
def with_own_dice(emulator_files):
    return bench_chip.presses(emulator_files, bench_chip.OWN_DICE)[1]


@pytest.fixture(scope="module")
def advised(emulator_files):
    return bench_chip.advice(emulator_files)


def test_the_title_comes_soon(measured, emulator_files):
    assert measured[0] <= bench_chip.bare_ms(emulator_files) + TITLE_MS


@pytest.mark.parametrize("opening, limit", [(True, OPEN_MS), (False, PRESS_MS)])
def test_a_press_is_answered_soon(measured, with_own_dice, opening, limit):
    slow = {
        what: took
        for what, took in measured[1] + with_own_dice
        if took is not None and bench_chip.is_opening(what) == opening and took > limit
    }
    assert slow == {}


def test_every_press_changes_the_picture(measured, with_own_dice):
    assert [what for what, took in measured[1] + with_own_dice if took is None] == []


def test_it_sleeps_on_a_still_screen(measured):
    assert measured[2] <= AWAKE


def test_no_step_of_thinking_is_long(advised):
    slow = {game: longest for game, (_, _, longest, _) in advised.items() if longest > STEP_MS}
    assert slow == {}


@pytest.mark.parametrize("place", [0, 1], ids=["first", "later"])
def test_advice_comes_soon(advised, place):
    times = {game: row[place] for game, row in advised.items()}
    limits = {game: SLOWER_ADVICE_MS.get(game, ADVICE_MS) for game in times}
    assert {game: took for game, took in times.items() if took > limits[game]} == {}


def test_advice_leaves_heap(advised):
    assert min(free for _, _, _, free in advised.values()) >= LEAST_FREE
