# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Perfect play in the browser equals the handheld's, for every solved game."""

import itertools
import re

import numpy as np
import pytest

from handheld import language
from host_sim.theory.plots.decisions import decisions
from host_sim.theory.solver import Position, solved
from host_sim.web.solved import BIDS, SHARED, TURNS, games, words
from shared_rules.game import HOLD, ROLL
from shared_rules.notation import position_text
from shared_rules.pcg32 import Pcg32
from shared_rules.players.perfect import Perfect
from shared_rules.players.tables.advice import advice
from shared_rules.players.tables.shared import WHOLE, position_of, probability
from shared_rules.players.tables.sweeps import CLOSE
from shared_rules.players.tables.table import ONE
from shared_rules.players.tables.turn import LATEST
from shared_rules.thinking import answer_of
from shared_rules.variants import ids, new_game
from tests.perfect_positions import position
from tests.web.built import ROOT, folder, node

TABLES = ROOT / "firmware" / "tables"
POSITIONS = 60


class Reader:
    """What `Perfect` reads a table with."""

    def __init__(self, name):
        self.data = (TABLES / name).read_bytes()

    def read(self, offset, n):
        return self.data[offset : offset + n]

    def fill(self, offset, buffer):
        data = self.read(offset, len(buffer))
        buffer[: len(data)] = data
        return len(data)


def choices_of(game):
    """Yield (options that are words, their table) of a game of turns or bids in `solved.js`."""
    rows = [row for row in game["options"] if not row["range"]]
    for choice in itertools.product(*(row["allowed"] for row in rows)):
        options = dict(zip((row["name"] for row in rows), choice))
        yield options, game["tables"]["-".join(choice)]


GAMES = [
    (game, options, table)
    for game in games()
    if game["kind"] in (TURNS, BIDS)
    for options, table in choices_of(game)
]


def played(game):
    """Return the device's odds of a position as integers, and its best action."""
    found = answer_of(advice(Perfect(Reader), game, game.player))
    return {name: round(win * ONE) for name, win in found["actions"].items()}, found["action"]


def is_on_page(game):
    """True if the page shows the position: of one die in Hog, and not with less than nothing."""
    return (
        game.turn_total >= 0 and len(game.dice) <= 1 if game.ID == "hog" else game.turn_total >= 0
    )


def test_every_position_has_the_device_s_odds():
    asked, expected = [], []
    for game, options, table in GAMES:
        source = Pcg32(17)
        for second in (False, True):
            found = []
            while len(found) < POSITIONS // 2:
                at = position(game["id"], options, source)
                is_second = at.options["end"] == "equal_turns" and at.turn == 2
                if is_second == (second and at.options["end"] == "equal_turns") and is_on_page(at):
                    found.append(at)
            expected.append(found)
            asked.append({
                **table, "end": options["end"], "target": found[0].options["target"],
                "second": second, "most": found[0].options.get("max_dice"), "changes": [],
                "positions": [[at.scores[at.player], at.scores[1 - at.player], at.turn_total]
                              for at in found],
            })  # fmt: skip
    answers = node("perfect.mjs", asked)
    seen = 0
    for question, answer, positions in zip(asked, answers, expected):
        assert answer["exact"]
        for at, got in zip(positions, answer["positions"]):
            odds, best = played(at)
            if "dice" in got:
                assert f"{ROLL} {got['dice']}" == best, question
            elif not at.roll_number:
                assert abs(got["roll"] - max(odds.values())) <= 1, question
            else:
                # Pig Dice iterates until worths change by no more than this.
                close = CLOSE if question["file"].startswith("pig_dice") else 0
                assert abs(got["roll"] - odds[ROLL]) <= close, (question, at.state())
                assert got["hold"] == odds[HOLD], (question, at.state())
            seen += 1
    assert seen == len(GAMES) * POSITIONS


