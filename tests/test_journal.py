# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""The journal against a dict, and with the power cut wherever it can be."""

import contextlib
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from handheld.journal import VERSION, Journal, signed
from host_sim.chips.nvm_flash import NvmFlash, PowerCut, PowerSupply, SimulatedStore
from tests.micropython_vm import run_on_micropython

SETTINGS, STATS, GAME = 1, 2, 3
ROOM = 4096 * 7 // 8


def content(journal):
    found = {key: journal.get(key) for key in range(1, 64)}
    for key, value in found.items():
        assert journal.size(key) == len(value or b"")
    return {key: value for key, value in found.items() if value is not None}


def restart(store):
    """A new journal after the power was away."""
    store.supply.restore()
    return Journal(store)


# -- what an action is, and what a dict makes of it -----------------------------------------------


def do(journal, action):
    name, *arguments = action
    getattr(journal, name)(*arguments)


def do_to_dict(model, action):
    name, key, *value = action
    after = dict(model)
    if name == "put":
        after[key] = value[0]
    elif name == "append":
        after[key] = after.get(key, b"") + value[0]
    elif name == "delete":
        after.pop(key, None)
    return after


def games(n_games, seed):
    """The actions of some games as the app keeps them: settings, moves, statistics."""
    dice = random.Random(seed)
    for number in range(n_games):
        if number % 5 == 0:
            yield "put", SETTINGS, b"language=en contrast=%d" % dice.randint(1, 10)
        yield "put", GAME, b"pig target=100 end=first 2 0: human human " + bytes(dice.randrange(40))
        for _ in range(dice.randint(80, 220)):
            move = b"%d " % dice.randint(1, 6) if dice.random() < 0.8 else b"h "
            yield "append", GAME, move + bytes([255]) * dice.randrange(3)
        yield "delete", GAME
        yield "put", STATS, bytes(dice.randrange(256) for _ in range(dice.randint(300, 1200)))


def erases_per_thousand_games(n_games=200, moves=150, bytes_a_move=3):
    """How often the sector is erased in 1,000 games, statistics of 600 bytes after each."""
    store = SimulatedStore()
    journal = Journal(store)
    before = store.flash.erases
    for number in range(n_games):
        journal.put(GAME, b"pig target=100 end=first players=2 first=0")
        for move in range(moves):
            journal.append(GAME, b"%d6 "[:bytes_a_move] % (move % 6 + 1))
        journal.delete(GAME)
        journal.put(STATS, (b"pig %d human " % number).ljust(600, b"0"))
    return (store.flash.erases - before) * 1000 / n_games


# -- like a dict -----------------------------------------------------------------------------------

keys = st.integers(1, 63)
values = st.binary(max_size=300) | st.binary(max_size=40).map(lambda part: part * 6)
actions = st.one_of(
    st.tuples(st.just("put"), keys, values),
    st.tuples(st.just("append"), keys, values | st.binary(max_size=4)),
    st.tuples(st.just("delete"), keys),
    st.tuples(st.just("restart")),
    st.tuples(st.just("erase")),
    st.tuples(st.just("compact_if_above"), st.floats(0, 1)),
)


