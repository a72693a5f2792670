"""Fuzz the real CircuitPython with saves (see tests/tools/fuzz).

It needs CircuitPython and the boot ROM (see test_emulate.py). POCKETPIG_INPUTS: saves (300).
Hostile lines: test_hostile_lines_on_chip.py.
"""

import os
import pathlib
import random
import re

import pytest

from handheld.saves.journal import BUDGET, GAME, INITIALS, SETTINGS, STATISTICS
from handheld.saves.journal_start import open_journal
from host_sim.emulator.pico import EmulatedPico
from host_sim.simulated.chips.nvm_flash import SimulatedStore
from tests.support.chip_cuts import NVM, SECTOR, Worker, ask_moment
from tests.support.targets import Bench
from tests.tools.fuzz.edits import made_bad
from tests.tools.fuzz.targets import target_of

INPUTS = int(os.environ.get("POCKETPIG_INPUTS", "300"))
KEYS = (SETTINGS, STATISTICS, GAME, INITIALS)
PAGES = pathlib.Path(__file__).parents[2] / "firmware" / "handheld" / "pages"
UNSAVED = re.compile("^unsaved=(.*)$", re.MULTILINE)
TEXTS = [page.read_text(encoding="utf-8") for page in PAGES.glob("*/words.txt")]
PASSING = {"USB", *(UNSAVED.search(text)[1] for text in TEXTS)}

pytestmark = pytest.mark.slow


def a_sector(chance):
    """Return a changed sector, or a good sector with a changed value."""
    target = target_of("flash")
    sector = chance.choice(target.seeds)[:SECTOR]
    if chance.random() < 0.5:
        return made_bad(sector, chance, target)[:SECTOR].ljust(SECTOR, b"\xff")
    store = SimulatedStore(contents=sector)
    journal = open_journal(store)
    key = chance.choice(KEYS)
    value = made_bad(journal.get(key) or b"", chance, target)
    if 0 < len(value) <= BUDGET[key]:
        journal.put(key, value)
    return store.contents[:SECTOR]


def on_the_title(lines):
    """Return the words on the title, without those on battery and on a rewrite that is due."""
    words = [word for line in lines for word in line.split("  ")]
    return [word for word in words if "%" not in word and word not in PASSING]


def simulated(sector):
    """Return (words on the title, record of the game after A) in the simulator."""
    bench = Bench(test_mode=False, contents=sector)
    words = bench.client.call("screen")["lines"]
    bench.press("a")
    game = ask_moment(bench.client).game
    return on_the_title(words), game and game[1]


def test_saves(emulator_files):
    """The chip starts with any sector, says the same as the simulator, and has the same game."""
    chance = random.Random(22)
    games = set()
    with EmulatedPico(*emulator_files) as pico:
        pico.power_on()  # after CircuitPython has written boot_out.txt
        base = bytes(pico.flash.contents)
    worker = Worker(*emulator_files, base)
    try:
        for _ in range(INPUTS):
            sector = a_sector(chance)
            words, game = simulated(sector)
            found = worker.start({NVM: sector})
            assert found.started and found.drive_unchanged, (found.why, sector.hex())
            assert on_the_title(found.words) == words, sector.hex()
            on_chip = found.moment.game and found.moment.game[1]
            # A computer player may have acted meanwhile.
            shorter, longer = sorted((game or "", on_chip or ""), key=len)
            assert longer.startswith(shorter) and bool(game) == bool(on_chip), sector.hex()
            games.add(bool(game))
    finally:
        worker.pico.close()
    assert games == {True, False}
