"""`pocketpig play --terminal`: keys, braille, and the program in a real pseudo-terminal."""

import base64
import codecs
import io
import os
import pathlib
import re
import signal
import struct
import subprocess
import sys
import time

import pytest

pytest.importorskip("termios")

import fcntl  # noqa: E402
import termios  # noqa: E402

import pyte  # noqa: E402

from host_sim import cli  # noqa: E402
from host_sim.desk.terminal_keys import KeyDecoder  # noqa: E402
from host_sim.desk.terminal_picture import LAYOUTS, Colours, pixels  # noqa: E402
from host_sim.link.client import Client  # noqa: E402
from host_sim.link.line import ClientLine  # noqa: E402
from tests.support.sampled import sampled  # noqa: E402

WIDTH, HEIGHT = LAYOUTS[0].width, LAYOUTS[0].height
ROOT = pathlib.Path(__file__).parents[2]
PATIENCE_S = 60  # only a failing test waits so long
# The (column, row) of each dot of a braille cell, in the order of Unicode's bits.
DOTS = ((0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2), (0, 3), (1, 3))
HALVES = {" ": (), "▀": ((0, 0),), "▄": ((0, 1),), "█": ((0, 0), (0, 1))}


def dots_of(char):
    if char in HALVES:
        return HALVES[char]
    assert 0x2800 <= ord(char) <= 0x28FF
    return [dot for bit, dot in enumerate(DOTS) if ord(char) >> bit & 1]


def pixels_of(lines):
    """Convert 16 lines of braille, or 32 of half blocks, back to 64 rows of 128 bytes."""
    picture = bytearray(64 * 128)
    height, width = 64 // len(lines), 128 // len(lines[0])
    for row, line in enumerate(lines):
        for column, char in enumerate(line):
            for dx, dy in dots_of(char):
                picture[(height * row + dy) * 128 + width * column + dx] = 1
    return bytes(picture)


def test_a_brighter_panel_has_another_colour_and_no_color_is_obeyed():
    assert len({Colours({"NO_COLOR": ""}).panel("oink", part / 4) for part in range(5)}) == 5
    plain = Colours({"NO_COLOR": "1"})
    assert plain.tint("oink", 255, 0, 0) == plain.panel("oink", 1.0) == "oink"


SENT = pathlib.Path(__file__).with_name("terminal_keys.txt").read_text("ascii").splitlines()


@pytest.mark.parametrize("line", SENT)
def test_what_a_terminal_sends(line):
    data, told = line.encode().decode("unicode_escape").split(" | ")
    keys = told.split(", ") if told != "-" else []
    assert KeyDecoder().feed(data.encode("latin-1")) == keys
    decoder = KeyDecoder()
    assert [key for each in data for key in decoder.feed(each.encode("latin-1"))] == keys


def test_escape_alone_and_a_sequence_that_breaks_off():
    decoder = KeyDecoder()
    assert decoder.feed(b"\x1b") == []
    assert decoder.waiting
    assert decoder.end_sequence() == ["b"]
    assert not decoder.waiting
    assert decoder.feed(b"a\x1b[") == ["a"]
    assert decoder.end_sequence() == []
    assert decoder.feed(b"b") == ["b"]


class Player:
    """The program in its own pseudo-terminal."""

    def __init__(self, *words, size=(80, 24), code=None, **env):
        self.master, self.slave = os.openpty()
        self.screen = pyte.Screen(*size)
        self._stream = pyte.Stream(self.screen)
        self._decoder = codecs.getincrementaldecoder("utf-8")()
        self._set_size(size)
        self.before = termios.tcgetattr(self.slave)
        start = ["-c", code] if code else ["-m", "host_sim.cli", "play", "--terminal", *words]
        self.process = subprocess.Popen(
            [sys.executable, *start],
            cwd=ROOT,
            env={**os.environ, "TERM": "xterm", "PYTHONIOENCODING": "utf-8", **env},
            stdin=self.slave,
            stdout=self.slave,
            stderr=self.slave,
            preexec_fn=self._own_terminal,
        )
        os.set_blocking(self.master, False)
        self.text = ""

    @staticmethod
    def _own_terminal():
        signal.signal(signal.SIGINT, signal.SIG_DFL)  # a shell's background jobs ignore it
        os.setsid()
        fcntl.ioctl(0, termios.TIOCSCTTY, 0)

    def _set_size(self, size):
        fcntl.ioctl(self.slave, termios.TIOCSWINSZ, struct.pack("HHHH", size[1], size[0], 0, 0))

    def resize(self, *size):
        self.read()
        self.screen.resize(*reversed(size))
        self._set_size(size)

    def type(self, data):
        os.write(self.master, data)

    def read(self):
        """Show what the program has written."""
        try:
            text = self._decoder.decode(os.read(self.master, 65536))
        except BlockingIOError:
            return
        self.text += text
        self._stream.feed(text)

    def picture(self):
        """Return the panel as pixels, None while its frame is incomplete."""
        lines = self.screen.display
        top = next((row for row, line in enumerate(lines) if "╭─" in line), None)
        for layout in LAYOUTS if top is not None else ():
            left = lines[top].index("╭")
            rows = [line[left:][: layout.cells + 2] for line in lines[top + 1 :][: layout.rows]]
            if len(rows) == layout.rows and all(row[0] + row[-1] == "││" for row in rows):
                return pixels_of([row[1:-1] for row in rows])
        return None

    def until(self, condition, what=""):
        """Wait for ``condition()``; a failure shows the screen."""
        deadline = time.monotonic() + PATIENCE_S
        while True:
            self.read()
            value = condition()
            if value:
                return value
            if time.monotonic() > deadline:
                pytest.fail(f"{what}\n" + "\n".join(self.screen.display))
            time.sleep(0.01)

    def wait(self):
        """Wait for the end; return the exit status and the output."""
        self.until(lambda: self.process.poll() is not None, "it does not end")
        self.read()
        return self.process.returncode

    def restored(self):
        """Return True if the terminal is as it was at first."""
        return (
            termios.tcgetattr(self.slave) == self.before
            and self.screen.mode == pyte.Screen(80, 24).mode
        )

    def close(self):
        self.process.kill()
        self.process.wait()
        os.close(self.master)
        os.close(self.slave)