class TestValues:
    @settings(max_examples=150, deadline=None)
    @given(st.lists(actions, max_size=120), st.booleans())
    def test_it_is_a_dict_that_outlives_the_power(self, steps, lent):
        store = SimulatedStore(drive_lent=lent)
        journal = Journal(store)
        model = {}
        for step in steps:
            if step[0] == "restart":
                journal = restart(store)
            elif step[0] == "erase":
                journal.erase()
                model = {}
            elif step[0] == "compact_if_above":
                journal.compact_if_above(step[1])
            else:
                after = do_to_dict(model, step)
                try:
                    do(journal, step)
                    model = after
                except OSError:
                    assert 20 + sum(8 + len(value) for value in after.values()) > ROOM
            assert content(journal) == model
        journal = restart(store)
        assert content(journal) == model
        assert not journal.damaged

    def test_a_new_one_is_empty(self):
        journal = Journal(SimulatedStore())
        assert content(journal) == {}
        assert not journal.damaged and not journal.too_new

    @pytest.mark.parametrize("key", [0, 64, -1])
    def test_keys_have_a_range(self, key):
        with pytest.raises(ValueError, match="key"):
            Journal(SimulatedStore()).put(key, b"x")

    def test_the_same_value_again_is_not_written(self):
        store = SimulatedStore()
        journal = Journal(store)
        journal.put(5, b"value")
        writes = store.flash.writes
        journal.put(5, b"value")
        assert store.flash.writes == writes

    def test_an_appended_piece_costs_itself_and_seven_bytes(self):
        store = SimulatedStore()
        journal = Journal(store)
        journal.put(5, b"value")
        before = store.flash.bytes_programmed
        journal.append(5, b"abc")
        assert store.flash.bytes_programmed - before == 10
        assert journal.get(5) == b"valueabc"

    def test_a_value_may_fill_the_room_and_no_more(self):
        journal = Journal(SimulatedStore())
        journal.put(1, b"kept")
        journal.put(2, bytes(ROOM - 20 - 8 - 4 - 8))
        for action in (("put", 3, b""), ("append", 1, b"x"), ("put", 2, bytes(ROOM))):
            with pytest.raises(OSError, match="no room") as caught:
                do(journal, action)
            assert caught.value.errno == 28
        assert journal.get(1) == b"kept"
        journal.put(2, b"")
        journal.put(3, b"")

    def test_compaction_waits_until_it_is_worth_it(self):
        store = SimulatedStore()
        journal = Journal(store)
        for number in range(60):
            journal.put(1, b"%030d" % number)
        erases = store.flash.erases
        journal.compact_if_above(0.9)
        assert store.flash.erases == erases
        journal.compact_if_above(0.5)
        assert store.flash.erases == erases + 1
        journal.compact_if_above(0)
        assert store.flash.erases == erases + 1
        assert journal.get(1) == b"%030d" % 59


# -- power cuts ------------------------------------------------------------------------------------


def twin(store, lent):
    """Another store with the same contents, nothing counted yet."""
    other = SimulatedStore(drive_lent=lent)
    other.flash = NvmFlash(store.flash.contents, supply=other.supply)
    other.file.contents = store.file.contents
    return other


class CountingSupply(PowerSupply):
    """Lasts, and counts what is programmed."""

    def __init__(self):
        super().__init__()
        self.spent = 0

    def spend(self, n_bytes):
        self.spent += n_bytes
        return n_bytes


def points_of_failure(store, lent, action, every):
    """Where the power can fail in `action`: numbers of bytes, and "erase" if it has one.

    Actions that erase are long: of their bytes only every `every`-th is taken.
    """
    trial = twin(store, lent)
    journal = Journal(trial)
    trial.supply = trial.flash.supply = trial.file.supply = CountingSupply()
    do(journal, action)
    n_bytes = trial.supply.spent
    if not trial.flash.erases:
        return list(range(n_bytes + 1))
    return [*range(0, n_bytes + 1, every), "erase"]


def fail(store, point):
    """Let the power fail there."""
    if point == "erase":
        store.supply.cut_in_erase()
    else:
        store.supply.cut_after(point)


def cut_in(store, lent, action, point):
    """The store after `action` was cut at that point, and whether it was."""
    trial = twin(store, lent)
    journal = Journal(trial)
    fail(trial, point)
    try:
        do(journal, action)
    except PowerCut:
        return trial, True
    return trial, False


def sweep(n_games, seed, lent, every=1):
    """Cut the power at every point of every action of some games.

    Counts of (cuts, those of them within a rewriting with the drive lent, those that lost more
    than the action in progress). Only the second kind may, and it always says so or leaves what
    was there at an earlier time.
    """
    store = SimulatedStore(drive_lent=lent)
    journal = Journal(store)
    model = {}
    cuts = window = lost = 0
    for action in games(n_games, seed):
        after = do_to_dict(model, action)
        points = points_of_failure(store, lent, action, every)
        for point in points:
            trial, cut = cut_in(store, lent, action, point)
            cuts += cut
            survivor = restart(trial)
            found = content(survivor)
            if found not in (model, after):
                assert lent and points[-1] == "erase", (action, point)
                lost += 1
            elif not lent:
                assert not survivor.damaged, (action, point)
            window += cut and lent and points[-1] == "erase"
            survivor.append(60, b"goes on")
            survivor = restart(trial)
            assert content(survivor) == {**found, 60: b"goes on"}
        do(journal, action)
        model = after
    assert content(journal) == model
    return cuts, window, lost


