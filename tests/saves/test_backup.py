"""Backup and restore over the line, with and without the user's consent."""

import base64
import binascii
import itertools
import random

import pytest

from handheld.board import BUTTONS
from handheld.methods.backup import MAGIC, MOST_PARTS, PART
from handheld.records import stats
from handheld.saves.journal import (
    BUDGET,
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
from host_sim.link.backup import fetch
from host_sim.link.client import BadParameters, Client, NoRoom, TimedOut
from host_sim.simulated.board import SimulatedBoard
from host_sim.simulated.chips.nvm_flash import SimulatedStore
from tests.support.driven import Driven
from tests.support.sampled import sampled
from tests.support.targets import LoopLink
from tests.tools.gallery import STATS, fill


def image(values):
    return b"".join(record(VALUES, key, value) for key, value in sorted(values.items()))


def params_of(backup, part=0):
    """Return the parameters that restore a part of a backup."""
    return {
        "part": part,
        "parts": -(-len(backup) // PART),
        "data": base64.b64encode(backup[part * PART :][:PART]).decode(),
        "checksum": binascii.crc32(backup),
    }


class Bench(Driven):
    """A handheld with a client, a person and a cable."""

    def __init__(self, contents=b""):
        self.line = LoopLink()
        super().__init__(SimulatedBoard(link=self.line, contents=contents), test_mode=False)
        self.client = Client(self)

    def write(self, data):
        self.line.to_app += data

    def read(self, timeout):
        self.step()
        data = bytes(self.line.from_app)
        self.line.from_app.clear()
        return data

    def agree(self):
        """Read the question, then hold A for long enough."""
        self.step(1, 1000)
        self.hold("a", 2200)

    def refuse(self):
        self.step(1, 1000)
        self.press("b")
        self.step()

    def restore(self, backup, **changed):
        """Send all parts; return the number of the last request."""
        *first, last = [params_of(backup, part) for part in range(-(-len(backup) // PART))]
        for params in first:
            assert self.client.call("restore", **params) == {"part": params["part"]}
        number = self.client.request("restore", **{**last, **changed})
        self.step(8)
        return number


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
    assert fetch(a_full_one().client) == MAGIC + image(FULL)


def test_all_budgets_fit_into_a_backup():
    full = {key: bytes(most) for key, most in enumerate(BUDGET) if most and key != GAME}
    assert PART < len(MAGIC + image(full)) <= MOST_PARTS * PART


def test_restored_once_the_person_agrees_and_the_app_starts_anew_with_it():
    bench = Bench()
    before = bench.app
    number = bench.restore(fetch(a_full_one().client))
    assert bench.screen == "restore"
    assert kept(bench) == dict.fromkeys(FULL)
    bench.agree()
    assert bench.client.wait_for(number) == {"restored": sorted(FULL)}
    assert bench.app is not before and bench.app.settings["language"] == "es"
    assert stats.report(bench.app.journal)["games"] == 41
    assert kept(bench) == FULL


BEFORE = {**dict.fromkeys(FULL), INITIALS: b"CY"}  # what is kept in `bench`


def refused(bench, number, error, word):
    with pytest.raises(error, match=word):
        bench.client.wait_for(number)
    assert kept(bench) == BEFORE


@pytest.fixture
def bench():
    bench = Bench()
    bench.app.journal.put(INITIALS, b"CY")
    return bench


GOOD = MAGIC + image({SETTINGS: b"contrast=4"})


@pytest.mark.parametrize("answer", ["said no", "nobody", "battery"])
def test_the_person_says_no_or_nothing_or_the_power_might_fail(bench, answer):
    bench.board.weak = answer == "battery"
    number = bench.restore(MAGIC if answer == "nobody" else GOOD)
    assert bench.screen == "restore"
    if answer == "nobody":  # nothing of worth is in it
        assert "Erase all that is saved?" in " ".join(bench.words())
    if answer == "said no":
        bench.refuse()
    elif answer == "nobody":
        bench.step(31, ms=1000)
    else:
        bench.agree()
    refused(bench, number, TimedOut if answer == "nobody" else NoRoom, answer)
    assert bench.screen == "title" or answer == "battery"


@pytest.mark.parametrize("screen", ["play", "menu", "settings", "statistics"])
def test_it_asks_on_the_title_alone_and_without_a_game(bench, screen):
    if screen == "play":
        bench.start("pig")
    else:
        bench.app.show(screen, *["menu"] * (screen == "statistics"))
    words = "a game is kept" if screen == "play" else "show the title"
    refused(bench, bench.restore(GOOD), NoRoom, words)
    assert bench.screen == screen


def test_it_does_not_ask_on_a_dark_panel(bench):
    bench.step(6, 60_000)
    refused(bench, bench.restore(GOOD), NoRoom, "show the title")
    bench.board.press("b")  # it wakes, and no more
    bench.step(2)
    bench.board.release("b")
    bench.restore(GOOD)
    assert bench.screen == "restore"


BACKUPS = [
    (b"PPB3" + GOOD[4:], "no backup"),
    (MAGIC + GOOD[5:], "no good record"),
    (GOOD[:-1], "no good record"),
    (MAGIC + image({GAME: b"0 human|pp1 pig:"}), "no game"),
    (MAGIC + image({SETTINGS: b"x" * 321}), "no good record"),
    (MAGIC + image({SETTINGS: b"x"}) * 2, "no good record"),
    (MAGIC + image({20: b"x"}), "no good record"),
]
REQUESTS = [
    ({"checksum": 1}, "checksum"),
    ({"part": 1, "parts": 2}, "part: 1"),
    ({"data": "?"}, "data"),
    ({"data": ""}, "data"),
    ({"parts": 2}, "data"),
    ({"parts": MOST_PARTS + 1}, "parts"),
    ({"data": base64.b64encode(bytes(PART + 1)).decode()}, "data"),
]
BAD = [(data, {}, word) for data, word in BACKUPS] + [(GOOD, *row) for row in REQUESTS]


@pytest.mark.parametrize("data, changed, word", BAD)
def test_what_is_no_backup_is_refused(bench, data, changed, word):
    refused(bench, bench.restore(data, **changed), BadParameters, word)
    assert bench.screen == "title"


@pytest.mark.parametrize("saved", [True, False])
def test_a_client_that_goes_leaves_the_question_to_the_person(bench, saved):
    before = bench.app
    bench.restore(GOOD)
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


def test_the_next_client_sends_no_rest_of_another_s_backup(bench):
    full = MAGIC + image(FULL)
    assert bench.client.call("restore", **params_of(full)) == {"part": 0}
    bench.line.connected = False
    bench.step(2, 1000)
    bench.line.connected = True
    number = bench.client.request("restore", **params_of(full, 1))
    refused(bench, number, BadParameters, "part: 1")


def test_the_button_that_starts_a_game_is_no_yes(bench):
    """A is pressed as somebody does who wants to play, then held, but let go too early."""
    number = bench.restore(GOOD)
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
    refused(bench, number, NoRoom, "said no")


@pytest.mark.parametrize("answer", ["no", "none"])
def test_it_does_not_ask_again_for_ten_minutes(bench, answer):
    bench.set(dim=0)
    bench.restore(GOOD)
    if answer == "no":
        bench.refuse()
    else:
        bench.step(31, 1000)
    bench.step(598, 1000)
    refused(bench, bench.restore(GOOD), NoRoom, "10 minutes")
    bench.line.connected = False  # another client is no reason to ask
    bench.step()
    bench.line.connected = True
    refused(bench, bench.restore(GOOD), NoRoom, "10 minutes")
    assert bench.screen == "title"
    bench.step(3, 1000)
    bench.restore(GOOD)
    assert bench.screen == "restore"


@pytest.mark.parametrize(
    "buttons, every_ms", sampled(itertools.product(["a", "ab", BUTTONS], [400, 1200]), 6)
)
def test_a_program_that_asks_over_and_over_keeps_nobody_from_playing(bench, every_ms, buttons):
    person = random.Random(1)
    questions = rolls = 0
    before = bench.screen
    for now in range(0, 120_000, 50):
        if not bench.line.to_app:
            bench.client.request("restore", **params_of(GOOD))
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
