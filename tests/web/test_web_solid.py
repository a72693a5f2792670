"""Perfect play in the browser is the device's, for every solved game."""

import functools
import json
import re
import zlib

import numpy as np
import pytest

from handheld import language
from handheld.game.table_file import perfect_player
from host_sim.web.build import page_words
from host_sim.web.solid import Solid
from host_sim.web.solved import BIDS, FOLDER, SHARED, TURNS, games, words
from pocketpig.plots.pictures import rolls_on
from pocketpig.solver import Position, solved
from shared_rules.chance import Pcg32
from shared_rules.game import HOLD, ROLL, STAND
from shared_rules.notation import position_text
from shared_rules.players.tables.advice import advice
from shared_rules.players.tables.table import ONE
from shared_rules.thinking import answer_of
from shared_rules.variants import ids, new_game
from tests.players.perfect_positions import position, sound_choice
from tests.support.micropython_vm import device_files, run_on_micropython
from tests.web.built import ROOT, folder, node
from tools.solids import solids

FILES = sorted(path.stem for path in FOLDER.iterdir())
IN_TURNS = [name for name in FILES if not name.startswith(("skunk", "swine_herd"))]
IN_ROUNDS = sorted(set(FILES) - set(IN_TURNS))
POSITIONS = 12
ROUNDED = ONE >> 14  # tables have 14 bits or more
made = functools.cache(solids)


@functools.cache
def columns_of(name):
    """Return the columns in a file."""
    return json.loads(zlib.decompress((FOLDER / f"{name}.bin").read_bytes()))


def same(solid, name, shown):
    """True if the file has these columns of the solid."""
    shift = solid.full - solid.target
    columns = columns_of(name)
    return all(solid.column(each) == columns[each + shift][shift:] for each in shown)


