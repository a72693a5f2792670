# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""A handheld at the end of a line, mirrored and as an opponent. Here the line is a direct call."""

import json
from collections import deque
from concurrent.futures import Future

import pytest

from handheld.game.undo import undo
from host_sim.desk.mirror import FIGURES_S, PICTURE_S, Mirror
from host_sim.desk.relay import ASK_EVERY_S, OUR_SEAT, THEIR_SEAT, Relay
from host_sim.desk.session import Session
from host_sim.link.client import ConnectionLost, refusal
from host_sim.simulated.handset import Handset
from tests.programs import run, running
from tests.targets import LoopLink, Server
from tests.test_session import Wall

TWO = [("human", "Ann"), ("human", "Bob")]


class DirectLine:
    """A ``Line`` to a handset in this process; its futures are done after time has passed there."""

    def __init__(self, **how):
        self.link = LoopLink()
        self.handset = Handset(speed=0, link=self.link, **how)
        self.asked = []
        self.cut = False
        self._open = deque()

    def ask(self, method, **params):
        future = Future()
        if self.cut:
            future.set_exception(ConnectionLost("cut"))
            return future
        self.asked.append((method, params))
        request = {"jsonrpc": "2.0", "id": len(self.asked), "method": method, "params": params}
        self.link.to_app += json.dumps(request).encode() + b"\n"
        self._open.append(future)
        return future

    def advance(self, ms):
        self.handset.advance(ms)
        *lines, self.link.from_app = self.link.from_app.split(b"\n")
        for message in map(json.loads, lines):
            future = self._open.popleft()
            if "error" in message:
                future.set_exception(refusal(message["error"]))
            else:
                future.set_result(message["result"])

    def call(self, method, **params):
        future = self.ask(method, **params)
        for _ in range(1000):
            self.advance(5)
            if future.done():
                return future.result()
        pytest.fail(f"no answer to {method}")

    def close(self):
        pass


@pytest.fixture
def wall():
    return Wall()


@pytest.fixture
def line():
    return DirectLine(test_mode=True)


@pytest.fixture
def mirror(line, wall):
    return Mirror(line, line.call("hello"), wall=wall)


def pass_time(mirror, line, wall, seconds=0.5):
    for _ in range(round(seconds / 0.01)):
        wall.now += 0.01
        line.advance(10)
        mirror.step()


