"""`pocketpig play --terminal`: keys, braille, and the program in a real pseudo-terminal."""

import base64
import os
import pathlib
import random
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

from host_sim.desk.session import Session  # noqa: E402
from host_sim.desk.terminal_keys import PASTED, KeyDecoder  # noqa: E402
from host_sim.desk.terminal_picture import (
    LAYOUTS,
    Colours,
    Screen,
    blocks,
    braille,
    layout_for,
    pixels,
)
from host_sim.link.client import Client  # noqa: E402
from host_sim.link.line import ClientLine  # noqa: E402
from host_sim.simulated.handset import Handset  # noqa: E402
from tests.support.programs import run  # noqa: E402

CELLS, CELL_ROWS = LAYOUTS[0].cells, LAYOUTS[0].rows
WIDTH, HEIGHT = LAYOUTS[0].width, LAYOUTS[0].height
ROOT = pathlib.Path(__file__).parents[2]
PATIENCE_S = 60  # only a failing test waits so long

# Unicode, braille patterns: dot number to (column, row) in the cell.
DOTS = {1: (0, 0), 2: (0, 1), 3: (0, 2), 4: (1, 0), 5: (1, 1), 6: (1, 2), 7: (0, 3), 8: (1, 3)}


def pixels_of(cells):
    """Convert 16 lines of 64 cells back to 64 rows of 128 bytes."""
    picture = bytearray(64 * 128)
    for line, text in enumerate(cells):
        assert len(text) == CELLS
        for column, char in enumerate(text):
            code = 0x2800 if char == " " else ord(char)
            assert 0x2800 <= code <= 0x28FF
            for dot, (dx, dy) in DOTS.items():
                if code >> (dot - 1) & 1:
                    picture[(4 * line + dy) * 128 + 2 * column + dx] = 1
    return bytes(picture)


def pixels_of_blocks(lines):
    """Convert 32 lines of 128 half blocks back to 64 rows of 128 bytes."""
    return b"".join(bytes(char in on for char in line) for line in lines for on in ("▀█", "▄█"))


class TestBraille:
    def test_any_picture_can_be_read_back(self):
        source = random.Random(1)
        for _ in range(5):
            picture = bytes(source.randrange(2) for _ in range(64 * 128))
            cells = braille(picture)
            assert len(cells) == CELL_ROWS
            assert pixels_of(cells) == picture


class TestBlocks:
    def test_any_picture_can_be_read_back(self):
        source = random.Random(2)
        picture = bytes(source.randrange(2) for _ in range(64 * 128))
        assert pixels_of_blocks(blocks(picture)) == picture

    def test_the_largest_that_fits(self):
        assert layout_for("auto", 80, 24).name == "braille"
        assert layout_for("auto", 130, 37).name == "blocks"
        assert layout_for("auto", 130, 36).name == "braille"
        assert layout_for("blocks", 20, 5).name == "blocks"
        assert layout_for("braille", 300, 99).name == "braille"


class TestColours:
    def test_no_color_is_obeyed(self):
        assert Colours({}).on and Colours({"NO_COLOR": ""}).on
        plain = Colours({"NO_COLOR": "1"})
        assert plain.tint("oink", 255, 0, 0) == plain.panel("oink", 1.0) == "oink"

    def test_a_brighter_panel_has_another_colour(self):
        assert len({Colours({}).panel("oink", part / 4) for part in range(5)}) == 5


class TestScreen:
    def game(self):
        session = Session(Handset(speed=0, seed=3))
        session.handset.app.load_match("pp1 pig players=2 first=0 : 5 6 h 3 4 5 h 1 6 6 6 h 2")
        session.advance(200)
        return session

    @pytest.mark.parametrize("layout", LAYOUTS, ids=lambda layout: layout.name)
    @pytest.mark.parametrize("environ", [{}, {"NO_COLOR": "1"}], ids=str)
    def test_no_line_is_too_wide(self, layout, environ):
        session = self.game()
        session.do("pause")
        for key_help in (True, False):
            screen = Screen(layout, Colours(environ), "Pocket Pig")
            for more in (0, 3, 20):
                lines = screen.lines(session, key_help, "socket://127.0.0.1:1", more)
                assert layout.height <= len(lines) <= layout.height + more
                for line in lines:
                    assert len(re.sub(r"\x1b\[[\d;]*m", "", line)) <= layout.width


