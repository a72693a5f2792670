"""`handheld.folders`: what nothing uses goes where room is short, no module lives twice, and what
is needed next is loaded while nobody presses."""

import ast
import gc
import importlib.util
import pathlib
import subprocess
import sys
import weakref

import pytest

from handheld import folders
from handheld.app import App
from handheld.game import parts
from tests.project.test_import_direction import MODULES
from tests.support.driven import Driven
from tests.support.micropython_vm import run_on_micropython
from tests.support.sampled import sampled
from tests.tools.bench import BOARD, START

ROOT = pathlib.Path(__file__).parents[2]


def row_of(name):
    """Return the place in FOLDERS of what a module goes with; None: it stays."""
    for place, row in enumerate(folders.FOLDERS):
        for word in row.split(" "):
            if name == word or name.rpartition(".")[0] == word.rstrip("."):
                return place
    return None


def kept_by(name, source, package, known):
    """Return the modules of which the module `name` keeps a part that is no constant."""
    for node in ast.parse(source).body:
        if isinstance(node, ast.ImportFrom):
            base = importlib.util.resolve_name("." * node.level + (node.module or ""), package)
            for alias in node.names:
                inner = f"{base}.{alias.name}"
                if inner in known or not alias.name.isupper():
                    yield inner if inner in known else base


def keeps_too_long(found):
    """Return a sentence for each (module, of which it keeps a part) that do not go together."""
    # The first of these are in use only together with the second, and go before.
    pairs = (
        ("shared_rules.players.tables.check", "shared_rules.players.perfect"),
        ("shared_rules.players.perfect", "shared_rules.players.styles"),
        ("handheld.begin.resume", "handheld.play.play"),
    )
    together = [(row_of(first), row_of(second)) for first, second in pairs]
    return [
        f"{name} keeps a part of {target}, which goes without it: import it inside the function"
        for name, target in found
        if row_of(target) not in (None, row_of(name))
        and (row_of(name), row_of(target)) not in together
    ]


def test_what_can_go_is_kept_by_nothing_that_stays():
    found = [
        (name, target)
        for name, (path, package) in MODULES.items()
        if name.startswith(("handheld.", "shared_rules."))
        for target in kept_by(name, (ROOT / path).read_text("utf-8"), package, MODULES)
    ]
    assert len(found) > 300
    wrong = keeps_too_long(found)
    assert not wrong, "\n".join(["", *wrong])


def loaded(script, *names):
    """Return which of the modules are loaded on the VM after the script."""
    script = f"{START}{script}\nprint([name in folders.modules for name in {names!r}])"
    printed = run_on_micropython(script, files={"/portable_board.py": BOARD})
    return ast.literal_eval(printed.splitlines()[-1])


AHEAD = """
from handheld import folders
app = player.app
for _ in range(100):
    player.step()
"""
# There is no room for the next game beside what statistics have loaded.
VISITED = """
from handheld import folders
from handheld.records import stats
del stats
folders.spare = lambda more=0: "handheld.records.stats" not in folders.modules
"""
GAME = """
app.start_match("pig", {}, [("human", "ANN"), (RIVAL, "BOB")], 0)
from handheld.game.advice import has_odds
has_odds(app.match.game)
"""
NO_ROOM = """
folders.spare = lambda more=0: False
folders.make_room()
"""
JOB = "app.bridge.job = [b'1', None, 0]\n"
NAMES = (
    "handheld.menu.title", "handheld.play.play", "shared_rules.players.styles",
    "handheld.game.advice", "shared_rules.players.perfect",
)  # fmt: skip
TWO, EASY, BEST = [GAME.replace("RIVAL", repr(kind)) for kind in ("human", "easy", "perfect")]


