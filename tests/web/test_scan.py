"""A handheld's codes: what the page finds in them."""

import json

from handheld.begin.proof import pieces
from pocketpig import _codes as scan
from pocketpig import verify
from shared_rules.reading import replay
from tests.rules.test_compact import LONG, encode
from tests.support.fair_records import handheld_of, played
from tests.web.built import node

NUMBER = "004217"


def game(seed, number=""):
    """Play a game of two; return (the commitment's code, the result's codes, the record)."""
    handheld = handheld_of(seed)
    handheld.start("pig", players=2, options={"target": 30})
    if number:
        handheld.app.match.fair.addition = number
    commitment = "POCKETPIG-1 " + handheld.app.match.fair.commitment.upper()
    record = played(handheld, seed)
    return commitment, encode(pieces(handheld.app.match)), record


def test_the_page_judges_as_the_library():
    commitment, codes, record = game(1)
    _, numbered, _ = game(2, NUMBER)
    digits = commitment.partition(" ")[2].lower()
    long = encode([LONG.encode()])
    asked = [
        *(["look", text] for text in (commitment, codes[0], long[1], "PP1", "<b>", "", "\0")),
        ["judge", codes[0], digits, ""],
        ["judge", codes[0], "", ""],
        ["judge", numbered[0], digits, NUMBER],
        ["judge", numbered[0], "", NUMBER],
        ["judge", "\n".join(long), digits, ""],
        ["judge", "\n".join(long[1:]), digits, ""],
        ["judge", codes[0], "0" * 39, ""],
    ]
    found = node("scan.mjs", asked)
    assert found == [json.loads(getattr(scan, name)(*texts)) for name, *texts in asked]
    assert found[0] == {"commitment": digits} and found[2] == {"place": 2, "count": len(long)}
    assert found[3:7] == [{}] * 4 and found[-2:] == [{}] * 2
    proven = found[7]
    assert (proven["kind"], proven["record"]) == ("proven", record)
    assert proven["scores"] == list(replay(record)[0].scores)
    kinds = [each.get("kind") for each in found[8:12]]
    assert kinds == ["consistent", "changed", "consistent", "nothing"]


def test_the_camera_runs_only_while_it_is_wanted():
    commitment, codes, _ = game(1)
    told = node("camera.mjs", {"commitment": commitment, "result": codes[0]})
    assert len(told) == 10 and sum(before for before, _, _ in told.values()) == 2 * 6
    assert {how: after for how, (_, after, _) in told.items() if after} == {}
    for how, words in (
        ("a commitment is read", "is kept"),
        ("it is not allowed", "The camera was not allowed"),
        ("it is not there", "There is no camera"),
    ):
        assert words in told[how][2]


TURNS = """
const { turnRows } = await import("./scan_words.js");
tell(given.map((verdict) => turnRows(verdict).map(({ cells }) => cells)));
"""


def turn(number, player, rolls, banked, points, scores, stake, telling=False):
    told = {"turn": number, "player": player, "rolls": rolls, "banked": banked, "points": points}
    return {**told, "scores": scores, "at_stake": stake, "telling": telling}


def test_the_turns_are_written_as_a_person_saw_them():
    games = [
        ("pig", [turn(1, 0, ["5", "1"], [], [0, 0], [0, 0], 5)]),
        ("pig", [turn(2, 1, ["6", "4"], [[1, 2]], [0, 10], [0, 10], 10, True)]),
        ("skunk", [turn(1, None, ["34", "36"], [[2, 1], [0, 2]], [16, 0, 7], [16, 0, 7], 16)]),
        ("swine_herd", [turn(3, None, ["5"], [[0, 1], [1, 1], [2, 1]], [5, 5, 5], [9, 9, 9], 5)]),
        ("gran_cerdo", [turn(4, 1, ["111"], [], [12, -12], [40, 0], 12)]),
        ("piglet", [turn(1, 0, ["1", "0"], [], [0], [0], 1)]),
        ("pig_dice", [turn(5, 2, ["16", "61"], [[2, 2]], [0, 0, 9], [1, 2, 30], 9)]),
    ]
    given = [{"variant": variant, "turns": turns} for variant, turns in games]
    assert [rows[0] for rows in node(TURNS, given)] == [
        ["1", "1", "5 1", "0, lost 5", "0 : 0"],
        ["2 *", "2", "6 4 hold", "+10", "0 : 10"],
        ["1", "all", "3+4 (3 sat) 3+6 (1 sat)", "1: +16, 3: +7", ""],
        ["3", "all", "5 (1 2 3 sat)", "1 2 3: +5", ""],
        ["4", "2", "1+1+1", "1: +12, -12", "40 : 0"],
        ["1", "1", "head tail", "0, lost 1", "0"],
        ["5", "3", "head+tail 6+1 hold", "+9", "30"],
    ]


FACTS = """
const { factRows } = await import("./scan_words.js");
tell(given.map((verdict) => factRows(verdict, (name) => name)));
"""


def test_what_no_commitment_fixes_is_told_to_compare_also_if_there_is_none():
    _, _, record = game(1)
    known = {**verify(record).facts, "record": record}
    for again, told in ((0, "none"), (3, 3)):
        [rows] = node(FACTS, [{**known, "again": again}])
        assert ["roll-off", "none"] in rows and ["begun again", told] in rows


PARTS = """
const { parts } = await import("./reader_worker.js");
tell(given.map((size) => [...parts(...size)]));
"""


def test_a_picture_of_any_size_is_read_in_few_parts_of_a_small_size():
    sizes = [(1, 1), (540, 300), (1080, 1080), (1081, 400), (4000, 3000), (4096, 4096), (1, 99999)]
    sizes += [(3000, 4000), (12000, 9000), (30000, 40), (100000, 100000)]
    for (width, height), parts in zip(sizes, node(PARTS, sizes)):
        assert len(parts) <= 50
        assert all(round(w * s) * round(h * s) <= 1620**2 for _, _, w, h, s in parts)
        assert all(x >= 0 and y >= 0 and x + w <= width + 1 for x, y, w, _, _ in parts)
        if max(width, height) <= 1080:
            assert parts == [[0, 0, width, height, 1.5]]
            continue
        # A code of half a part is whole in one, wherever it is.
        scale = min(1, 4096 / max(width, height))
        code = min(500 / scale, width, height)
        for at in range(20):
            x, y = (width - code) * at / 19, (height - code) * (at * 7 % 20) / 19
            assert any(
                px <= x + 1 and py <= y + 1 and x + code <= px + w + 1 and y + code <= py + h + 1
                for px, py, w, h, _ in parts[1:]
            ), (width, height, x, y)
