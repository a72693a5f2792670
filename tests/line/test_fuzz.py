# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Any input ends in an answer or in a defined refusal: the short form of `make fuzz`."""

import random
import subprocess
import sys

import pytest

from handheld.methods import seldom
from tests.tools.fuzz.edits import inputs
from tests.tools.fuzz.tally import Tally, quiet
from tests.tools.fuzz.targets import TARGETS, target_of, with_checksum

INPUTS = 3_000  # of all targets together
NAMES = [target.name for target in TARGETS if target.seeds]
makers = {target.name: target.make() for target in TARGETS}


@pytest.mark.parametrize("name", NAMES)
def test_the_seeds_are_valid(name):
    for seed in target_of(name).seeds:
        assert makers[name](seed) in ("answered", "refused")


@pytest.mark.parametrize("name", NAMES)
def test_good_inputs_made_bad(name, tmp_path, capsys):
    target = target_of(name)
    total = int(INPUTS * target.share)
    with Tally(target, total, tmp_path) as tally, quiet():
        for _, data in zip(range(total), inputs(target, random.Random(2026))):
            tally(data)
    with capsys.disabled():
        print(f"\n{tally.report()}")
    assert tally.count == total and tally.good
    assert len(tally.outcomes) == 2, "both good and bad ones"


TABLE = target_of("table").seeds[0]
# Fixed faults: each of these once ended in an exception.
FOUND = [
    ("saves", b"language=e\xa0n"),
    ("saves", b"\n--\notion=full 0 0"),
    ("saves", b"\n--\n\n--\n1 hu\xb6n=ANN hold20|pp1 pig target=100 :"),
    ("saves", b"\n--\n\n--\n1 human human|pp1 skunk players=2 first=0 : 35 3piggy1s"),
    ("saves", b"\n--\n\n--\n\n--\nA\xffA"),
    ("table", TABLE.replace(b"pig-first", b"pig-f\x8brst")),
    ("table", TABLE[:9] + TABLE[10:]),
    ("table", TABLE[:12] + b"\0" + TABLE[13:]),
    ("table", with_checksum(TABLE.replace(b"target=100", b"target=1x0"))),
    ("table", with_checksum(TABLE[:400])),
]


@pytest.mark.parametrize(("name", "data"), FOUND)
def test_faults_found_before(name, data):
    assert makers[name](data) in ("answered", "refused")


def test_an_internal_error_is_a_failure_of_the_protocol(monkeypatch, capsys):
    line = b'{"jsonrpc":"2.0","id":1,"method":"hello"}'
    protocol = target_of("protocol").make()
    assert protocol(line) == "answered"
    monkeypatch.setattr(seldom, "hello", lambda link: {}["x"])
    with pytest.raises(AssertionError) as failed:
        protocol(line)
    assert "-32603" in str(failed.value) and "KeyError" in capsys.readouterr().err


@pytest.mark.slow
@pytest.mark.parametrize("more", [[], ["--plain"]])
def test_the_command(more):
    command = [sys.executable, "-m", "tests.tools.fuzz", "--inputs", "20000", "--seed", "3"]
    done = subprocess.run([*command, *more], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    for name in (*NAMES, "games"):
        assert f"{name}: " in done.stdout