@pytest.mark.parametrize(
    ("game", "options", "second"),
    [
        ("pig", {"target": 100, "end": "first"}, False),
        pytest.param(
            "two_dice",
            {"double_one": "wipe", "target": 100, "end": "first"},
            False,
            marks=pytest.mark.slow,
        ),
        ("piglet", {"target": 10, "end": "equal_turns"}, False),
        ("piglet", {"target": 10, "end": "equal_turns"}, True),
    ],
)
def test_the_solid_is_that_of_the_solver(game, options, second):
    """Where they differ, the choice is so close that the table leaves it open."""
    target = options["target"]
    pairs = [(mine, theirs) for mine in range(target) for theirs in range(target)]
    table = next(t for g, o, t in GAMES if g["id"] == game and o.items() <= options.items())
    asked = {**table, "end": options["end"], "target": target, "second": second, "positions": []}
    (answer,) = node("perfect.mjs", [{**asked, "changes": pairs}])
    solution = solved(game, options)
    rolls = decisions(solution, second).roll
    totals = np.arange(1, rolls.shape[2])
    on_page = [np.searchsorted(row, totals, side="right") % 2 == 0 for row in answer["changes"]]
    differ = np.argwhere(np.reshape(on_page, (target, target, -1)) != rolls[:, :, 1:])
    assert len(differ) < rolls.size / 1000
    for mine, theirs, at in differ:
        odds = solution.odds(Position(mine, theirs, at + 1, second)).actions
        assert abs(odds[ROLL] - odds[HOLD]) < 1e-5, (mine, theirs, at + 1)


def test_the_pocket():
    """Hold at 22 of 41 to 49, but roll at 27: docs/perfect-play.md."""
    table = next(t for g, o, t in GAMES if g["id"] == "pig" and o["end"] == "first")
    asked = {**table, "end": "first", "target": 100, "second": False, "positions": []}
    (answer,) = node("perfect.mjs", [{**asked, "changes": [[41, 49]]}])
    assert answer["changes"][0][:3] == [22, 27, 28]


@pytest.mark.parametrize(
    ("variant", "target"), [("skunk", 0), ("swine_herd", 100), ("swine_herd", 60)]
)
def test_shared_rolls_have_the_device_s_mixtures(variant, target):
    source = Pcg32(3)
    options = {"target": target} if target else {}
    (table,) = next(game["tables"] for game in games() if game["id"] == variant).values()
    for number in range(1, 2 if target else 6):
        positions = [
            [source.below(target or 100), source.below(target or 100), 1 + source.below(150)]
            for _ in range(POSITIONS)
        ]
        positions += [[50, 50, 20], [0, 0, 1]]
        asked = {**table, "target": target, "round": number, "positions": positions}
        (answers,) = node("perfect.mjs", [asked])
        for (mine, theirs, total), answer in zip(positions, answers):
            game = new_game(variant, options)
            game.scores, game.turn = [mine, theirs], number
            perfect = Perfect(Reader)
            start = answer_of(advice(perfect, game, 0))
            assert round(start["win"] * ONE) == answer["start"]
            at, _ = position_of(perfect, game, 0)
            mix = at.mix(at.mine, at.theirs)
            assert probability(mix, total) == answer["stands"]
            likely = [2 * probability(mix, k) >= WHOLE for k in range(1, LATEST)] + [False]
            assert answer["sits"] == likely.index(False) + 1


def test_a_smaller_target_is_the_end_of_the_race():
    for game, exact in (("pig", True), ("two_dice", False)):
        options, table = next((o, t) for g, o, t in GAMES if g["id"] == game)
        asked = {**table, "end": options["end"], "target": 60, "second": False, "positions": []}
        (answer,) = node("perfect.mjs", [{**asked, "changes": [[20, 30]]}])
        assert answer["exact"] is exact
        (full,) = node("perfect.mjs", [{**asked, "target": 100, "changes": [[60, 70]]}])
        if exact:
            assert answer["changes"] == full["changes"]


def test_all_games_but_one_are_solved():
    kinds = {game["id"]: game["kind"] for game in games()}
    assert set(ids()) - set(kinds) == {"gran_cerdo"}
    assert kinds["fast"] == BIDS and kinds["pig"] == kinds["hog"] == TURNS
    assert kinds["skunk"] == kinds["swine_herd"] == SHARED
    for game in games():
        for table in game["tables"].values():
            assert (TABLES / table["file"]).is_file()