class TestMirror:
    def test_it_shows_what_is_there(self, mirror, line, wall):
        pass_time(mirror, line, wall)
        there = line.handset.view()
        assert mirror.view() == there
        assert mirror.words() == line.handset.words()

    def test_contrast_inversion_and_darkness(self, mirror, line, wall):
        panel = line.handset.app.panel
        panel.contrast(40)
        panel.invert(True)
        pass_time(mirror, line, wall)
        assert mirror.view() == line.handset.view()
        panel.power(False)
        pass_time(mirror, line, wall)
        assert not any(mirror.view().picture)

    def test_its_buttons_press_the_other_handheld(self, mirror, line, wall):
        mirror.down("b", "key")
        assert mirror.view().pressed == 8
        pass_time(mirror, line, wall)
        mirror.fingers.release_source("key")
        pass_time(mirror, line, wall)
        assert mirror.view().pressed == 0
        assert mirror.words()[0] == "menu"
        mirror.tap("b")
        pass_time(mirror, line, wall)
        assert mirror.words()[0] == "title"
        assert mirror.view().pressed == 0
        orders = [each for each in line.asked if each[0] in ("down", "up")]
        assert [method for method, _ in orders] == ["down", "up"] * 2

    def test_without_test_mode_it_only_watches(self, wall):
        line = DirectLine()
        mirror = Mirror(line, line.call("hello"), wall=wall)
        pass_time(mirror, line, wall)
        assert mirror.words()[0] == "title"
        mirror.down("a", "key")
        mirror.tap("a")
        mirror.fingers.release_source("key")
        pass_time(mirror, line, wall)
        assert mirror.view().pressed == 0
        assert "test mode" in mirror.status()
        assert not [each for each in line.asked if each[0] in ("down", "up")]

    def test_test_mode_that_ends(self, mirror, line, wall):
        line.handset.app.test_mode = False
        mirror.down("a", "key")
        pass_time(mirror, line, wall)
        assert not mirror.gone
        assert not mirror.controlled

    def test_it_asks_no_more_than_it_must(self, mirror, line, wall):
        pass_time(mirror, line, wall, 2.0)
        methods = [method for method, _ in line.asked]
        assert methods.count("frame") <= 2.0 / PICTURE_S + 1
        assert methods.count("screen") == 1, "the picture has not changed"
        assert methods.count("memory") == 0
        mirror.do("developer")
        pass_time(mirror, line, wall, 2.0)
        methods = [method for method, _ in line.asked]
        assert 1 <= methods.count("memory") <= 2.0 / FIGURES_S + 1

    def test_figures(self, mirror, line, wall):
        line.handset.board.memory = lambda: (60_000, 80_000)
        mirror.do("developer")
        pass_time(mirror, line, wall)
        rows = {row.name: row.value for row in mirror.figures}
        assert rows["heap"] == "80000 used, 60000 free"
        assert rows["screen"] == "title"
        assert rows["name"] == "simulator"
        mirror.tap("a")
        pass_time(mirror, line, wall)
        changed = {row.name: row.value for row in mirror.figures}["changed"]
        assert changed != rows["changed"] == "1024 bytes"

    def test_a_line_that_is_cut(self, mirror, line, wall):
        pass_time(mirror, line, wall)
        before = mirror.view().picture
        line.cut = True
        pass_time(mirror, line, wall)
        assert "cut" in mirror.status()
        mirror.tap("a")
        pass_time(mirror, line, wall)
        assert mirror.view().picture == before


class Table:
    """Our handheld, theirs, and the relay between them."""

    def __init__(self):
        self.wall = Wall()
        self.line = DirectLine(test_mode=True)
        self.session = Session(Handset(speed=0, test_mode=True), wall=self.wall)
        self.relay = Relay(self.line, self.session, wall=self.wall)

    @property
    def ours(self):
        return self.session.handset.app

    @property
    def theirs(self):
        return self.line.handset.app

    def go_on(self, seconds=1.5):
        for _ in range(round(seconds / 0.02)):
            self.wall.now += 0.02
            self.session.advance(20)
            self.line.advance(20)
            self.relay.step()

    def record(self):
        """Return the record, which is the same on both."""
        assert self.session.record() == self.theirs.match.record.text()
        return self.session.record()

    def they_start(self, variant="pig", first=0):
        self.theirs.start_match(variant, {}, TWO, first)
        self.go_on()

    def do(self, moves):
        """Make moves: t (on their handheld) or o (on ours), and dice, h to hold or u to undo."""
        for app, what in [({"t": self.theirs, "o": self.ours}[m[0]], m[1:]) for m in moves.split()]:
            game = app.match.game
            if what == "u":
                undo(app)
            elif what == "h":
                app.act("hold", game.to_move()[0])
            else:
                app.cup.queue([[int(face) for face in what]])
                app.act("roll", game.to_move()[0], len(what) if game.dice_range() else None)
            self.go_on(3)


@pytest.fixture
def table():
    return Table()


