"""Games by seed on a simulated handheld, while power, flash, line, panel and battery fail.

One process, simulated time. A seed decides the steps of a walk; a step is (kind, number), and the
number decides all that is random in it, so that steps can be left out and the others stay the same.
"""

import random
import traceback
from types import SimpleNamespace
from unittest.mock import patch

from handheld.begin import resume
from handheld.board import BUTTONS, TICKS_MASK
from handheld.runner import Runner
from handheld.saves.journal import GAME, PROBE, RESUME, SETTINGS, SETUP, SIZE
from host_sim.link import client as client_module
from host_sim.link.client import (
    Client,
    ClientError,
    IllegalAction,
    InternalError,
    NoGame,
    NoRoom,
    NotSupported,
    TimedOut,
)
from host_sim.simulated.board import SimulatedBoard, SwitchedOff
from host_sim.simulated.chips.nvm_flash import PowerCut, SimulatedStore
from host_sim.simulated.chips.sh1106 import SH1106
from host_sim.simulated.chips.ssd1306 import SSD1306
from host_sim.testing.bench import LoopLink
from shared_rules.notation import position_text
from shared_rules.reading import replay
from shared_rules.variants import ids, variant_class
from tests.support.random_presses import METHODS, sector_of, shortened
from tests.support.words_of_pictures import watch_words
from tests.tools.fuzz.faulty_line import KINDS, WAYS, Fault, FaultyLine
from tests.tools.fuzz.promises import Broken, Promises, content, open_journal

STEPS = 130  # of a walk
OFTEN = {"play": 70, "press": 6, "wait": 4, "ask": 6, "act": 6, "new_game": 1}
# Each walk has half of these: so each pair meets often, and each is often missing.
FAULTS = {
    "cut": 3, "cut_in_write": 5, "weak": 1, "fill": 2, "store_error": 1, "line": 4, "plug": 2,
    "panel": 4, "battery": 2, "restart": 1,
}  # fmt: skip
WAITS_MS = (20, 300, 1000, 1000, 3000, 9000, 70_000, 400_000)
TAP_MS = 40
PANEL_MS = 2500  # until a panel that was plugged in must show the picture
LATE_MS = 500  # to draw a picture
HUNG_MS = 8000  # and longer after one that held the bus
ANSWER_SECONDS = 5
NOT_NOW = (NoGame, IllegalAction, TimedOut, NotSupported)
FORTH = ("title", "play", "result", "roll_off", "fair_dice", "caller", "shared_roll")
END = ("title", "play", "practice")  # in a game B holds
MOST_BACK = 12  # so many presses of B lead to one of them
BITS = [bytes(byte >> bit & 1 for byte in range(256)) for bit in range(8)]
DARK = [bytes(128)] * 64


def steps_of(seed):
    """Return the steps of the walk."""
    chance = random.Random(seed)
    faults = {kind: often for kind, often in FAULTS.items() if chance.random() < 0.5}
    kinds = {**OFTEN, **faults}
    chosen = chance.choices(list(kinds), list(kinds.values()), k=STEPS)
    return [(kind, chance.getrandbits(32)) for kind in chosen]


