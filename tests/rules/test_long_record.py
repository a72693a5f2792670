"""The longest record needs little more memory than its characters."""

import sys
import tracemalloc

from shared_rules.notation import PIECE, RECORD_LIMIT, position_text
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
