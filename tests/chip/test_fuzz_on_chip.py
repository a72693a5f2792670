"""Fuzz the real CircuitPython with texts of games, saves and tables (see tests/tools/fuzz).

These need CircuitPython and the boot ROM (see test_emulate.py). POCKETPIG_INPUTS: inputs of each
kind (300). Hostile lines: test_hostile_lines_on_chip.py.
"""

import os
import pathlib
import random
import re
from collections import Counter

import pytest

from handheld.saves.journal import BUDGET, GAME, INITIALS, SETTINGS, STATISTICS
from handheld.saves.journal_start import open_journal
from host_sim.emulator.flash import DRIVE
from host_sim.emulator.pico import EmulatedPico
from host_sim.link.client import Client, NoRoom, Refused
from host_sim.simulated.chips.nvm_flash import SimulatedStore
from shared_rules.notation import position_text
from tests.support.chip_cuts import NVM, SECTOR, Worker, ask_moment
from tests.support.targets import Bench
from tests.tools.fuzz.edits import edited, made_bad, some_bytes
from tests.tools.fuzz.targets import PIG, TABLE, a_text, target_of, with_checksum

INPUTS = int(os.environ.get("POCKETPIG_INPUTS", "300"))
SECONDS = 600.0  # of wall time for an answer
KEYS = (SETTINGS, STATISTICS, GAME, INITIALS)
LONGEST = 1000  # characters of a text; a line has 4,096 bytes
PAGES = pathlib.Path(__file__).parents[2] / "firmware" / "handheld" / "pages"
UNSAVED = re.compile("^unsaved=(.*)$", re.MULTILINE)
TEXTS = [page.read_text(encoding="utf-8") for page in PAGES.glob("*/words.txt")]
PASSING = {"USB", *(UNSAVED.search(text)[1] for text in TEXTS)}

pytestmark = pytest.mark.slow


def loaded(client, text):
    """Return what `load` answers: the state of the game, or the code of the refusal."""
    try:
        return client.call("load", text=text)
    except Refused as error:
        return error.code


def test_texts_of_games(emulator_files, capsys):
    """The chip and the simulator accept the same texts, and see the same game in them."""
    chance = random.Random(21)
    bench = Bench()
    outcomes = Counter()
    with EmulatedPico(*emulator_files, test_mode=True) as pico:
        client = Client(pico.link, timeout=SECONDS)
        for number in range(INPUTS):
            target = target_of(("record", "position")[number // 4 % 2])
            seed = chance.choice(target.seeds)
            data = seed if number % 4 == 0 else made_bad(seed, chance, target)
            text = a_text(data).encode("utf-8", "replace").decode()[:LONGEST]
            wanted = loaded(bench.client, text)
            found = loaded(client, text)
            assert pico.resets == 0
            if found == NoRoom.code:
                outcomes["no room"] += 1
                continue
            assert found == wanted, text
            outcomes["refused" if isinstance(found, int) else "accepted"] += 1
        assert client.call("report")["crash"] is None
    with capsys.disabled():
        print(f"\n{INPUTS} texts: {dict(outcomes)}")
    assert outcomes["accepted"] > INPUTS // 10
    assert outcomes["refused"] > INPUTS // 10


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


def test_saves(emulator_files, capsys):
    """The chip starts with any sector, says the same as the simulator, and has the same game."""
    chance = random.Random(22)
    outcomes = Counter()
    with EmulatedPico(*emulator_files) as pico:
        pico.power_cut()  # after CircuitPython has written boot_out.txt
        base = bytes(pico.flash.contents)
    worker = Worker(*emulator_files, base)
    try:
        for _ in range(INPUTS):
            sector = a_sector(chance)
            words, game = simulated(sector)
            found = worker.start({NVM: sector}, quick=True)
            assert found.started and found.drive_unchanged, (found.why, sector.hex())
            assert on_the_title(found.words) == words, sector.hex()
            on_chip = found.moment.game and found.moment.game[1]
            # A computer player may have acted meanwhile.
            shorter, longer = sorted((game or "", on_chip or ""), key=len)
            assert longer.startswith(shorter) and bool(game) == bool(on_chip), sector.hex()
            outcomes["a game" if game else "no game"] += 1
    finally:
        worker.pico.close()
    with capsys.disabled():
        print(f"\n{INPUTS} saves: {dict(outcomes)}")
    assert len(outcomes) == 2


def changed_table(good, chance):
    """Return the table with some changed bytes, of the same length; often its checksum is right."""
    target = target_of("table")
    data = good
    for _ in range(chance.choice((1, 1, 2, 5))):
        put = some_bytes(chance, target)
        # The head and the sections stand at the start.
        at = chance.randrange(chance.choice((64, len(good))))
        data = edited(data, [(at, len(put), put)])
    data = data[: len(good)].ljust(len(good), b"\0")
    return with_checksum(data) if chance.random() < 0.7 else data


def test_tables(emulator_files, capsys):
    """With any table on the drive there is advice, with or without it."""
    chance = random.Random(23)
    outcomes = Counter()
    with EmulatedPico(*emulator_files, test_mode=True) as pico:
        (good,) = [data for path, data in pico.flash.read_drive().items() if path.endswith(TABLE)]
        at = pico.flash.contents.index(good)  # a new drive has it in one piece
        assert at > DRIVE
        pico.save_state()
        for _ in range(INPUTS):
            data = changed_table(good, chance)
            pico.restore_state(at, data)
            client = Client(pico.link, timeout=SECONDS)
            client.call("load", text=position_text(PIG))
            answer = client.call("advice")
            assert answer["action"] in PIG.legal_actions(), data.hex()
            assert client.call("report")["crash"] is None
            assert pico.resets == 0
            client.close()
            outcomes[answer["source"]] += 1
    with capsys.disabled():
        print(f"\n{INPUTS} tables: {dict(outcomes)}")
    assert len(outcomes) > 1