@pytest.fixture
def start():
    players = []

    def make(*words, **settings):
        players.append(Player(*words, **settings))
        return players[-1]

    yield make
    for player in players:
        player.close()


class Bridge:
    """A client of the program's serial line. While it waits it reads the terminal: a program whose
    terminal is full does not answer."""

    def __init__(self, player):
        found = player.until(lambda: re.search(r"socket://[\d.]+:\d+", player.text), "no line")
        self._player = player
        self._line = ClientLine(Client.open(found[0], PATIENCE_S))
        self.close = self._line.close

    def ask(self, method, **params):
        answer = self._line.ask(method, **params)
        self._player.until(answer.done, f"no answer to {method}")
        return answer.result()

    def picture(self):
        """Return 64 rows of 128 bytes, as of the terminal."""
        return pixels(base64.b64decode(self.ask("frame")["data"]))


SERVED = """
from host_sim.desk.session import Session
from host_sim.desk.terminal import TerminalPlay
from host_sim.link.endpoints import TcpEndpoint
from host_sim.simulated.handset import Handset
line = TcpEndpoint("127.0.0.1", 0)
print(line.url)
TerminalPlay(Session(Handset(link=line))).run()
"""


@pytest.fixture(scope="module")
def program():
    player = Player(code=SERVED)
    bridge = Bridge(player)
    player.until(player.picture, "no picture")
    yield player, bridge
    bridge.close()
    player.close()


class TestPlaying:
    @pytest.fixture
    def playing(self, program):
        """The program, and a client that has erased all: the power came with A and B held."""
        player, bridge = program
        player.resize(80, 24)
        player.type(b"\x10")
        player.until(lambda: player.picture() == bytes(8192), "it stays on")
        player.type(b"ab\x10")
        bridge.ask("reset", storage="erase")
        self.same(player, bridge)
        return program

    @staticmethod
    def same(player, bridge):
        player.until(lambda: player.picture() == bridge.picture(), "another picture")

    def test_it_shows_the_panel_and_takes_keys(self, playing):
        player, bridge = playing
        for keys, screen in ((b"\x1b", "menu"), (b"\x1b[B\x1b", "title")):
            player.type(keys)
            player.until(lambda screen=screen: bridge.ask("screen")["id"] == screen, screen)
            self.same(player, bridge)
        for keys, sign in ((b"A", "[A]"), (b"h", "H keys"), (b"h", "quit")):
            player.type(keys)
            player.until(lambda sign=sign: sign in "".join(player.screen.display), f"no {sign}")

    def test_suspended_it_gives_the_terminal_back_and_then_draws_all(self, playing):
        player, bridge = playing
        before = len(player.text)
        player.screen.reset()
        player.type(b"\x1a")
        self.same(player, bridge)
        assert -1 < player.text.find("1049l", before) < player.text.find("1049h", before)

    def test_sizes(self, playing):
        player, bridge = playing
        player.resize(WIDTH - 1, 24)
        player.until(lambda: f"has {WIDTH - 1}x24" in player.screen.display[1], "no word of it")
        player.resize(5, 1)
        player.until(lambda: player.screen.display == ["Needs"], "no room, no word")
        player.resize(WIDTH, HEIGHT)
        self.same(player, bridge)
        player.resize(120, 50)
        player.until(lambda: not player.screen.display[0].strip(), "not in the middle")
        self.same(player, bridge)

    def test_in_half_blocks(self, playing):
        player, bridge = playing
        player.resize(130, 36)
        self.same(player, bridge)
        assert "⣿" in "".join(player.screen.display)
        player.resize(130, 37)
        for sign in ("█", "⣿", "█"):
            player.until(lambda sign=sign: sign in "".join(player.screen.display), f"no {sign}")
            self.same(player, bridge)
            player.type(b"v")
        # The smaller terminal has no room for blocks.
        player.type(b"v")
        player.resize(80, 24)
        player.until(lambda: "Needs 130x37" in player.screen.display[0], "no word of it")
        player.type(b"v")
        self.same(player, bridge)

    def test_a_record_is_pasted_and_copied(self, playing):
        player, bridge = playing
        record = "pp1 pig target=100 end=first players=2 first=0 : 5 6 h 3"
        player.type(b"\x1b[200~" + record.encode() + b"\n\x1b[201~")
        player.until(lambda: bridge.ask("screen")["id"] == "play", "nothing is pasted")
        player.type(b"c")
        copied = f"\x1b]52;c;{base64.b64encode(record.encode()).decode()}\x07"
        player.until(lambda: copied in player.text, "nothing is copied")
        self.same(player, bridge)


