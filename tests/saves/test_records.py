"""The saved numbers: each comes back, none breaks what reads it, and what they mean."""

import random
import struct
from types import SimpleNamespace

import pytest

from handheld.records import account, stats
from handheld.records.records import ALL, FEWEST, REVIEWED, ROWS, SIZE, TABLE, Records
from handheld.saves.journal import BUDGET, STATISTICS
from handheld.saves.journal_start import open_journal
from host_sim.simulated.chips.nvm_flash import SimulatedStore
from shared_rules.variants import ids, new_game
from tests.tools.gallery import STATS, fill


def limits(code):
    """Return the least and the greatest number that `struct` has for a letter."""
    bits = 8 * struct.calcsize("<" + code)
    return (-(2 ** (bits - 1)), 2 ** (bits - 1) - 1) if code.islower() else (0, 2**bits - 1)


@pytest.fixture
def journal():
    return open_journal(SimulatedStore())


def nearest(entry, codes):
    """Return an entry with its numbers in their ranges."""
    limited = [(number, *limits(code)) for number, code in zip(entry, codes, strict=True)]
    return tuple(max(least, min(number, most)) for number, least, most in limited)


def test_any_changes_come_back_after_each_save(journal):
    """Appended or saved anew, within the budget; of too many entries the last ones stay, and a
    number beyond its range becomes the nearest in it."""
    chance = random.Random(1)
    model = {name: [] for name, _, _ in ROWS}
    sizes = []
    for _ in range(100):
        records = Records(journal)
        for name, many, codes in chance.sample(ROWS, chance.randint(1, 4)):
            entries = []
            for _ in range(chance.randint(0, many + 2)):
                scale = chance.choice((1, 1, 2**7, 2**20, 2**32))
                numbers = [chance.choice((1, 1, -1)) * chance.randint(1, 9) for _ in codes]
                entries.append(tuple(number * scale for number in numbers))
            records.put(name, entries)
            near = [nearest(entry, codes) for entry in entries[-many:]]
            model[name] = [entry for entry in near if any(entry)]
        records.save()
        sizes.append(journal.size(STATISTICS))
        assert {name: Records(journal).rows(name) for name in model} == model
        if journal.due:
            journal = open_journal(SimulatedStore())
            fill(journal, model)
    assert not journal.damaged and max(sizes) <= BUDGET[STATISTICS]
    grew = [after > before for before, after in zip(sizes, sizes[1:], strict=False)]
    assert True in grew and False in grew


def test_the_fullest_value_fits_and_can_be_saved_anew(journal):
    full = {name: [tuple([170] * len(codes))] * many for name, many, codes in ROWS}
    fill(journal, full)
    assert SIZE * 9 // 10 < journal.size(STATISTICS) <= BUDGET[STATISTICS] * 4 // 5
    holes = bytes(255 * (n % 4 == 0) for n in range(SIZE))  # the most runs
    records = Records(open_journal(SimulatedStore()))
    records._data[:] = holes
    records.compact()
    assert records.journal.size(STATISTICS) <= BUDGET[STATISTICS]
    assert Records(records.journal)._data == holes


def test_what_is_no_value_counts_as_damaged_and_the_next_save_replaces_it(journal):
    fill(journal, STATS)
    good = journal.get(STATISTICS)
    bad = [good[:n] for n in range(1, len(good))]
    bad += [good + b"\0", b"\0\0\0", b"\0\0\2\1", bytes((SIZE >> 8, SIZE & 255, 1, 1))]
    bad += [bytes((SIZE - 1 >> 8, SIZE - 1 & 255, 2, 1, 1))]
    damaged = 0
    for value in bad:
        journal = open_journal(SimulatedStore())
        journal.put(STATISTICS, value)
        records = Records(journal)
        assert len(records._data) == SIZE
        if not journal.damaged:  # cut between two runs
            continue
        damaged += 1
        assert journal.damaged == STATISTICS and not any(records._data)
        records.set("counted", 7)
        records.save()
        journal.damaged = 0
        assert Records(journal).number("counted") == 7 and not journal.damaged
    assert damaged > len(bad) * 3 // 4


