# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""The longest record needs little more memory than its characters."""

import sys
import tracemalloc

from hypothesis import given, settings
from hypothesis import strategies as st

from shared_rules import reading
from shared_rules.notation import PIECE, RECORD_LIMIT, Record, position_text
from shared_rules.reading import replay
from shared_rules.variants import new_game

START = position_text(new_game("two_dice", {"target": 1000}, 2))


def test_usual_rounds_are_told_only_where_they_count():
    assert START == "pp1 two_dice double_one=wipe target=1000 end=first players=2 first=0"
    assert " rounds=5 " in position_text(new_game("two_dice", {"rounds": 5}))
    assert " rounds=10 " in position_text(new_game("two_dice", {"end": "rounds"}))


def longest():
    """Return a record of the longest length: over 1,100 two-digit tokens, every second a bust."""
    rolls = ("23", "41", "35", "16")
    text = START + " :"
    number = 0
    while len(text) + 5 <= RECORD_LIMIT:  # there is always room for a hold
        text += " " + rolls[number % len(rolls)]
        number += 1
    return text


@settings(max_examples=200)
@given(st.text("6h ts\t\n|", max_size=3 * PIECE), st.integers(0, 20))
def test_words_read_one_by_one_equal_split(text, at):
    assert list(reading._words(text, at)) == text[at:].split()


def test_words_longer_than_a_piece():
    for length in (PIECE - 1, PIECE, PIECE + 1, 3 * PIECE):
        text = "6" * length + " 5"
        assert list(reading._words(text, 0)) == text.split()


def test_a_long_record_comes_back_and_needs_no_list_of_all_tokens():
    text = longest()
    replay(text)
    tracemalloc.start()
    record = replay(text)[1]
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < len(text.split()) * sys.getsizeof("23") // 2
    assert record.text() == text and len(text) > RECORD_LIMIT - 6
    assert list(record.tokens()) == text.partition(":")[2].split()
    assert max(map(len, record.pieces())) <= PIECE


def test_a_record_begins_anew_only_where_the_next_step_has_no_room():
    for room in (0, 1, 2, 600):
        game = new_game("two_dice")
        record = Record(game, room) if room else Record(game)
        begun = 0
        for number in range(3000):
            before = record.text()
            token = game.apply("roll", [2 + number % 5, 1 + number % 2])  # every second is a bust
            record.append(token, game)
            if len(before) + 1 + len(token) <= RECORD_LIMIT - room:
                assert record.text() == f"{before} {token}"
            else:
                begun += 1
                assert len(record.text()) < len(before)
                assert replay(record.text())[0].state() == game.state()
        assert begun == 3000 // ((RECORD_LIMIT - room - len(START)) // 3)
