# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""`handheld.memory`: what was imported in a scope goes with it, and no module lives twice."""

import ast
import gc
import pathlib
import subprocess
import sys
import weakref

import pytest

from handheld import memory
from handheld.app import App
from shared_rules.variants import ids, variant_class
from tests.support.driven import Driven
from tests.support.micropython_vm import run_on_micropython
from tests.tools.bench import BOARD, START

ROOT = pathlib.Path(__file__).parents[2]
DEVICE = [path for folder in ("firmware", "shared_rules") for path in (ROOT / folder).rglob("*.py")]


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


def test_what_leaves_the_list_of_modules_after_the_start_exists():
    for name in memory.OF_THE_START.split(" "):
        path = ROOT / "firmware" / name.replace(".", "/")
        assert path.with_suffix(".py").is_file() or name in ("framebuf", "adafruit_ssd1306"), name


SCRIPT = """
import sys
from handheld import memory
from handheld.memory import INNER, MATCH, MOMENT, PLAY, REQUEST, START, VISIT, Within, close, enter

memory.enter(START)

def loaded(*names):
    print([name for name in names if "shared_rules." + name in sys.modules])
"""


@pytest.mark.parametrize(
    "script, printed",
    [
        # What was there before stays; what was imported since goes.
        (
            "import shared_rules.compact\nenter(VISIT)\nimport shared_rules.compact\n"
            "import shared_rules.roll_off\nclose(VISIT)\nloaded('compact', 'roll_off')",
            ["['compact']"],
        ),
        # A block within a scope.
        (
            "memory.screen = VISIT\nenter(VISIT)\nwith Within(MATCH):\n"
            "    import shared_rules.compact\nimport shared_rules.roll_off\n"
            "close(VISIT)\nloaded('compact', 'roll_off')\nclose(MATCH)\nloaded('compact')",
            ["['compact']", "[]"],
        ),
        # A moment ends with its block, also by an error; one within another ends with that.
        (
            "try:\n    with Within(MOMENT):\n        import shared_rules.compact\n        1 / 0\n"
            "except ZeroDivisionError:\n    loaded('compact')",
            ["[]"],
        ),
        (
            "with Within(MOMENT):\n    with Within(MOMENT):\n        import shared_rules.compact\n"
            "    loaded('compact')\nloaded('compact')",
            ["['compact']", "[]"],
        ),
        # A screen that is shown within a request: the request goes on, then the screen's scope.
        (
            "with Within(REQUEST):\n    memory.screen = PLAY\n    import shared_rules.compact\n"
            "import shared_rules.roll_off\nclose(REQUEST)\nloaded('compact', 'roll_off')\n"
            "close(PLAY)\nloaded('roll_off')",
            ["['roll_off']", "[]"],
        ),
        # The package forgets it too, so that it is imported anew.
        (
            "import shared_rules\nenter(INNER)\nfrom shared_rules import compact\nclose(INNER)\n"
            "print(hasattr(shared_rules, 'compact'))\nfrom shared_rules import compact as other\n"
            "print(other is compact)",
            ["False", "False"],
        ),
        # A name without a module, which CircuitPython leaves if it has no memory for the module.
        (
            "import shared_rules\nsys.modules['shared_rules.compact'] = None\nenter(VISIT)\n"
            "from shared_rules import compact\nprint(bool(compact))\nclose(VISIT)\n"
            "loaded('compact')",
            ["True", "[]"],
        ),
    ],
)
def test_a_scope_takes_its_modules_along(script, printed):
    assert run_on_micropython(SCRIPT + script).splitlines() == printed


