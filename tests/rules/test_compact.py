"""The compact form of a record: written, read again, and changed by somebody."""

import pathlib
import random
import re

import pytest

import pocketpig
from board_web.scan import _read, _Reader, commitment_of, frame_of, record_of
from shared_rules import compact
from shared_rules.compact import DIGITS, FRAME
from shared_rules.errors import BadText, RulesError
from shared_rules.reading import replay_token
from shared_rules.thinking import answer_of
from shared_rules.variants import new_game
from tests.support.fair_records import handheld_of, judged, options_of, played, rolled_off

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


def begun(variant, kinds, seed, **options):
    handheld = handheld_of(seed)
    seats = [(kind, "") for kind in kinds]
    handheld.app.start_match(variant, {**options_of(variant), **options}, seats, 0)
    return handheld


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


def test_an_unfinished_game_has_no_codes():
    with pytest.raises(BadText, match="not over"):
        encode([b"pp1 pig target=10 end=first players=2 first=0 : 5 4"])


class TestFrames:
    CODES = encode([LONG.encode()])

    def test_there_are_several(self):
        assert len(self.CODES) > 2
        assert [frame_of(code) for code in self.CODES] == [
            (place, len(self.CODES)) for place in range(1, len(self.CODES) + 1)
        ]
        assert {len(code) for code in self.CODES[:-1]} == {77}

    def test_twice_the_same_does_no_harm(self):
        assert record_of(self.CODES + self.CODES[::-1]) == LONG

    def test_one_is_missing(self):
        with pytest.raises(ValueError, match="missing of the codes: 2 of"):
            record_of(self.CODES[:1] + self.CODES[2:])

    def test_of_two_games(self):
        other = encode([typed(601).encode()])
        for codes in (self.CODES[:1] + other[1:], self.CODES + other, self.CODES + encode([SHORT])):
            with pytest.raises(ValueError, match="different games|do not fit together"):
                record_of(codes)

    @pytest.mark.parametrize(
        "code", ["", "PP1", "PP111", "PP101A", "PP121A", "PP1Z1A", "PP2111", "PP112A", "PP111a"]
    )
    def test_no_code_of_a_handheld(self, code):
        with pytest.raises(ValueError, match="this code|this is no code"):
            frame_of(code)

    def test_no_codes(self):
        with pytest.raises(ValueError, match="no code"):
            record_of([])


def test_every_changed_digit_is_refused():
    code = encode([RECORDS[0].encode()])[0]
    for place in range(5, len(code)):
        for digit in DIGITS:
            changed = code[:place] + digit + code[place + 1 :]
            if changed != code and changed.rstrip("0") != code:
                with pytest.raises(ValueError):
                    record_of([changed])


class Noting(compact.Writer):
    """Keeps what it writes, as (n, symbol, weight)."""

    def __init__(self):
        super().__init__()
        self.taken = Noting.taken = []

    def take(self, n, at, weight=0):
        self.taken.append((n, at, weight))
        return super().take(n, at, weight)


@pytest.mark.parametrize(
    "value, symbols",
    [
        (0, [(16, 0)]),
        (99, [(16, 1), (100, 99)]),
        (100, [(16, 2), (100, 0), (100, 1)]),
        (70302, [(16, 3), (100, 2), (100, 3), (100, 7)]),
    ],
)
def test_a_number_has_no_more_digits_than_it_needs(value, symbols):
    writer = Noting()
    assert compact._number(writer, value) == value
    assert [(n, symbol) for n, symbol, _ in writer.taken] == symbols


def told(symbols):
    """Return the record that symbols stand for, "" if none, whatever the check sum says."""
    writer = compact.Writer()
    for symbol in symbols:
        writer.take(*symbol)
    try:
        return _read(_Reader(answer_of(writer.number())))
    except RulesError:
        return ""


def test_every_changed_symbol_is_refused_or_seen(monkeypatch):
    # Somebody who writes a good check sum and seal can change what the commitment does not fix.
    # Then `verify` tells other facts, or the same people chose otherwise with the same dice.
    handheld = handheld_of(7)
    rolled_off(handheld)
    fair = handheld.app.match.fair
    fair.again = 2
    record = played(handheld, 7)
    commitment = fair.commitment
    monkeypatch.setattr(compact, "Writer", Noting)
    encode([record.encode()])
    symbols = Noting.taken
    assert told(symbols) == record
    facts = judged(record, commitment).facts
    found = []
    for place, (n, at, weight) in enumerate(symbols):
        for other in {(at + 1) % n, (at + n // 2) % n, 0, n - 1} - {at}:
            forged = told([*symbols[:place], (n, other, weight), *symbols[place + 1 :]])
            assert forged != record
            try:
                verdict = forged and pocketpig.verify(forged, commitment)
            except ValueError:  # a number that is too large
                continue
            if not verdict or verdict.kind != "proven":
                found.append("refused")
            elif verdict.facts != facts:
                found.append("other facts")
            else:
                assert weight, "only who held when is not told"
                found.append("other choices")
    assert min(found.count("refused"), found.count("other facts")) > 3


def test_digits_at_random_are_refused():
    source = random.Random(1)
    for _ in range(2000):
        digits = "".join(source.choice(DIGITS) for _ in range(source.randrange(1, FRAME)))
        with pytest.raises(ValueError):
            record_of(["PP111" + digits])


def test_a_commitment():
    digits = "0123456789abcdef" * 4
    assert commitment_of("POCKETPIG-1 " + digits.upper()) == digits
    for wrong in ("", digits, "POCKETPIG-1 " + digits[1:], "POCKETPIG-1 G" + digits[1:]):
        assert commitment_of(wrong) == ""
