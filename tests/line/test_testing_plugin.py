"""The pytest plugin in other repositories, and its reports of failures."""

import contextlib
import io
import json
import os
import pathlib
import re
import shlex
import shutil
import sys
import types
from unittest.mock import Mock

import pytest
from PIL import Image

import pocketpig
from handheld.app import App
from handheld.drawing.canvas import Canvas
from handheld.saves.journal import INITIALS
from host_sim import cli
from host_sim.commands.device import parse_words
from host_sim.link.client import Client, ConnectionLost, TimedOut
from host_sim.simulated.chips.sh1106 import SH1106
from host_sim.simulated.chips.ssd1306 import SSD1306
from host_sim.testing import device_test as device_test_command
from host_sim.testing import frames, plugin, script, targets
from host_sim.testing.bench import Bench
from host_sim.testing.handheld import Handheld, Screen, ScriptedDice

ROOT = pathlib.Path(__file__).parents[2]
EXAMPLE = pathlib.Path(__file__).with_name("example_repo")
SUITE = ROOT / "host_sim/testing/conformance"
QUICKLY = ("-p", "no:hypothesispytest", "-p", "no:cacheprovider", "-p", "no:faulthandler")
HERE = ("-o", "pocketpig_targets=in-process")


INI = "[pytest]\naddopts = -p host_sim.testing.plugin\n"


@pytest.fixture
def repo(tmp_path):
    return new_repo(tmp_path)


def new_repo(folder):
    repo = Repo(folder)
    repo.write("pytest.ini", INI)
    repo.write("test_x.py", "def test_x(handheld):\n    pass\n")
    return repo


class Repo:
    """A tester's repository, to write files into and run pytest in."""

    def __init__(self, folder):
        self.folder = folder

    def write(self, name, text):
        (self.folder / name).write_text(text, encoding="utf-8")

    def pytest(self, *arguments):
        """Run pytest in the repository, but in this process; return (exit status, output)."""
        output = io.StringIO()
        for path in self.folder.glob("*.py"):
            sys.modules.pop(path.stem, None)  # another repository's
        with pytest.MonkeyPatch.context() as patch, contextlib.redirect_stdout(output):
            patch.chdir(self.folder)
            patch.syspath_prepend(self.folder)
            with contextlib.redirect_stderr(output):
                status = pytest.main([*QUICKLY, *arguments])
        return status, output.getvalue()


def test_the_commands_of_the_example(tmp_path, server, monkeypatch):
    """In a copy of the repository, in the order of its page; a simulator stands for the board."""
    own, suites = (path / "goldens/title.txt" for path in (EXAMPLE / "tests", SUITE))
    assert own.read_text("utf-8") == suites.read_text("utf-8"), "copy the suite's golden"
    repo = Repo(shutil.copytree(EXAMPLE, tmp_path / "example"))
    monkeypatch.chdir(repo.folder)
    (page,) = re.findall(r"```\n(.*?)```", (EXAMPLE / "README.md").read_text("utf-8"), re.DOTALL)
    page = page.replace("/dev/ttyACM1", server.url)
    install, *tests, script = [shlex.split(line, comments=True) for line in page.splitlines()]
    assert install[:4] == ["python", "-m", "pip", "install"]
    targets = ("tcp: socket://127.0.0.1:", f"port: {server.url} (simulator, simulator, cpython")
    for (program, *words), target in zip(tests, targets):
        status, output = repo.pytest(*words, "--junit-xml=report.xml", "--pocketpig-timeout=60")
        assert (program, status) == ("pytest", 0), output
        assert target in output and "4 passed" in output
    report = (repo.folder / "report.xml").read_text(encoding="utf-8")
    assert '<property name="pocketpig target port"' in report and server.url in report
    assert script[0] == "pocketpig" and cli.main([*script[1:], "--timeout", "60"]) == 0


def test_its_options_and_lines_have_its_own_prefix():
    """So those of other plugins stay as they are."""
    names = []
    parser = types.SimpleNamespace(
        addoption=lambda name, **_: names.append(name),
        addini=lambda name, *_, **__: names.append(name),
        getgroup=lambda *_: parser,
    )
    plugin.pytest_addoption(parser)
    assert len(names) > 5 and all(re.match("--pocketpig-|pocketpig_", name) for name in names)


