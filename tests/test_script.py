# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Scripts of `pocketpig device run`: what each step does, and the messages for faults."""

import json
import os
from types import SimpleNamespace

import pytest

from host_sim import cli
from host_sim.link.client import NotSupported
from host_sim.testing import script
from tests.targets import Bench


@pytest.fixture
def bench():
    return Bench()


@pytest.fixture
def run(bench, tmp_path):
    """Play the text of a script; return the steps done."""

    def play(text):
        path = tmp_path / "test.pig"
        path.write_text(text, encoding="utf-8")
        done = []
        script.play(script.parse(path), bench.client, done.append)
        return done

    return play


def errors(tmp_path, text):
    path = tmp_path / "test.pig"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(script.ScriptError) as wrong:
        script.parse(path)
    return str(wrong.value).replace(str(tmp_path) + "/", "")


# -- steps ----------------------------------------------------------------------------------------


def test_a_whole_script(run, bench):
    done = run(
        """
        # a comment, and an empty line

        expect screen title
        expect words "POCKET PIG"      # words in quotes
        expect words POCKET PIG
        expect no words "Turn 11"
        expect state none
        press b a
        expect screen play
        dice 6 5 1
        press a a
        expect state turn_total 11
        expect state dice 5
        expect state legal roll hold
        expect state over no
        press a
        expect state scores 0 0
        expect state to_move 1
        expect state winners
        """
    )
    assert len(done) == 17 and done[0].text == "expect screen title"
    assert done[0].place.endswith("test.pig:4")


def test_games(run, bench):
    run(
        """
        new two_dice target=50 first=1 Ann hold20 human:perfect
        expect words Ann
        expect state options double_one=wipe target=50 end=first rounds=10
        new hog
        dice 234
        act 0 roll 3
        expect state turn_total 9
        act 0 hold
        load pp1 pig target=30 : 6 5 h
        expect state scores 11 0
        seed 7
        act 1 roll
        """
    )
    run("new pig Ann hold20 practical human:random")
    seats = [tuple(seat[:2]) for seat in bench.app.match.seats]
    assert [kind for kind, _ in seats] == ["human", "hold20", "practical", "human"]
    assert (seats[0][1], seats[3][1]) == ("Ann", "random")


def test_hold_wait_and_reset(run, bench):
    start = bench.board.clock.now_us()
    run("dice 6 6 6\ndice")
    assert not bench.app.cup.queued
    run("hold b 800\nwait 1.5\nwait menu\nreset keep\nwait title 2\nexpect state none")
    assert bench.board.clock.now_us() - start > 2_300_000


def test_waiting_where_time_is_real(run, monkeypatch):
    slept = []
    monkeypatch.setattr(script.time, "sleep", slept.append)

    def call(method, **params):
        raise NotSupported(-32004, "no")

    step = script.COMMANDS["wait"](["1.5"], None)
    step(SimpleNamespace(call=call))
    assert slept == [1.5]


def test_screenshots_and_pictures(run, tmp_path):
    (tmp_path / "shots").mkdir()
    run("reset keep\nscreenshot a.txt\nscreenshot shots/a.png\nexpect picture a.txt")
    assert (tmp_path / "shots/a.png").read_bytes().startswith(b"\x89PNG")
    with pytest.raises(script.Failed, match=r"(?s)pixels are wrong.*a\.txt .*│ this handheld"):
        run("press b\nexpect picture a.txt")
    text = (tmp_path / "a.txt").read_text(encoding="utf-8").replace("POCKET", "POKCET")
    (tmp_path / "a.txt").write_text(text, encoding="utf-8")
    with pytest.raises(script.Failed, match="the words are .*POCKET PIG.*POKCET PIG"):
        run("reset keep\nexpect picture a.txt")
    with pytest.raises(script.Failed, match="none.txt cannot be read"):
        run("expect picture none.txt")
    with pytest.raises(script.Failed, match="cannot be written: No such file"):
        run("screenshot no/folder.png")


def test_include(run, tmp_path):
    folder = tmp_path / "parts"
    folder.mkdir()
    (folder / "start.pig").write_text("press b\ninclude more.pig\n", encoding="utf-8")
    (folder / "more.pig").write_text("press a\nexpect screen menu\n", encoding="utf-8")
    with pytest.raises(script.Failed) as failed:
        run("include parts/start.pig\npress b")
    parts = str(tmp_path / "parts")
    assert str(failed.value).startswith(
        f"{parts}/more.pig:2 (included at {parts}/start.pig:2 "
        f"(included at {tmp_path}/test.pig:1)): expect screen menu\n  the screen is play\n"
    )