@pytest.mark.parametrize("some", [True, pytest.param(False, marks=pytest.mark.slow)])
def test_each_solid_with_the_usual_numbers_has_a_file_that_the_code_makes(some):
    assert sorted(made()) == FILES
    for name, solid in made().items():
        columns = columns_of(name)
        assert {len(columns), *map(len, columns)} == {solid.target}
        at = (solid.target // 2, solid.target - 1) if some else range(solid.target)
        assert same(solid, name, at), name


def test_a_smaller_target_is_the_end_of_the_race():
    for name in FILES:
        if "skunk" in name:
            continue
        game = made()[name].game
        smaller = Solid(game.ID, {**game.options, "target": 7}, game.turn)
        wipes = "wipe" in name
        assert (smaller.file, smaller.estimate) == ("" if wipes else name, wipes)
        assert wipes or same(smaller, name, range(7))
    hog = Solid("hog", {"max_dice": 3})
    assert hog.file == "pig-first" and same(hog, "pig-first", (60,))


@pytest.mark.parametrize(
    "name", ["pig-first", "piglet-equal_turns", "piglet-equal_turns-second",
             pytest.param("two_dice-wipe-first", marks=pytest.mark.slow)]
)  # fmt: skip
def test_the_solid_is_that_of_the_solver(name):
    """Where they differ, the choice is so close that the table leaves it open."""
    second = name.endswith("second")
    game = made()[name].game
    solution = solved(game.ID, {key: n for key, n in game.options.items() if key != "rounds"})
    rolls = rolls_on(solution, second)
    totals = np.arange(1, rolls.shape[2])
    on_page = [
        [np.searchsorted(changes, totals, side="right") % 2 == 0 for changes in column]
        for column in columns_of(name)
    ]
    differ = np.argwhere(np.swapaxes(on_page, 0, 1) != rolls[:, :, 1:])
    assert len(differ) < rolls.size / 1000
    for mine, theirs, at in differ:
        odds = solution.odds(Position(mine, theirs, at + 1, second)).actions
        assert abs(odds[ROLL] - odds[HOLD]) < 1e-5, (mine, theirs, at + 1)


def odds_of(game):
    """Return the device's odds of a position, of ONE, and its answer."""
    found = answer_of(advice(perfect_player(), game, game.player))
    assert found["source"] == "perfect"
    return {name: round(win * ONE) for name, win in found["actions"].items()}, found


@pytest.mark.parametrize("name", IN_TURNS)
def test_figures_are_the_coach_s_odds(name):
    solid = made()[name]
    game = solid.game
    rounds = game.options["end"] == "equal_turns"
    source = Pcg32(17)
    seen = 0
    while seen < POSITIONS:
        at = position(game.ID, game.options, source)
        least = min(*at.scores, at.turn_total)
        if least < 0 or rounds and at.turn != game.turn:
            continue
        mine, theirs, total = at.scores[at.player], at.scores[1 - at.player], at.turn_total
        found = solid.figures(mine, theirs, total)
        assert [found[key] for key in ("mine", "theirs", "total")] == [mine, theirs, total]
        answered = game.options["end"] in ("equal_turns", "one_more_turn")
        assert found["last"] == (answered and theirs >= solid.target)
        if not found["last"]:
            start = new_game(game.ID, game.options)
            start.scores, start.turn = at.scores, at.turn
            assert abs(found["start"] - max(odds_of(start)[0].values())) <= ROUNDED, at.state()
        odds, told = odds_of(at)
        seen += 1
        if "dice" in found:
            assert f"{ROLL} {found['dice']}" == told["action"]
            continue
        assert (found["roll"], found["hold"]) == (odds[ROLL], odds[HOLD]), at.state()
        if found["last"]:
            holds = sum(change <= total for change in found["changes"]) % 2
            assert not total or holds == (found["hold"] >= found["roll"])
        at.turn_total = solid.target - mine
        at.bank()
        assert found.get("left") == (solid.target - mine if at.over else None)


@pytest.mark.parametrize("name", IN_ROUNDS)
def test_figures_of_shared_rolls_are_the_device_s(name):
    solid = made()[name]
    source = Pcg32(3)
    game = new_game(solid.game.ID, solid.game.options)
    game.turn = solid.game.turn
    for _ in range(POSITIONS):
        game.scores = [source.below(solid.target), source.below(solid.target)]
        mine, theirs = game.scores
        game.choosing, game.roll_number, game.turn_total = False, 0, 0
        odds, _ = odds_of(game)
        total = 2 + source.below(40)
        found = solid.figures(mine, theirs, total)
        assert found["start"] == odds[ROLL]
        game.choosing, game.roll_number, game.turn_total = True, 1, total
        mix = odds_of(game)[1].get("mix")
        if mix:
            assert mix[STAND] == found["stands"]
        else:
            action, _ = sound_choice(perfect_player(), game, 0, source)
            assert found["stands"] == (action == STAND)
        shares = solid.mixes(theirs, 100)[mine]
        assert shares[total - 1] == found["stands"]
        less = [share < 0.5 for share in shares]
        assert columns_of(name)[theirs][mine] == found["sits"]
        assert found["sits"] == less.index(True) + 1 if True in less else found["sits"] in (0, 101)


def test_it_runs_on_the_page_s_micropython():
    """The same text as here, of a game of every kind."""
    script = """
import host_sim.web.solid as solid
for game, options, turn in (
    ("piglet", '{"end": "equal_turns"}', 2), ("sevens", '{"target": 20}', 1),
    ("pig_dice", "{}", 1), ("fast", '{"max_dice": 4, "target": 9}', 1), ("skunk", "{}", 3),
    ("big", '{"double_one": "wipe", "target": 12}', 1),
):
    about = solid.json.loads(solid.choose(game, options, turn))
    print([about[key] for key in sorted(about)], solid.table_of(game, options))
    print(solid.json.loads(solid.column(5)))
    found = solid.json.loads(solid.figures(3, 30, 4))
    print([(key, found[key]) for key in sorted(found)])
print(solid.json.loads(solid.choose("skunk", "{}", 3)) and solid.json.loads(solid.mixes(9, 20)))
"""
    tables = {f"/tables/{path.name}": path for path in (ROOT / "firmware/tables").iterdir()}
    solid = {"/host_sim/web/solid.py": ROOT / "host_sim/web/solid.py"}
    base = device_files(("shared_rules", "handheld"))
    there = run_on_micropython(script, base=base, files={**tables, **solid})
    here = []
    exec(script, {"print": lambda *values: here.append(" ".join(map(str, values)))})
    assert there.split("\n")[:-1] == here


def test_all_games_but_one_are_solved_and_have_names():
    kinds = {game["id"]: game["kind"] for game in games()}
    assert set(ids()) - set(kinds) == {"gran_cerdo"}
    assert kinds["fast"] == BIDS and kinds["pig"] == kinds["hog"] == TURNS
    assert kinds["skunk"] == kinds["swine_herd"] == SHARED
    for known in words().values():
        for game in games():
            assert game["id"] in known
            for row in game["options"]:
                assert row["name"] in known
                assert row["range"] or all("=" + value in known for value in row["allowed"])


def test_positions_of_records_are_read():
    asked, expected = [], []
    source = Pcg32(5)
    for name in IN_TURNS:
        of = made()[name].game
        at = position(of.ID, of.options, source)
        asked.append(position_text(at))
        expected.append({
            "id": at.ID, "players": 2, "second": at.turn % 2 == 0, "total": at.turn_total,
            "mine": at.scores[at.player], "theirs": at.scores[1 - at.player], "round": 1,
            "options": {name: n for name, n in at.options.items() if name != "rounds"},
        })  # fmt: skip
    assert node("positions.mjs", {"texts": asked}) == expected


def test_bad_positions_do_no_harm():
    texts = [
        "", "pp1", "pp2 pig", "nonsense", "pp1 pig scores=x,y turn=-4 players=999999 first=9",
        "pp1 pig target=-3 end=never", "pp1 porker", "pp1 pig ==== = scores=1e9,2",
    ]  # fmt: skip
    for read in filter(None, node("positions.mjs", {"texts": texts})):
        assert all(isinstance(read[name], int) for name in ("mine", "theirs", "total"))
        assert read["options"]["target"] == 100 and read["options"]["end"] == "first"


def test_a_link_brings_back_its_position():
    texts = [
        "pp1 skunk players=2 first=0 scores=3,60 turn_total=9 turn=5",
        "pp1 pig players=2 first=0 scores=41,49 turn_total=22",
        "pp1 big double_one=wipe end=equal_turns scores=3,4 turn=2 first=1",
    ]
    assert node("positions.mjs", {"again": texts}) == node("positions.mjs", {"texts": texts})


def test_every_word_is_there_in_every_language():
    found = page_words()
    assert set(found) == set(language.CODES) == set(words())
    for code, known in found.items():
        assert set(known) == set(found["en"]), code
        for key, text in known.items():
            assert text.count("%s") == found["en"][key].count("%s"), (code, key)
    paths = (path for suffix in ("js", "html") for path in folder().glob("*." + suffix))
    sources = "".join(path.read_text("utf-8") for path in paths if path.name != "files.js")
    used = set(re.findall(r'data-(?:text|label)="(\w+)"', sources))
    used |= set(re.findall(r'(?:say|tell)\("(\w+)"', sources))
    used |= set(re.findall(r'new (?:LinkError|Gone)\("(\w+)"', sources))
    assert len(used) > 50 and used <= set(found["en"])