class TestPowerCuts:
    def test_at_any_byte_only_the_action_in_progress_is_lost(self):
        cuts, window, lost = sweep(2, seed=1, lent=False, every=97)
        assert cuts > 3000 and not window and not lost

    def test_with_the_drive_lent_there_is_the_rewriting_and_nothing_else(self):
        cuts, window, lost = sweep(2, seed=2, lent=True, every=97)
        assert cuts > 3000 and 0 < lost <= window < cuts / 10

    @pytest.mark.slow
    @pytest.mark.parametrize("lent", [False, True])
    def test_really_at_every_byte(self, lent, capsys):
        cuts, window, lost = sweep(3, seed=3, lent=lent)
        with capsys.disabled():
            whose = "lent" if lent else "ours"
            print(f"\ndrive {whose}: {cuts} cuts, {window} within the window, {lost} lost more")
        assert cuts > 10_000 and lost <= window

    @pytest.mark.parametrize("lent", [False, True])
    def test_again_while_it_recovers(self, lent):
        """The copy is whole and the sector is not: now the power fails again, anywhere."""
        store = SimulatedStore()
        journal = Journal(store)
        for key in range(1, 9):
            journal.put(key, bytes(range(key, 200)))
        journal.delete(8)
        model = content(journal)
        copied = 20 + sum(8 + len(value) for value in model.values())
        for point in ("erase", copied + 3, copied + 3 + 4096, copied + 3 + 4096 + 700):
            trial, cut = cut_in(store, False, ("rewrite",), point)
            assert cut
            for second in (*range(0, 4096 + copied, 113), "erase"):
                again = twin(trial, lent)
                fail(again, second)
                with contextlib.suppress(PowerCut):
                    Journal(again)
                survivor = restart(again)
                assert content(survivor) == model
                assert not survivor.damaged

    def test_what_was_torn_is_never_completed_by_what_follows(self):
        whole = SimulatedStore()
        Journal(whole).put(5, b"torn")
        for last in range(1, 64):  # one of these keys is the byte that is missing
            store = SimulatedStore()
            journal = Journal(store)
            store.supply.cut_after(11)
            with pytest.raises(PowerCut):
                journal.put(5, b"torn")
            journal = restart(store)
            journal.put(last, b"next")
            assert content(restart(store)) == {last: b"next"}

    def test_the_drive_lent_now_and_then(self):
        store = SimulatedStore()
        model = {}
        for number, action in enumerate(games(12, seed=4)):
            if number % 90 == 0:
                store.file.writable = not store.file.writable
                journal = restart(store)
            do(journal, action)
            model = do_to_dict(model, action)
        assert content(restart(store)) == model

    def test_the_copy_alone_brings_everything_back(self):
        store = SimulatedStore()
        journal = Journal(store)
        journal.put(1, b"one")
        for number in range(60):
            journal.put(2, b"%030d" % number)
        journal.compact_if_above(0)
        model = content(journal)
        new_board = SimulatedStore()
        new_board.file.contents = store.file.contents
        assert content(Journal(new_board)) == model
        assert content(restart(new_board)) == model

    def test_a_copy_that_does_not_read_back_is_not_relied_on(self):
        store = SimulatedStore()
        journal = Journal(store)
        journal.put(1, b"one")
        store.file.read = lambda: b"something else"
        journal.erase()
        journal.put(1, b"two")
        assert content(restart(store)) == {1: b"two"}


# -- damage ---------------------------------------------------------------------------------------


def filled():
    """A store in the middle of life: a copy, compacted records, and records after them."""
    store = SimulatedStore()
    journal = Journal(store)
    for action in games(3, seed=7):
        do(journal, action)
    journal.compact_if_above(0)
    journal.put(GAME, b"pig")
    for number in range(30):
        journal.append(GAME, b" %d" % number)
    journal.put(SETTINGS, b"contrast=3")
    return store, content(journal)


def flip(store, offset, bits):
    store.flash._cells[offset] ^= bits


