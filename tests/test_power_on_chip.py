# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Sleep and switching off on the real CircuitPython, in the emulated Pico."""

import pytest

from handheld.saves.journal import RESUME, SETTINGS, TUTORIAL
from handheld.saves.journal_start import open_journal
from host_sim.emulator.pico import EmulatedPico
from host_sim.simulated.chips.nvm_flash import SimulatedStore
from tests.chip_cuts import NVM, SECTOR

pytestmark = pytest.mark.slow

CELL_MV = 3900


def awake(pico, ms):
    """Return the share of the next `ms` in which the processor does not wait."""
    begun = pico.awake_ms
    pico.run(ms)
    return (pico.awake_ms - begun) / ms


def saved(pico):
    """Return the journal in the chip's flash."""
    return open_journal(SimulatedStore(contents=bytes(pico.flash.contents[NVM : NVM + SECTOR])))


@pytest.fixture
def pico(emulator_files):
    """A Pico on its cell, nobody on the USB cable, that dims never and goes off after a minute."""
    store = SimulatedStore()
    journal = open_journal(store)
    journal.put(SETTINGS, b"dim=0 auto_off=1 sound=0")
    journal.put(TUTORIAL, b"1")
    with EmulatedPico(*emulator_files) as pico:
        pico.set_power(usb=False, cell_mv=CELL_MV, host=False)
        pico.flash.put(NVM, store.contents[:SECTOR])
        pico.power_cut()
        yield pico


def test_a_still_screen_sleeps_and_a_minute_later_the_chip_stands_still(pico):
    share = awake(pico, 4000)
    print(f"\nawake on the title: {share:.1%}")
    assert share <= 0.10
    pico.tap("a")
    pico.run(1000)
    pico.tap("a")
    pico.run(2000)
    before = pico.panel.picture()
    assert pico.run_until(lambda: pico.dormant, 70_000)
    assert not pico.panel.on
    assert saved(pico).size(RESUME)
    assert awake(pico, 60_000) == 0
    pico.press("b")  # at the start this is computer mode, but here it wakes
    assert pico.run_until(lambda: pico.panel.on, 8000)
    pico.run(1000)
    pico.release("b")
    pico.run(1000)
    assert pico.panel.picture() == before  # the game, not the title
    assert not saved(pico).size(RESUME)
    assert pico.resets == 1
