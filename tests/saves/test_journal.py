"""The journal keeps what it promised while power and store fail; damage; other versions."""

import itertools
import random
from functools import partial

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from handheld.records.records import SIZE as LENGTH
from handheld.saves import journal_rewrite, journal_start
from handheld.saves.journal import (
    BUDGET,
    CRASH,
    END,
    GAME,
    INITIALS,
    ROOM_FOR_A_GAME,
    SETTINGS,
    SIZE,
    START,
    STATISTICS,
    STEP_CODES,
    TORN,
    VALUES,
    record,
    signed,
)
from handheld.saves.journal_rewrite import erase, rewrite
from handheld.saves.journal_start import VERSION, open_journal
from host_sim.simulated.chips.nvm_flash import PowerCut, SimulatedStore
from tests.tools.fuzz import promises as promised
from tests.tools.fuzz.promises import Broken, Promises


@pytest.fixture
def store():
    return SimulatedStore()


@pytest.fixture
def journal(store):
    return open_journal(store)


def content(journal):
    found = {key: journal.get(key) for key in range(1, len(BUDGET))}
    return {key: value for key, value in found.items() if value}


def restart(store):
    """Return a new journal after a power cut."""
    store.supply.restore()
    return open_journal(store)


def do(journal, action):
    name, *arguments = action
    if name == "rewrite":
        rewrite(journal)
    else:
        getattr(journal, name)(*arguments)


def do_to_dict(model, action):
    name, *arguments = action
    after = dict(model)
    if name == "put":
        after[arguments[0]] = arguments[1]
    elif name == "append":
        after[arguments[0]] = after.get(arguments[0], b"") + arguments[1]
    elif name == "step":
        after[GAME] += arguments[0]
    elif name == "delete":
        after.pop(arguments[0], None)
    return {key: value for key, value in after.items() if value}


def a_step(dice):
    return bytes(dice.choice(STEP_CODES) for _ in range(dice.choice((1, 1, 1, 4))))


def games(n_games, seed):
    """Return the actions of some games as the app saves them: settings, steps, statistics."""
    dice = random.Random(seed)
    for number in range(n_games):
        if number % 3 == 0:
            yield "put", SETTINGS, b"language=en contrast=%d" % dice.randint(1, 10)
        yield "put", GAME, b"7 human human|pp1 pig:" + bytes(dice.choices(STEP_CODES, k=9))
        for _ in range(dice.randint(40, 120)):
            yield "step", a_step(dice)
            if dice.random() < 0.03:
                yield "put", SETTINGS, bytes(dice.randrange(256) for _ in range(30))
        if number % 20 == 0:
            yield "put", STATISTICS, b"%d" % number  # as the app does, before it is too long
        yield "append", STATISTICS, bytes(dice.randrange(256) for _ in range(dice.randint(30, 60)))
        yield "delete", GAME


keys = st.sampled_from([SETTINGS, STATISTICS, INITIALS, CRASH])
values = st.binary(max_size=160)
steps = st.lists(st.sampled_from(list(STEP_CODES)), min_size=1, max_size=40).map(bytes)
unsure = st.sampled_from((0, 0.02, 0.3, 1.0))  # share of the bits that change
risen = st.sampled_from((None, *[1 << bit for bit in range(10)]))
# After so many good writes.
faults = st.tuples(st.just("fail"), st.integers(0, 4), st.one_of(
    st.tuples(st.just("error"), st.integers(0, 30), st.booleans()),
    st.tuples(st.just("cut_after"), st.integers(0, 300)),
    st.tuples(st.just("cut_in_program"), unsure),
    st.tuples(st.just("cut_in_erase"), risen, unsure),
))  # fmt: skip
actions = st.one_of(
    st.tuples(st.just("put"), st.just(GAME), st.binary(min_size=1, max_size=300)),
    st.tuples(st.just("put"), keys, values),
    st.tuples(st.just("append"), st.just(STATISTICS), st.binary(min_size=1, max_size=60)),
    st.tuples(st.just("step"), steps),
    st.tuples(st.just("delete"), st.sampled_from([SETTINGS, STATISTICS, GAME])),
    st.sampled_from([("start",), ("erase",), ("rewrite",)]),
    faults,
)
A_GAME, MORE = ("put", GAME, b"head:"), ("step", STEP_CODES[:1])

