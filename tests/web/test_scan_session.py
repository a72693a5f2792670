"""The page of the camera against a handheld that chooses what to show, and when."""

import functools

import pytest

from handheld.begin.proof import pieces
from tests.rules.test_compact import LONG, encode
from tests.support.fair_records import handheld_of, played
from tests.web.built import node
from tests.web.test_scan import NUMBER, game

FIRST, (RESULT,), _ = game(1)
# The same secret again, with a number: another game.
_, (SAME_SECRET,), _ = game(1, NUMBER)
SECOND, (SECOND_RESULT,), _ = game(5)
THIRD, (THIRD_RESULT,), _ = game(3)
A, B, C = (code.partition(" ")[2].lower() for code in (FIRST, SECOND, THIRD))
MINUTE = 60_000
FRAMES = encode([LONG.encode()])


def long_game():
    """Return the commitment and the codes of a game that needs several."""
    handheld = handheld_of(4)
    handheld.start("pig", players=10, options={"target": 100})
    commitment = "POCKETPIG-1 " + handheld.app.match.fair.commitment.upper()
    played(handheld, 4)
    codes = encode(pieces(handheld.app.match))
    assert len(codes) > 1
    return commitment, codes


LONG_FIRST, CODES = long_game()


def read(*codes, tab=0):
    return ["read", list(codes), tab]


def wait(minutes):
    return ["wait", minutes * MINUTE]


RELOAD, FORGET, FORBID, ENTER = ["reload"], ["forget"], ["forbid", True], ["enter", NUMBER]
KEEP, REPLACE = ["answer", False], ["answer", True]


def expect(**known):
    """Not a step: what is known after the step before."""
    return known


