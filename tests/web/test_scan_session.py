"""The page of the camera against a handheld that chooses what to show, and when."""

import functools

from tests.rules.test_compact import LONG, encode
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
HOSTILE = {
    "scan_foreign": [
        ["<img src=x onerror=alert(1)>"],
        ["PP9" + RESULT[3:]],
        [RESULT + "<b>x"],
        ["POCKETPIG-1 " + "G" * 64],
        ["PP111" + "9" * 1000],
        ["PP111\ud7ff\x00" + "9" * 9],
    ],
    "scan_other": [[FRAMES[0], FRAMES[1][:-1] + "9", FRAMES[1]], [FRAMES[0], "PP122" + "9" * 40]],
    "scan_unfit": [[*FRAMES[:-1], FRAMES[-1][:-1] + "9"], ["PP111" + "9" * 72]],
}


@functools.cache
def long_game():
    """Return the commitment and the codes of a game that needs several."""
    from handheld.begin.proof import pieces
    from tests.support.fair_records import handheld_of, played

    handheld = handheld_of(4)
    handheld.start("pig", players=10, options={"target": 100})
    commitment = "POCKETPIG-1 " + handheld.app.match.fair.commitment.upper()
    played(handheld, 4)
    codes = encode(pieces(handheld.app.match))
    assert len(codes) > 1
    return commitment, codes


def read(*codes, tab=0):
    return ["read", list(codes), tab]


def wait(minutes):
    return ["wait", minutes * MINUTE]


def after_each(walks):
    """Return what is known after each step of each walk."""
    return node("scan_session.mjs", [list(steps) for steps in walks])


def test_an_honest_game_is_proven_with_the_time_before_it():
    steps = [read(FIRST), wait(7), ["reload"], read(FIRST), wait(5), read(RESULT)]
    (told,) = after_each([steps])
    assert [told[0]["said"], told[3]["said"]] == ["scan_kept", "scan_kept"]
    # To scan it again makes it no younger.
    assert (told[-1]["kind"], told[-1]["before"]) == ("proven", 12 * MINUTE)


def test_a_second_commitment_waits_for_an_answer():
    told, kept, replaced = after_each(
        [
            [read(FIRST), wait(5), read(SECOND), read(SECOND_RESULT)],
            [read(FIRST), read(SECOND), ["answer", False], read(SECOND_RESULT)],
            [read(FIRST), wait(5), read(SECOND), ["answer", True], wait(1), read(SECOND_RESULT)],
        ]
    )
    assert (told[2]["commitment"], told[2]["pending"], told[2]["done"]) == (A, B, True)
    assert (told[3]["kind"], told[3]["pending"]) == ("changed", "")
    assert (kept[2]["commitment"], kept[3]["kind"]) == (A, "changed")
    assert (replaced[3]["commitment"], replaced[3]["pending"]) == (B, "")
    assert (replaced[-1]["kind"], replaced[-1]["before"]) == ("proven", MINUTE)


def test_hostile_codes_are_refused_and_leave_nothing():
    rows = [(said, texts) for said, each in HOSTILE.items() for texts in each]
    walks = [[read(*texts), read(RESULT)] for _, texts in rows]
    for (said, texts), told in zip(rows, after_each(walks)):
        assert (told[0]["said"], told[0]["kind"]) == (said, ""), texts
        assert told[1]["kind"] == "consistent", texts


ASKS = {
    "in one upload": [read(FIRST, SECOND)],
    "after a reload": [read(FIRST), ["reload"], read(SECOND)],
    "in another tab": [read(FIRST), read(SECOND, tab=1)],
    "with a number": [read(FIRST), ["enter", NUMBER], read(SECOND)],
    "without storage": [["forbid", True], read(FIRST), read(SECOND)],
    "once storage is gone": [read(FIRST), ["forbid", True], read(SECOND)],
    "after a foreign result": [read(FIRST), read(THIRD_RESULT), read(SECOND)],
    "three times": [read(FIRST), read(THIRD), read(SECOND), read(THIRD), read(SECOND)],
    "with a foreign result": [read(FIRST), read(SECOND, THIRD_RESULT)],
}


def test_it_asks_whichever_way_the_second_comes():
    for way, told in zip(ASKS, after_each(ASKS.values())):
        assert (told[-1]["commitment"], told[-1]["pending"]) == (A, B), way


