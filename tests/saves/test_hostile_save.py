"""Whoever writes what is saved, with good checksums, crashes nothing: it is named and not used."""

import random
from itertools import product
from types import SimpleNamespace

import pytest

from handheld.methods.backup import MAGIC
from handheld.records.records import ROWS, Records
from handheld.records.stats import judge
from handheld.saves import journal as keys
from handheld.saves.journal import BUDGET, ERASED, SIZE, START, VALUES, record
from handheld.saves.journal_start import header, open_journal
from host_sim.simulated.board import SimulatedBoard
from host_sim.simulated.chips.nvm_flash import SimulatedStore
from tests.saves.test_backup import Bench, image
from tests.saves.test_records import limits
from tests.support.driven import Driven
from tests.support.sampled import sampled
from tests.tools import gallery
from tests.tools.fuzz.edits import made_bad

# What the app itself may have saved.
HONEST = {
    keys.SETTINGS: b"sound=1 contrast=3 auto_off=5",
    keys.INITIALS: "ANN,,Ñ1".encode(),
    keys.TUTORIAL: b"1",
    keys.SELF_TEST: b"button_a: not seen\n",
    keys.CRASH: b"ValueError\nno\napp.py:87 step\n",
    keys.PROBE: b"x" * 16,
    keys.RESUME: b"1",
    keys.SETUP: b"two_dice .C 1 double_one=bust target=50",
}


# In Two-Dice Pig and in Skunk; the first was answered rightly once.
MISTAKES = [b"\7\x11\0\xc8\x50\x33\x41\4", b"\6\7\0\1\x49\x4e\x3a\4"]


def records():
    """Return a value with something in each row, which was appended to."""
    journal = open_journal(SimulatedStore())
    gallery.fill(journal, gallery.OWN_STATS, gallery.KEPT, gallery.BEST)
    gallery.fill(journal, {"drill_series": gallery.EARLIER_SERIES, "drill_mistakes": MISTAKES})
    return journal.get(keys.STATISTICS)


HONEST[keys.STATISTICS] = records()


def kept_game():
    """Return a game as the app saves it, which nobody has finished."""
    bench = Bench(sector(HONEST))
    bench.app.start_match("pig", {"target": 50}, [("human", "YOU"), ("hold20", "BEN")], 0)
    bench.app.act("roll", 0)
    return bench.app.journal.get(keys.GAME)


MARKS = (keys.TUTORIAL, keys.PROBE, keys.RESUME)  # one bit: there or not
NUMBERS = (b"", b"0", b"-1", b"1_0", b"31", b"999999999", b"1000000000", b"-9999999999", b"9" * 80)
NUMBERS += (b"9" * 500, b"9" * 1200)


def sector(values, fill=0):
    """Return a sector with these values; `fill`: it is full but for so many bytes."""
    data = header(1).ljust(START, ERASED)
    for key, value in values.items():
        data += record(VALUES, key, value)
    while fill and len(data) < SIZE - fill:
        data += keys.STEP_CODES[:1]
    assert len(data) <= SIZE
    return data.ljust(SIZE, ERASED)


HONEST[keys.GAME] = kept_game()


def finish(handheld):
    """Play the present game to its end, as long as that may take."""
    game = handheld.game
    for number in range(3000):
        if game.over:
            break
        legal = game.legal_actions()
        holds = game.turn_total > 15 or game.turn_total and number % 2
        action = "hold" if "hold" in legal and holds else legal[0]
        dice = game.dice_range()[0] if action == "roll" and game.dice_range() else None
        handheld.app.act(action, game.to_move()[0], dice)
    handheld.step(2)
    assert game.over


LISTS = ("statistics menu", "feats menu", "settings", "names menu")
IN_A_LIST = ("down",) * 8 + ("a", "up", "a", "a", "a", "up", "a", "b")
IN_DRILLS = ("a", "think", "10", "a") * 11


def tour(bench):
    """Go everywhere by presses; return the keys of what was set aside."""
    named = {bench.app.journal.damaged}

    def go(*steps):
        for step in steps:
            gallery.reach(bench, step)
            assert not bench.runner.crashed, bench.words()
            bench.words()
            named.add(bench.app.journal.damaged)

    def play():
        """Play what the title offers to its end, and the next game."""
        go("show title", "up", "down", "a")
        if bench.screen == "title":
            go("a")  # what was kept could not be read
        if not bench.app.match or bench.app.match.game.over:
            go("match pig human=P1 hold20=BEN")
        finish(bench)
        go("up", "b", "a", "match piglet human=P1 medium=MIA")
        finish(bench)

    go("20")
    play()
    for name in LISTS:
        go("show title", "b")
        if name != "names menu" or "human" in bench.app.setup.kinds:
            go("show " + name, *IN_A_LIST)
    go("show title", "b", "show drill menu", *IN_DRILLS)
    go("show title", "b", "show challenge menu", "a")
    finish(bench)
    for method in ("hello", "stats", "report", "backup", "state", "record", "variants"):
        bench.client.call(method)
    play()
    made = Records(bench.app.journal)
    judge(made, 0, 12)
    made.save()
    go("show statistics menu", "a", "a", "b")
    return named - {0}


