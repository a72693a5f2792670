# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Backup and restore over the line, with and without the user's consent."""

import base64
import binascii
import json

import pytest

from handheld import settings
from handheld.bridge.backup import MAGIC, MOST_PARTS, PART
from handheld.saves.journal import CRASH, GAME, INITIALS, SELF_TEST, SETTINGS, STATISTICS
from handheld.saves.journal_rewrite import image
from handheld.saves.journal_start import open_journal
from host_sim.simulated.board import SimulatedBoard
from host_sim.simulated.chips.nvm_flash import SimulatedStore
from tests.driven import Driven


class Line:
    """The board's link: requests in, answers out."""

    connected = True

    def __init__(self):
        self.to_device = b""
        self.from_device = b""

    def read(self, n):
        data, self.to_device = self.to_device[:n], self.to_device[n:]
        return data

    def write(self, data):
        self.from_device += bytes(data)
        return len(data)


class Bench(Driven):
    def __init__(self, contents=b""):
        self.line = Line()
        super().__init__(SimulatedBoard(link=self.line, contents=contents), test_mode=False)

    def ask(self, method, **params):
        request = {"jsonrpc": "2.0", "id": 1, "method": method, "params": params}
        self.line.to_device += json.dumps(request).encode() + b"\n"
        self.step(8)

    def answer(self):
        lines = self.line.from_device.splitlines()
        self.line.from_device = b""
        assert len(lines) == 1
        return json.loads(lines[0])

    def call(self, method, **params):
        self.ask(method, **params)
        return self.answer()

    def backup(self):
        first = self.call("backup")["result"]
        parts = [first] + [self.call("backup", part=n)["result"] for n in range(1, first["parts"])]
        data = b"".join(base64.b64decode(part["data"]) for part in parts)
        assert {binascii.crc32(data)} == {part["checksum"] for part in parts}
        assert all(len(base64.b64decode(part["data"])) == PART for part in parts[:-1])
        return data

    def restore(self, backup, **changed):
        """Send all parts; return the answer to the last, None while the user is asked."""
        pieces = [backup[at : at + PART] for at in range(0, len(backup), PART)]
        for part, piece in enumerate(pieces):
            self.ask(
                "restore",
                **{
                    "part": part,
                    "parts": len(pieces),
                    "data": base64.b64encode(piece).decode(),
                    "checksum": binascii.crc32(backup),
                    **changed,
                },
            )
            if part + 1 < len(pieces):
                assert self.answer() == {"jsonrpc": "2.0", "id": 1, "result": {"part": part}}
        return self.answer() if self.line.from_device else None


FULL = {
    SETTINGS: b"language=es contrast=3",
    STATISTICS: b"7 1 2 18 20 0 9 0 0\npig 7 human 7 3 0 hold20 7 4 0",
    INITIALS: b",".join([b"ANN"] * 30),
    SELF_TEST: b"x" * 160,
    CRASH: b"y" * 240,
}


def a_full_one():
    store = SimulatedStore()
    journal = open_journal(store)
    for key, value in FULL.items():
        journal.put(key, value)
    journal.put(GAME, b"0 human human|pp1 pig:")
    return Bench(store.contents)


def kept(bench):
    journal = open_journal(SimulatedStore(contents=bench.board.store.contents))
    return {key: journal.get(key) for key in FULL}


def test_a_backup_has_all_but_the_game():
    data = a_full_one().backup()
    assert data == MAGIC + image(FULL)
    assert len(data) > PART


def test_all_budgets_fit_into_a_backup():
    from handheld.saves.journal import BUDGET

    full = {key: bytes(most) for key, most in enumerate(BUDGET) if most and key != GAME}
    assert len(MAGIC + image(full)) <= MOST_PARTS * PART


def test_an_unknown_part_is_refused():
    error = Bench().call("backup", part=3)["error"]
    assert (
        error["code"] == -32602 and "part: 3" in error["message"] and "0 to 0" in error["message"]
    )


