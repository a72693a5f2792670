"""The plots: their data compared with known values, and their files."""

import random
import sys

import pytest

pytest.importorskip("numba")
pytest.importorskip("matplotlib")
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure

from host_sim.cli import main
from host_sim.install_hint import install_hint
from pocketpig.plots import KINDS
from pocketpig.plots.pictures import Request, draw, rolls_on
from pocketpig.solver import Position, solved
from shared_rules.game import HOLD, ROLL
from tests.support.sampled import sampled

SMALL = [
    ("pig", {"target": 13, "end": "equal_turns"}, True),
    ("pig", {"target": 13, "end": "equal_turns"}, False),
    ("big", {"target": 30, "double_one": "set25"}, False),
    ("hog", {"target": 12, "max_dice": 3}, False),
    ("pig_dice", {"target": 12}, False),
    ("two_dice", {"target": 20}, False),
    ("piglet", {}, False),
]


@pytest.mark.parametrize("variant, options, second", SMALL)
def test_decisions_are_those_of_the_solver(variant, options, second):
    solution = solved(variant, options)
    known = rolls_on(solution, second)
    draws = random.Random(7)
    scores = range(solution.target)
    for _ in range(60):
        i, j = draws.choice(scores), draws.choice(scores)
        k = draws.randrange(known.shape[2])
        dice = 1 if variant == "hog" else None
        odds = solution.odds(Position(i, j, k, second, dice if k else None))
        if k and abs(odds.actions[ROLL] - odds.actions[HOLD]) > 1e-12:
            assert known[i, j, k] == (odds.action == ROLL)


# Pig Dice takes long to solve even for a small target: scores can be negative.
@pytest.mark.parametrize(
    "variant",
    sampled([(name,) for name in "pig two_dice big sevens piggy pig_dice hog piglet".split()], 3),
)
def test_every_kind_of_every_variant_is_drawn(variant):
    for kind in KINDS:
        figure = Figure()
        draw(kind, figure, Request(variant, {"target": 12}, opponent=4))
        FigureCanvasAgg(figure).draw()
        assert figure.axes and figure._suptitle.get_text()


@pytest.mark.parametrize(
    "suffix, begins", [(".png", b"\x89PNG"), (".svg", b"<?xml"), (".pdf", b"%PDF")]
)
def test_files_are_written_in_each_format(suffix, begins, tmp_path, capsys):
    file = tmp_path / "new folder" / f"picture{suffix}"
    words = ["plot", "pig", "surface", "--option", "target=12", "--output", str(file)]
    assert main(words) == 0
    assert file.read_bytes().startswith(begins)
    assert capsys.readouterr().out.strip() == str(file)


@pytest.mark.parametrize(
    "words, said",
    [
        (["fast"], "turns of one roll"),
        (["pig", "contours"], "surface"),
        (["gran_cerdo"], "too many"),
        (["skunk", "--option", "double_one=wipe"], "too many"),
        (["pig", "surface", "--option", "end=rounds"], "no target"),
        (["porker"], "allowed: pig,"),
        (["pig", "surface", "--option", "target=251"], "allowed: 1 to 250"),
        (["pig", "cross-section", "--opponent", "100"], "allowed: 0 to 99"),
        (["pig", "--second"], "end=equal_turns"),
        (["pig", "--output", "pig.doc"], ".png"),
        (["pig", "--option", "end=never"], "equal_turns"),
    ],
)
def test_what_cannot_be_drawn_is_refused_with_what_can(words, said, capsys):
    assert main(["plot", *words]) == 2
    assert said in capsys.readouterr().err


def test_the_missing_package_is_named(monkeypatch, capsys):
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    assert main(["plot", "piglet"]) == 1
    said = capsys.readouterr().err
    assert "'matplotlib'" in said and install_hint("solve") in said
