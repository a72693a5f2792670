"""Backup and restore over the line, with and without the user's consent."""

import base64
import binascii
import itertools
import json
import random

import pytest

from handheld.board import BUTTONS
from handheld.methods.backup import MAGIC, MOST_PARTS, PART
from handheld.saves.journal import (
    CRASH,
    GAME,
    INITIALS,
    SELF_TEST,
    SETTINGS,
    STATISTICS,
    VALUES,
    record,
)
from handheld.saves.journal_start import open_journal
from host_sim.simulated.board import SimulatedBoard
from host_sim.simulated.chips.nvm_flash import SimulatedStore
from tests.support.driven import Driven
from tests.support.sampled import sampled
from tests.support.targets import LoopLink
from tests.tools.gallery import STATS, fill


def image(values):
    return b"".join(record(VALUES, key, value) for key, value in sorted(values.items()))


class Bench(Driven):
    def __init__(self, contents=b""):
        self.line = LoopLink()
        super().__init__(SimulatedBoard(link=self.line, contents=contents), test_mode=False)

    def ask(self, method, **params):
        request = {"jsonrpc": "2.0", "id": 1, "method": method, "params": params}
        self.line.to_app += json.dumps(request).encode() + b"\n"
        self.step(8)

    def answer(self):
        lines = self.line.from_app.splitlines()
        self.line.from_app.clear()
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

    def agree(self):
        """Read the question, then hold A for long enough."""
        self.step(1, 1000)
        self.board.press("a")
        self.step(45)
        self.board.release("a")
        self.step(4)

    def refuse(self):
        self.step(1, 1000)
        self.press("b")
        self.step()

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
        return self.answer() if self.line.from_app else None


def played():
    """Return the value of statistics."""
    journal = open_journal(SimulatedStore())
    fill(journal, STATS)
    return journal.get(STATISTICS)


FULL = {
    SETTINGS: b"language=es contrast=3",
    STATISTICS: played(),
    INITIALS: b",".join([b"ANN"] * 30),
    SELF_TEST: b"x" * 160,
    CRASH: b"y" * 240,
}


def a_full_one():
    store = SimulatedStore()
    journal = open_journal(store)
    for key, value in FULL.items():
        journal.put(key, value)
    journal.put(GAME, b"0 , pp1 pig seats=human,human:")
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


def test_restored_once_the_person_agrees_and_the_app_starts_anew_with_it():
    data = a_full_one().backup()
    bench = Bench()
    before = bench.app
    assert bench.restore(data) is None
    assert bench.screen == "restore"
    assert kept(bench) == dict.fromkeys(FULL)
    bench.agree()
    assert bench.answer()["result"] == {"restored": sorted(FULL)}
    assert bench.app is not before and bench.app.settings["language"] == "es"
    assert bench.app.stats()["games"] == 41
    assert kept(bench) == FULL


BEFORE = {**dict.fromkeys(FULL), INITIALS: b"CY"}  # what is kept in `bench`


def refused(bench, answer, code, word):
    assert answer["error"]["code"] == code and word in answer["error"]["message"]
    assert kept(bench) == BEFORE


@pytest.fixture
def bench():
    bench = Bench()
    bench.app.journal.put(INITIALS, b"CY")
    return bench


GOOD = MAGIC + image({SETTINGS: b"contrast=4"})


@pytest.mark.parametrize("code, word", [(-32006, "said no"), (-32005, "nobody")])
def test_the_person_says_no_or_nothing(bench, code, word):
    assert bench.restore(GOOD) is None
    if word == "nobody":
        bench.step(31, ms=1000)
    else:
        bench.refuse()
    refused(bench, bench.answer(), code, word)
    assert bench.screen == "title"


def test_the_power_might_fail(bench):
    bench.board.weak = True
    assert bench.restore(GOOD) is None
    bench.agree()
    refused(bench, bench.answer(), -32006, "battery")