def test_a_project_that_does_not_use_it(repo):
    """Its own fixtures of the same names take precedence."""
    repo.write("conftest.py", "import pytest\n@pytest.fixture\ndef handheld():\n    return 7\n")
    repo.write("test_x.py", "def test_x(handheld):\n    assert handheld == 7\n")
    status, output = repo.pytest()
    assert status == 0 and "Pocket Pig" not in output, output


def test_the_lines_of_the_ini_file(repo, server):
    """The command line comes first; paths are relative to the file."""
    lines = ("port = socket://127.0.0.1:1", "timeout = 1", "failures = seen")
    repo.write("pytest.ini", INI + "".join(f"pocketpig_{line}\n" for line in lines))
    repo.write("test_x.py", "def test_x(handheld):\n    assert handheld.client.timeout == 0\n")
    status, output = repo.pytest()
    assert status == 1 and "cannot connect to socket://127.0.0.1:1" in output, output
    status, output = repo.pytest(f"--pocketpig-port={server.url}")
    assert status == 1 and "assert 1.0 == 0" in output, output
    assert (repo.folder / "seen/test_x-port/frames.png").is_file()
    assert f"\npytest 'test_x.py::test_x[port]' --pocketpig-port={server.url}\n" in output


@pytest.mark.parametrize("there", [True, False])
def test_without_test_mode_or_a_handheld(repo, serve, capfd, there):
    url = serve("--tcp", "127.0.0.1:0").url if there else "socket://127.0.0.1:1"
    words = "test mode is off; hold A and B" if there else f"cannot connect to {url}"
    status, output = repo.pytest("--pocketpig-port", url)
    assert status == 1 and words in output, output
    # The port is free again.
    assert cli.main(["device", "--port", url, "test", "-k", "test_hello"]) == 1
    assert words.partition(":")[0] in capfd.readouterr().err


@pytest.mark.parametrize(
    "words, status, told",
    [
        ("--pocketpig-port=", 4, "--pocketpig-port is empty"),
        ("--pocketpig-failures=", 4, "--pocketpig-failures is empty"),
        ("-opocketpig_timeout=soon", 4, "pocketpig timeout: 'soon' is no number of seconds"),
        *[
            (f"--pocketpig-timeout={seconds}", 4, f"'{seconds}' is no number of seconds")
            for seconds in ("nan", "inf", "-1", "0", "1e99")
        ],
        ("-opocketpig_targets=udp", 1, "no target 'udp'; known: in-process, sh1106, tcp, pty"),
    ],
)
def test_values_that_cannot_be(repo, words, status, told):
    found, output = repo.pytest(words)
    assert found == status and told in output, output


GOLDENS = """
def test_menu(handheld, golden_frame):
    golden_frame("title")
    handheld.press("b")
    golden_frame("menu")

def test_pause(handheld, golden_frame):
    handheld.new_game("pig")
    handheld.roll(5)
    handheld.press("down")
    golden_frame("pause")

def test_hidden(handheld, golden_frame):
    handheld.new_game("pig")
    handheld.press("down")
    golden_frame("hidden", hide=[(99, 29, 3, 3), (120, 60, 90, 90)])
"""


@pytest.fixture(scope="module")
def goldens(tmp_path_factory):
    """A repository with goldens of a handheld without faults."""
    repo = new_repo(tmp_path_factory.mktemp("goldens"))
    repo.write("test_goldens.py", GOLDENS)
    status, output = repo.pytest("--pocketpig-update-goldens", *HERE)
    assert status == 0, output
    return repo


def pixel(app):
    """Light one wrong pixel on the pause screen."""
    draw(app)
    if app.screen.ID == "pause":
        app.canvas.hline(100, 30, 1)


def word(canvas, x, y, string, *more):
    """Make a spelling mistake on the menu."""
    return text(canvas, x, y, string.replace("How to play", "How to paly"), *more)


def byte(bench, timeout):
    """Lose the first byte of the answer to the press that opens the menu."""
    data = read(bench, timeout)
    return data[1:] if b'"screen":"menu"' in data else data


