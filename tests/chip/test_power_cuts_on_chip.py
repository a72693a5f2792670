"""Power cuts at single flash operations in whole games, on the real CircuitPython.

This needs CircuitPython and the boot ROM (see test_emulate.py) and takes about an hour a game.
POCKETPIG_CUTS: flash images to start from in each game (100).
"""

import os
import random

import pytest

from handheld.game.names import text
from handheld.saves.journal import SETUP, TUTORIAL
from handheld.saves.journal_start import open_journal
from host_sim.emulator.pico import EmulatedPico
from host_sim.simulated.chips.nvm_flash import SimulatedStore
from tests.chip.chip_person import Person
from tests.support.chip_cuts import NVM, Tape, Worker, filled

GAMES = {
    "pig": ("human", "perfect"),
    "skunk": ("human", "perfect", "hold20", "human"),
    "gran_cerdo": ("human", "human"),
}
MOST_AGAIN = 20  # cuts in the repairs that a start writes after a cut


class Player(Person):
    """Plays by the buttons and keeps the tape's notes."""

    def __init__(self, pico, tape):
        super().__init__(pico)
        self.tape = tape
        self.settle()

    def press(self, button):
        self.pico.tap(button)
        self.pico.run_until(lambda: len(self.tape.operations) > len(self.tape.saved), 1000)
        self.settle()

    def settle(self):
        """Note what has been saved, until nothing more is."""
        self.tape.note(self.client)
        while len(self.tape.saved) < len(self.tape.operations):
            self.tape.note(self.client)

    def play(self):
        """Begin the game and play until it is over."""
        self.press("a")
        while (game := self.tape.moments[-1].game) is not None:
            state = game[0]
            holds = state["turn_total"] >= (20 if max(state["scores"]) < 80 else 12)
            # Where people choose in secret, B also takes a choice back.
            keys = self.screen()["lines"][-1]
            self.press("b" if holds and ("B  Hold" in keys or "B  Sit" in keys) else "a")


def record(files, game):
    """Return the tape of a handheld that rewrites its full sector and plays a game."""
    journal = open_journal(SimulatedStore())
    journal.put(SETUP, text(game, GAMES[game], ["0"]).encode())
    journal.put(TUTORIAL, b"1")
    with EmulatedPico(*files) as pico:
        pico.power_on()  # after CircuitPython has written boot_out.txt
        pico.flash.put(NVM, filled(journal))
        tape = Tape(pico)
        pico.power_on()
        pico.run(5000)
        player = Player(pico, tape)
        player.play()
    assert any(map(tape.in_rewrite, range(len(tape.operations))))
    return tape


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_the_power_fails_at_flash_operations(emulator_files, game, capsys):
    tape = record(emulator_files, game)
    with capsys.disabled():
        print(f"\n{game}: {len(tape.operations)} flash operations", flush=True)
    for cut, found in tried(emulator_files, tape):
        assert found.started and found.drive_unchanged, (cut, found.why, found.words)
        if not tape.in_rewrite(cut.operation):
            assert tape.at_most_one_behind(cut, found.moment), (cut, found.words)


def tried(files, tape):
    """Yield (cut, what was found). If a start writes repairs, some of these are cut as well."""
    chance = random.Random(7)
    worker = Worker(*files, tape.base)
    again = 0
    for cut in tape.some_cuts(int(os.environ.get("POCKETPIG_CUTS", "100"))):
        changes = tape.changes(cut, chance)
        found = worker.start(changes)
        yield cut, found
        mending = found.mending
        for end in range(len(mending) if again < MOST_AGAIN else 0):
            again += 1
            how = chance.choice(("half", "weak"))
            yield cut, worker.start(tape.cut_off(changes, mending[: end + 1], how, chance))
    worker.pico.close()