class Handheld:
    """A handheld with its person, its cable and its faults. `games`: how many came to an end."""

    def __init__(self, seed, promises, words):
        chance = self.chance = random.Random(seed)
        self.promises = promises
        self.words = words  # what is wrong with the words of the pictures
        self.test_mode = chance.random() < 0.3
        self.panel = SH1106 if chance.random() < 0.2 else SSD1306
        self.games = self.clients = 0
        self.positions = {}  # value of GAME: positions that it may lead to
        self.counted = None  # the match that was seen to end
        self.kept_number = 0  # of the game in the sector after the last step
        self.again = None  # a cut in the next start: bytes
        self.usb, self.cell = True, None
        self.board = None
        self.contents = self.with_short_games(sector_of(seed))
        self.power_on()

    def with_short_games(self, contents):
        """Return what is saved before the walk; in most walks a game needs few points."""
        journal = open_journal(SimulatedStore(contents=contents))
        words = journal.text(SETUP)
        options = [row[0] for row in variant_class(words.partition(" ")[0]).OPTIONS]
        if "target" in options and self.chance.random() < 0.8:
            journal.put(SETUP, f"{words} target={self.chance.randrange(20, 50)}".encode())
        if self.chance.random() < 0.7:
            journal.append(SETTINGS, b" motion=off")
        return journal.store.contents

    def power_on(self):
        """Start with what is in the flash; again if the power fails in the start."""
        match = getattr(self.app, "match", None) if self.board else None
        over = match.number if match and match.game.over and match.game.players > 1 else 0
        while True:
            store = self.board.store if self.board else SimulatedStore(contents=self.contents)
            self.link = LoopLink(self.chance.choice((1 << 16, 70)))
            self.client = self.line = None
            self.link.connected = 0
            held = ("a", "b") if self.test_mode else ()
            self.board = board = SimulatedBoard(
                link=self.link, contents=store.contents, entropy=self.chance.randbytes, held=held,
                panel=self.panel,
            )  # fmt: skip
            board.store.unsure = dict(store.unsure)
            board.store._random.seed(self.chance.getrandbits(32))
            board.usb, board.cell = self.usb, self.cell
            self.panel_us = 0  # since when the panel is well
            if self.again is not None:
                board.power.cut_after(self.again)
                self.again = None
            self.runner = Runner(board)
            try:
                self.runner.step()
            except PowerCut:
                continue
            break
        board.power.restore()
        for button in held:
            board.release(button)
        app = self.app
        journal = app.journal
        if over > 0 and over == self.kept_number and not journal.damaged and not journal.fresh:
            if over not in (resume.number(journal), resume.last_counted(journal)):
                raise Broken("a game that came to its end is neither kept nor counted")
        self.run(TAP_MS)
        self.resumed(app)

    def resumed(self, app):
        """Check that the kept game is the one before or after the action that was cut."""
        expected = self.positions.get(self.promises.memory[GAME])
        if expected and app.screen.ID == "title" and not app.screen.resumes:
            raise Broken("a kept game is not offered")
        if expected:
            found = self.kept_position()
            if found not in expected:
                raise Broken(f"the kept game is at {found}, not at {expected}")

    def kept_position(self):
        """Return the position that the sector leads to."""
        twin = open_journal(self.board.store.twin())
        match = resume.kept_match(twin, self.app.cup)
        return position_text(match.game, True)

    @property
    def app(self):
        return self.runner.app

    @property
    def now_us(self):
        return self.board.clock.now_us()

    def run(self, ms):
        """Let time pass; the app sleeps between its steps."""
        end = self.now_us + ms * 1000
        while self.now_us < end:
            rest = self.runner.step()
            self.board.advance_clock(min(max(1, rest), max(1, (end - self.now_us) // 1000)))
        self.runner.step()

    def tap(self, button, ms=TAP_MS):
        board, index = self.board, BUTTONS.index(button)
        index ^= self.app.settings["turned"] == "on"
        board.press(index)
        self.run(ms)
        board.release(index)
        self.run(TAP_MS)

    def connect(self):
        """Plug the cable in, or open the port again."""
        self.hang_up()
        self.clients += 1
        self.link.connected = self.clients
        self.line = FaultyLine(self, lambda seconds: self.run(int(seconds * 1000) + 1))
        self.client = Client(self.line, ANSWER_SECONDS)
        self.client._last_id = self.clients * 10_000
        self.client.send(b"")

    def hang_up(self):
        self.client = None
        self.link.connected = 0
        self.link.to_app.clear()
        self.run(TAP_MS)
        self.link.from_app.clear()

    def write(self, data):
        self.link.to_app += data

    def read(self, timeout):
        end = self.now_us + timeout * 1e6
        while True:
            self.run(2)
            if self.link.from_app or self.now_us >= end:
                break
        data = bytes(self.link.from_app)
        self.link.from_app.clear()
        return data

    def close(self):
        self.run(5)  # what was sent is still carried out
        self.link.connected = 0

    def call(self, method, **params):
        """Return the answer; None for a refusal, or after a fault of the line."""
        if not self.client:
            self.connect()
        line = self.line
        try:
            answer = self.client.call(method, **params)
            return None if line.happened else answer
        except NOT_NOW:
            return None
        except InternalError as error:
            raise Broken(f"{method}: {error}") from error
        except ClientError as error:
            full = isinstance(error, NoRoom) and not self.app.journal.saved
            if not (line.happened or full):
                raise Broken(f"{method}: {error!r}") from error
            return None
        finally:
            if line.happened:
                self.recover()

    def recover(self):
        """After a fault of the line the reopened port works."""
        self.connect()
        hello = self.client.call("hello")
        if hello["product"] != "pocketpig":
            raise Broken(f"{hello}")

    def play(self, chance):
        """Do what leads on to the end of a game, and to the next one."""
        match, screen = self.app.match, self.app.screen.ID
        button = "a" if screen in FORTH or chance.random() < 0.2 else "b"
        if screen == "play" and match.human() is not None and chance.random() < 0.25:
            button = "b"
        self.tap(button)
        self.run(chance.choice((50, 300, 1000)))

    def press(self, chance):
        self.tap(chance.choice(BUTTONS), chance.choice((TAP_MS, TAP_MS, TAP_MS, 600, 1300)))

    def wait(self, chance):
        self.run(chance.choice(WAITS_MS))

    def ask(self, chance):
        method = chance.choice(METHODS)
        true = [self.told()]  # a rival may act until the answer is there, and after it
        answer = self.call(method)
        true.append(self.told())
        if method == "state" and answer and not any(answer.items() >= t[0].items() for t in true):
            raise Broken(f"the state is said to be {answer}")
        if method == "record" and answer and self.app.match and not self.app.match.game.SHARED_ROLL:
            again, _ = replay(answer["text"])
            if position_text(again) not in [text for _, text in true]:
                raise Broken(f"the record says {answer['text']}")

    def told(self):
        """Return the game's state and position as the line is to tell them."""
        match = self.app.match
        return (match.game.state(), position_text(match.game)) if match else ({}, "")

    def act(self, chance):
        """Let a program play."""
        state = self.call("state")
        if not self.test_mode or not state or state["over"]:
            return
        more = {}
        action = chance.choice(state["legal"])
        if action == "roll" and "dice_range" in state:
            more["dice"] = chance.randint(*state["dice_range"])
        self.call("act", player=state["to_move"][0], action=action, **more)

    def new_game(self, chance):
        if self.test_mode:
            variant = variant_class(chance.choice(ids()))
            players = chance.randint(2, min(4, variant.MAX_PLAYERS))
            kinds = ["human", *chance.choices(["human", "random", "hold20"], k=players - 1)]
            players = [{"kind": kind} for kind in kinds]
            self.call("new_game", variant=variant.ID, players=players)

    def cut(self, chance):
        self.run(chance.randrange(1500))
        raise PowerCut

    def cut_in_write(self, chance):
        """The power will fail in a write."""
        power = self.board.power
        unsure = chance.choice((0, 0, 0.02, 0.5, 1))
        kind = chance.randrange(8)
        if kind < 3:
            power.cut_after(chance.randrange(40))
        elif kind < 4:
            power.cut_after(chance.randrange(SIZE))
        elif kind < 7:
            power.cut_in_program(unsure)
        else:
            power.cut_in_erase(chance.choice((None, 1, 30, 1000)), unsure)
        if chance.random() < 0.3:
            self.again = chance.randrange(12)

    def weak(self, chance):
        self.board.weak = not self.board.weak

    def fill(self, chance):
        """Fill the sector with other records."""
        journal = self.app.journal
        if journal.fresh:  # the title greets until the app itself saves
            return
        room = chance.randrange(900)
        number = chance.randrange(1 << 20)
        while journal.saved and not journal.unknown and journal.end < SIZE - room:
            journal.put(PROBE, b"%016d" % number)
            number += 1
        journal.delete(PROBE)

    def store_error(self, chance):
        """The next write fails, before or after some bytes."""
        store = self.board.store

        def write(offset, data):
            del store.write
            if chance.random() < 0.5:
                store.write(offset, data[: chance.randrange(len(data))])
            raise OSError(5, "I/O error")

        store.write = write

    def line(self, chance):
        if not self.client:
            self.connect()
        self.line.begin(Fault(chance.choice(KINDS), chance.choice(WAYS), chance.randrange(400)))
        (self.act if chance.random() < 0.5 else self.ask)(chance)

    def plug(self, chance):
        if self.client and chance.random() < 0.5:
            self.hang_up()
        else:
            self.connect()
            self.call("subscribe", on=True)

    def panel_is_well(self):
        panel = self.board.panel
        spoilt = panel._acknowledgements_left is not None or panel._until_hang is not None
        return panel.present and not spoilt

    def panel_fault(self, chance):
        panel = self.board.panel
        kind = chance.randrange(5)
        self.panel_us = max(self.panel_us, self.now_us)
        if not self.panel_is_well():
            self.panel_us += HUNG_MS * 1000 * (panel._until_hang is not None)
            panel.present = False
            panel.present = True
        elif kind == 0:
            panel.present = False
        elif kind == 1:
            panel.hang_after(chance.randrange(300))
        elif kind == 2:
            panel.power_on_reset()  # its supply has sagged
        else:
            panel.fail_after(chance.randrange(1500))

    def battery(self, chance):
        board = self.board
        self.usb = board.usb = chance.random() < 0.3
        self.cell = board.cell = chance.choice((None, 2, 3, 4, 14, 15, 60, 100))

    def restart(self, chance):
        if self.test_mode:
            self.call("reset", storage=chance.choice(("keep", "keep", "erase")))
            self.run(100)

    def take(self, step):
        """Take a step and check what must be true."""
        kind, number = step
        try:
            chance = random.Random(number)
            (self.panel_fault if kind == "panel" else getattr(Handheld, kind).__get__(self))(chance)
            self.run(60)
        except PowerCut:
            self.power_on()
        except SwitchedOff:
            if self.promises.unsaved() not in ([], [RESUME]) and not self.promises.losing:
                raise Broken("it has switched itself off with something unsaved") from None
            self.usb = True
            self.power_on()
        try:
            self.check()
        except PowerCut:
            self.power_on()

    def check(self):
        if self.runner.crashed:
            raise Broken(f"a crash: {self.app.canvas.lines()}")
        self.check_saves()
        self.check_picture()

    def check_saves(self):
        app, promises = self.app, self.promises
        match = app.match
        self.kept_number = resume.number(app.journal) if app.journal.saved else 0
        if promises.losing:
            return
        if self.board.power.on:
            promises.compare(content(open_journal(self.board.store.twin())))
        if not match:
            return
        if match.game.over and match is not self.counted:
            self.counted = match
            self.games += 1
            # Once statistics are lost, the numbers begin anew.
            counts = match.number > 0 and match.game.players > 1 and not app.journal.damaged
            if counts and resume.last_counted(app.journal) != match.number:
                raise Broken("a game that is over is not counted")
        value = promises.memory[GAME]
        if not match.game.over and value and app.screen.ID == "play":
            self.positions = {value: {position_text(match.game, True)}}

    def check_picture(self):
        """The panel shows what the app has drawn, and that is what it would draw now."""
        app, panel = self.app, self.board.panel
        if app.dirty and (app.now - (app._drawn_ms or app.now)) & TICKS_MASK > LATE_MS:
            raise Broken(f"{app.screen.ID} waits to be drawn")
        if app.dirty or app.panel.missing and not self.panel_is_well():
            return
        if not app.panel.on:
            if self.panel_is_well() and any(map(any, panel.picture())):
                raise Broken("the panel is not dark")
            return
        drawn = bytes(app.canvas.buffer)
        if app.journal.saved and not app.job:
            self.words.clear()
            app.draw()
            if self.words and not getattr(app.screen, "_motion", None):
                raise Broken(f"words: {self.words}")
            if drawn != app.canvas.buffer:
                raise Broken(f"{app.screen.ID} was not drawn anew: {app.canvas.lines()}")
        if not self.panel_is_well() or self.now_us - self.panel_us < PANEL_MS * 1000:
            return
        rows = [drawn[y // 8 * 128 : y // 8 * 128 + 128].translate(BITS[y % 8]) for y in range(64)]
        if app.panel.flipped:
            rows = [row[::-1] for row in rows[::-1]]
        if panel.picture() != rows:
            raise Broken(f"the panel does not show {app.screen.ID}")

    def leads_back(self, chance):
        """B leads back from every screen."""
        self.board.power.restore()
        self.board.usb = True
        self.run(1000)  # on which an empty battery is known to be charged
        for button in ["b"] * MOST_BACK + ["a"] * MOST_BACK:
            if self.app.screen.ID in END:
                return
            self.tap(button)
        raise Broken(f"B does not lead back from {self.app.screen.ID}")


def walk(seed, steps=None):
    """Take the steps of the seed; return (games that ended, what was broken or "", steps taken)."""
    steps = steps_of(seed) if steps is None else steps
    promises = Promises()
    taken, handheld = 0, None
    clock = SimpleNamespace(monotonic=lambda: handheld.now_us / 1e6)
    with watch_words() as words, promises.watching(), patch.object(client_module, "time", clock):
        try:
            handheld = Handheld(seed, promises, words)
            for taken, step in enumerate(steps, 1):  # noqa: B007
                handheld.take(step)
            handheld.take(("leads_back", 0))
        except (Broken, Exception) as error:
            said = str(error) if isinstance(error, Broken) else traceback.format_exc()
            return handheld.games if handheld else 0, said, taken
    return handheld.games, "", taken


def few_steps(seed):
    """Return (what broke, few steps that break something) for a seed that fails."""
    taken = walk(seed)[2]

    def broken(steps):
        _, said, taken = walk(seed, steps)
        return said and max(1, taken)

    steps = shortened(steps_of(seed)[:taken], broken)
    return walk(seed, steps)[1], steps