CUT_IN_AN_ERASE = ("fail", 1, ("cut_after", 2)), ("rewrite",)


def error_in(number, size):
    return "fail", number, ("error", size, False)


class FailingStore(SimulatedStore):
    """A store of which a write fails: an error ends it in the middle, or the power is cut."""

    good_writes, fault = 0, None

    def write(self, offset, data):
        fault, self.fault = (None, self.fault) if self.good_writes else (self.fault, None)
        self.good_writes -= 1
        if fault and fault[0] == "error":
            super().write(offset, data[: fault[1] % len(data)])
            # A whole sector needs memory.
            raise MemoryError if fault[2] and len(data) == SIZE else OSError(28, "no space")
        if fault:
            getattr(self.supply, fault[0])(*fault[1:])
        super().write(offset, data)


def keep_promises(actions, seed, fill):
    """Do the actions on a journal that fails now and then; raise Broken. `fill`: hundreds of bytes
    that are in use before."""
    store, promises = FailingStore(), Promises()
    store._random.seed(seed)
    with promises.watching():
        journal = journal_start.open_journal(store)
        for number in range(fill):
            journal.put(INITIALS, b"%0100d" % number)
        for name, *arguments in actions:
            erases, fails = store.erases, store.fault
            try:
                if name == "fail":
                    store.good_writes, store.fault = arguments
                if name == "start" or not store.supply.on:
                    store.supply.restore()
                    journal = journal_start.open_journal(store)
                elif name in ("rewrite", "erase"):
                    assert getattr(journal_rewrite, name)(journal) in {True, not fails}
                    assert journal.saved or fails
                elif name == "step" and promises.memory[GAME] or name in ("put", "delete"):
                    getattr(journal, name)(*arguments)
                    assert store.erases == erases, "nobody has chosen the moment"
                elif name == "append" and len(journal.get(STATISTICS) or b"") < 1400:
                    journal.append(*arguments)
            except PowerCut:
                continue
            if not promises.losing:
                promises.compare(promised.content(open_journal(store.twin(seed))))
                assert promised.content(journal) == promises.memory
                assert all(journal.size(key) == len(n) for key, n in promises.memory.items())
        store.fault = None
        store.supply.restore()
        journal = journal_start.open_journal(store)
        assert journal_rewrite.rewrite(journal)
        journal = journal_start.open_journal(store)
        assert promised.content(journal) == promises.memory and not journal.damaged


BEFORE_THE_HEADER = ("fail", 3, ("cut_after", 0))


@pytest.mark.parametrize(
    "actions",
    [
        [error_in(2, 1), ("erase",)],
        [A_GAME, BEFORE_THE_HEADER, ("erase",)],
        [A_GAME, *CUT_IN_AN_ERASE, BEFORE_THE_HEADER, ("start",)],
        [A_GAME, error_in(0, 2), ("put", SETTINGS, b"12"), MORE, ("rewrite",)],
        [A_GAME, error_in(0, 1), MORE, ("put", SETTINGS, b"12"), ("start",)],
    ],
)
def test_rare_failures(actions):
    keep_promises(actions, 0, 0)


