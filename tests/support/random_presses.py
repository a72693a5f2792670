"""Press buttons of the emulated Pico at random while a client asks, and shorten what breaks it.

A step is (button, method): the button is tapped, or the client leaves and comes back after WAIT_MS,
and then it asks for the screen and for the method. A walk is a list of steps from power-on, with
statistics, initials and the set-up of a random game saved. The seed alone decides it.
"""

import itertools
import random
from functools import partial

from handheld import language
from handheld.game.names import KINDS, text
from handheld.saves.journal import INITIALS, SETTINGS, SETUP, TUTORIAL
from handheld.saves.journal_start import open_journal
from host_sim.emulator.pico import EmulatedPico
from host_sim.link.client import Client, ClientError, IllegalAction, NoGame, TimedOut
from host_sim.simulated.chips.nvm_flash import SimulatedStore
from shared_rules.variants import ids, variant_class
from tests.support.chip_cuts import NVM
from tests.tools.gallery import EARLIER_SERIES, KEPT, STATS, fill

LENGTH = 125  # steps of a walk
LEAVE = "leave"
WAIT_MS = 1000
BUTTONS = ("up", "down", "a", "b", LEAVE)
# From a game to the title, and on to the list of statistics, settings and so on. From there presses
# lead to one of them, which few random presses would.
TO_THE_OTHERS = ("down", "up", "a", "b", "up", "a")
OFTEN = 25
METHODS = (
    "state", "record", "memory", "stats", "variants", "advice", "memory", "frame", "hello",
    "memory", "backup", "report",
)  # fmt: skip
# Of a method that says: no game, not your turn, the game has gone on.
NO_FAULT = (NoGame, IllegalAction, TimedOut)
# From a tap to the answers. The first advice to a player alone takes 18 s in Two-Dice Pig, twice
# that where the coach thinks, too.
ANSWER_MS = 40_000
CRASHED_MS = 9000  # it restarts the app after 8 s
# In a game and in the tutorial B holds.
END = ("title", "play", "practice", "learn")
MOST_BACK = 12  # so many presses of B lead to one of them
TRIES = 60  # walks to shorten one


def steps_of(seed):
    """Return the steps of the walk, in which some buttons are more frequent than others."""
    chance = random.Random(seed)
    weights = [chance.randint(1, 6) for _ in BUTTONS]
    buttons = chance.choices(BUTTONS, weights, k=LENGTH)
    if seed % 2:
        for at in range(0, LENGTH, OFTEN):
            way = (*TO_THE_OTHERS, *["down"] * chance.randint(0, 7), "a")
            buttons[at : at + len(way)] = way
    return list(zip(buttons, itertools.cycle(METHODS)))


def sector_of(seed):
    """Return what is saved before the walk: all languages in turn, a random game and its seats."""
    chance = random.Random(-1 - seed)
    variant = variant_class(chance.choice(ids()))
    players = chance.randint(variant.MIN_PLAYERS, min(variant.MAX_PLAYERS, 4))
    kinds = ["human"] + [chance.choice(KINDS.split(" ")) for _ in range(players - 1)]
    words = ["language=" + language.CODES[seed % len(language.CODES)]]
    words += chance.sample(["practice=3", "addition=on", "large=on"], 1)
    store = SimulatedStore()
    journal = open_journal(store)
    journal.put(SETTINGS, " ".join(words).encode())
    journal.put(SETUP, text(variant.ID, kinds, ["0"]).encode())
    mistakes = [bytes.fromhex("0d0000c85b634b02")]
    fill(journal, STATS, KEPT, {"drill_series": EARLIER_SERIES, "drill_mistakes": mistakes})
    journal.put(INITIALS, b"ANN,BOB,CAT")
    journal.put(TUTORIAL, b"1"[seed // 2 % 2 :])
    return bytes(store.contents)


def shortened(steps, broken):
    """Leave out steps as long as something breaks; return what is left.

    `broken(steps)`: after how many of these it broke, 0 if it did not.
    """
    tries = TRIES
    size = len(steps) // 2
    while size and tries:
        at = 0
        while at < len(steps) and tries:
            tries -= 1
            fewer = steps[:at] + steps[at + size :]
            count = broken(fewer)
            if count:
                steps = fewer[:count]
            else:
                at += size
        size //= 2
    return steps


class Chip:
    """CircuitPython on an emulated Pico. Its dice are never the same."""

    def __init__(self, uf2, bootrom):
        self.pico = EmulatedPico(uf2, bootrom)
        self.pico.install()
        self.tap, self.run = self.pico.tap, self.pico.run

    def begin(self, sector):
        self.pico.flash.put(NVM, sector)
        self.pico.power_on()
        self.come()

    def come(self):
        """Let a client come."""
        self.client = Client(self.pico.link, timeout=600)
        self.client.send(b"")

    def now_ms(self):
        return self.pico.clock.now_us() / 1000

    def close(self):
        self.pico.close()


class Walks:
    """Walks on a handheld. `taken`: how many steps; `free`: least free heap in bytes by screen."""

    def __init__(self, handheld):
        self.handheld = handheld
        self.taken = 0
        self.free = {}

    def fault(self, seed, steps):
        """Walk; return (number of steps up to a fault, what broke), or None."""
        self.handheld.begin(sector_of(seed))
        self.shown = "title"
        for count, (button, method) in enumerate(steps, 1):
            self.taken += 1
            try:
                self.step(button, method)
            except (ClientError, AssertionError) as error:
                where = f"{button}, {method} on {self.shown}"
                return count, f"{where}: {error!r}, crash: {self.crash()}"
        crash = self.crash()
        if crash:
            return len(steps), f"crash: {crash}"
        return None if self.leads_back() else (len(steps), f"B does not lead back: {self.shown}")

    def step(self, button, method):
        handheld, client = self.handheld, self.handheld.client
        if button == LEAVE:
            client.close()
            handheld.run(WAIT_MS)
            handheld.come()
            client = handheld.client
        # A would start the boot loader there.
        elif self.shown != "boot_loader" or button != "a":
            handheld.tap(button)
        begun = handheld.now_ms()
        self.shown = client.call("screen")["id"]
        try:
            answer = client.call(method)
        except NO_FAULT:
            answer = {}
        assert handheld.now_ms() - begun < ANSWER_MS, "no answer for seconds"
        if method == "memory" and answer["free"] is not None:
            self.free[self.shown] = min(self.free.get(self.shown, 1 << 20), answer["free"])

    def leads_back(self):
        """Press B until the title or a game comes; return True if it does."""
        for button in ["b"] * MOST_BACK + ["a"] * MOST_BACK:  # A is B on a handheld turned around
            self.shown = self.handheld.client.call("screen")["id"]
            if self.shown in END:
                return True
            self.handheld.tap(button)
        return False

    def crash(self):
        """Return what the handheld keeps of a crash, None without one."""
        self.handheld.run(CRASHED_MS)
        try:
            return self.handheld.client.call("report")["crash"]
        except ClientError as error:
            return error

    def broken(self, seed, steps):
        """Return after how many of the steps something broke, 0 if nothing did."""
        found = self.fault(seed, steps)
        return found[0] if found else 0

    def walk(self, first, number):
        """Take that many steps, in walks from seed `first` on."""
        faults = []
        end = self.taken + number
        for seed in itertools.count(first):
            if self.taken >= end:
                return faults
            steps = steps_of(seed)
            found = self.fault(seed, steps)
            if found:
                count, what = found
                taken = self.taken
                fewest = shortened(steps[:count], partial(self.broken, seed))
                faults.append((seed, what, fewest))
                end += self.taken - taken
