"""Scripts of `pocketpig device run`: a line is a request of `device`, or expects words."""

import json
import os
import pathlib

import pytest

from host_sim import cli
from host_sim.commands.device import ACTIONS, parse_words
from host_sim.testing import script
from tests.support.targets import Bench


def written(tmp_path, text):
    path = tmp_path / "test.pig"
    path.write_text(text, encoding="utf-8")
    return path


def test_every_request_is_a_line_of_a_script():
    steps = script.parse(pathlib.Path(__file__).with_name("commands.pig"), parse_words)
    assert {step.action for step in steps} == set(ACTIONS)
    client = Bench().client
    for step in steps:
        script.play(step, client)


@pytest.mark.parametrize(
    "text, reason",
    [
        ("expect screen [menu]", "'[menu]' is not in the answer:\n  [title]"),
        ("expect no screen POCKET", "'POCKET' is in the answer:"),
        ('expect state "scores: [0, 0]"', "'scores: [0, 0]' is not in the answer:\n  no game"),
        ("wait menu --timeout-ms 0", "title"),
        ("new-game chess", "'chess'"),
        ("new-game pig\nact 1 roll", "player"),
        ("load 'pp1 chess'", "chess"),
        ("dice 9\nnew-game pig\nact 0 roll", "9"),
    ],
)
def test_what_is_said_of_a_step_that_fails(tmp_path, text, reason):
    client = Bench().client
    with pytest.raises(script.Failed) as failed:
        for step in script.parse(written(tmp_path, text), parse_words):
            script.play(step, client)
    lines = str(failed.value).split("\n")
    number = 1 if text.startswith("dice") else text.count("\n") + 1
    assert lines[0] == f"{tmp_path}/test.pig:{number}: {text.splitlines()[number - 1]}"
    assert reason in str(failed.value)
    assert any(line.startswith("  on the screen [") for line in lines)


LINES = pathlib.Path(__file__).with_name("bad_lines.txt").read_text("utf-8").splitlines()
FAULTS = [(f"seed {'9' * 5000}", "is not a whole number"), *(line.split(" | ") for line in LINES)]


def test_all_faults_of_a_script_are_listed_with_their_lines(tmp_path):
    path = written(tmp_path, "\n".join(line for line, _ in FAULTS))
    with pytest.raises(script.ScriptError) as wrong:
        script.parse(path, parse_words)
    told = str(wrong.value).split("\n")
    assert len(told) == 2 * len(FAULTS) and max(map(len, told)) < 500
    for number, (line, reason) in enumerate(FAULTS, 1):
        where, why = told[2 * number - 2 : 2 * number]
        assert where.endswith(f"test.pig:{number}: {line[:300]}") and reason in why, line


def test_the_command(server, tmp_path, capsys):
    good, bad, broken = (tmp_path / f"{name}.pig" for name in ("good", "bad", "broken"))
    good.write_text("reset erase\npress b\nexpect screen [menu]\n", encoding="utf-8")
    bad.write_text("reset erase\nexpect screen [menu]\n", encoding="utf-8")
    broken.write_text("pres a\x1b]0;title\x07\n", encoding="utf-8")

    def run(*words, port=server.url):
        status = cli.main(["device", "--port", port, "run", *map(str, words)])
        return (status, *capsys.readouterr())

    status, output, told = run(good, good, "-v")
    assert (status, output) == (0, f"{good}: 3 steps done\n" * 2)
    assert told.startswith(f"{good}:1: reset erase\n{good}:2: press b\n")
    status, _, told = run(bad)
    assert status == 1 and "    POCKET PIG\n" in told
    assert told.startswith(f"{bad}:2: expect screen [menu]\n  '[menu]' is not in the answer:\n")
    status, output, told = run(good, broken)
    assert (status, output) == (2, "") and f"{broken}:1: pres a" in told and "\x1b" not in told
    status, output, _ = run("--json", good, bad)
    first, second = map(json.loads, output.splitlines())
    assert status == 1 and first == {"file": str(good), "steps": 3}
    assert second["place"] == f"{bad}:2" and "is not in the answer" in second["error"]
    status, output, _ = run("--json", broken)
    assert status == 2 and "invalid choice: 'pres'" in json.loads(output)["error"]
    assert run()[0] == 2
    status, _, told = run(good, port="socket://127.0.0.1:1")
    assert status == 1 and "cannot connect" in told


def test_what_is_no_text_file_is_not_waited_for(tmp_path):
    os.mkfifo(tmp_path / "pipe.txt")
    (tmp_path / "other.txt").write_bytes(b"\xff\xfe\x00")
    with open(tmp_path / "huge.txt", "wb") as file:
        file.truncate(1 << 40)  # sparse
    for name in ("pipe.txt", "/dev/zero", ".", "none.txt", "other.txt", "huge.txt"):
        with pytest.raises(script.ScriptError, match="cannot be read: "):
            script.parse(tmp_path / name, parse_words)
    assert cli.main(["device", "run", str(tmp_path / "none.txt")]) == 1
