"""The compact form of a record: written, read again, and changed by somebody."""

import pathlib
import random
import re

import pytest

from pocketpig._codes import frame_of, look, record_of
from shared_rules import compact
from shared_rules.compact import DIGITS
from shared_rules.errors import BadText
from shared_rules.reading import replay_token
from shared_rules.thinking import answer_of
from shared_rules.variants import new_game

SHORT = b"pp1 pig target=4 end=first players=2 first=0 : 5 h"
DOCS = pathlib.Path(__file__).parents[2] / "docs"
# Those of the page that nobody changed; of several records the last.
CASES = [
    case.replace("\n  ", " ")
    for case in (DOCS / "fair-dice-records.txt").read_text("utf-8").split("\n\n")
    if re.match("verdict (?!changed)", case)
]
RECORDS = [re.findall("(?m)^record (.*)$", case)[-1] for case in CASES]


def encode(pieces):
    return answer_of(compact.encode(pieces))


def typed(target):
    """Return the record of a game of two whose faces people typed in."""
    source = random.Random(target)
    game = new_game("two_dice", {"target": target, "double_one": "bust"})
    steps = ""
    while not game.over:
        hold = game.turn_total > 17 or game.turn_total and game.scores[game.player] > target - 20
        step = "h" if hold else f"{source.randint(1, 6)}{source.randint(1, 6)}"
        replay_token(game, step)
        steps += f" {step}"
    head = f"pp1 two_dice double_one=bust target={target} end=first players=2 first=0"
    return f"{head} typed=1 :{steps}"


LONG = typed(600)
RECORDS += [typed(30), LONG]


@pytest.mark.parametrize("record", RECORDS)
def test_of_any_record(record):
    assert record_of(encode([record.encode()])) == record


def test_the_code_of_the_page():
    [(code, record)] = [
        (re.search("(?m)^code (.*)$", case)[1], record)
        for case, record in zip(CASES, RECORDS)
        if "\ncode " in case
    ]
    assert record_of([code]) == record
    assert encode([record.encode()]) == [code]


def test_an_unfinished_game_has_no_codes():
    with pytest.raises(BadText, match="not over"):
        encode([b"pp1 pig target=10 end=first players=2 first=0 : 5 4"])


class TestFrames:
    CODES = encode([LONG.encode()])

    def test_they_say_their_place_and_twice_the_same_does_no_harm(self):
        assert len(self.CODES) > 2
        assert [frame_of(code) for code in self.CODES] == [
            (place, len(self.CODES)) for place in range(1, len(self.CODES) + 1)
        ]
        assert {len(code) for code in self.CODES[:-1]} == {77}
        assert record_of(self.CODES + self.CODES[::-1]) == LONG

    def test_of_other_codes_than_those_of_a_game_none_is_left_out(self):
        other = encode([typed(601).encode()])
        for codes, why in (
            ([], "no code"),
            (self.CODES[:1] + self.CODES[2:], "missing of the codes: 2 of"),
            (self.CODES[:1] + other[1:], "different games|do not fit together"),
            (self.CODES + other, "different games|do not fit together"),
            (self.CODES + encode([SHORT]), "different games"),
        ):
            with pytest.raises(ValueError, match=why):
                record_of(codes)

    @pytest.mark.parametrize(
        "code", ["", "PP1", "PP111", "PP101A", "PP121A", "PP1Z1A", "PP2111", "PP112A", "PP111a"]
    )
    def test_no_code_of_a_handheld(self, code):
        with pytest.raises(ValueError, match="this code|this is no code"):
            frame_of(code)


def test_every_changed_digit_is_refused():
    code = encode([RECORDS[0].encode()])[0]
    for place in range(5, len(code)):
        for digit in DIGITS:
            changed = code[:place] + digit + code[place + 1 :]
            if changed != code and changed.rstrip("0") != code:
                with pytest.raises(ValueError):
                    record_of([changed])


def test_a_commitment():
    digits = "0123456789abcdef" * 4
    assert look("POCKETPIG-1 " + digits.upper()) == f'{{"commitment": "{digits}"}}'
    for wrong in ("", digits, "POCKETPIG-1 " + digits[1:], "POCKETPIG-1 G" + digits[1:]):
        assert look(wrong) == "{}"