class TestValues:
    @pytest.mark.parametrize("count", [150, pytest.param(5000, marks=pytest.mark.slow)])
    def test_it_is_a_dict_that_outlives_the_power(self, count):
        """See `Promises`: what has no room or was not written waits in memory, a power cut takes
        back no more than the action in progress, and each start reads the same from then on.

        Only a rewrite erases, and nothing goes on behind bytes that an error left.
        """

        @settings(max_examples=count)
        @given(st.lists(actions, max_size=60), faults, st.integers(0, 99), st.integers(0, 37))
        def live(actions, last, seed, fill):
            try:
                keep_promises([*actions, last, ("rewrite",), ("start",)], seed, fill)
            except Broken as broken:  # no Exception: hypothesis would not shorten the actions
                raise AssertionError(str(broken)) from None

        live()

    def test_a_new_one_is_empty_and_says_so_once(self, store, journal):
        assert content(journal) == {}
        assert journal.fresh and not journal.damaged and not journal.unknown
        assert not open_journal(store).fresh
        assert store.erases == 1, "what looks erased may not be"

    @pytest.mark.parametrize("key, most", list(enumerate(BUDGET))[1:])
    def test_a_value_is_kept_within_its_budget_and_a_longer_one_set_aside(self, key, most):
        journal = open_journal(SimulatedStore())
        for size in (most, most + 1):
            journal.put(key, bytes(size))
            assert journal.damaged == (0 if size == most else key)
            assert journal.get(key) == (bytes(most) if size == most else None)
        store = SimulatedStore()
        end = open_journal(store).end
        store.write(end, record(VALUES, key, bytes(most + 1)))  # as another program may
        journal = open_journal(store)
        assert journal.damaged == key and journal.get(key) is None
        journal.put(key, b"1")
        journal = open_journal(store)
        assert journal.get(key) == b"1" and not journal.damaged

    def test_all_budgets_and_a_game_fit_into_the_sector(self):
        """The statistics in their shortest form, which they have when the sector is rewritten."""
        most = [*BUDGET[:STATISTICS], LENGTH + LENGTH // 30, *BUDGET[STATISTICS + 1 :]]
        full = sum(len(record(VALUES, key, bytes(n))) for key, n in enumerate(most))
        assert START + full + 200 + ROOM_FOR_A_GAME <= SIZE
        assert START + sum(BUDGET) + 10 * len(BUDGET) <= SIZE  # of a backup


class TestNoRoom:
    def test_neither_a_step_nor_a_deletion_overtakes_what_waits(self, store, journal):
        journal.put(INITIALS, b"ANN")
        journal.put(GAME, b"head:")
        while journal.saved:
            journal.put(SETTINGS, b"contrast=%050d" % journal.end)
        journal.delete(INITIALS)  # has room, too
        assert open_journal(store.twin()).get(INITIALS) == b"ANN"
        journal.step(STEP_CODES[:64])
        journal.step(STEP_CODES[:1])  # has room
        assert journal.get(GAME) == b"head:" + STEP_CODES[:64] + STEP_CODES[:1]
        journal.put(STATISTICS, b"x" * 64)
        journal.delete(GAME)
        assert journal.get(GAME) is None and STATISTICS in journal.waiting
        assert open_journal(store.twin()).get(GAME) == b"head:"
        journal.put(INITIALS, b"ANN")  # as the sector has them
        assert journal.get(INITIALS) == b"ANN"
        assert rewrite(journal)
        assert {GAME, STATISTICS} & set(content(restart(store))) == {STATISTICS}

    @pytest.mark.parametrize("length", [1, 24, 60])
    def test_behind_the_last_step_or_record_two_starts_can_write_a_patch(
        self, store, journal, length
    ):
        journal.put(GAME, b"head:")
        while journal.saved:
            end = journal.end
            if length > 24:
                journal.put(INITIALS, b"%0*d" % (length - 5, end))
            else:
                journal.step(STEP_CODES[:length])
        assert journal.due and journal.end == end
        starts = [open_journal(store).end for _ in range(2)]
        assert end < starts[0] < starts[1] < SIZE - 1


@pytest.mark.parametrize("seeds", [range(40), pytest.param(range(4000), marks=pytest.mark.slow)])
def test_in_an_erase_that_has_just_begun_a_loss_is_said(seeds, store, journal):
    """Few bits have risen, so most of the log can still be read, and parts of it are gone."""
    for action in games(30, seed=5):
        do(journal, action)
        if journal.due and journal.size(GAME) > 60:
            break
    model = content(journal)
    lost = silent = 0
    for seed in seeds:
        trial = store.twin(seed)
        trial.supply.cut_in_erase(1 << seed % 10)
        with pytest.raises(PowerCut):
            rewrite(open_journal(trial))
        survivor = restart(trial)
        if content(survivor) != model:
            lost += 1
            silent += not (survivor.damaged or survivor.fresh)
    assert lost and not silent


class Unsure:
    """Power cuts that leave bits unsure: each read finds them set or not."""

    ACTIONS = (
        ("step", STEP_CODES[5:6]),
        ("step", STEP_CODES[3:8]),
        ("put", INITIALS, b"BEN,BOB"),
        ("put", INITIALS, b"A\xff" * 60),
        ("put", GAME, b"another:" + b"\2" * 200),
        ("append", STATISTICS, b"\n=57 1 2"),
        ("delete", GAME),
        ("rewrite",),
    )
    SHARES = (0.02, 0.3, 1.0)  # of the bits that change

    def __init__(self):
        self.cases = 0
        self.store = SimulatedStore()
        journal = open_journal(self.store)
        for key in (SETTINGS, STATISTICS, INITIALS, GAME):
            journal.put(key, b"%d:" % key + bytes(30))
        for place in range(40):
            journal.step(STEP_CODES[place : place + 1])
        self.before = content(journal)

    @staticmethod
    def cut(store, number, share, bits, do):
        """Call `do()`, cut in write `number`, or if it erases in the erase; return True if cut."""
        write = store.write

        def counted(offset, data):
            nonlocal number
            if not number and bits is not None:
                store.supply.cut_in_erase(bits, share)
            elif not number:
                store.supply.cut_in_program(share)
            number -= 1
            write(offset, data)

        store.write = counted
        try:
            do()
        except PowerCut:
            return True
        return False

    def survives(self, store, allowed, may_lose, chance):
        """The first start finds what was promised; later ones find the same and what is added."""
        self.cases += 1
        journal = open_journal(store)
        model = content(journal)
        told = journal.damaged or journal.fresh
        assert model in allowed or may_lose and told
        assert content(journal) == model
        for number in range(3):
            for _ in range(3):
                journal = open_journal(store)
                found = content(journal)
                told = told or journal.damaged or journal.fresh
                assert found == model or may_lose and told
                model = found
            action = ("put", chance.choice((SETTINGS, INITIALS)), b"v%d" % number * 9)
            if GAME in model and chance.random() < 0.4:
                action = "step", STEP_CODES[7:8]
            do(journal, action)
            model = do_to_dict(model, action)
            if not journal.saved:
                assert rewrite(journal)
                told = told or journal.damaged
            found = content(journal)
            assert found == model or may_lose and told
            model, may_lose = found, may_lose and not journal.erases

    def sweep(self, seeds):
        """Cut in every write of every action, and again in every write of the start after it."""
        for action in self.ACTIONS:
            allowed = [self.before, do_to_dict(self.before, action)]
            if action[0] == "step":
                game = self.before[GAME]
                parts = [game + action[1][:size] for size in range(len(action[1]))]
                allowed += [{**self.before, GAME: part} for part in parts]
            losing = action == ("rewrite",)
            cuts = itertools.product(range(5), (None, 5, 200) if losing else (None,), self.SHARES)
            for number, bits, share in cuts:
                for seed in seeds:
                    store = self.store.twin(seed)
                    journal = open_journal(store)
                    if not self.cut(store, number, share, bits, partial(do, journal, action)):
                        continue
                    chance = random.Random(seed)
                    self.survives(store.twin(seed + 1), allowed, losing, chance)
                    for second in range(4):
                        again = store.twin(seed + 2)
                        if self.cut(again, second, share, None, partial(open_journal, again)):
                            self.survives(again.twin(seed + 3), allowed, losing, chance)


@pytest.mark.parametrize("seeds", [range(1), pytest.param(range(60), marks=pytest.mark.slow)])
def test_bits_that_read_differently_from_read_to_read(seeds):
    unsure = Unsure()
    unsure.sweep(seeds)
    assert unsure.cases > 90


def filled():
    """Return a store that was rewritten once and then had records added, and its journal."""
    store = SimulatedStore()
    journal = open_journal(store)
    for action in games(3, seed=7):
        do(journal, action)
    assert rewrite(journal)
    journal.put(GAME, b"pig:")
    for number in range(30):
        journal.step(STEP_CODES[number : number + 1])
    journal.put(SETTINGS, b"contrast=3")
    return store, journal


class TestDamage:
    def test_a_flipped_bit_anywhere_loses_at_most_what_it_hit_and_later_steps(self):
        store, journal = filled()
        model, end = content(journal), journal.end
        said = 0
        for offset in range(START, end):
            hurt = store.twin()
            hurt._cells[offset] ^= 1 << offset % 8
            journal = open_journal(hurt)
            found = content(journal)
            said += journal.damaged
            for key, value in found.items():
                assert model[key].startswith(value) or key == SETTINGS
            if found != model and offset < end - 20:
                assert journal.damaged
            if GAME in found:
                journal.put(GAME, b"another")
                journal.step(STEP_CODES[:1])
                assert restart(hurt).get(GAME) == b"another" + STEP_CODES[:1]
        assert said

    @pytest.mark.parametrize(
        "key, body, kept",
        [
            pytest.param(GAME, b"new:", b"new:" + STEP_CODES[:2], id="a new save keeps its steps"),
            pytest.param(SETTINGS, b"x", b"old:", id="an old one gets none: some may be missing"),
        ],
    )
    def test_steps_behind_a_damaged_byte(self, journal, store, key, body, kept):
        journal.put(GAME, b"old:")
        store.write(journal.end, b"\x1f")  # no tag and no step
        store.write(journal.end + 1, record(VALUES, key, body) + STEP_CODES[:2])
        found = restart(store).get(GAME)
        assert found == kept, f"a save was lost or is wrong: {found}, not {kept}"

    def test_a_patch_lies_behind_all_that_a_longer_record_may_have_been_changing(
        self, journal, store
    ):
        journal.put(SETTINGS, b"old")
        at = journal.end
        longer = record(VALUES, STATISTICS, bytes(200))
        store.write(at, longer[:3])  # here the power fails
        again = restart(store)
        assert not store.read(at + 3, len(longer) - 3).strip(b"\xff")
        assert again.get(SETTINGS) == b"old" and at + len(longer) < again.end < END

    def test_a_length_that_leaves_no_room_for_a_patch_is_no_length(self, journal, store):
        journal.put(SETTINGS, b"old")
        at = journal.end
        n = END - TORN - at - 6
        store.write(at, bytes((VALUES[STATISTICS], 128 | n >> 8, n & 255)))
        assert restart(store).end < at + 100

    def test_a_damaged_header_is_the_factory_state_and_is_said(self):
        store, _ = filled()
        for offset in range(10):
            hurt = store.twin()
            hurt._cells[offset] ^= 1 << offset % 8
            journal = open_journal(hurt)
            assert content(journal) == {}
            assert journal.damaged and journal.due
            journal.put(SETTINGS, b"new")
            assert not journal.saved
            assert rewrite(journal)
            journal = restart(hurt)
            assert content(journal) == {SETTINGS: b"new"} and not journal.damaged


class TestVersions:
    @pytest.mark.parametrize(
        "head",
        [
            signed(b"PP" + bytes([VERSION + 1]) + b"\0\0\0\1"),
            b"PP" + bytes([VERSION - 1]) + b"\0\0\0\1another check",
            b"settings of another program",
            bytes(SIZE),
        ],
        ids=["newer", "older", "foreign", "zeros"],
    )
    def test_an_unknown_one_is_kept_and_never_overwritten(self, head):
        store, _ = filled()
        store._cells[: len(head)] = head
        before = store.contents
        journal = restart(store)
        assert journal.unknown and not journal.damaged
        assert content(journal) == {}
        model = {}
        for action in games(3, seed=8):
            do(journal, action)
            model = do_to_dict(model, action)
        assert journal.saved and not journal.due and not rewrite(journal)
        assert content(journal) == model
        assert store.contents == before
        assert restart(store).unknown
        erase(journal)
        journal.put(1, b"mine")
        journal = restart(store)
        assert not journal.unknown
        assert content(journal) == {1: b"mine"}
