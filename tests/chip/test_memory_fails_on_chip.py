"""An allocation fails on the real CircuitPython: an answer or a message, and nothing saved is lost.

Where only large ones fail, as in a heap in pieces, nobody notices.

These need CircuitPython, the boot ROM (see test_emulate.py), and the address of its `gc_alloc`:
POCKETPIG_GC_ALLOC=0x100018fc, from `arm-none-eabi-nm firmware.elf`. POCKETPIG_FAILURES: failures in
each step of the route (40), which takes hours.
"""

import json
import os
import random
from collections import Counter

import pytest

from handheld.drawing.canvas import Canvas
from handheld.saves import journal as keys
from handheld.saves.journal_start import open_journal
from host_sim.drive.drive_files import MANIFEST, manifest, whole_drive
from host_sim.emulator.pico import EmulatedPico
from host_sim.link.client import Client, ClientError, InternalError, NoGame, Refused
from host_sim.simulated.chips.nvm_flash import SimulatedStore
from tests.support.chip_cuts import NVM, SECTOR, filled
from tests.support.fair_records import act, handheld_of, played

BACK_MS = 60_000.0  # of chip time: the crash screen stays 8 s, and a start takes 4
METHODS = ("state", "variants", "stats", "backup", "report", "advice", "record")
PIECE = 640  # bytes: some modules need 570 in one piece
OF_THE_FAULT = (keys.CRASH, keys.RESUME)  # what a crash itself saves


def tap(*buttons, then_ms=800):
    def do(pico):
        for button in buttons:
            pico.tap(button)
            pico.run(then_ms)

    return do


def ask(method, **params):
    def do(pico):
        client = Client(pico.link, timeout=BACK_MS / 1000)
        try:
            client.call(method, **params)
        except Refused as refused:
            assert refused.code != InternalError.code, (method, refused)
        except ClientError:
            pass  # the error screen answers nothing
        finally:
            pico.link.close()

    return do


# What a person and a computer do one after the other with a kept game, from the start on.
ROUTE = (
    ("start", lambda pico: pico.run(3000)),
    ("go on with the kept game", tap("a")),
    ("the rival moves", lambda pico: pico.run(2500)),
    *((f"request {method}", ask(method)) for method in METHODS),
    ("coach", tap("up", then_ms=6000)),
    ("map", tap("a", then_ms=3000)),
    ("back to the game", tap("b", "b")),
    ("roll, saved", tap("a", then_ms=2500)),
    ("hold, saved", tap("b", then_ms=6000)),
    ("pause", tap("down")),
    ("rules", tap("down", "down", "a")),
    ("fair dice", tap("b", "up", "up", "up", "up", "a")),
    ("quit", tap("b", "down", "a", then_ms=1500)),
    ("menu, more", tap("up", "a")),
    ("caller", tap("down", "a", "a")),
    ("drills", tap("b", "down", "a", "b", then_ms=1500)),
    ("back to the title", tap("b", "b", "b", "b")),
)
# Without a kept game a sector that has no room for one is rewritten.
FULL_ROUTE = (("start and rewrite", lambda pico: pico.run(4000)),)


def has_error_screen(pico):
    canvas = Canvas()
    canvas.text(0, 0, "Something broke:")
    return pico.panel.gddram[:128] == canvas.buffer[:128]


def used():
    """Return the sector of a handheld that was used and has a game to go on with."""
    handheld = handheld_of(38)
    seats = [("human", "ANN"), ("perfect", "ACE")]
    for seed in (1, 2):
        handheld.app.start_match("pig", {}, seats, 0)
        played(handheld, seed)
    handheld.app.start_match("pig", {}, seats, 0)
    act(handheld, random.Random(1))
    return handheld.board.store.contents


def used_up():
    """Return such a sector without a game, and without room for one."""
    return filled(open_journal(SimulatedStore(contents=used())))


def values(pico):
    """Return all that is saved, by key."""
    journal = open_journal(SimulatedStore(contents=bytes(pico.flash.contents[NVM:][:SECTOR])))
    assert not journal.damaged and not journal.unknown
    return {key: journal.get(key) for key in journal.index if key not in OF_THE_FAULT}


def kept(before, after):
    """Return True if a step from `before` to some values may have ended at `after` as well."""
    return all(
        after.get(key) == value or key == keys.GAME and (after.get(key) or b"").startswith(value)
        for key, value in before.items()
        if value is not None
    )


