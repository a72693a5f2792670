# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""`handheld.memory`: its lists name existing modules, and only it unloads modules."""

import ast
import pathlib
import sys

import pytest

from handheld import match, memory
from shared_rules.variants import ids, variant_class
from tests.bench import BOARD, START
from tests.driven import Driven
from tests.micropython_vm import run_on_micropython

ROOT = pathlib.Path(__file__).parents[1]
PACKAGES = {"handheld": ROOT / "firmware/handheld", "shared_rules": ROOT / "shared_rules"}
LISTS = (
    "OF_A_GAME",
    "OF_SOME_GAMES",
    "NOT_OF_A_GAME",
    "RULES_NOT_OF_A_GAME",
    "NOT_OF_A_MAP",
    "SELDOM",
)
DEVICE = [path for folder in ("firmware", "shared_rules") for path in (ROOT / folder).rglob("*.py")]


def packages_of(name):
    """Return the packages that have a module of that name."""
    path = name.replace(".", "/") + ".py"
    return [package for package, folder in PACKAGES.items() if (folder / path).is_file()]


@pytest.mark.parametrize("name", LISTS)
def test_every_name_in_a_list_is_one_module(name):
    names = getattr(memory, name).split()
    assert len(names) == len(set(names)) > 3
    assert {each: packages_of(each) for each in names if len(packages_of(each)) != 1} == {}


def test_a_list_searched_for_names_between_spaces_begins_and_ends_with_one():
    assert memory.OF_A_GAME == " ".join(["", *memory.OF_A_GAME.split(), ""])


@pytest.mark.parametrize("name", LISTS[1:])
def test_lists_split_at_spaces_have_one_between_names(name):
    text = getattr(memory, name)
    assert text == " ".join(text.split())


@pytest.mark.parametrize("purpose", [memory.for_advice, memory.after_check, memory.for_map])
def test_a_purpose_forgets_modules_that_exist(purpose, monkeypatch):
    names = []
    monkeypatch.setattr(memory, "forget", names.append)
    purpose()
    assert names
    for name in names:
        package, _, rest = name.partition(".")
        assert package in packages_of(rest), name


def test_the_perfect_player_is_a_kind_and_a_module():
    assert memory.PERFECT == match.PERFECT
    assert packages_of("players." + memory.PERFECT) == ["shared_rules"]


def forgetting(source):
    """Return the lines that unload a module or collect the heap."""
    return [
        node.lineno
        for node in ast.walk(ast.parse(source))
        if (isinstance(node, ast.Delete) and "sys.modules" in ast.unparse(node))
        or (isinstance(node, ast.Call) and ast.unparse(node.func) == "gc.collect")
    ]


def test_only_the_policy_forgets_and_collects():
    found = {
        path.relative_to(ROOT).as_posix()
        for path in DEVICE
        if forgetting(path.read_text(encoding="utf-8"))
    }
    # The board collects before it measures the free heap.
    assert found == {"firmware/handheld/memory.py", "firmware/board_pico/board.py"}


SCRIPT = """
import sys
from handheld import memory

class Game:
    ID = "pig"

class Match:
    game = Game

    def __init__(self, *kinds):
        self.computers = kinds

def load(*names):
    for name in names:
        __import__(name)

def loaded():
    print(sorted([name for name in sys.modules if name[:5] in ("handh", "share")]))
"""
PLAYERS = tuple(
    "shared_rules.players." + name
    for name in (
        "levels",
        "perfect",
        "tables",
        "tables.table",
        "tables.race",
        "tables.check",
    )
)
SCREENS = ("handheld.screens.menu", "handheld.screens.play", "handheld.screens.scores")
OTHERS = ("handheld.saves.resume", "handheld.saves.saved_game", "shared_rules.reading")


def left(call, *names):
    """Return which of the modules `names` are loaded after the call, on the device's Python."""
    printed = run_on_micropython(f"{SCRIPT}load{names!r}\n{call}\nloaded()")
    return set(ast.literal_eval(printed.splitlines()[-1])) & set(names)


@pytest.mark.parametrize(
    "call, kept",
    [
        ("memory.for_game(None)", ()),
        ("memory.for_game(Match())", ()),
        ("memory.for_game(Match('easy'))", ("levels",)),
        (
            "memory.for_game(Match('perfect'))",
            ("perfect", "tables", "tables.table", "tables.race", "tables.check"),
        ),
        (
            "memory.for_game(Match('perfect', 'easy'))",
            ("levels", "perfect", "tables", "tables.table", "tables.race", "tables.check"),
        ),
    ],
)
def test_a_game_keeps_the_table_and_its_players(call, kept):
    expected = {*SCREENS[1:], OTHERS[1], *["shared_rules.players." + name for name in kept]}
    assert left(call, *PLAYERS, *SCREENS, *OTHERS) == expected