def test_in_words_only(start):
    player = start("--state", "none", "--narrate")
    player.until(lambda: "Pocket Pig" in player.text, "no words")
    assert "Ctrl+C quit" in player.text
    assert "\x1b[2J" not in player.text and "1049" not in player.text
    player.type(b"\x1b")
    player.until(lambda: "Menu. Play" in player.text, "no menu")
    player.type(b"p")
    player.until(lambda: "(paused" in player.text, "no word of the pause")
    player.type(b"pr")
    player.until(lambda: player.text.count("Menu. Play") == 2, "nothing is repeated")
    player.type(b"q")
    assert player.wait() == 0
    assert termios.tcgetattr(player.slave) == player.before


FAILING = """
import sys
from host_sim import cli
from host_sim.simulated import handset
handset.Handset.busy = property(lambda self: 1 / 0 if self.board.clock.now_us() > 300_000 else 0)
print("printed before")
sys.exit(cli.main(["play", "--terminal", "--state", "none"]))
"""

CRASHING = """
import sys
from handheld.menu import title
from host_sim import cli
def decide(self, event):
    raise ValueError("the app has failed")
title.Screen.decide = decide
sys.exit(cli.main(["play", "--terminal", "--state", "none"]))
"""


ENDS = (b"q", b"\x03", signal.SIGHUP, signal.SIGTERM, signal.SIGQUIT)


class TestTheEnd:
    @pytest.mark.parametrize("end", sampled([(end,) for end in ENDS], 2), ids=repr)
    def test_by_a_key_or_a_signal(self, start, end):
        player = start("--state", "none")
        player.until(player.picture, "no picture")
        assert not player.restored()
        (player.type if isinstance(end, bytes) else player.process.send_signal)(end)
        assert player.wait() == 0
        assert player.restored()

    def test_by_an_exception(self, start):
        player = start(code=FAILING)
        assert player.wait() == 1
        assert player.restored()
        assert player.text.index("1049l") < player.text.index("ZeroDivisionError")

    def test_a_crash_of_the_app_is_shown_and_told_afterwards(self, start):
        player = start(code=CRASHING)
        player.until(player.picture, "no picture")
        title = player.picture()
        player.type(b"\r")
        player.until(lambda: player.picture() not in (title, None), "no crash screen")
        player.type(b"q")
        assert player.wait() == 0
        assert player.restored()
        assert player.text.index("1049l") < player.text.index("the app has failed")


class Stream(io.TextIOWrapper):
    """Standard input or output, perhaps a terminal."""

    def __init__(self, encoding, terminal=True):
        super().__init__(io.BytesIO(), encoding)
        self.isatty = lambda: terminal


@pytest.mark.parametrize(
    "output, term, word",
    [
        (Stream("utf-8", False), "xterm", "needs a terminal"),
        (Stream("utf-8"), "dumb", "TERM is dumb"),
        (Stream("latin-1"), "xterm", "UTF-8"),
    ],
    ids=lambda value: str(getattr(value, "encoding", value)),
)
def test_where_it_cannot_be_shown_it_says_why(output, term, word, capsys, monkeypatch):
    monkeypatch.setenv("TERM", term)
    monkeypatch.setattr(sys, "stdin", Stream("utf-8"))
    monkeypatch.setattr(sys, "stdout", output)
    assert cli.main(["play", "--terminal", "--state", "none"]) == 1
    assert word in capsys.readouterr().err