# -- what failed ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("expect screen menu", "the screen is title"),
        ("expect words Rules", "'Rules' is not on the screen"),
        ("expect no words POCKET", "'POCKET' is on the screen"),
        ("expect state scores 0 0", "there is no game"),
        ("new pig\nexpect state none", "there is a game"),
        ("new pig\nexpect state scores 0 1", "scores is 0 0"),
        ("new pig\nexpect state winners 1", "winners is empty"),
        ("new pig\nexpect state score 1", "the game has no score; it has commitment, dice, "),
        ("wait menu 0", "title"),
        ("new chess", "'chess'"),
        ("new pig target=0", "target"),
        ("new pig\nact 1 roll", "act|not|legal"),
        ("load pp1 chess", "chess"),
        ("dice 9", "9"),
    ],
)
def test_what_is_said_of_a_step_that_fails(run, tmp_path, text, reason):
    with pytest.raises(script.Failed, match=reason) as failed:
        run(text)
    lines = str(failed.value).split("\n")
    steps = text.split("\n")
    assert lines[0] == f"{tmp_path}/test.pig:{len(steps)}: {steps[-1]}"
    assert any(line.startswith("  on the screen [") for line in lines)
    assert lines[-1].startswith("  record: ")


FAULTS = [
    ("pres a", "'pres' is not a step; did you mean 'press'?"),
    ("press", "it lacks the buttons, such as: press a down*3"),
    ("press c", "'c' is no button; allowed: up, down, a, b"),
    ("press a*0", "'0' is not a whole number from 1 to 100"),
    ("hold a", "it needs a button and milliseconds, such as: hold b 800"),
    ("hold a long", "'long' is not a whole number"),
    ("wait", ""),
    ("wait 9999", "'9999' is not a number of seconds"),
    ("wait play soon", "'soon' is not a number of seconds"),
    ("expect", ""),
    ("expect nothing", "'nothing' is no expectation; allowed: screen, words, state, picture"),
    ("expect no screen title", "only words can be negated"),
    ("expect words", ""),
    ("expect screen", ""),
    ("dice 6 x", "'x' is not a roll: a digit for each die, such as 43"),
    ("seed -1", ""),
    ("seed", ""),
    ("new", ""),
    ("act roll", ""),
    ("act 0 fly", "'fly' is no action; allowed: roll, hold, stand, sit"),
    ("act 0 roll 99", ""),
    ("load", ""),
    ("reset all", "'all' is no kind of reset; allowed: keep, erase"),
    ("screenshot picture.gif", "'.gif' is no kind of picture; allowed: .png, .txt"),
    ("include", ""),
    ('expect words "unfinished', "No closing quotation"),
]


def test_all_faults_of_a_script_are_listed_together(tmp_path):
    text = errors(tmp_path, "\n".join([line for line, _ in FAULTS] + ["include none.pig"]))
    for number, (line, reason) in enumerate(FAULTS, 1):
        assert f"test.pig:{number}: " in text and f"\n  {reason}" in text, line
    assert f"test.pig:{len(FAULTS) + 1}: " in text
    assert "none.pig cannot be read: No such file" in text


def test_numbers_of_thousands_of_digits(tmp_path):
    digits = "9" * 5000
    text = errors(tmp_path, f"seed {digits}\nact {digits} roll\nnew pig target={digits}")
    assert text.count(f"\n  '{'9' * 40}' is not a whole number from 0 to") == 2
    assert "set_int_max_str_digits" not in text
    assert "test.pig:3" not in text  # the handheld says what an option may be


# -- the command ----------------------------------------------------------------------------------


def test_the_command(server, tmp_path, capsys):
    good, bad, broken = tmp_path / "good.pig", tmp_path / "bad.pig", tmp_path / "broken.pig"
    good.write_text("reset erase\npress b\nexpect screen menu\n", encoding="utf-8")
    bad.write_text("reset erase\nexpect screen menu\n", encoding="utf-8")
    broken.write_text("pres a\n", encoding="utf-8")
    command = ["device", "--port", server.url, "run"]
    assert cli.main([*command, str(good), str(good), "-v"]) == 0
    output, told = capsys.readouterr()
    assert output == f"{good}: 3 steps done\n" * 2
    assert told.startswith(f"{good}:1: reset erase\n{good}:2: press b\n")
    assert cli.main([*command, str(bad)]) == 1
    told = capsys.readouterr().err
    assert told.startswith(f"{bad}:2: expect screen menu\n  the screen is title\n")
    assert "    POCKET PIG\n" in told and told.endswith("  record: no game\n")
    assert cli.main([*command, str(good), str(broken)]) == 2
    output, told = capsys.readouterr()
    assert output == "" and f"{broken}:1: pres a\n" in told
    assert cli.main([*command, "--json", str(good), str(bad)]) == 1
    first, second = map(json.loads, capsys.readouterr().out.splitlines())
    assert first == {"file": str(good), "steps": 3}
    assert second["place"] == f"{bad}:2" and second["error"] == "the screen is title"
    assert cli.main([*command, "--json", str(broken)]) == 2
    assert "'pres' is not a step" in json.loads(capsys.readouterr().out)["error"]
    assert cli.main([*command]) == 2
    assert cli.main(["device", "--port", "socket://127.0.0.1:1", "run", str(good)]) == 1
    assert "cannot connect" in capsys.readouterr().err