def test_a_start_keeps_no_screen_and_no_player():
    assert left("memory.for_start()", *PLAYERS, *SCREENS, *OTHERS) == {OTHERS[1]}


def test_a_new_game_loads_its_players_its_variant_and_what_its_screen_needs():
    variants = ("shared_rules.variants.pig", "shared_rules.variants.hog")
    assert left("memory.for_new_game(None, 'hog')", *PLAYERS, *SCREENS, *variants) == {
        *SCREENS[:2], variants[1],
    }  # fmt: skip


def test_the_coach_makes_room_where_the_perfect_player_plays():
    assert left("memory.for_coach(Match('easy'))", *SCREENS) == set(SCREENS)
    assert left("memory.for_coach(Match('perfect'))", *SCREENS) == {SCREENS[0]}


def test_the_check_of_a_table_is_unloaded_afterwards():
    assert left("memory.after_check()", *PLAYERS) == set(PLAYERS[:-1])


def test_a_variant_that_was_not_loaded_goes_again():
    script = """
from shared_rules.variants import variant_class
for name in ("pig", "skunk"):
    print(memory.for_variant(name), variant_class(name).ID, memory.for_variant(name))
    memory.without_variant(name)
loaded()
"""
    *rows, modules = run_on_micropython(SCRIPT + script).splitlines()
    assert rows == ["True pig False", "True skunk False"]
    names = ast.literal_eval(modules)
    assert "shared_rules.variants" in names
    assert not {"shared_rules.variants.skunk", "shared_rules.shared_roll"} & set(names)


@pytest.mark.parametrize(
    "call, kept",
    [
        ("memory.for_game(Match())", True),
        ("memory.ROOM = 1 << 40; memory.for_game(Match())", False),
        ("memory.for_game(Match('perfect'))", False),
        ("memory.for_game(None)", False),
        ("memory.for_new_game(None, 'pig')", False),
    ],
)
def test_the_code_of_advice_stays_in_a_game_if_there_is_room(call, kept):
    names = ("handheld.advice", "shared_rules.players.tables.advice")
    assert left(call, *names) == (set(names) if kept else set())


@pytest.mark.parametrize(
    "variant, kinds, kept",
    [
        ("hog", ["human", "easy"], True),
        ("hog", ["human", "hard"], False),
        ("pig", ["human", "easy"], False),
    ],
)
def test_what_was_loaded_ahead_stays_for_its_game(variant, kinds, kept):
    ahead = f"memory.get_ready(None, 'hog', ['human', 'easy'])\nload{tuple(PLAYERS)!r}\n"
    begin = f"memory.for_new_game(None, {variant!r}, {kinds!r})"
    assert left(ahead + begin, *PLAYERS) == (set(PLAYERS) if kept else set())
    assert left(f"{ahead}{begin}\n{begin}", *PLAYERS) == set()


CROWD = """
import sys
app = player.app
app.start_match("swine_herd", {}, [("human", "ANN")] + [("easy", "PC")] * RIVALS, 0)
while app.match.computer() is None:
    player.press("a")
while app.match.computer() is not None:
    player.step()
print("shared_rules.players.levels" in sys.modules)
"""


@pytest.mark.parametrize("rivals, kept", [(9, True), (10, False)])
def test_a_crowd_keeps_no_code_of_its_computer_players(rivals, kept):
    script = START + CROWD.replace("RIVALS", str(rivals))
    printed = run_on_micropython(script, files={"/portable_board.py": BOARD})
    assert printed.splitlines()[-1] == str(kept)


def test_on_the_desktop_nothing_is_forgotten():
    """Memory is free there, and each class stays itself."""
    handheld = Driven()
    handheld.start("hog", kinds=["human", "easy"])
    handheld.app.show("menu")
    kinds = [variant_class(each) for each in ids()]
    modules = dict(sys.modules)
    handheld.app.setup.choose_other_variant("skunk")
    memory.take("reports")
    for purpose in (memory.for_start, memory.for_advice, memory.after_check, memory.after_seldom):
        purpose()
    assert [name for name, module in modules.items() if sys.modules.get(name) is not module] == []
    assert [variant_class(each) for each in ids()] == kinds