PROVEN, CHANGED, CONSISTENT = (expect(kind=kind) for kind in ("proven", "changed", "consistent"))
ASKS = expect(commitment=A, pending=B)
NOW_B = expect(commitment=B, pending="")
TOGETHER = expect(kind="consistent", why="commitment_together")
LATE = expect(kind="consistent", why="commitment_late")
WALKS = {
    # To scan it again makes it no younger.
    "an honest game is proven with the time before it": [
        read(FIRST), expect(said="scan_kept"), wait(7), RELOAD,
        read(FIRST), expect(said="scan_kept"), wait(5),
        read(RESULT), expect(kind="proven", before=12 * MINUTE),
    ],
    "an honest long game": [read(LONG_FIRST), wait(1), read(*CODES), PROVEN],
    # A second commitment waits for an answer, whichever way it comes.
    "no answer": [
        read(FIRST), wait(5), read(SECOND), expect(commitment=A, pending=B, done=True),
        read(SECOND_RESULT), expect(kind="changed", pending=""),
    ],
    "it is not wanted": [
        read(FIRST), read(SECOND), KEEP, expect(commitment=A), read(SECOND_RESULT), CHANGED,
    ],
    "it is wanted": [
        read(FIRST), wait(5), read(SECOND), REPLACE, NOW_B, wait(1),
        read(SECOND_RESULT), expect(kind="proven", before=MINUTE),
    ],
    "in one upload": [read(FIRST, SECOND), ASKS],
    "after a reload": [read(FIRST), RELOAD, read(SECOND), ASKS],
    "in another tab": [read(FIRST), read(SECOND, tab=1), ASKS],
    "with a number": [read(FIRST), ENTER, read(SECOND), ASKS],
    "without storage": [FORBID, read(FIRST), read(SECOND), ASKS],
    "once storage is gone": [read(FIRST), FORBID, read(SECOND), ASKS],
    "after a foreign result": [read(FIRST), read(THIRD_RESULT), read(SECOND), ASKS],
    "three times": [read(FIRST), read(THIRD), read(SECOND), read(THIRD), read(SECOND), ASKS],
    "with a foreign result": [read(FIRST), read(SECOND, THIRD_RESULT), ASKS],
    # It asks no more once the secret was told.
    "the next game": [
        read(FIRST), read(RESULT), PROVEN, read(SECOND), NOW_B, wait(1),
        read(SECOND_RESULT), PROVEN,
    ],
    "the next game's commitment beside the result": [
        read(FIRST), wait(1), read(SECOND, FIRST, RESULT),
        expect(kind="proven", commitment=B, pending=""),
    ],
    "the first one is forgotten": [read(FIRST), FORGET, read(SECOND), NOW_B],
    # A commitment that comes with the result is none.
    **{
        f"together: {number}": [
            read(*codes), TOGETHER, wait(5), read(RESULT), expect(kind=("consistent", "changed")),
            RELOAD, read(FIRST), expect(said="scan_told"),
            read(RESULT), expect(kind=("consistent", "changed")),
        ]
        for number, codes in enumerate(
            [(FIRST, RESULT), (RESULT, FIRST), (RESULT, FIRST, RESULT), (FIRST, RESULT, SECOND)]
        )
    },
    # A commitment after a part of the result is none.
    "with a part before": [read(CODES[0], LONG_FIRST), read(*CODES), LATE],
    "with a part": [read(LONG_FIRST, CODES[0]), wait(1), *map(read, CODES), LATE],
    "after the last part": [
        read(CODES[-1]), wait(1), read(LONG_FIRST), wait(1), read(*CODES), LATE,
    ],
    "after a part and another game": [
        read(CODES[0]), read(FIRST), read(RESULT), read(LONG_FIRST), wait(1),
        *map(read, CODES), LATE,
    ],
    "after a part, and wanted": [
        read(FIRST), read(CODES[1]), read(LONG_FIRST), REPLACE, wait(1), read(*CODES), LATE,
    ],
    "after a part in another tab": [
        read(CODES[0]), wait(1), read(LONG_FIRST, tab=1), wait(1), read(*CODES[1:]), LATE,
    ],
    # A secret that was told proves no second game.
    "the same secret with a number": [
        read(FIRST), wait(1), read(RESULT), PROVEN, wait(1), ENTER,
        read(SAME_SECRET), expect(kind="consistent", why="commitment_used"),
    ],
    "the same game again": [
        read(FIRST), read(RESULT), PROVEN, read(RESULT), PROVEN, RELOAD, expect(kind=""),
        read(RESULT), PROVEN,
    ],
    "forgotten and again": [
        read(FIRST), read(RESULT), FORGET, read(FIRST), expect(said="scan_told"),
        read(RESULT), CONSISTENT,
    ],
    "what cannot be saved is said": [
        FORBID, read(FIRST), expect(said="scan_unsaved", saved=False), wait(1),
        read(RESULT), PROVEN,
    ],
    "what cannot be read": [
        read(FIRST), FORBID, RELOAD, read(RESULT), expect(kind="consistent", why="no_commitment"),
    ],
    # Hostile codes are refused and leave nothing.
    **{
        f"{said}: {number}": [read(*codes), expect(said=said, kind=""), read(RESULT), CONSISTENT]
        for number, (said, *codes) in enumerate([
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
        ])
    },
    # Nonsense that is stored is nothing.
    **{
        f"stored: {text}": [
            ["store", text], RELOAD, read(SECOND), NOW_B, wait(1), read(SECOND_RESULT), PROVEN,
        ]
        for text in (
            "", "[", "null", "1", '"x"', "[1]", '{"commitment": null}',
            '{"commitment": "<b>", "when": 1, "number": 7, "told": 1}',
            f'{{"commitment": ["{A}"], "when": 1, "number": ["004217"], "told": {{"a": 1}}}}',
            f'{{"commitment": "{A}", "when": "x", "number": 123456, "told": [null, 5, ["x"]]}}',
            f'{{"commitment": "{A}", "when": 0, "number": "12", "told": []}}',
            f'{{"commitment": "{A.upper()}", "when": 1, "number": "004217\\n", "told": "{A}"}}',
            f'{{"commitment": "{A}0", "when": 1, "number": null, "told": null}}',
        )
    },
}  # fmt: skip


@functools.cache
def told():
    """Return what is known after each step of each walk."""
    steps = [[step for step in walk if isinstance(step, list)] for walk in WALKS.values()]
    return dict(zip(WALKS, node("scan_session.mjs", steps)))


@pytest.mark.parametrize("name", WALKS)
def test_what_is_known_after_each_step(name):
    known = iter(told()[name])
    now = {}
    for step in WALKS[name]:
        if isinstance(step, list):
            now = next(known)
            continue
        for key, value in step.items():
            assert now[key] in (value if isinstance(value, tuple) else (value,)), (now, step)