def test_it_asks_no_more_once_the_secret_was_told():
    told, beside, forgot = after_each(
        [
            [read(FIRST), read(RESULT), read(SECOND), wait(1), read(SECOND_RESULT)],
            # The next game's commitment beside the result.
            [read(FIRST), wait(1), read(SECOND, FIRST, RESULT)],
            [read(FIRST), ["forget"], read(SECOND)],
        ]
    )
    assert (told[2]["commitment"], told[2]["pending"]) == (B, "")
    assert [told[1]["kind"], told[4]["kind"]] == ["proven", "proven"]
    assert [beside[-1][key] for key in ("kind", "commitment", "pending")] == ["proven", B, ""]
    assert (forgot[-1]["commitment"], forgot[-1]["pending"]) == (B, "")


def test_a_commitment_that_comes_with_the_result_is_none():
    uploads = (FIRST, RESULT), (RESULT, FIRST), (RESULT, FIRST, RESULT), (FIRST, RESULT, SECOND)
    later = [wait(5), read(RESULT), ["reload"], read(FIRST), read(RESULT)]
    for codes, told in zip(uploads, after_each([read(*codes), *later] for codes in uploads)):
        assert (told[0]["kind"], told[0]["why"]) == ("consistent", "commitment_together"), codes
        assert {told[2]["kind"], told[5]["kind"]} <= {"consistent", "changed"}, codes
        assert told[4]["said"] == "scan_told"


def test_a_commitment_after_a_part_of_the_result_is_none():
    commitment, codes = long_game()
    honest = [read(commitment), wait(1), read(*codes)]
    walks = [
        [read(codes[0], commitment), read(*codes)],
        [read(commitment, codes[0]), wait(1), *map(read, codes)],
        [read(codes[-1]), wait(1), read(commitment), wait(1), read(*codes)],
        [read(codes[0]), read(FIRST), read(RESULT), read(commitment), wait(1), *map(read, codes)],
        [read(FIRST), read(codes[1]), read(commitment), ["answer", True], wait(1), read(*codes)],
        [read(codes[0]), wait(1), read(commitment, tab=1), wait(1), read(*codes[1:])],
    ]
    proven, *late = after_each([honest, *walks])
    assert proven[-1]["kind"] == "proven"
    for steps, told in zip(walks, late):
        assert (told[-1]["kind"], told[-1]["why"]) == ("consistent", "commitment_late"), steps


def test_a_secret_that_was_told_proves_no_second_game():
    told, again, forgot = after_each(
        [
            [read(FIRST), wait(1), read(RESULT), wait(1), ["enter", NUMBER], read(SAME_SECRET)],
            [read(FIRST), read(RESULT), read(RESULT), ["reload"], read(RESULT)],
            [read(FIRST), read(RESULT), ["forget"], read(FIRST), read(RESULT)],
        ]
    )
    assert (told[2]["kind"], told[-1]["kind"]) == ("proven", "consistent")
    assert told[-1]["why"] == "commitment_used"
    assert [each["kind"] for each in again[1:]] == ["proven", "proven", "", "proven"]
    assert forgot[3]["said"] == "scan_told" and forgot[4]["kind"] == "consistent"


def test_what_cannot_be_saved_is_said():
    told, lost = after_each(
        [
            [["forbid", True], read(FIRST), wait(1), read(RESULT)],
            [read(FIRST), ["forbid", True], ["reload"], read(RESULT)],
        ]
    )
    assert (told[1]["said"], told[1]["saved"]) == ("scan_unsaved", False)
    assert told[-1]["kind"] == "proven"
    assert (lost[-1]["kind"], lost[-1]["why"]) == ("consistent", "no_commitment")


def test_nonsense_that_is_stored_is_nothing():
    texts = ["", "[", "null", "1", '"x"', "[1]", '{"commitment": null}']
    for commitment, when, number, told in (
        ('"<b>"', 1, 7, 1),
        (f'["{A}"]', 1, '["004217"]', '{"a": 1}'),
        (f'"{A}"', '"x"', 123456, '[null, 5, ["x"]]'),
        (f'"{A}"', 0, '"12"', "[]"),
        (f'"{A.upper()}"', 1, '"004217\\n"', f'"{A}"'),
        (f'"{A}0"', 1, "null", "null"),
    ):
        names = f'"commitment": {commitment}, "when": {when}, "number": {number}, "told": {told}'
        texts.append(f"{{{names}}}")
    walks = [
        [["store", text], ["reload"], read(SECOND), wait(1), read(SECOND_RESULT)] for text in texts
    ]
    for text, told in zip(texts, after_each(walks)):
        assert told[1]["commitment"] == "" and told[1]["pending"] == "", text
        assert told[-1]["kind"] == "proven", text