class TestKeys:
    @pytest.mark.parametrize(
        "data, keys",
        [
            (b"\x1b[A\x1bOA\x1b[1;2A", ["up"] * 3),
            (b"\x1b[B\x1bOB", ["down"] * 2),
            (b"wWkK", ["up"] * 4),
            (b"sSjJ", ["down"] * 4),
            (b"a\r\n AB", ["a"] * 4 + ["long a", "long b"]),
            (b"b\x7f\x08", ["b"] * 3),
            (b"hH?", ["help"] * 3),
            (b"qQ\x03", ["quit"] * 3),
            (b"\x0c", ["redraw"]),
            (b"dxyz789\xff\xc3\xa9", []),
            (b"\x1b[15;2~\x1bOP\x1b[<0;1;1M\x1b[201~a", ["a"]),
            (b"\x1b[C\x1bOC\x1b[1;5C\x1b[D\x1b[5~\x1b[6;2~\x1b[Hp", ["pause"]),
            (b"p.>[]\x10", ["pause", "picture", "step", "slower", "faster", "power"]),
            (b"cmrv", ["copy", "mute", "repeat", "dots"]),
            (b"\x1b[200~pp1 pig :\n 5\x1b[201~q", [PASTED + "pp1 pig :\n 5", "quit"]),
            (b"\x1b[Aa\x1b[B", ["up", "a", "down"]),
            (b"\x1bb", ["b", "b"]),
        ],
        ids=repr,
    )
    def test_what_a_terminal_sends(self, data, keys):
        assert KeyDecoder().feed(data) == keys
        decoder = KeyDecoder()
        assert [key for each in data for key in decoder.feed(bytes([each]))] == keys

    def test_escape_alone_and_a_sequence_that_breaks_off(self):
        decoder = KeyDecoder()
        assert decoder.feed(b"\x1b") == []
        assert decoder.waiting
        assert decoder.end_sequence() == ["b"]
        assert not decoder.waiting
        assert decoder.feed(b"a\x1b[") == ["a"]
        assert decoder.end_sequence() == []
        assert decoder.feed(b"b") == ["b"]


class FakeTerminal:
    """The subset of a terminal that the program uses; anything else fails the test."""

    TOKEN = re.compile(
        r"\x1b\]52;c;(?P<copied>[A-Za-z0-9+/=]*)\x07|(?P<char>[^\x1b])"
        r"|\x1b\[(?P<private>\??)(?P<numbers>[\d;]*)(?P<letter>[A-Za-z])"
    )

    def __init__(self, columns, rows):
        self.cells = {}
        self.modes = {}
        self.clipboard = ""
        self.columns, self.rows = columns, rows
        self.at = (0, 0)
        self.outside = ""  # what did not fit
        self._rest = ""

    def feed(self, text):
        text = self._rest + text
        at = 0
        while token := self.TOKEN.match(text, at):
            at = token.end()
            if token["char"]:
                self._put(token["char"])
            elif token["letter"]:
                self._do(token["private"], token["numbers"], token["letter"])
            else:
                self.clipboard = base64.b64decode(token["copied"]).decode()
        self._rest = text[at:]
        assert len(self._rest) < 500, self._rest  # it does not begin anything known

    def _do(self, private, numbers, letter):
        row, column = self.at
        if private:
            self.modes[int(numbers)] = letter == "h"
        elif letter == "H":
            self.at = tuple(int(each) - 1 for each in numbers.split(";"))
        elif letter == "J":
            self.cells.clear()
        elif letter == "K":
            # The cursor stays in the last column.
            for each in range(min(column, self.columns - 1), self.columns):
                self.cells.pop((row, each), None)
        else:
            assert letter == "m", letter

    def framed(self, rows, columns):
        """Return what the panel's frame holds, None while it is incomplete."""
        lines = self.lines()
        tops = [row for row, line in enumerate(lines) if "╭─" in line]
        if not tops:
            return None
        left = lines[tops[0]].index("╭")
        found = [line[left:][: columns + 2] for line in lines[tops[0] + 1 :][:rows]]
        if len(found) < rows or any(row[0] + row[-1] != "││" for row in found):
            return None
        return [row[1:-1] for row in found]

    def blocks(self):
        """Return the panel drawn in half blocks, None while it is incomplete."""
        rows = self.framed(32, 128)
        return None if not rows or set("".join(rows)) - set(" ▀▄█") else pixels_of_blocks(rows)

    def _put(self, char):
        row, column = self.at
        if char == "\n":
            self.at = (row + 1, column)
        elif char == "\r":
            self.at = (row, 0)
        else:
            if row >= self.rows or column >= self.columns:
                self.outside += char
            self.cells[row, column] = char
            self.at = (row, column + 1)

    def lines(self):
        return [
            "".join(self.cells.get((row, column), " ") for column in range(self.columns))
            for row in range(self.rows)
        ]

    def picture(self):
        """Return the panel as pixels, None while it is incomplete."""
        rows = self.framed(CELL_ROWS, CELLS)
        return rows and pixels_of(rows)