class TestDamage:
    def test_a_flipped_byte_anywhere_loses_at_most_what_follows_it(self):
        store, model = filled()
        end = len(store.flash.contents.rstrip(b"\xff"))
        said = 0
        for offset in range(0, end, 3):
            hurt = twin(store, False)
            flip(hurt, offset, 1 << offset % 8)
            journal = Journal(hurt)
            found = content(journal)
            said += journal.damaged
            for key, value in found.items():
                assert model[key].startswith(value) or key == SETTINGS
            if found != model and offset < end - 30:
                assert journal.damaged
            journal.append(GAME, b" on")
            assert restart(hurt).get(GAME) == found.get(GAME, b"") + b" on"
            assert not restart(hurt).damaged
        assert said

    def test_the_copy_makes_up_for_damage_to_what_was_compacted(self):
        store, model = filled()
        for offset in range(0, len(store.file.contents), 5):
            hurt = twin(store, False)
            flip(hurt, offset, 0x10)
            journal = Journal(hurt)
            assert content(journal) == model
            assert not journal.damaged

    def test_a_damaged_copy_is_no_harm_while_the_sector_is_good(self):
        store, model = filled()
        good = store.file.contents
        for copy in (b"", b"PP", good[:-1], good[:40], b"\0" * 500, good[:100] + good[99:]):
            store.file.contents = copy
            journal = restart(store)
            assert content(journal) == model
            assert not journal.damaged

    def test_nothing_is_appended_to_a_value_that_misses_a_piece(self):
        store = SimulatedStore()
        journal = Journal(store)
        journal.put(1, b"a")
        journal.append(1, b"b")
        at = len(store.flash.contents.rstrip(b"\xff"))
        journal.append(1, b"c")
        journal.append(1, b"d")
        journal.put(2, b"good")
        flip(store, at + 3, 1)
        journal = restart(store)
        assert content(journal) == {1: b"ab", 2: b"good"}
        assert journal.damaged

    @given(st.binary(min_size=1, max_size=4096), st.binary(max_size=400), st.booleans())
    @settings(max_examples=60, deadline=None)
    def test_it_starts_over_anything(self, sector, copy, lent):
        store = SimulatedStore(drive_lent=lent)
        store.flash._cells[: len(sector)] = sector
        store.file.contents = copy or None
        journal = Journal(store)
        assert content(journal) == {}
        journal.put(1, b"works")
        assert content(restart(store)) == {1: b"works"}

    def test_strange_contents_are_said_once(self):
        store = SimulatedStore()
        store.flash._cells[:] = bytes(range(256)) * 16
        assert Journal(store).damaged
        assert not Journal(store).damaged


# -- versions --------------------------------------------------------------------------------------


def newer(contents):
    """The same with the next version in its header."""
    head = contents[:2] + bytes([VERSION + 1]) + contents[3:13]
    return signed(head) + contents[17:]


class TestVersions:
    @pytest.mark.parametrize("where", ["sector", "copy", "both", "copy alone"])
    def test_a_newer_one_is_kept_and_never_overwritten(self, where):
        store, _ = filled()
        if where in ("sector", "both"):
            store.flash._cells[:] = newer(store.flash.contents)
        if where != "sector":
            store.file.contents = newer(store.file.contents)
        if where == "copy alone":
            store.flash._cells[:] = b"\xff" * 4096
        before = store.flash.contents, store.file.contents
        journal = restart(store)
        assert journal.too_new and not journal.damaged
        assert content(journal) == {}
        model = {}
        for action in games(3, seed=8):
            do(journal, action)
            model = do_to_dict(model, action)
        journal.compact_if_above(0)
        assert content(journal) == model
        assert (store.flash.contents, store.file.contents) == before
        assert restart(store).too_new

    def test_it_goes_when_it_is_told_to(self):
        store, _ = filled()
        store.flash._cells[:] = newer(store.flash.contents)
        journal = restart(store)
        journal.erase()
        journal.put(1, b"mine")
        journal = restart(store)
        assert not journal.too_new
        assert content(journal) == {1: b"mine"}


# -- on the device's Python ------------------------------------------------------------------------

SCRIPT = """
from handheld.journal import Journal

class Store:
    size = 4096
    def __init__(self):
        self.sector = bytearray(b"\\xff" * 4096)
        self.copy = None
    def read(self, at, n):
        return bytes(self.sector[at : at + n])
    def write(self, at, data):
        self.sector[at : at + len(data)] = data
    def erase(self):
        self.write(0, b"\\xff" * 4096)
    def read_file(self):
        return self.copy
    def write_file(self, data):
        self.copy = bytes(data)
        return True

store = Store()
journal = Journal(store)
for step in range(900):
    journal.append(step % 3 + 1, b"%d " % step)
    if step % 90 == 0:
        journal.put(2, bytes(range(200)))
        journal.delete(3)
        store.write(journal._end, b"\\x05\\x00torn")
        journal = Journal(store)
    if step == 500:
        store.sector[0:20] = bytes(20)
        journal = Journal(store)
print(store.read(0, 4096), store.copy, journal.damaged, journal.erases)
"""


def test_it_writes_the_same_on_micropython(capsys):
    exec(SCRIPT, {})
    assert run_on_micropython(SCRIPT) == capsys.readouterr().out


# -- wear ------------------------------------------------------------------------------------------


def test_wear():
    assert erases_per_thousand_games(n_games=100) < 1000


def test_the_erases_of_a_life_are_counted():
    store, _ = filled()
    journal = restart(store)
    assert journal.erases == store.flash.erases > 2
