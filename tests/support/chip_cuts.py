"""Simulate power cuts at single flash operations of the emulated Pico.

A `Tape` records the flash operations of a handheld in use, and the game after each. It makes the
flash image that a cut leaves. `Worker.start` starts the chip from an image, and the tape tells
whether more than one action was lost.
"""

import random
from typing import Any, NamedTuple

from handheld.saves.journal import GAME, PROBE, Journal
from host_sim.emulator import EmulatorError
from host_sim.emulator.flash import DRIVE
from host_sim.emulator.pico import EmulatedPico, FlashOperation
from host_sim.link.client import Client, ClientError, NoGame

SECTOR = 4096
NVM = DRIVE - SECTOR  # CircuitPython's non-volatile memory, just before the drive
HOWS = ("before", "half", "weak", "after")
_ANSWER_SECONDS = 600.0  # of wall time; the limit of chip time is shorter
_START_MS = 20_000.0

# {start of a sector: its bytes} of the sectors that differ from the tape's first image.
Changes = dict[int, bytes]


def remains(operation: FlashOperation, how: str, chance: random.Random) -> bytes:
    """Return the bytes at the operation's offset after a power cut during it.

    ``half``: the first half of the bytes that it changes are changed. ``weak``: of every byte some
    of the bits that it changes are changed.
    """
    before, after = operation.before, operation.after
    if how == "before":
        return before
    if how == "after":
        return after
    if how == "half":
        changing = [at for at in range(len(after)) if before[at] != after[at]]
        end = changing[len(changing) // 2] if changing else 0
        return after[:end] + before[end:]
    noise = chance.randbytes(len(after))
    return bytes(b ^ ((b ^ a) & n) for b, a, n in zip(before, after, noise))


class Cut(NamedTuple):
    """A power cut. ``operation``: the number of the operation on the tape."""

    operation: int
    how: str


class Moment(NamedTuple):
    """What must survive: the game in progress, None if there is none, and the statistics."""

    game: Any
    stats: Any


class Found(NamedTuple):
    """The state of the handheld after a cut."""

    started: bool
    drive_unchanged: bool
    words: list[str]  # on the title screen
    moment: Moment | None
    why: str  # why it did not start, or ""
    mending: list[FlashOperation]  # what it wrote before the title


def ask_moment(client: Client, stats: Any = None) -> Moment:
    """Ask for the game in progress and the statistics. ``stats``: the known statistics, which
    change only at the end of a game."""
    state, record = client.request("state"), client.request("record")
    game = client.wait_for(state)
    try:
        text = client.wait_for(record)["text"]
    except NoGame:
        text = ""
    going_on = game is not None and not game["over"]
    if not (going_on and stats):
        stats = client.call("stats")
    return Moment((game, text) if going_on else None, stats)


def actions_after(before: str, after: str) -> int | None:
    """Return how many actions a record has beyond an earlier one; None if it is another game."""
    return len(after[len(before) :].split()) if after.startswith(before) else None


class Tape:
    """Record a handheld that is on; ``base`` is its flash at the beginning."""

    def __init__(self, pico: EmulatedPico) -> None:
        self.base = bytes(pico.flash.contents)
        self.operations: list[FlashOperation] = []
        self.moments: list[Moment] = []  # each differs from the one before
        # For each operation the first and last moment (index) that it may have saved.
        self.saved: list[tuple[int, int]] = []
        pico.on_flash = self.operations.append

    def note(self, client: Client) -> None:
        """Ask for the present moment; it belongs to the operations since the last note."""
        latest = len(self.moments) - 1
        while True:
            known = len(self.operations)
            moment = ask_moment(client, self.moments[-1].stats if self.moments else None)
            if not self.moments or moment != self.moments[-1]:
                self.moments.append(moment)
            if len(self.operations) == known:
                break
            # Something was saved during the answer, which may be from before or after that.
        now = len(self.moments) - 1
        first = max(0, min(latest + 1, now))
        self.saved += [(first, now)] * (len(self.operations) - len(self.saved))

    def changes(self, cut: Cut, chance: random.Random) -> Changes:
        """Return the sectors of the flash after the cut that differ from ``base``."""
        return self.cut_off({}, self.operations[: cut.operation + 1], cut.how, chance)

    def cut_off(
        self, changes: Changes, operations: list[FlashOperation], how: str, chance: random.Random
    ) -> Changes:
        """Apply operations, the last one cut, to sectors that differ from ``base``; return those
        that differ then."""
        flash = {start: bytearray(sector) for start, sector in changes.items()}

        def put(offset: int, data: bytes) -> None:
            for at in range(offset, offset + len(data), 256):  # pages lie within sectors
                start = at // SECTOR * SECTOR
                sector = flash.setdefault(start, bytearray(self.base[start : start + SECTOR]))
                piece = data[at - offset : at - offset + 256]
                sector[at - start : at - start + len(piece)] = piece

        for operation in operations[:-1]:
            put(operation.offset, operation.after)
        put(operations[-1].offset, remains(operations[-1], how, chance))
        return {
            start: bytes(sector)
            for start, sector in sorted(flash.items())
            if sector != self.base[start : start + SECTOR]
        }

    def in_rewrite(self, number: int) -> bool:
        """Return True if the operation belongs to a rewrite of the NVM sector: the erase, the
        programming of the whole sector, or the header that follows."""
        operation = self.operations[number]
        before = self.operations[number - 1] if number else operation
        whole = (NVM, SECTOR)
        return operation.offset == NVM and whole in (
            (operation.offset, len(operation.after)),
            (before.offset, len(before.after)),
        )

    def some_cuts(self, images: int) -> list[Cut]:
        """Return cuts at operations spread over the tape, enough for ``images``, and all cuts in
        and around every rewrite and outside the NVM sector."""
        numbers = range(len(self.operations))
        chosen = {n for n in numbers if not NVM <= self.operations[n].offset < DRIVE}
        for n in filter(self.in_rewrite, numbers):
            chosen |= {n - 1, n, n + 1} & set(numbers)
        others = [n for n in numbers if n not in chosen]
        wanted = min(len(others), -(-images // 3))  # `after` is mostly `before` the next
        chosen |= {others[n * len(others) // wanted] for n in range(wanted)}
        return [Cut(number, how) for number in sorted(chosen) for how in HOWS]

    def at_most_one_behind(self, cut: Cut, found: Moment) -> bool:
        """Return True if at most one roll, hold or revealed choice is missing: ``found`` is the
        moment in progress at the cut, or the one before it."""
        first, last = self.saved[cut.operation]
        now = self.moments[last]
        if now.game and found.game:
            missing = actions_after(found.game[1], now.game[1])
            if missing is not None and missing > 1:
                return False
        return found in self.moments[max(0, first - 1) : last + 1]


class Worker:
    """An emulated Pico that starts from one image after another."""

    def __init__(self, uf2: str, bootrom: str, base: bytes) -> None:
        self.base = base
        self.found: dict[tuple[tuple[int, bytes], ...], Found] = {}
        self.pico = pico = EmulatedPico(uf2, bootrom)
        pico.flash.put(0, base)
        read_ms = pico.time_of_first_read(NVM, SECTOR, _START_MS)
        pico.power_on(wait=False)
        pico.run(read_ms - 1)
        pico.save_state()

    def start(self, changes: Changes) -> Found:
        """Start from an image, once; see `_start`."""
        image = tuple(changes.items())
        if image not in self.found:
            self.found[image] = self._start(changes)
        return self.found[image]

    def _start(self, changes: Changes) -> Found:
        """Start, read the title, go on with a kept game, ask for the moment.

        From power-on if more than the NVM sector differs.
        """
        pico = self.pico
        words: list[str] = []
        moment, why = None, ""
        mending: list[FlashOperation] = []
        pico.on_flash = mending.append
        try:
            if set(changes) <= {NVM}:
                pico.restore_state(NVM, changes.get(NVM, self.base[NVM:DRIVE]))
            else:
                pico.flash.put(0, self.base)
                for start, sector in changes.items():
                    pico.flash.put(start, sector)
                pico.power_on(wait=False)
            if not pico.run_until(lambda: pico.link.ready and pico.panel.on, _START_MS):
                raise EmulatorError("the panel stays dark, or there is no data channel")
            client = Client(pico.link, timeout=_ANSWER_SECONDS)
            screen = client.call("screen")
            words = screen["lines"]
            pico.on_flash = lambda operation: None
            if screen["id"] != "title":
                raise EmulatorError(f"it shows {screen}")
            if "A  Go on" in words[-1]:  # else A starts a new game
                pico.tap("a")
            moment = ask_moment(client)
        except (EmulatorError, ClientError) as error:
            why = f"{error}"[:300]
        same = outside_nvm(pico.flash.contents) == outside_nvm(self.base)
        return Found(moment is not None, same, words, moment, why, mending)


def filled(journal: Journal) -> bytes:
    """Return the sector without a game and without room for one."""
    journal.delete(GAME)
    while not journal.due:
        journal.put(PROBE, b"%016d" % journal.end)
    journal.delete(PROBE)
    return bytes(journal.store.contents[:SECTOR])


def outside_nvm(flash: bytes | bytearray) -> bytes:
    """Return the flash without the NVM sector."""
    return bytes(flash[:NVM]) + bytes(flash[DRIVE:])