def hang(bench, timeout):
    """Answer nothing any more once a game is paused."""
    data = read(bench, timeout)
    if bench.app.screen.ID == "pause":
        hang.begun = True
    return b"" if hang.begun else data


hang.begun = False
draw, text, read = App.draw, Canvas.text, Bench.read
PLACES = {
    pixel: (App, "draw"),
    word: (Canvas, "text"),
    byte: (Bench, "read"),
    hang: (Bench, "read"),
}


@pytest.fixture
def report(goldens, monkeypatch):
    """Return pytest's output for a handheld with that fault."""

    def report(fault, *arguments):
        monkeypatch.setattr(*PLACES[fault], fault)
        status, output = goldens.pytest(*HERE, "--pocketpig-timeout=30", *arguments)
        assert status == 1, output
        for part in ("target", "screen", "pictures", "wire", "record of the game", "once more"):
            assert f" pocketpig: {part}" in output, output
        assert "the simulator in this process (simulator, " in output
        return output

    return report


def test_a_golden_that_is_no_picture(goldens):
    path = goldens.folder / "goldens/menu.txt"
    before = path.read_text("utf-8")
    path.write_text("nonsense", "utf-8")
    status, output = goldens.pytest(*HERE, "-k", "menu")
    path.write_text(before, "utf-8")
    assert status == 1 and "32 lines of at most 64 characters" in output, output


def test_a_wrong_pixel_and_a_missing_golden(goldens, report):
    (goldens.folder / "goldens/title.txt").rename(goldens.folder / "title")
    output = report(pixel, "--pocketpig-failures=seen", "--junit-xml=report.xml")
    (goldens.folder / "title").rename(goldens.folder / "goldens/title.txt")
    assert "2 failed, 2 passed" in output
    assert "run with --pocketpig-update-goldens" in output and "pictures are the same" not in output
    assert "1 pixel is wrong: (100, 30) is lit" in output
    assert "golden" + " " * 58 + " │ this handheld" in output
    picture = goldens.folder / "seen/test_pause-in-process/frames.png"
    assert str(picture) in output
    # The golden, what is seen, and red where it should be dark.
    with Image.open(picture) as image:
        places = [(3 * 100 + 1 + at * (384 + 8), 3 * 30 + 1) for at in range(3)]
        colours = [*map(image.convert("RGB").getpixel, places)]
    assert colours == [frames.DARK, frames.LIT, (255, 70, 60)]
    assert "record of the game ---" in output and "\npp1 pig target=100" in output
    assert "\npytest 'test_goldens.py::test_pause[in-process]'\n" in output
    xml = (goldens.folder / "report.xml").read_text(encoding="utf-8")
    assert "pocketpig: wire" in xml and "(100, 30) is lit" in xml and " │ " in xml


@pytest.mark.parametrize(
    "fault, arguments, told",
    [
        (word, [], ["How to paly", "'How to play'", "none: there is no game"]),
        (byte, ["-k", "menu"],
         ["not the bridge's protocol: b'\"jsonrpc\"", ' < "jsonrpc":"2.0","id":']),
        (hang, ["-k", "pause or test_x", "--pocketpig-timeout=1"],
         ["the handheld does not answer: no answer in", "\nunknown: it does not answer",
          "no handheld to test: no answer in", '"method":"press"']),
    ],
)  # fmt: skip
def test_other_faults(report, monkeypatch, fault, arguments, told):
    monkeypatch.setattr("host_sim.testing.report._LOOK_SECONDS", 0.5)
    output = report(fault, *arguments)
    for words in told:
        assert words in output, words


@pytest.fixture
def device_test(server, capsys, monkeypatch):
    """Run `pocketpig device test` on a simulator, with pytest in this process; return (exit
    status, output, errors)."""

    def inside(command, env, stdout, check):
        with (
            pytest.MonkeyPatch.context() as patch,
            contextlib.redirect_stdout(stdout or sys.stdout),
        ):
            assert "--pocketpig-timeout=60.0" in command
            patch.setattr(os, "environ", env)
            return types.SimpleNamespace(returncode=pytest.main([*command[3:], *QUICKLY]))

    def device_test(*words):
        status = cli.main(["device", "--port", server.url, "--timeout", "60", "test", *words])
        return (status, *capsys.readouterr())

    monkeypatch.setattr(device_test_command, "subprocess", types.SimpleNamespace(run=inside))
    return device_test