STATES = [
    (AHEAD, [1, 1, 1, 0, 0]),
    (VISITED + AHEAD, [1, 1, 1, 0, 0]),
    (AHEAD + NO_ROOM, [1, 0, 0, 0, 0]),
    (AHEAD + TWO, [1, 1, 1, 1, 0]),
    (AHEAD + TWO + NO_ROOM, [0, 1, 0, 0, 0]),
    (AHEAD + EASY + NO_ROOM, [0, 1, 1, 0, 0]),
    (AHEAD + BEST + NO_ROOM, [0, 1, 1, 0, 1]),
    (AHEAD + BEST + "app.show('coach')" + NO_ROOM, [0, 0, 1, 1, 1]),  # it thinks
    (AHEAD + BEST + "app.show('settings', 'pause')" + NO_ROOM, [1, 0, 0, 0, 0]),
    # A request needs what it has loaded, unless it has stopped and begins again.
    (AHEAD + TWO + JOB + NO_ROOM, [0, 1, 1, 1, 0]),
    (AHEAD + TWO + JOB + "folders.make_way(True)", [0, 1, 0, 0, 0]),
    # The title is asked something, and has room again.
    (AHEAD + NO_ROOM + "folders.spare = lambda more=0: True" + AHEAD, [1, 1, 1, 0, 0]),
]


@pytest.mark.parametrize("script, left", sampled(STATES, 4))
def test_what_nothing_uses_goes_where_there_is_no_room(script, left):
    assert loaded(script, *NAMES) == left


def test_after_a_folder_has_gone_it_is_imported_anew():
    script = """
from handheld import folders
import handheld
from handheld.coach import chances
folders.forget("handheld.coach.")
print(hasattr(handheld.coach, "chances"))
from handheld.coach import chances as other
print(other is chances)
"""
    assert run_on_micropython(script).splitlines() == ["False", "False"]


@pytest.mark.parametrize("presses", [100, pytest.param(5000, marks=pytest.mark.slow)])
def test_no_module_is_imported_again_while_an_object_of_it_lives(presses):
    """In a process of its own, since other tests have loaded everything."""
    command = [sys.executable, "-m", "tests.tools.module_scopes", str(presses)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=3000)
    assert done.returncode == 0, done.stdout + done.stderr


CROWD = """
app = player.app
app.start_match("swine_herd", {}, [("human", "ANN")] + [("easy", "PC")] * RIVALS, 0)
while app.match.computer() is None:
    player.press("a")
while app.match.computer() is not None:
    player.step()
from handheld import folders
"""


@pytest.mark.parametrize("rivals, kept", [(9, True), (10, False)])
def test_a_crowd_keeps_no_code_of_its_computer_players(rivals, kept):
    script = CROWD.replace("RIVALS", str(rivals))
    assert loaded(script, "shared_rules.players.styles") == [kept]


SCARCE_ONCE = """
import sys
from handheld import folders, language

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
    "place, load", [("language._read", "language._read"), ("folders.__import__", "__import__")]
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


def test_the_coach_is_loaded_in_steps_and_anew_after_an_action(monkeypatch):
    monkeypatch.setattr(folders, "spare", lambda more=0: True)
    # Later tests get the old module in both places.
    monkeypatch.delitem(sys.modules, "handheld.game.advice", raising=False)
    monkeypatch.delattr("handheld.game.advice", raising=False)
    parts.kept.clear()
    handheld = Driven()
    handheld.start("pig")
    handheld.dice((4,))
    handheld.step(6, 50)
    assert "handheld.game.advice" not in sys.modules
    for action in (True, False):
        handheld.step(14, 50)  # it begins after half a second
        assert handheld.app.job
        if action:
            handheld.press("a")
            assert not handheld.app.job and handheld.game.turn_total == 4
    steps = 0
    while handheld.app.job:
        handheld.step()
        steps += 1
    assert 5 < steps < 100 and "handheld.game.advice" in sys.modules
    handheld.step()
    assert handheld.app.wait_ms > 100


@pytest.mark.parametrize("screen", ["title", "menu"])
def test_too_little_memory_for_the_next_game_leaves_the_screen(screen, monkeypatch):
    monkeypatch.setattr(folders, "spare", lambda more=0: True)

    def fail(name):
        raise MemoryError

    monkeypatch.setattr("handheld.menu.next_game.variant_class", fail)
    handheld = Driven(test_mode=False)
    handheld.app.show(screen)
    handheld.step(20, 50)
    assert handheld.screen == screen and not handheld.runner.crashed
    handheld.press("a")
    assert handheld.screen == "play"