class TestRelay:
    def test_a_game_of_theirs_is_ours(self, table):
        table.go_on()
        table.they_start()
        assert table.record()
        assert table.ours.screen.ID == "play"
        assert table.ours.match.computer() == THEIR_SEAT

    def test_a_game_of_ours_is_theirs(self, table):
        table.ours.start_match("two_dice", {"target": 50}, TWO, 1)
        table.go_on()
        assert "two_dice" in table.record() and "target=50" in table.record()
        assert table.ours.match.human() == OUR_SEAT

    @pytest.mark.parametrize(
        "variant, first, moves, record",
        [
            ("pig", 0, "t5 t6 th o4 o1", "5 6 h 4 1"),
            ("fast", 0, "t234 o55", "234 55"),
            ("pig", 1, "o6 oh ou", "6"),
            ("pig", 0, "t6 th tu", "6"),
            ("pig", 1, "o6 oh tu", "6 h"),  # they cannot undo ours
            ("pig", 0, "t6 th ou", "6 h"),  # nor we theirs
        ],
    )
    def test_moves_go_both_ways(self, table, variant, first, moves, record):
        table.they_start(variant, first)
        table.do(moves)
        assert table.record().partition(" : ")[2] == record
        game = table.ours.match.game
        turn = table.ours.match.human() if game.player == OUR_SEAT else table.ours.match.computer()
        assert turn == game.player

    def test_a_move_for_us_is_taken_back(self, table):
        table.they_start(first=1)
        table.do("t6")
        assert table.record().endswith(":")
        assert "undone" in table.session.status()

    def test_by_buttons(self, table):
        table.they_start(first=1)
        table.ours.cup.queue([[3]])
        table.session.tap("a")
        table.go_on()
        table.session.tap("b")
        table.go_on()
        assert table.record().endswith(": 3 h")
        # It is their turn: our buttons do not roll.
        table.session.tap("a")
        table.go_on()
        assert table.record().endswith(": 3 h")

    def test_another_game_of_theirs(self, table):
        table.they_start()
        table.theirs.start_match("big", {}, TWO, 0)
        table.go_on()
        assert " big " in table.record()

    def test_a_computer_gives_up_its_seat(self, table):
        table.ours.start_match("pig", {}, [("human", "Ann"), ("hold20", "Bot")], 1)
        table.go_on()
        assert table.ours.match.human() == OUR_SEAT
        assert table.record()

    def test_time_travel_and_playing_on(self, table):
        table.theirs.load_match("pp1 pig players=2 first=1 : 5 6")
        table.go_on()
        table.session.do("back")
        table.session.tap("a")
        table.go_on()
        assert table.record().endswith(": 5")

    def test_to_the_end(self, table):
        table.theirs.load_match("pp1 pig players=2 first=0 scores=98,95 turn=9 : 2 h")
        table.go_on()
        assert table.ours.match.game.over

    @pytest.mark.parametrize("variant, count", [("skunk", 2), ("pig", 3)])
    def test_games_that_it_cannot_relay(self, table, variant, count):
        seats = [("human", f"P{place}") for place in range(count)]
        table.ours.start_match(variant, {}, seats, 0)
        table.go_on()
        assert "not for two" in table.session.status()
        assert table.theirs.match is None

    def test_a_restarted_handheld_gets_the_game_again(self, table):
        table.theirs.load_match("pp1 pig players=2 first=1 : 5 6")
        table.go_on()
        table.session.do("power")
        table.go_on()
        table.session.do("power")
        table.go_on()
        assert table.session.record().endswith(": 5 6")

    def test_the_opponent_goes(self, table):
        table.they_start()
        table.line.cut = True
        table.go_on(ASK_EVERY_S * 4)
        assert "gone" in table.session.status()
        table.go_on()


class TestProcesses:
    def test_watch_without_a_display_prints_events(self, server):
        with running("device", "--port", server.url, "watch") as watching:
            assert "no display" in watching.stderr.readline()

    def test_watch_in_a_window(self, server):
        pytest.importorskip("pygame")
        words = ("device", "--port", server.url, "watch", "--scale", "2", "--narrate")
        with running(*words, SDL_VIDEODRIVER="dummy") as watching:
            assert watching.stdout.readline() == "[title]\n"

    def test_an_opponent_must_be_there_and_in_test_mode(self):
        server = Server("--tcp", "127.0.0.1:0")
        for url, told in ((server.url, "test mode"), ("socket://127.0.0.1:1", "--opponent")):
            done = run("play", "--state", "none", "--opponent", url, SDL_VIDEODRIVER="dummy")
            assert done.returncode == 1 and told in done.stderr
            assert "Traceback" not in done.stderr
        server.stop()