def test_device_test_that_passes_and_one_that_fails(device_test, server, monkeypatch, tmp_path):
    xml = tmp_path / "report.xml"
    status, output, _ = device_test("-k", "test_hello", "--junit-xml", str(xml))
    assert f"port: {server.url} (simulator, simulator, cpython" in output and "1 passed" in output
    assert status == 0 and 'tests="1"' in xml.read_text(encoding="utf-8")
    monkeypatch.setattr(Client, "frame", lambda client: bytes(1024))
    monkeypatch.setenv("PYTEST_ADDOPTS", "--nonsense")
    name, seen = "test_screens.py::test_title_menu_and_pause", tmp_path / "seen"
    words = ("--json", "-x", "--failures", str(seen), "test_screens.py")
    status, output, errors = device_test(*words)
    assert [*seen.rglob("frames.png")]
    counts = json.loads(output)
    assert status == counts["status"] == 1 and counts["target"]["test_mode"] is True
    assert counts["tests"] == {"tests": 1, "failures": 1, "errors": 0, "skipped": 0}
    assert f"\npocketpig device test '{name}[port]' --port={server.url}\n" in errors


@pytest.mark.parametrize("kind, panel", [("in-process", SSD1306), ("sh1106", SH1106)])
def test_what_a_test_begins_with_and_what_its_fixtures_do(kind, panel):
    target = targets.start(kind)
    target.open = Mock(side_effect=[ConnectionLost("it has ended"), target.open()])
    target.start = Mock()
    handheld = targets.clean_handheld(target)
    target.start.assert_called_once()
    bench = handheld.wire._transport
    assert type(bench.board.panel) is panel
    bench.app.journal.put(INITIALS, b"saved")
    handheld.call("seed", seed=5)
    handheld.clean()
    assert not bench.app.journal.size(INITIALS) and not handheld.wire.last_lines()
    assert handheld.new_game("hog", first=1)["to_move"] == [1]
    rolled = pocketpig.new_game("hog", seed=1).act("roll 9")
    assert handheld.act(1, "roll", dice=9)["dice"] == [*rolled]
    dice = ScriptedDice(handheld)
    assert dice("6 6", [1]) == 3
    dice.clear()
    assert dice("5") == 1
    before = bench.board.ticks_ms()
    with pytest.raises(TimedOut):
        Screen(handheld).wait("menu", seconds=0.1)
    assert bench.board.ticks_ms() - before < 1000


def test_device_test_of_nothing_has_not_passed(device_test, monkeypatch):
    for words in (["nonsense.py"], ["-k", "nonsense"], ["--nonsense"]):
        assert device_test(*words)[0] == 2
    monkeypatch.setattr(Handheld, "simulated", False)
    status, output, _ = device_test("-k", "test_time_can_be_moved")
    assert status == 1 and "1 skipped: time cannot be moved on a device" in output


def test_the_docs_show_what_runs():
    docs = (ROOT / "docs/testing.md").read_text(encoding="utf-8")
    (shown,) = re.findall(r"```python\n(.*?)```", docs, re.DOTALL)
    assert shown in (EXAMPLE / "tests/test_first_game.py").read_text(encoding="utf-8")
    text = (EXAMPLE / "scripts/first_game.pig").read_text(encoding="utf-8")
    assert text.partition("License-Identifier: MIT\n")[2].strip() in docs
    named = re.search("`pocketpig_targets = (.*?)`.*?default: (.*?);", docs, re.DOTALL)
    assert {*named[1].split()} == {*targets.SIMULATORS} and named[2] == "tcp"
    assert "`status`, `target` (its `hello`) and `tests` (counts)" in docs
    for line in re.findall("^  (?!#)(.+?)(?:   .*)?$", script.DESCRIPTION, re.MULTILINE):
        words = shlex.split(line)
        parse_words(words if words[0] != "expect" else words[1 + (words[1] == "no") : -1])