class Trials:
    """A handheld on its route; before each step allocations fail in it, one at a time."""

    def __init__(self, pico, address, number, say):
        self.pico, self.address, self.number, self.say = pico, address, number, say
        self.ends = Counter()
        self.faults = []

    def step(self, place, name, do):
        pico = self.pico
        pico.save_state()
        sector = bytes(pico.flash.contents[NVM:][:SECTOR])
        before = values(pico)
        pico.fail_call(self.address, 0)
        do(pico)
        calls, after = pico.calls, values(pico)
        assert calls, "nothing calls this address: it is not that of gc_alloc"
        # Over the whole route each of the first 200 once or twice, and others at random.
        first = list(range(1 + place, min(201, calls), len(ROUTE)))[: self.number // 5]
        chance = random.Random(f"38 {name}")
        rest = [chance.randrange(1, calls + 1) for _ in range(self.number - len(first))]
        for number in first + rest:
            pico.restore_state(NVM, sector)
            end = self.fail(number, do, before, after)
            self.ends[end] += 1
            if not end.startswith("good"):
                self.faults.append((name, number, end))
                self.say(f"    {name}, allocation {number} of {calls}: {end}")
        self.say(f"{name}: {calls} allocations, {self.number} failed; {dict(self.ends)}")
        pico.restore_state(NVM, sector)
        do(pico)
        pico.run(500)

    def fail(self, number, do, before, after):
        """Return how it ended."""
        pico = self.pico
        resets = pico.resets
        pico.fail_call(self.address, number)
        try:
            do(pico)
            pico.run(1000)  # a request that came just before a restart would have no answer
            if has_error_screen(pico):
                pico.tap("a")
            client = Client(pico.link, timeout=BACK_MS / 1000)
            crash = client.call("report")["crash"]
            shown = client.call("screen")
            try:
                client.call("record")
            except NoGame:
                pass
        except Exception as error:
            return f"{type(error).__name__}: {error} {pico.resets - resets} resets"[:400]
        finally:
            pico.link.close()
        if pico.resets - resets > 1:
            return f"{pico.resets - resets} resets"
        now = values(pico)
        changed = {key for key in after if after[key] != before.get(key)} - {keys.GAME}
        if not kept({key: value for key, value in before.items() if key not in changed}, now):
            return f"lost: {before} {now}"
        if any(now.get(key) not in (before.get(key), after.get(key)) for key in changed):
            return f"neither old nor new: {before} {now}"
        if crash and crash["type"] != "MemoryError":
            return f"another error: {json.dumps(crash)}"
        how = "error screen" if crash else "reset" if pico.resets > resets else "went on"
        return f"good, {how}" + (" to the title" if shown["id"] == "title" else "")


@pytest.fixture
def gc_alloc():
    address = os.environ.get("POCKETPIG_GC_ALLOC")
    if not address:
        pytest.skip("POCKETPIG_GC_ALLOC says where gc_alloc is")
    return int(address, 0)


@pytest.mark.slow
def test_a_heap_in_pieces_is_enough(emulator_files, gc_alloc):
    with EmulatedPico(*emulator_files) as pico:
        pico.flash.put(NVM, used())
        pico.power_on()
        pico.run(3000)  # the title loads code ahead, and the table of names grows for the last time
        pico.fail_call(gc_alloc, 0, PIECE)
        for name, do in ROUTE[1:]:
            do(pico)
            pico.run(500)
            client = Client(pico.link, timeout=BACK_MS / 1000)
            client.call("screen")
            assert not client.call("report")["crash"], name
            pico.link.close()
        assert not pico.resets


@pytest.mark.slow
@pytest.mark.parametrize("made, route", [(used, ROUTE), (used_up, FULL_ROUTE)])
def test_allocations_fail(emulator_files, gc_alloc, capsys, made, route):
    number = int(os.environ.get("POCKETPIG_FAILURES", "40"))

    def say(text):
        with capsys.disabled():
            print(text, flush=True)

    # The error screen first compares each file of the list with its checksum, for 1.4 s: here one.
    files = whole_drive()
    files[MANIFEST] = manifest({"code.py": files["code.py"]})
    with EmulatedPico(*emulator_files, drive=files) as pico:
        pico.flash.put(NVM, made())
        read_ms = pico.time_of_first_read(NVM, SECTOR, 20_000.0)
        pico.power_on(wait=False)
        pico.run(read_ms - 1)
        trials = Trials(pico, gc_alloc, number, say)

        for place, (name, do) in enumerate(route):
            trials.step(place, name, do)
    assert not trials.faults