@pytest.mark.parametrize("number, better, worse", [(10, 1, -1), (FEWEST + 100, -1, 1)])
def test_of_results_the_best_is_kept(number, better, worse, journal):
    records = Records(journal)
    kept = [stats.keep(records, (1, number, 50 + more, "ANN")) for more in (0, worse, 0, better)]
    assert kept == [True, False, False, True]
    assert records.rows("best_results") == [(1, number, 50 + better, *b"ANN")]


def test_without_room_the_kind_goes_that_has_played_another_variant_least():
    table = []
    for variant in range(1, 13):
        stats.count(table, variant, "", (1, 0, 0))
        for kind in ("human", "hold20", "easy", "hold7"):
            stats.count(table, variant, kind, (1 + variant, 0, 0))
    assert len(table) == TABLE
    stats.count(table, 1, "medium", (1, 1, 0))
    assert len(table) == TABLE and (1, 4, 1, 1, 0) in table
    assert sorted(row[1] for row in table if row[0] == 1) == [ALL, 1, 4, 5, 11, 107]
    assert [row[1] for row in table if row[0] == 2] == [ALL, 11, 5, 107]


def test_a_series_of_faces_begins_anew_after_so_many(journal):
    records = Records(journal)
    game = new_game("pig")
    tokens = SimpleNamespace(tokens=lambda: ["6", "h", "1"])
    match = SimpleNamespace(game=game, record=tokens, typed=False)
    for before, after in ((account.MOST_THROWS - 1, account.MOST_THROWS), (6000, 1)):
        records.put("die", [(0, 0, 0, 0, 0, before)])
        account._count_faces(records, match)
        assert records.entry("die") == (1, 0, 0, 0, 0, after)


def test_a_review_without_the_luck_of_its_dice(journal):
    fill(journal, STATS)
    records = Records(journal)
    stats.judge(records, 1000, 3)
    totals = [records.number(name) for name in ("loss", "decisions", "gave")]
    assert totals == [62200, 391, 124000] and stats.reviewed(records)[-1] == (1000, 0)


@pytest.mark.parametrize(
    "loss, gave, kept",
    [
        (0, 0, (0, 0)),
        (249, 999, (0, 0)),
        (250, 1000, (0.005, 0.02)),
        (10**9, 10**9, (1.275, 2.54)),
        (-10, -(10**9), (0, -2.54)),
    ],
)
def test_the_newest_reviewed_games_are_kept_rounded_and_within_limits(loss, gave, kept, journal):
    records = Records(journal)
    for number in range(1, REVIEWED + 3):
        stats.judge(records, 1000 * number, 20, -4000 * number)
    stats.judge(records, loss, 1, gave)
    records.save()
    rows = [(row["loss"], row["gave"]) for row in stats.report(journal)["reviewed_games"]]
    assert len(rows) == REVIEWED
    assert (rows[0], rows[-2], rows[-1]) == ((0.04, -0.16), (0.24, -0.96), kept)


def test_every_kind_and_variant_comes_back(journal):
    for variant in ids():
        for kind in ("human", "perfect", "random", "hold1", "hold999"):
            records = Records(journal)
            table = []
            stats.count(table, 1 + ids().index(variant), "", (1, 0, 0))
            stats.count(table, 1 + ids().index(variant), kind, (1, 1, 0))
            records.put("table", table)
            assert stats.variants(records.rows("table")) == [(variant, 1, [(kind, 1, 1, 0)])]


def test_a_name_is_shown_as_far_as_it_can_be_typed_or_printed(journal):
    for code in (1, 31, 32, 33, 65, 90, 126, 127, 128, 208, 209, 210, 255):
        fill(journal, {"best_results": [(1, 10, 88, 65, code, 66)]})
        letter = chr(code) if 32 < code < 127 or code == 209 else " "
        assert stats.best(Records(journal)) == [("pig", ">", "10", 88, f"A{letter}B")]
