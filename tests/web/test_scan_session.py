"""The page of the camera against a handheld that chooses what to show, and when.

A line of scan_walks.txt is a promise, and steps that show it:

    read NAME …, elsewhere NAME …    one upload of these codes, in the page or in another tab
    each NAME                        these codes, one upload each
    keep, replace                    answer what is to become of the commitment that is kept
    store NAME                       something else has written this text
    wait MINUTES, enter NUMBER, forget, reload, forbid (storage)
    is NAME=VALUE …                  what is known then; of a commitment its game
"""

import functools
import pathlib

import pytest

from handheld.begin.proof import pieces
from tests.rules.test_compact import LONG, encode
from tests.support.fair_records import handheld_of, played
from tests.web.built import node
from tests.web.test_scan import NUMBER, game


def long_game():
    """Return the commitment and the codes of a game that needs several."""
    handheld = handheld_of(4)
    handheld.start("pig", players=10, options={"target": 100})
    commitment = "POCKETPIG-1 " + handheld.app.match.fair.commitment.upper()
    played(handheld, 4)
    codes = encode(pieces(handheld.app.match))
    assert len(codes) > 1
    return commitment, codes


FIRST, (RESULT,), _ = game(1)
SECOND, (SECOND_RESULT,), _ = game(5)
THIRD, (THIRD_RESULT,), _ = game(3)
LONG_FIRST, PARTS = long_game()
FRAMES = encode([LONG.encode()])
# A, B and C are commitments.
CODES = {
    "A": [FIRST], "A.result": [RESULT],
    "A.again": game(1, NUMBER)[1],  # the same secret again, with a number: another game
    "B": [SECOND], "B.result": [SECOND_RESULT], "C": [THIRD], "C.result": [THIRD_RESULT],
    "LONG": [LONG_FIRST], "LONG.all": PARTS, "LONG.first": PARTS[:1], "LONG.others": PARTS[1:],
}  # fmt: skip
DIGITS = {name: CODES[name][0].partition(" ")[2].lower() for name in "ABC"}
A = DIGITS["A"]
LINES = pathlib.Path(__file__).with_name("scan_walks.txt").read_text("utf-8").splitlines()
WALKS = dict(line.split(": ", 1) for line in LINES if line and line[0] != "#")
# Hostile codes are refused and leave nothing.
HOSTILE = [
    ("scan_foreign", "<img src=x onerror=alert(1)>"),
    ("scan_foreign", "PP9" + RESULT[3:]),
    ("scan_foreign", RESULT + "<b>x"),
    ("scan_foreign", "POCKETPIG-1 " + "G" * 64),
    ("scan_foreign", "PP111" + "9" * 1000),
    ("scan_foreign", "PP111\ud7ff\x00" + "9" * 9),
    ("scan_other", FRAMES[0], FRAMES[1][:-1] + "9", FRAMES[1]),
    ("scan_other", FRAMES[0], "PP122" + "9" * 40),
    ("scan_unfit", *FRAMES[:-1], FRAMES[-1][:-1] + "9"),
    ("scan_unfit", "PP111" + "9" * 72),
]
# Nonsense that is stored is nothing.
STORED = [
    "", "[", "null", "1", '"x"', "[1]", '{"commitment": null}',
    '{"commitment": "<b>", "when": 1, "number": 7, "told": 1}',
    f'{{"commitment": ["{A}"], "when": 1, "number": ["004217"], "told": {{"a": 1}}}}',
    f'{{"commitment": "{A}", "when": "x", "number": 123456, "told": [null, 5, ["x"]]}}',
    f'{{"commitment": "{A}", "when": 0, "number": "12", "told": []}}',
    f'{{"commitment": "{A.upper()}", "when": 1, "number": "004217\\n", "told": "{A}"}}',
    f'{{"commitment": "{A}0", "when": 1, "number": null, "told": null}}',
]  # fmt: skip
for number, (said, *codes) in enumerate(HOSTILE):
    CODES[f"H{number}"] = codes
    known = f"is said={said} kind=; read A.result; is kind=consistent"
    WALKS[f"{said} {number}"] = f"read H{number}; {known}"
for number, text in enumerate(STORED):
    CODES[f"S{number}"] = [text]
    after = "reload; read B; is commitment=B pending=; wait 1; read B.result; is kind=proven"
    WALKS[f"stored {text}"] = f"store S{number}; {after}"


def steps_of(walk):
    """Yield (what the page does, or "is", what it takes)."""
    for step in walk.split("; "):
        word, *given = step.split()
        if word == "each":
            yield from (("read", [code]) for code in CODES[given[0]])
        elif word in ("read", "elsewhere", "store"):
            yield word, [code for name in given for code in CODES[name]]
        else:
            yield word, given


@functools.cache
def told():
    """Return what is known after each step of each walk."""
    steps = [[step for step in steps_of(walk) if step[0] != "is"] for walk in WALKS.values()]
    return dict(zip(WALKS, node("scan_session.mjs", steps)))


@pytest.mark.parametrize("name", WALKS)
def test_what_is_known_after_each_step(name):
    known = iter(told()[name])
    for word, given in steps_of(WALKS[name]):
        if word != "is":
            now = next(known)
            continue
        for key, value in (part.split("=") for part in given):
            assert str(now[key]) == DIGITS.get(value, value), (now, given)