def test_a_damaged_table_is_refused():
    data = bytearray((TABLES / "piglet-first.bin").read_bytes())
    good = data.hex()
    data[100] ^= 4
    damaged = data.hex()
    name, bad = "piglet-first.bin", "not a table of perfect play"
    asked = [[name, good], [name, damaged], ["pig-first.bin", good], [name, good[:-20]], [name, ""]]
    said = node("bad_tables.mjs", asked)
    assert said == ["", "damaged", "a table of another game", "damaged", bad]


# -- positions in links ---------------------------------------------------------------------------


def test_positions_of_records_are_read():
    asked, expected = [], []
    source = Pcg32(5)
    for game, options, _ in GAMES:
        at = position(game["id"], options, source)
        asked.append(position_text(at))
        second = at.turn % 2 == 0
        expected.append({
            "id": game["id"], "players": 2, "second": second, "total": at.turn_total,
            "mine": at.scores[at.player], "theirs": at.scores[1 - at.player],
            "round": 1,
            "options": at.options,
            "file": GAME_FILES[(game["id"], *options.values())],
        })  # fmt: skip
    assert node("positions.mjs", {"texts": asked}) == expected


GAME_FILES = {(game["id"], *options.values()): table["file"] for game, options, table in GAMES}


def test_of_several_players_the_leader_is_the_rival():
    game = new_game("pig", {}, 4)
    game.scores = [10, 20, 30, 40]
    game.turn = 3
    (read,) = node("positions.mjs", {"texts": [position_text(game) + " : 2 h"]})
    assert (read["mine"], read["theirs"], read["players"]) == (30, 40, 4)


@pytest.mark.parametrize(
    "text",
    ["", "pp1", "pp2 pig", "nonsense", "pp1 pig scores=x,y turn=-4 players=999999 first=9",
     "pp1 pig target=-3 end=never", "pp1 porker", "pp1 pig ==== = scores=1e9,2"],
)  # fmt: skip
def test_bad_positions_do_no_harm(text):
    (read,) = node("positions.mjs", {"texts": [text]})
    if read is not None:
        assert all(isinstance(read[name], int) for name in ("mine", "theirs", "total"))
        assert read["options"]["target"] == 100 and read["options"]["end"] == "first"


def test_in_shared_rolls_the_first_player_is_looked_at():
    game = new_game("skunk", {}, 2)
    game.scores, game.turn = [10, 20], 4
    (read,) = node("positions.mjs", {"texts": [position_text(game)]})
    assert (read["mine"], read["theirs"], read["round"], read["second"]) == (10, 20, 4, False)


def test_a_link_brings_back_its_position():
    texts = [
        "pp1 skunk players=2 first=0 scores=3,60 turn_total=9 turn=5",
        "pp1 pig players=2 first=0 scores=41,49 turn_total=22",
        "pp1 big double_one=wipe end=equal_turns scores=3,4 turn=2 first=1",
    ]
    assert node("positions.mjs", {"again": texts}) == node("positions.mjs", {"texts": texts})


# -- words ----------------------------------------------------------------------------------------

PARTS = {
    "solid_words.js": ("solid.html", "solid.js", "solid_words.js"),
    "connect_words.js": ("connect.html", "connect.js", "connect_words.js", "link.js"),
}


@pytest.mark.parametrize("module", PARTS)
def test_every_word_is_there_in_every_language(module):
    found = node("words.mjs", module)
    assert set(found) == set(language.CODES) == set(words())
    for code, known in found.items():
        assert set(known) == set(found["en"]), code
        for key, text in known.items():
            assert text.count("%s") == found["en"][key].count("%s"), (code, key)
    sources = "".join((folder() / name).read_text("utf-8") for name in PARTS[module])
    used = set(re.findall(r'data-(?:text|label)="(\w+)"', sources))
    used |= set(re.findall(r'(?:say|tell)\("(\w+)"', sources))
    used |= set(re.findall(r'new (?:LinkError|Gone)\("(\w+)"', sources))
    assert len(used) > 10 and used <= set(found["en"])


def test_every_game_and_option_has_a_name():
    for known in words().values():
        for game in games():
            assert game["id"] in known
            for row in game["options"]:
                assert row["name"] in known
                assert row["range"] or all("=" + value in known for value in row["allowed"])