@pytest.mark.parametrize(
    "screen, words",
    [
        ("play", "a game is kept"),
        ("menu", "show the title"),
        ("settings", "show the title"),
        ("statistics", "show the title"),
        ("title", "show the title"),  # on a dark panel
    ],
)
def test_it_asks_on_the_lit_title_alone_and_without_a_game(bench, screen, words):
    if screen == "play":
        bench.app.start_match("pig", {}, [("human", "P1"), ("human", "P2")], 0)
    elif screen == "title":
        bench.step(6, 60_000)
    else:
        bench.app.show(screen, *["menu"] * (screen == "statistics"))
    refused(bench, bench.restore(GOOD), -32006, words)
    assert bench.screen == screen
    if screen == "title":
        bench.board.press("b")
        bench.step(2)
        bench.board.release("b")
        assert bench.restore(GOOD) is None


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


@pytest.mark.parametrize("saved", [True, False])
def test_a_client_that_goes_leaves_the_question_to_the_person(bench, saved):
    before = bench.app
    assert bench.restore(GOOD) is None
    bench.line.connected = False
    bench.step(2, 1000)
    assert bench.screen == "restore"
    if saved:
        bench.agree()
        assert bench.app is not before and bench.app.settings["contrast"] == 4
    else:
        bench.refuse()
        assert kept(bench) == BEFORE
    assert bench.screen == "title"


def test_the_button_that_starts_a_game_is_no_yes(bench):
    """A is pressed as somebody does who wants to play, then held, but let go too early."""
    assert bench.restore(GOOD) is None
    bench.step(1, 1000)
    for _ in range(40):
        bench.press("a")
    for other in ("", "b"):
        bench.board.press("a")
        bench.step(30)
        if other:
            bench.press(other)  # a no, although A stays down
        bench.board.release("a")
        bench.step(15)
    refused(bench, bench.answer(), -32006, "said no")


@pytest.mark.parametrize("answer", ["no", "none"])
def test_it_does_not_ask_again_for_ten_minutes(bench, answer):
    bench.set(dim=0)
    bench.restore(GOOD)
    if answer == "no":
        bench.refuse()
    else:
        bench.step(31, 1000)
    bench.line.from_app.clear()
    bench.step(598, 1000)
    refused(bench, bench.restore(GOOD), -32006, "10 minutes")
    bench.line.connected = False  # another client is no reason to ask
    bench.step()
    bench.line.connected = True
    refused(bench, bench.restore(GOOD), -32006, "10 minutes")
    assert bench.screen == "title"
    bench.step(3, 1000)
    assert bench.restore(GOOD) is None
    assert bench.screen == "restore"


EMPTY = {"PPB2 alone": MAGIC, "no value of worth": MAGIC + image({SELF_TEST: b"passed"})}


def asked(bench, backup):
    assert bench.restore(backup) is None
    return " ".join(bench.words())


def test_the_question_tells_what_a_backup_would_erase(bench):
    bench.app.journal.put(STATISTICS, FULL[STATISTICS])
    lacks = asked(bench, MAGIC + image({SETTINGS: b"contrast=4", INITIALS: b"AL"}))
    assert "erases: Statistics" in lacks and "Initials" not in lacks


@pytest.mark.parametrize("backup", EMPTY.values(), ids=EMPTY)
def test_the_question_says_that_a_backup_is_empty(bench, backup):
    assert "Erase all that is saved?" in asked(bench, backup)


@pytest.mark.parametrize(
    "buttons, every_ms", sampled(itertools.product(["a", "ab", BUTTONS], [400, 1200]), 5)
)
def test_a_program_that_asks_over_and_over_keeps_nobody_from_playing(bench, every_ms, buttons):
    person = random.Random(1)
    questions = rolls = 0
    before = bench.screen
    for now in range(0, 120_000, 50):
        if not bench.line.to_app:
            params = {"part": 0, "parts": 1, "data": base64.b64encode(GOOD).decode()}
            params["checksum"] = binascii.crc32(GOOD)
            request = {"jsonrpc": "2.0", "id": 1, "method": "restore", "params": params}
            bench.line.to_app += json.dumps(request).encode() + b"\n"
        if now % every_ms == 0:
            button = person.choice(buttons)
            bench.board.press(button)
        elif now % every_ms == 200:
            bench.board.release(button)
        bench.step()
        questions += bench.screen == "restore" != before
        before = bench.screen
        rolls = max(rolls, bench.app.match.record.rolls if bench.app.match else 0)
    assert questions <= 1
    assert rolls >= 3
    assert bench.app.journal.get(INITIALS) == b"CY"