class Player:
    """The program in its own pseudo-terminal."""

    def __init__(self, *words, size=(80, 24), code=None, **env):
        self.master, self.slave = os.openpty()
        self.screen = FakeTerminal(*size)
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
        self._undecoded = b""

    @staticmethod
    def _own_terminal():
        signal.signal(signal.SIGINT, signal.SIG_DFL)  # a shell's background jobs ignore it
        os.setsid()
        fcntl.ioctl(0, termios.TIOCSCTTY, 0)

    def _set_size(self, size):
        fcntl.ioctl(self.slave, termios.TIOCSWINSZ, struct.pack("HHHH", size[1], size[0], 0, 0))

    def resize(self, *size):
        self.read()
        self.screen.columns, self.screen.rows = size
        self.screen.outside = ""
        self._set_size(size)

    def type(self, data):
        os.write(self.master, data)

    def read(self):
        """Show what the program has written."""
        try:
            data = self._undecoded + os.read(self.master, 65536)
        except BlockingIOError:
            return
        text = data.decode("utf-8", "ignore")
        self._undecoded = data[len(text.encode("utf-8")) :]
        self.text += text
        self.screen.feed(text)

    def until(self, condition, what=""):
        """Wait for ``condition()``; a failure shows the screen."""
        deadline = time.monotonic() + PATIENCE_S
        while True:
            self.read()
            value = condition()
            if value:
                return value
            if time.monotonic() > deadline:
                pytest.fail(f"{what}\n" + "\n".join(self.screen.lines()))
            time.sleep(0.01)

    def wait(self):
        """Wait for the end; return the exit status and the output."""
        self.until(lambda: self.process.poll() is not None, "it does not end")
        self.read()
        return self.process.returncode

    def restored(self):
        """Return True if the terminal is restored."""
        modes = self.screen.modes
        return (
            termios.tcgetattr(self.slave) == self.before
            and modes.get(1049) is False
            and modes.get(25) is True
            and modes.get(7) is True
            and modes.get(2004) is False
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

    def ask(self, method):
        answer = self._line.ask(method)
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


@pytest.fixture
def playing(start):
    """(player, bridge) of a program that shows its first picture."""
    player = start(code=SERVED)
    bridge = Bridge(player)
    player.until(player.screen.picture, "no picture")
    yield player, bridge
    bridge.close()


class TestPlaying:
    def test_it_shows_the_panel_and_takes_keys(self, playing):
        player, bridge = playing
        assert bridge.ask("screen")["id"] == "title"
        player.until(lambda: player.screen.picture() == bridge.picture(), "another picture")
        player.type(b"\x1b")
        player.until(lambda: bridge.ask("screen")["id"] == "menu", "B is not heard")
        player.until(lambda: player.screen.picture() == bridge.picture(), "another picture")
        first = player.screen.picture()
        player.type(b"\x1b[B")
        player.until(lambda: player.screen.picture() not in (first, None), "down is not heard")
        player.type(b"\x1b")
        player.until(lambda: bridge.ask("screen")["id"] == "title", "B is not heard")

    def test_sizes(self, playing):
        player, bridge = playing
        player.resize(WIDTH - 1, 24)
        player.until(lambda: f"has {WIDTH - 1}x24" in player.screen.lines()[1], "no word of it")
        player.resize(5, 1)
        player.until(lambda: player.screen.lines() == ["Needs"], "no room, no word")
        player.resize(WIDTH, HEIGHT)
        player.until(lambda: player.screen.picture() == bridge.picture(), "exactly large enough")
        assert player.screen.outside == ""
        player.resize(120, 50)
        player.until(lambda: not player.screen.lines()[0].strip(), "not in the middle")
        player.until(lambda: player.screen.picture() == bridge.picture(), "more than large enough")

    def test_in_half_blocks(self, start):
        player = start(code=SERVED, size=(140, 45))
        bridge = Bridge(player)
        player.until(lambda: player.screen.blocks() == bridge.picture(), "another picture")
        assert player.screen.outside == ""
        player.type(b"v")
        player.until(lambda: player.screen.picture() == bridge.picture(), "no braille")
        player.type(b"v")
        player.until(lambda: player.screen.blocks() == bridge.picture(), "no blocks")
        # The smaller terminal has no room for blocks.
        player.resize(80, 24)
        player.until(lambda: "Needs 130x37" in player.screen.lines()[0], "no word of it")
        player.type(b"v")
        player.until(lambda: player.screen.picture() == bridge.picture(), "no braille")
        bridge.close()

    def test_a_record_is_pasted_and_copied(self, playing):
        player, bridge = playing
        record = "pp1 pig target=100 end=first players=2 first=0 : 5 6 h 3"
        player.type(b"\x1b[200~" + record.encode() + b"\n\x1b[201~")
        player.until(lambda: bridge.ask("screen")["id"] == "play", "nothing is pasted")
        player.type(b"c")
        player.until(lambda: player.screen.clipboard == record, "nothing is copied")
        player.until(lambda: player.screen.picture() == bridge.picture(), "another picture")

    def test_off_and_on_with_a_chord(self, playing):
        player, bridge = playing
        player.type(b"\x10")
        player.until(lambda: player.screen.picture() == bytes(8192), "it stays on")
        player.type(b"ab\x10")
        player.until(lambda: bridge.ask("hello")["test_mode"], "no test mode")

    def test_in_words_only(self, start):
        player = start("--state", "none", "--narrate")
        player.until(lambda: "Pocket Pig" in player.text, "no words")
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


class TestTheEnd:
    @pytest.mark.parametrize(
        "end", [b"q", b"\x03", signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT], ids=repr
    )
    def test_by_a_key_or_a_signal(self, start, end):
        player = start("--state", "none")
        player.until(player.screen.picture, "no picture")
        assert termios.tcgetattr(player.slave) != player.before
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
        player.until(player.screen.picture, "no picture")
        title = player.screen.picture()
        player.type(b"\r")
        player.until(lambda: player.screen.picture() not in (title, None), "no crash screen")
        player.type(b"q")
        assert player.wait() == 0
        assert player.restored()
        assert player.text.index("1049l") < player.text.index("the app has failed")


class TestWhatIsMissing:
    def test_no_terminal(self):
        done = run("play", "--terminal", "--state", "none")
        assert done.returncode == 1
        assert "needs a terminal" in done.stderr
        assert "Traceback" not in done.stderr

    @pytest.mark.parametrize(
        "env, word", [({"TERM": "dumb"}, "dumb"), ({"PYTHONIOENCODING": "latin-1"}, "UTF-8")]
    )
    def test_a_terminal_that_cannot_show_it(self, start, env, word):
        player = start("--state", "none", **env)
        assert player.wait() == 1
        assert word in player.text
        assert termios.tcgetattr(player.slave) == player.before
