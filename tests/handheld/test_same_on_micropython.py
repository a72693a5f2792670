"""The app on CPython and on the MicroPython VM: the same states, frames, saves, bus and proof."""

import pathlib
import subprocess
import sys

import pytest

from shared_rules.variants import ids
from tests.support.fair_records import judged
from tests.support.micropython_vm import BOARD, run_on_micropython
from tests.support.sampled import sampled

TABLES = pathlib.Path(__file__).parents[2] / "firmware" / "tables"

SESSION = """
from handheld.runner import Runner
from portable_board import Player, PortableBoard

player = Player(Runner(PortableBoard({store!r})))
player.step()
player.choose_game({place})
player.play({enough})
print(player.runner.board.store.read(0, 4096))
"""


def on_cpython(script, tmp_path):
    """Return what the script prints in a new CPython."""
    path = [str(BOARD.parent)] + sys.path
    done = subprocess.run(
        [sys.executable, "-"],
        input=f"import sys\nsys.path[:] = {path!r}\n{script}",
        capture_output=True,
        text=True,
        cwd=tmp_path,
        check=False,
        encoding="utf-8",
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def on_micropython(script):
    files = {f"/tables/{path.name}": path for path in TABLES.glob("*.bin")}
    return run_on_micropython(script, files={"/portable_board.py": BOARD, **files})


# Quickly games of one die, of two, and of shared rolls; of the others the gallery shows screens.
@pytest.mark.parametrize("place, variant", sampled(enumerate(ids()), 4))
def test_a_game_by_buttons_has_the_same_frames(place, variant, tmp_path):
    enough = 3 if variant == "piglet" else 9  # heads in a row, or points
    script = SESSION.format(store="store.bin", place=place, enough=enough)
    printed = on_cpython(script, tmp_path)
    *frames, commitment, record, _, _ = printed.splitlines()
    assert f"pp1 {variant} " in record and len(frames) > 20
    assert judged(record, commitment).kind == "proven"
    assert on_micropython(script) == printed
