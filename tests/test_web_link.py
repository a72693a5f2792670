# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""The page's link to a handheld: against the simulator's bridge, and at ports that misbehave."""

import base64
import functools
import json
import os
import select
import subprocess

import pytest

from handheld.saves.journal import INITIALS, STATISTICS
from host_sim.link import backup
from host_sim.testing.bench import Bench
from tests.web.built import HERE, folder, node

PLAYED = b"7 1 2 18 20 0 9 0 0\npig 7 human 7 3 0 hold20 7 4 0"
MOST_S = 60
ANSWER_S, REST_S = 0.5, 0.05  # of the handheld


@pytest.fixture
def bench():
    made = Bench(test_mode=False)
    made.app.journal.put(STATISTICS, PLAYED)
    made.app.journal.put(INITIALS, b"ANN,BEA")
    made.step(60)
    return made


def answered(bench):
    """Return all that the handheld sends in answer."""
    sent = bench.read(ANSWER_S)
    while more := bench.read(REST_S):
        sent += more
    return sent


def link(bench, method, given=b"", press=""):
    """Let the page's link call a method at the handheld; `press` at the question of a restore."""
    words = ["node", str(HERE / "link.mjs"), str(folder()), method]
    words += [base64.b64encode(given).decode()] if given else []
    pipe = subprocess.PIPE
    with subprocess.Popen(words, stdin=pipe, stdout=pipe, stderr=pipe) as process:
        while select.select([process.stdout], [], [], MOST_S)[0]:
            asked = os.read(process.stdout.fileno(), 4096)
            if not asked:
                break
            bench.write(asked)
            sent = answered(bench)
            if press and bench.app.screen.ID == "restore":
                bench.step(1100)  # presses just after the question opens are ignored
                bench.board.press(press)
                bench.step(2100)
                bench.board.release(press)
                sent += answered(bench)
            process.stdin.write(sent)
            process.stdin.flush()
        else:
            process.kill()
        return json.loads(process.stderr.read().splitlines()[-1])


def test_hello_and_the_panel(bench):
    answer = link(bench, "frame")
    assert answer["hello"]["product"] == "pocketpig" and answer["hello"]["test_mode"] is False
    assert answer["signals"] == {"dataTerminalReady": True}
    assert base64.b64decode(answer["result"]["bytes"]) == bytes(bench.app.canvas.buffer)
    assert answer["result"]["on"] is True and answer["closed"] == 1


def test_the_words_on_the_panel(bench):
    answer = link(bench, "words")
    assert answer["result"] == {"screen": bench.app.screen.ID, "lines": bench.app.canvas.lines()}


def test_a_backup_is_that_of_the_command_line(bench):
    answer = link(bench, "backup")
    assert base64.b64decode(answer["result"]) == backup.fetch(bench.client)


def test_a_restore_needs_the_person(bench):
    saved = backup.fetch(bench.client)
    new = Bench(test_mode=False)
    assert link(new, "restore", saved, press="a")["result"] is None
    assert new.app.journal.get(STATISTICS) == PLAYED
    other = Bench(test_mode=False)
    answer = link(other, "restore", saved, press="b")
    assert answer["key"] == "refused" and "said no" in answer["detail"]
    assert not other.app.journal.get(STATISTICS)


@functools.cache
def faults():
    return node("link_faults.mjs")


@pytest.mark.parametrize(
    ("what", "key"),
    [
        ("silent", "console"),
        ("console", "console"),
        ("echo", "console"),
        ("answers of another", "console"),
        ("never takes bytes", "console"),
        ("never opens", "hangs"),
        ("open elsewhere", "cannot_open"),
        ("another device", "other_device"),
        ("unplugged in a request", "unplugged"),
        ("no answer", "no_answer"),
        ("refused", "refused"),
        ("bad picture", "bad_answer"),
        ("bad base64", "bad_answer"),
        ("many parts", "backup_changed"),
        ("bad checksum", "backup_changed"),
    ],
)
def test_what_goes_wrong_is_said(what, key):
    assert faults()[what]["key"] == key


def test_a_port_that_does_not_answer_is_closed_again():
    silent = ("silent", "console", "echo", "answers of another", "never takes bytes")
    for what in (*silent, "another device"):
        assert faults()[what]["closed"] == 1, what


def test_unplugging_is_told_once_and_ends_the_link():
    for what in ("unplugged in a request", "unplugged at rest"):
        assert faults()[what]["lost"] == ["unplugged"], what
        assert faults()[what]["ended"] == "unplugged", what


def test_the_line_survives_lost_bytes_and_old_traffic():
    for what, result in (("overrun", 5), ("half a line before", 5), ("cut anywhere", "ñ")):
        assert faults()[what]["result"] == result, what
    assert faults()["a line without end"]["result"] is True


def test_requests_wait_for_each_other_and_are_short():
    assert faults()["one at a time"]["result"] == ["hello", "state", "stats"]
    assert faults()["short lines"]["result"] <= 4096


def test_what_the_handheld_says_is_shown_without_control_characters():
    assert faults()["refused"]["detail"] == "the person said? no"
    assert faults()["visible"].startswith("a?[2J?b") and len(faults()["visible"]) == 200


def test_only_a_backup_is_sent():
    assert faults()["backups"] == [True, False, False, False]
