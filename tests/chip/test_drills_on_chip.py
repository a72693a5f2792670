"""A person's mistakes on the emulated Pico: made, drilled and gone, with power cuts in between."""

import random

import pytest

from handheld.begin import resume
from handheld.coach import drills
from handheld.saves.journal_start import open_journal
from host_sim.emulator.flash import DRIVE
from host_sim.emulator.pico import EmulatedPico
from host_sim.simulated.chips.nvm_flash import SimulatedStore
from shared_rules.notation import position_text
from shared_rules.reading import parse_position, replay_token
from tests.chip.chip_person import Person
from tests.handheld.test_drills import cost_of, kept, odds, positions, rows_of, tenths
from tests.support.chip_cuts import HOWS, NVM, Cut, Tape, Worker
from tests.support.driven import Driven

pytestmark = pytest.mark.slow

LEAST_FREE = 24_000  # bytes of heap after an answer, with a client


class Drilled(Person):
    """Plays Piglet and drills."""

    def lines(self):
        """Return the lines on the panel, once nothing is thought about."""
        while True:
            lines = self.screen()["lines"]
            if "thinks" not in lines[0] + lines[min(1, len(lines) - 1)]:
                return lines
            self.pico.run(200)

    def wait_for(self, screen):
        while self.screen()["id"] != screen:
            self.pico.run(200)

    def play(self):
        """Go on with Piglet, holding after each head, to the end; return the record."""
        self.press("a")
        self.wait_for("play")
        while True:
            state = self.client.call("state")
            if state["over"]:
                break
            if state["to_move"] == [0]:
                self.press("b" if state["turn_total"] else "a")
            self.pico.run(400)
        if self.screen()["id"] == "play":
            self.press("a")  # the rival's last action waits for a person
        self.wait_for("result")
        return self.client.call("record")["text"]

    def to_drills(self):
        """Go to the drills from the title."""
        self.press("b", "up", "a", "down", "down")
        assert "▶  Drills" in self.lines()
        self.press("a")
        self.wait_for("drill")

    def series(self):
        """Answer ten positions rightly; return the headers that were shown."""
        headers = []
        self.to_drills()
        if self.lines()[-1] == "A  Start  B  Back":
            self.press("a")
        for number in range(1, 11):
            lines = self.lines()
            headers.append(lines[0])
            assert lines[0].endswith(f"{number}/10"), lines
            game = position_on(lines)
            self.press("a" if odds(game, game.player)["action"] == "roll" else "b")
            for _ in range(20):
                if self.lines()[0] == lines[0]:
                    self.pico.run(400)
            free = self.client.call("memory")["free"]
            assert free >= LEAST_FREE, (lines, free)
            assert self.lines()[0].startswith("Right!"), self.lines()
            self.pico.run(400)
            self.press("a")
        assert self.lines()[0] == "10 of 10 right"
        return headers


def position_on(lines):
    """Return Piglet as these lines show it: `P1  3`, `▶  YOU  4`, `+2  = 6`."""
    names, scores = zip(*[line.split()[-2:] for line in lines[1:3]])
    turn = 1 + names.index("YOU")
    return parse_position(
        f"pp1 piglet scores={','.join(scores)} turn={turn}"
        f" turn_total={lines[3].split()[0][1:]} roll_number=1 dice=1"
    )


def made_in(record):
    """Return player 0's mistakes in a record as `positions` does."""
    start, _, tokens = record.partition(" :")
    game = parse_position(start)
    found = {}
    for token in tokens.split():
        if game.phase() == "choose" and game.player == 0:
            known = odds(game, 0)
            loss = known["win"] - known["actions"]["hold" if token == "h" else "roll"]
            if loss >= 0.0005:
                found[(*game.scores, game.turn_total)] = tenths(loss)
        replay_token(game, token)
    return sorted([(cost, *place) for place, cost in found.items()], reverse=True)


def near_the_end():
    """Return a sector with a game of Piglet in which the rival is half-way."""
    handheld = Driven(test_mode=False)
    handheld.app.start_match("piglet", {}, [("human", "YOU"), ("medium", "MIA")], 0)
    match = handheld.app.match
    match.game.scores[:] = 0, 5
    match.record.restart(position_text(match.game), match.record.room)
    resume.save(handheld.app.journal, match)
    handheld.app.show("menu")
    handheld.app.setup.choose_variant("piglet")
    handheld.app.show("title")
    return handheld.board.store.contents


def journal_in(sector):
    """Return the journal in a sector of the chip's flash."""
    return open_journal(SimulatedStore(contents=bytes(sector)))


def test_a_mistake_goes_after_three_series_and_no_power_cut_loses_one(emulator_files, capsys):
    with EmulatedPico(*emulator_files) as pico:
        pico.flash.put(NVM, near_the_end())
        pico.power_cut()  # after CircuitPython has written boot_out.txt
        person = Drilled(pico)
        record = person.play()
        tape = Tape(pico)
        person.press("up")
        person.wait_for("review")
        pico.run(1000)  # until it is drawn
        person.lines()
        pico.run(1000)  # until they are saved
        steps = [0, len(tape.operations)]

        def mistakes():
            return kept(journal_in(pico.flash.contents[NVM:DRIVE]))

        history = [[], mistakes()]
        made = made_in(record)
        assert made and positions(journal_in(pico.flash.contents[NVM:DRIVE])) == made
        for number in range(1, 4):
            pico.power_cut()
            person = Drilled(pico)
            headers = person.series()
            own = [header for header in headers if header.startswith("Your mistake")]
            assert len(own) == min(len(made), 10)
            history.append(mistakes())
            steps.append(len(tape.operations))
            assert {drills.count(data) for data in history[-1]} <= {number, 0}
        assert not history[-1] or len(made) > 10
    with capsys.disabled():
        print(f"\n{len(made)} mistakes, dearest {made[0]}; {len(tape.operations)} operations")
    chance = random.Random(11)
    worker = Worker(*emulator_files, tape.base)
    seen = []
    for operation in range(len(tape.operations)):
        step = max(n for n in range(len(steps) - 1) if steps[n] <= operation)
        for how in HOWS:
            changes = tape.changes(Cut(operation, how), chance)
            assert set(changes) <= {NVM}
            if changes in seen:
                continue
            seen.append(changes)
            found = worker.start(changes, True)
            assert found.started, found.why
            journal = journal_in(worker.pico.flash.contents[NVM:DRIVE])
            left = kept(journal)
            assert left in history[step : step + 2] and not journal.damaged
            assert not any("amaged" in line for line in found.words), found.words
            person = Drilled(worker.pico)
            person.to_drills()
            lines = person.lines()
            if not left:
                assert lines[1] == "No mistakes of yours"
                continue
            dearest = drills.unpack(left[0])
            assert lines[0] == "Your mistake  1/10"
            assert position_on(lines).scores == dearest.scores
    with capsys.disabled():
        print(f"{len(seen)} different images after cuts")
    assert len(seen) > 20


def test_the_person_reads_what_the_panel_shows():
    for data in rows_of("piglet"):
        game = drills.unpack(data)
        mover = game.player
        names = ["P1", "P2"]
        names[mover] = "YOU"
        rows = [f"{n}  {s}" for n, s in zip(names, game.scores)]
        rows[mover] = f"▶  {rows[mover]}"
        lines = ["Piglet  1/10", *rows]
        lines.append(f"+{game.turn_total}  = {game.scores[mover] + game.turn_total}")
        again = position_on(lines)
        assert odds(again, again.player) == odds(game, mover) and cost_of(data)