def test_restored_once_the_person_agrees_and_the_app_starts_anew_with_it():
    data = a_full_one().backup()
    bench = Bench()
    before = bench.app
    assert bench.restore(data) is None
    assert bench.screen == "restore"
    assert kept(bench) == dict.fromkeys(FULL)
    bench.step(1, 1000)
    bench.press("a")
    bench.step(5)
    assert bench.answer()["result"] == {"restored": sorted(FULL)}
    assert bench.app is not before and bench.app.settings["language"] == "es"
    assert bench.app.stats().report()["games"] == 7
    assert kept(bench) == FULL


def test_restoring_deletes_what_the_backup_lacks():
    bench = Bench()
    bench.app.journal.put(INITIALS, b"CY")
    bench.restore(MAGIC + image({SETTINGS: b"contrast=4"}))
    bench.step(1, 1000)
    bench.press("a")
    bench.step(5)
    assert settings.load(bench.app.journal)["contrast"] == 4
    assert bench.app.journal.get(INITIALS) is None


def refused(bench, answer, code, word):
    assert answer["error"]["code"] == code and word in answer["error"]["message"]
    assert kept(bench) == {**dict.fromkeys(FULL), INITIALS: b"CY"}


@pytest.fixture
def bench():
    bench = Bench()
    bench.app.journal.put(INITIALS, b"CY")
    return bench


GOOD = MAGIC + image({SETTINGS: b"contrast=4"})


def test_the_person_says_no(bench):
    assert bench.restore(GOOD) is None
    bench.step(1, 1000)
    bench.press("b")
    bench.step()
    refused(bench, bench.answer(), -32006, "said no")
    assert bench.screen == "title"


def test_a_press_that_was_on_its_way_is_no_answer(bench):
    assert bench.restore(GOOD) is None
    bench.press("a", "b")
    assert bench.screen == "restore" and not bench.line.from_device
    assert kept(bench) == {**dict.fromkeys(FULL), INITIALS: b"CY"}


def test_nobody_answers(bench):
    assert bench.restore(GOOD) is None
    bench.step(31, ms=1000)
    refused(bench, bench.answer(), -32005, "nobody")
    assert bench.screen == "title"


def test_the_power_might_fail(bench):
    bench.board.weak = True
    assert bench.restore(GOOD) is None
    bench.step(1, 1000)
    bench.press("a")
    bench.step()
    refused(bench, bench.answer(), -32006, "battery")


def test_a_game_is_kept(bench):
    bench.app.start_match("pig", {}, [("human", "P1"), ("human", "P2")], 0)
    refused(bench, bench.restore(GOOD), -32006, "a game is kept")
    assert bench.screen == "play"


BAD = [
    (b"PPB3" + GOOD[4:], "no backup"),
    (MAGIC + GOOD[5:], "no good record"),
    (GOOD[:-1], "no good record"),
    (MAGIC + image({GAME: b"0 human|pp1 pig:"}), "no game"),
    (MAGIC + image({SETTINGS: b"x" * 321}), "no good record"),
    (MAGIC + image({SETTINGS: b"x"}) * 2, "no good record"),
    (MAGIC + image({20: b"x"}), "no good record"),
]


@pytest.mark.parametrize("data, word", BAD)
def test_invalid_data_is_refused(bench, data, word):
    refused(bench, bench.restore(data), -32602, word)
    assert bench.screen == "title"


@pytest.mark.parametrize(
    "changed, word",
    [
        ({"checksum": 1}, "checksum"),
        ({"part": 1, "parts": 2}, "part: 1"),
        ({"data": "?"}, "data"),
        ({"data": ""}, "data"),
        ({"parts": 2}, "data"),
        ({"parts": MOST_PARTS + 1}, "parts"),
        ({"data": base64.b64encode(bytes(PART + 1)).decode()}, "data"),
    ],
)
def test_requests_that_do_not_fit(bench, changed, word):
    refused(bench, bench.restore(GOOD, **changed), -32602, word)


def test_a_client_that_goes_leaves_the_question_to_the_person(bench):
    assert bench.restore(GOOD) is None
    bench.line.connected = False
    bench.step(2, 1000)
    assert bench.screen == "restore"
    bench.press("b")
    assert bench.screen == "title"
    assert kept(bench) == {**dict.fromkeys(FULL), INITIALS: b"CY"}