def named(values, fill=0):
    return tour(Bench(sector(values, fill)))


def test_what_the_app_saves_is_not_set_aside():
    bench = Bench(sector(HONEST))
    assert tour(bench) == tour(Bench(bench.board.store.contents)) == set()


BAD = {
    "not ASCII": b"\xff\x80\xfe",
    "zeros": bytes(20),
    "a sentence": b"Good morning = 5, said the pig: | no\n\n\n+",
    "digits": b"9" * 1300,
    "letters": b"Z" * 1300,
    "spaces": b" " * 90,
    "lines": b"\n" * 90,
    "commas": b",=:;|+~!" * 30,
}
FREE = (keys.SELF_TEST, keys.CRASH)  # any text is one


FORMS = product([key for key in HONEST if key not in MARKS], BAD)


# Every seventh case has every key and every form.
@pytest.mark.parametrize("key, what", sampled(FORMS, 7))
def test_a_value_of_another_form(key, what):
    value = BAD[what][: BUDGET[key]]
    harmless = key in FREE and what != "not ASCII"
    harmless = harmless or key == keys.SETTINGS and not value.split()
    assert named({**HONEST, key: value}) == (set() if harmless else {key})


EDITED = SimpleNamespace(words=[*NUMBERS, *BAD.values()], seeds=list(HONEST.values()))


# Every 33rd is tried with each number of free bytes: with 30 the sector is about to be rewritten.
@pytest.mark.parametrize("seed", sampled([[seed] for seed in range(400)], 33))
def test_any_values(seed):
    """Most of them nearly good."""
    chance = random.Random(seed)
    values = dict(HONEST)
    for key in chance.sample(sorted(HONEST), chance.randint(1, 3)):
        values[key] = made_bad(HONEST[key], chance, EDITED)[: BUDGET[key]]
    named(values, 30 * (seed % 2))


@pytest.mark.parametrize("seed", sampled([[seed] for seed in range(8)], 3))
def test_any_numbers_in_the_records(seed):
    """With a good form: random ones, small ones or the greatest in some rows, usual ones else."""
    chance = random.Random(seed)
    rows = {}
    for row, many, codes in ROWS:
        kind = chance.choice(("", "random", "small", "most"))
        fields = [limits(code) for code in codes]
        if kind == "small":
            fields = [(0, 13)] * len(codes)
        elif kind == "most":
            fields = [(most, most) for _, most in fields]
        if kind:
            rows[row] = [tuple(chance.randint(*field) for field in fields) for _ in range(many)]
    journal = open_journal(SimulatedStore())
    gallery.fill(journal, gallery.STATS, rows)
    named({**HONEST, keys.STATISTICS: journal.get(keys.STATISTICS)})


@pytest.mark.parametrize("key", [keys.STATISTICS, keys.SETUP])
def test_a_backup_that_the_person_agrees_to(key):
    bench = Bench()
    values = {key: (b"9" * 3000)[: BUDGET[key]]}
    number = bench.restore(MAGIC + image(values))
    bench.agree()
    assert bench.client.wait_for(number) == {"restored": [key]}
    assert tour(bench) == {key}


BY_A_PERSON = {**HONEST, keys.RESUME: b""}  # is what it was switched off


def asked_to_erase(contents):
    """Return a handheld started with up and down held, that asks whether to erase."""
    board = SimulatedBoard(contents=contents, held=("up", "down"))
    handheld = Driven(board, test_mode=False)
    for button in ("up", "down"):
        board.release(button)
    handheld.step(2)
    handheld.press("down", "a")
    handheld.step(25)
    assert handheld.screen == "erase"
    return handheld


def test_what_is_saved_cannot_keep_a_person_from_erasing_it(monkeypatch):
    def broken(records, journal):
        raise RuntimeError("statistics that crash whatever reads them")

    monkeypatch.setattr("handheld.records.records.Records.__init__", broken)
    handheld = asked_to_erase(sector({**BY_A_PERSON, keys.GAME: b""}, 30))
    before = handheld.app
    handheld.hold("a", 2200)
    handheld.step(40, 100)
    assert not handheld.runner.crashed
    assert handheld.screen == "title" and handheld.app is not before
    assert not any(open_journal(SimulatedStore(contents=handheld.board.store.contents)).index)


def test_that_it_failed_is_told_on_the_panel(monkeypatch):
    def fail(offset, data):
        raise OSError(28, "no space")

    handheld = asked_to_erase(sector(BY_A_PERSON))
    monkeypatch.setattr(handheld.board.store, "write", fail)
    handheld.hold("a", 2200)
    handheld.step(4)
    assert handheld.screen == "erase" and "That failed." in " ".join(handheld.words())
    handheld.press("b", "b")
    assert handheld.screen == "title"
    assert handheld.app.journal.get(keys.INITIALS) == HONEST[keys.INITIALS]
