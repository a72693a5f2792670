"""The plots: their data compared with known values, and their files."""

import sys

import pytest

pytest.importorskip("numba")
pytest.importorskip("matplotlib")
import numpy as np
from matplotlib.figure import Figure

from host_sim.cli import main
from host_sim.install_hint import install_hint
from pocketpig.plots.pictures import Request, draw
from pocketpig.solver import Position, solved
from shared_rules.game import HOLD, ROLL

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
def test_the_colours_and_the_title_are_those_of_the_decisions(variant, options, second):
    figure, solution = Figure(), solved(variant, options)
    draw("cross-section", figure, Request(variant, options, 4 % solution.target, second))
    (axes,) = figure.axes
    (image,) = axes.images
    legend = axes.get_legend()
    words = [text.get_text() for text in legend.get_texts()]
    colours = dict(zip(words, (patch.get_facecolor()[:3] for patch in legend.get_patches())))
    assert image.origin == "lower"
    for (k, i), _ in np.ndenumerate(image.get_array()[:, :, 0]):
        dice = 1 if variant == "hog" else None
        odds = solution.odds(Position(i, 4 % solution.target, k, second, dice if k else None))
        if k and abs(odds.actions[ROLL] - odds.actions[HOLD]) > 1e-12:
            assert tuple(image.get_array()[k, i]) == colours[odds.action]
    if "end" in options:
        mover = "second to move in the round" if second else "first to move"
        assert f"equal_turns, {mover}: " in figure._suptitle.get_text()


@pytest.mark.parametrize(
    "kind, suffix, begins",
    [
        ("surface", ".png", b"\x89PNG"),
        ("cross-section", ".svg", b"<?xml"),
        ("cross-section", ".pdf", b"%PDF"),
    ],
)
def test_files_are_written_in_each_format(kind, suffix, begins, tmp_path, capsys):
    file = tmp_path / "new folder" / f"picture{suffix}"
    words = ["plot", "pig", kind, "--option", "target=12", "--output", str(file)]
    assert main(words) == 0
    assert file.read_bytes().startswith(begins)
    assert capsys.readouterr().out.strip() == str(file)


def test_the_missing_package_is_named(monkeypatch, capsys):
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    assert main(["plot", "piglet"]) == 1
    said = capsys.readouterr().err
    assert "'matplotlib'" in said and install_hint("solve") in said
