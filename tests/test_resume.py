# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""The head of a saved game, byte for byte. test_saved_game.py has whole games."""

from types import SimpleNamespace

import pytest

from handheld import language
from handheld.game.match import Match
from handheld.game.names import LETTERS
from handheld.game.parts import seats_of
from handheld.game.resume import (
    discard,
    kept_match,
    last_counted,
    mark_unproven,
    mark_unsaved,
    number,
    parts,
    save,
)
from handheld.saves.journal import GAME
from handheld.saves.journal_start import open_journal
from handheld.saves.moves import FAIR, NOT_COUNTED, NOT_PROVEN, code
from handheld.saves.records import Records
from host_sim.simulated.chips.nvm_flash import SimulatedStore
from shared_rules.errors import BadText
from shared_rules.fair_dice import FairDice
from shared_rules.variants import new_game

CUP = SimpleNamespace(typed=False, forced=False)
SECRET = bytes(range(16))
FAIR_HEAD = bytes([FAIR]) + SECRET


@pytest.fixture
def journal():
    language.load("en")
    return open_journal(SimulatedStore())


def match_of(seats, fair=None, variant="pig", **options):
    match = Match(new_game(variant, options, len(seats)), seats, CUP, None, fair)
    match.number = 7
    return match


@pytest.mark.parametrize(
    "seats, head",
    [
        ([("human", "ANN"), ("hold20", "BEN")], b"7 =ANN C=BEN|L:"),
        ([("human", "YOU"), ("hold20", "X")], b"7 = C=X|L:"),
        ([("human", "0z{"), ("human", "A=/")], b"7 =0z_ =A__|L:"),
        ([("human", "LONG"), ("human", "P2")], b"7 =LON |L:"),
        ([("human", "ÑU"), ("human", "A B")], b"7 =~U =A_B|L:"),
    ],
)
def test_seats(journal, seats, head):
    match = match_of(seats)
    match.dirty = True
    save(journal, match)
    assert journal.get(GAME) == head and not match.dirty
    names = [(kind, "".join(c if c in LETTERS or "0" <= c <= "z" and c not in "=_" else " "
                            for c in name[:3])) for kind, name in seats]  # fmt: skip
    assert parts(journal) == (7, names, "pp1 pig players=2", b"", None)


def test_who_has_no_other_name_is_told_by_kind_alone(journal):
    seats = seats_of(["human", "hold20"])
    save(journal, match_of(seats, target=50))
    assert journal.get(GAME) == b"7  C|L target=50:"
    assert parts(journal)[1:3] == (seats, "pp1 pig target=50 players=2")


def test_what_proves_the_dice(journal):
    fair = FairDice(SECRET.hex())
    match = match_of([("human", "ANN"), ("human", "BOB")], fair)
    save(journal, match)
    assert journal.get(GAME) == FAIR_HEAD + b"7 0 =ANN =BOB|L:"
    fair.rolled, fair.addition, fair.again, fair.rolloff = 5, "000123", 2, "6,5"
    fair.commitment = ""
    save(journal, match)
    assert journal.get(GAME) == FAIR_HEAD + b"7 5+000123*2.6,5! =ANN =BOB|L:"
    found = parts(journal)[4]
    assert (found.rolled, found.addition, found.again, found.rolloff) == (5, "000123", 2, "6,5")
    assert found.secret == SECRET.hex() and found.commitment == ""


def test_rolls_of_the_record_are_not_counted_twice(journal):
    fair = FairDice(SECRET.hex())
    match = match_of([("human", "ANN"), ("human", "BOB")], fair)
    faces = [match.apply("roll", match.game.player) for _ in range(9)]
    save(journal, match)
    kept = kept_match(journal, CUP)
    assert kept.record.text() == match.record.text() and kept.fair.rolled == fair.rolled == 9
    assert len(faces) == 9
    before = bytes(journal.store.contents)
    kept_match(journal, CUP)
    assert journal.store.contents == before  # a whole game is not saved again


@pytest.mark.parametrize(
    "value, words",
    [
        (b"x B|L:", "a kept game begins with its number"),
        (b"-x B|L:", "a kept game begins with its number"),
        (b"1234567890 B|L:", "a kept game begins with its number"),
        (b"7 =A\x80 B|L:", "a kept game begins with ASCII"),
        (b"7 Z|L:", "a kept game has a letter too many"),
        (FAIR_HEAD + b"7 x =A|L:", "a kept game says how many rolls there were"),
        (FAIR_HEAD + b"7 1*x =A|L:", "a kept game says how many rolls there were"),
        (FAIR_HEAD + b"7 1234567890 =A|L:", "a kept game says how many rolls there were"),
    ],
)
def test_what_cannot_be_read(journal, value, words):
    journal.put(GAME, value)
    with pytest.raises(BadText) as raised:
        parts(journal)
    assert str(raised.value) == words


def test_what_can_just_be_read(journal):
    journal.put(GAME, b"-123456789 =A\x7f B|L:")
    found = parts(journal)
    assert found[0] == -123456789 and found[1][0] == ("human", "A\x7f")


def test_the_number_of_the_last_game(journal):
    assert last_counted(journal) == 0 == number(journal)
    for last in (12, 13, 123456789):
        records = Records(journal)
        records.set("counted", last)
        records.save()
        assert last_counted(journal) == last


def test_only_a_game_that_counts_leaves_a_secret_to_erase(journal):
    for count, dirty in ((0, False), (1, True), (12, True)):
        journal.dirty = False
        journal.put(GAME, b"%d =A =B|L:" % count)
        discard(journal)
        assert journal.dirty is dirty


def test_a_game_that_counts_no_more_goes_on_with_the_same_dice(journal):
    save(journal, match_of([("human", "ANN"), ("human", "BOB")]))
    journal.step(code(NOT_COUNTED))
    value = journal.get(GAME)
    kept = kept_match(journal, CUP)
    assert kept.number == 0 and kept.cup is CUP
    assert journal.get(GAME) == value  # a whole game is not saved again


def test_a_proof_is_ended_once(journal):
    save(journal, match_of([("human", "ANN"), ("human", "BOB")]))
    mark_unproven(journal)
    assert not mark_unsaved(journal) and not journal.marked
    plain = journal.get(GAME)
    assert plain == b"7 =ANN =BOB|L:"  # it has no proof
    save(journal, match_of([("human", "ANN"), ("human", "BOB")], FairDice(SECRET.hex())))
    value = journal.get(GAME)
    for _ in range(2):
        mark_unproven(journal)
        assert journal.get(GAME) == value + code(NOT_PROVEN)
    assert mark_unsaved(journal) and journal.marked
    assert kept_match(journal, CUP).fair.commitment == ""


def test_of_another_game_nothing_is_marked(journal):
    save(journal, match_of([("human", "ANN"), ("human", "BOB")], FairDice(SECRET.hex())))
    other = bytes([FAIR]) + SECRET[:-1] + b"x" + journal.get(GAME)[17:]
    journal.waiting[GAME] = other
    assert not mark_unsaved(journal) and not journal.marked
    journal.waiting[GAME] = journal.stored(GAME) + code(NOT_PROVEN)
    assert mark_unsaved(journal) and journal.marked
