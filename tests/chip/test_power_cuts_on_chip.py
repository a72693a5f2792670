"""Power cuts at single flash operations in whole games, on the real CircuitPython.

The full test needs CircuitPython and the boot ROM (see test_emulate.py) and takes about an hour;
the cutting itself is tested without them. POCKETPIG_CUTS: flash images to start from (300).
"""

import concurrent.futures
import os
import random

import pytest

from host_sim.emulator.pico import EmulatedPico
from host_sim.link.client import Client
from tests.support.chip_cuts import NVM, Tape, Worker

GAMES = (
    ("Pig", ("human", "perfect")),
    ("Skunk", ("human", "perfect", "hold20", "human")),
    ("Gran Cerdo", ("human", "human")),
)
# The rows of the list of rivals.
RIVALS = {"perfect": "▶  ACE  ", "hold20": "▶  BEN  ", "human": "▶  human  "}
# A game of Pig that the next hold wins. Loading it repeatedly fills the sector.
LONG = "pp1 pig target=600 players=2 first=0 : " + "6 6 6 h 2 h " * 33 + "6"
MOST_LOADS = 60
MOST_AGAIN = 60  # cuts in the repairs that a start writes after a cut


class Player:
    """Use the handheld by its buttons and keep the tape's notes."""

    def __init__(self, pico):
        self.pico = pico
        self.client = Client(pico.link, timeout=600)
        self.tape = Tape(pico)
        self.tape.note(self.client)

    def tap(self, button):
        self.pico.tap(button)
        self.settle()

    def settle(self):
        """Note what has been saved, until nothing more is."""
        while len(self.tape.saved) < len(self.tape.operations):
            self.tape.note(self.client)

    def lines(self):
        return self.client.call("screen")["lines"]

    def seek(self, words, button):
        """Press the button until a line contains these words."""
        for _ in range(40):
            if any(words in line + "  " for line in self.lines()):
                return
            self.tap(button)
        raise AssertionError(f"{words!r} is not in {self.lines()}")

    def choose(self, row, value):
        """Choose the value of a row from the list that it opens."""
        self.seek(f"▶  {row}  ", "down")
        self.tap("a")
        self.seek(f"▶  {value}  ", "down")
        self.tap("a")

    def start(self, game, kinds):
        """Start a game through the menu."""
        while self.client.call("screen")["id"] != "menu":
            self.tap("b")
        self.choose("Game", game)
        people = kinds.count("human")
        for row, count in (("People", people), ("Rivals", len(kinds) - people)):
            self.seek(f"▶  {row}  ", "down")
            if f"▶  {row}  {count}" not in self.lines():
                self.tap("a")
                self.seek(f"▼  {count}  ▲", "up")
                self.tap("a")
        self.seek("▶  Players  ", "down")
        self.tap("a")
        for number, kind in enumerate(kinds):
            if number:
                self.tap("down")
            self.tap("a")
            self.seek(RIVALS[kind], "down")
            self.tap("a")
        self.tap("b")
        self.seek("▶  Play  ", "up")
        self.tap("a")
        assert self.client.call("screen")["id"] == "play"
        self.tape.note(self.client)

    def play(self):
        """Play by the buttons until the game is over; return how many actions were saved."""
        first = len(self.tape.operations)
        while (game := self.tape.moments[-1].game) is not None:
            state = game[0]
            holds = state["turn_total"] >= (20 if max(state["scores"]) < 80 else 12)
            before = len(self.tape.operations)
            # Where people choose in secret, B also takes a choice back.
            may_hold = any(key in self.lines()[-1] for key in ("B  Hold", "B  Sit"))
            self.tap("b" if holds and may_hold else "a")
            self.pico.run_until(lambda: len(self.tape.operations) > before, 1000)  # noqa: B023
            self.settle()
        return len(self.tape.operations) - first

    def fill(self):
        """In test mode, play until the sector has been rewritten."""
        for _ in range(MOST_LOADS):
            self.client.call("load", text=LONG)
            self.settle()
            self.client.call("act", player=0, action="hold")
            self.settle()
            if any(map(self.tape.in_rewrite, range(len(self.tape.operations)))):
                assert self.tape.moments[-1].game is None
                return
        raise AssertionError("the sector was never rewritten")


def record(files):
    """Return the tape of a handheld in use for a rewrite and three games."""
    with EmulatedPico(*files) as pico:
        pico.power_on()  # after CircuitPython has written boot_out.txt
        player = Player(pico)
        pico.power_on(("a", "b"))
        player.settle()
        player.fill()
        print(f"to fill the sector: {len(player.tape.operations)} flash operations", flush=True)
        pico.power_on()
        player.settle()
        for game, kinds in GAMES:
            player.start(game, kinds)
            print(f"{game}: {player.play()} flash operations", flush=True)
        return player.tape


def begin(files, base):
    """Start the emulator of a process of the pool."""
    global worker
    worker = Worker(*files, base)


def start(changes, quick):
    return worker.start(changes, quick)


@pytest.mark.slow
def test_the_power_fails_at_flash_operations(emulator_files, capsys):
    with capsys.disabled():
        tape = record(emulator_files)
        results = try_cuts(emulator_files, tape)
    for cut, found in results:
        assert found.started and found.drive_unchanged, (cut, found.why, found.words)
        if not tape.in_rewrite(cut.operation):
            assert tape.at_most_one_behind(cut, found.moment), (cut, found.words)


def try_cuts(files, tape):
    """Return [(cut, what was found)]; the same image is started only once.

    A start is from power-on if more than the NVM sector differs. If a start writes repairs, these
    are cut as well.
    """
    chance = random.Random(7)
    cuts = [
        (cut, tape.changes(cut, chance))
        for cut in tape.some_cuts(int(os.environ.get("POCKETPIG_CUTS", "300")))
    ]
    with concurrent.futures.ProcessPoolExecutor(
        initializer=begin, initargs=(files, tape.base)
    ) as pool:
        found = start_all(pool, [changes for _, changes in cuts])
        again = [
            (cut, tape.cut_off(changes, mending[: end + 1], how, chance))
            for cut, changes in cuts
            if (mending := found[image_of(changes)].mending)
            for end in range(len(mending))
            for how in ("half", "weak")
        ][:MOST_AGAIN]
        found |= start_all(pool, [changes for _, changes in again])
    print(f"{len(cuts)} cuts, {len(again)} in the mending after a cut, {len(found)} images")
    return [(cut, found[image_of(changes)]) for cut, changes in cuts + again]


def image_of(changes):
    return tuple(changes.items())


def start_all(pool, images):
    """Return {image: what was found}."""
    jobs = {
        image_of(changes): pool.submit(start, changes, set(changes) <= {NVM}) for changes in images
    }
    return {image: job.result() for image, job in jobs.items()}