def test_no_module_is_imported_again_while_an_object_of_it_lives():
    """In a process of its own, since other tests have loaded everything."""
    command = [sys.executable, "-m", "tests.tools.module_scopes", "500"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stdout + done.stderr


def test_two_lives_of_a_module_are_found():
    command = [sys.executable, "-m", "tests.tools.module_scopes", "2", "handheld.ui.base"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=300)
    assert done.returncode == 1
    assert "handheld.ui.base.BaseScreen" in done.stdout, done.stderr


CROWD = """
import sys
app = player.app
app.start_match("swine_herd", {}, [("human", "ANN")] + [("easy", "PC")] * RIVALS, 0)
while app.match.computer() is None:
    player.press("a")
while app.match.computer() is not None:
    player.step()
print("shared_rules.players.styles" in sys.modules)
"""


@pytest.mark.parametrize("rivals, kept", [(9, True), (10, False)])
def test_a_crowd_keeps_no_code_of_its_computer_players(rivals, kept):
    script = START + CROWD.replace("RIVALS", str(rivals))
    printed = run_on_micropython(script, files={"/portable_board.py": BOARD})
    assert printed.splitlines()[-1] == str(kept)


LOADED_AHEAD = """
import sys
from handheld import memory
app = player.app
for _ in range(100):
    player.step()
if GAME:
    app.start_match("pig", {}, [("human", "ANN"), ("human", "BOB")], 0)
    app.match.has_odds()
app.bridge.job = JOB or None
memory.spare = lambda room: SPARE
app.loader.make_way(True) if JOB else app.loader.make_room()
for name in "handheld.play.play", "shared_rules.players.styles", "handheld.coach.advice":
    print(name in sys.modules)
"""


@pytest.mark.parametrize(
    "in_game, spare, job, left",
    [
        (False, True, False, [True, True, False]),  # on the title nothing has loaded advice
        (False, False, False, [False, False, False]),
        (True, True, False, [True, False, True]),  # two people need no computer player
        (True, False, False, [True, False, False]),
        (False, False, True, [False, False, False]),  # a request that begins again needs the room
        (True, False, True, [True, False, False]),
    ],
)
def test_code_that_was_loaded_ahead_goes_where_there_is_no_room(in_game, spare, job, left):
    script = START + LOADED_AHEAD.replace("GAME", str(in_game)).replace("SPARE", str(spare))
    script = script.replace("JOB", str(job))
    printed = run_on_micropython(script, files={"/portable_board.py": BOARD})
    assert printed.splitlines()[-3:] == [str(each) for each in left]


SCARCE_ONCE = """
import sys
from handheld import language, screen_loader

failures = []

def once(load):
    def fail_first(*args):
        if failures:
            raise failures.pop()
        return load(*args)
    return fail_first

{place} = once({load})
"""
SETTINGS = """
player.app.start_match("pig", {}, [("human", "ANN"), ("human", "BOB")], 0)
player.step()
player.press("down", "down", "down", "down")
if FAILS:
    failures.append(MemoryError())
player.press("a")
print(player.app.screen.ID, failures, "handheld.play.play" in sys.modules)
"""


@pytest.mark.parametrize(
    "place, load",
    [("language._read", "language._read"), ("screen_loader.__import__", "__import__")],
)
@pytest.mark.parametrize("fails", [False, True])
def test_without_room_for_texts_or_a_screen_the_code_of_games_makes_way(place, load, fails):
    script = SCARCE_ONCE.format(place=place, load=load) + START
    script += SETTINGS.replace("FAILS", str(fails))
    printed = run_on_micropython(script, files={"/portable_board.py": BOARD})
    assert printed.splitlines()[-1] == f"settings [] {not fails}"


def test_a_restart_finds_the_memory_of_the_app_before_free(monkeypatch):
    handheld = Driven()
    before = weakref.ref(handheld.app)
    gone = []

    def start(*args):
        gc.collect()
        gone.append(before() is None)
        return App(*args)

    monkeypatch.setattr(handheld.runner, "_app_class", start)
    handheld.app.restart = "keep"
    handheld.step()
    assert gone == [True]


def test_on_the_desktop_nothing_is_forgotten():
    """Memory is free there, and each class stays itself."""
    handheld = Driven()
    handheld.start("hog", kinds=["human", "easy"])
    handheld.app.show("menu")
    kinds = [variant_class(each) for each in ids()]
    modules = dict(sys.modules)
    handheld.app.setup.choose_other_variant("skunk", None)
    memory.close()
    assert [name for name, module in modules.items() if sys.modules.get(name) is not module] == []
    assert [variant_class(each) for each in ids()] == kinds