# -- scripts that somebody else has written -------------------------------------------------------


@pytest.fixture
def home(tmp_path):
    folder = tmp_path / "home"
    folder.mkdir()
    (folder / "precious.png").write_bytes(b"precious")
    (folder / "precious.txt").write_bytes(b"precious")
    return folder


@pytest.mark.parametrize(
    "name",
    [
        "../precious.png",
        "a/../../precious.png",
        "{home}/precious.png",
        "..\\\\precious.png",
        "C:precious.png",
        "./a.png",
        "a//b.png",
        "'a\x1b[2J.png'",
        "nul.png",
        "{long}.png",
    ],
)
def test_a_screenshot_goes_nowhere_else(tmp_path, home, name):
    folder = home / "scripts"
    folder.mkdir()
    path = folder / "evil.pig"
    path.write_text("screenshot " + name.format(home=home, long="x" * 300) + "\n")
    with pytest.raises(script.ScriptError, match="next to the script"):
        script.parse(path)
    assert (home / "precious.png").read_bytes() == b"precious"


@pytest.mark.parametrize("name", ["precious.png", "precious.txt"])
def test_a_screenshot_follows_no_link_and_replaces_only_pictures(run, tmp_path, home, name):
    for target, words in ((home / name, "symbolic link"), (home / f"new{name}", "symbolic link")):
        (tmp_path / name).symlink_to(target)
        with pytest.raises(script.Failed, match=words):
            run(f"screenshot {name}")
        (tmp_path / name).unlink()
    (tmp_path / "sub").symlink_to(home)
    with pytest.raises(script.Failed, match="symbolic link"):
        run(f"screenshot sub/{name}")
    (tmp_path / name).write_bytes(b"mine")
    with pytest.raises(script.Failed, match="not one of our pictures"):
        run(f"screenshot {name}")
    assert (tmp_path / name).read_bytes() == b"mine"
    (tmp_path / name).unlink()
    os.mkfifo(tmp_path / name)
    with pytest.raises(script.Failed, match="not a regular file"):
        run(f"screenshot {name}")
    (tmp_path / name).unlink()
    (tmp_path / f"{name}.new").symlink_to(home / name)
    run(f"screenshot {name}\npress a\nscreenshot {name}")
    assert (tmp_path / name).is_file() and not (tmp_path / name).is_symlink()
    assert sorted(each.name for each in home.iterdir()) == ["precious.png", "precious.txt"]
    assert (home / name).read_bytes() == b"precious"


@pytest.mark.parametrize("step", ["include", "expect picture"])
def test_what_is_no_text_file_is_not_waited_for(tmp_path, run, step):
    os.mkfifo(tmp_path / "pipe.txt")
    for name in ("pipe.txt", "/dev/zero", "/dev/stdin", "."):
        with pytest.raises((script.ScriptError, script.Failed), match="cannot be read"):
            run(f"{step} {name}")
    with open(tmp_path / "huge.txt", "wb") as file:
        file.truncate(1 << 40)  # sparse
    with pytest.raises((script.ScriptError, script.Failed), match="longer than"):
        run(f"{step} huge.txt")
    (tmp_path / "other.txt").write_bytes(b"\xff\xfe\x00")
    with pytest.raises((script.ScriptError, script.Failed), match="UTF-8"):
        run(f"{step} other.txt")


def test_files_that_include_each_other_without_end(tmp_path):
    for name, text in (("a", "include b"), ("b", "include c"), ("c", "include a")):
        (tmp_path / name).write_text(text)
    with pytest.raises(script.ScriptError, match="a includes itself: a > b > c > a"):
        script.parse(tmp_path / "a")
    (tmp_path / "self").symlink_to(tmp_path / "loop")
    (tmp_path / "loop").symlink_to(tmp_path / "self")
    (tmp_path / "a").write_text("include loop")
    with pytest.raises(script.ScriptError, match="loop"):
        script.parse(tmp_path / "a")


def test_escape_sequences_in_a_script_are_shown_escaped(tmp_path, capsys):
    path = tmp_path / "evil.pig"
    path.write_text("\x1b]0;title\x07 nonsense\n")
    assert cli.main(["device", "--port", "socket://127.0.0.1:1", "run", str(path)]) == 2
    errors = capsys.readouterr().err
    assert "\x1b" not in errors and "\\x1b]0;title\\x07" in errors
