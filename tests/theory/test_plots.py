# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""The plots: their data compared with known values, and their files."""

import copy
import random
import sys

import pytest

pytest.importorskip("numba")
pytest.importorskip("matplotlib")
import numpy as np
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure

from host_sim.cli import main
from host_sim.install_hint import install_hint
from pocketpig.plots import Request, draw, kind_for, kinds_of
from pocketpig.plots.decisions import decisions
from pocketpig.plots.draw_contours import sheet, starts
from pocketpig.plots.reachable import reachable
from pocketpig.solver import Position, solved
from shared_rules.game import HOLD, ROLL
from shared_rules.variants import ids, new_game


@pytest.fixture(scope="module")
def played():
    return decisions(solved("pig"))


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
    known = decisions(solution, second)
    draws = random.Random(7)
    scores = range(solution.target)
    for _ in range(60):
        i, j = draws.choice(scores), draws.choice(scores)
        k = draws.randrange(known.win.shape[2])
        dice = 1 if variant == "hog" else None
        odds = solution.odds(Position(i, j, k, second, dice if k else None))
        assert known.win[i, j, k] == pytest.approx(odds.win, abs=1e-12)
        if k and abs(odds.actions[ROLL] - odds.actions[HOLD]) > 1e-12:
            assert known.roll[i, j, k] == (odds.advice == ROLL)


def test_a_contour_lies_between_the_turn_totals_beside_it(played):
    for chance in (0.03, 0.09, 0.27, 0.81):
        height = sheet(played.win, chance)
        for i, j in np.argwhere(height > 0):
            k = int(np.ceil(height[i, j]))
            assert played.win[i, j, k - 1] < chance <= played.win[i, j, k]
        # No surface where the chance is already better at the start of the turn.
        assert not (height[played.win[:, :, 0] >= chance] > 0).any()


def test_starts_of_turns_of_every_game_to_a_target():
    for variant in ("swine_herd", "fast", "pig_dice"):
        solution = solved(variant, {"target": 12})
        for i, j in ((0, 0), (3, 11), (11, 3)):
            odds = solution.odds(Position(i, j))
            assert starts(solution, False)[i, j] == pytest.approx(odds.win, abs=1e-12)


def by_search(variant, options):
    """Return the positions that a perfect player 0 reaches, by exhaustive play by the rules."""
    solution = solved(variant, options)
    found, todo, seen = set(), [], set()
    for first in (0, 1):
        todo.append(new_game(variant, options, 2, first))
    while todo:
        game = todo.pop()
        mine = game.player == 0
        actions = game.legal_actions()
        if mine:
            k = game.turn_total
            found.add((game.scores[0], game.scores[1], k))
            if len(actions) > 1:
                actions = (solution.odds(Position(game.scores[0], game.scores[1], k)).advice,)
        elif game.scores[1] + game.turn_total >= solution.target:
            # Rolling on leads to no new position.
            continue
        low, high = game.FACES
        rolls = [()]
        for _ in range(game.dice_count()):
            rolls = [faces + (face,) for faces in rolls for face in range(low, high + 1)]
        for action in actions:
            for dice in rolls if action == ROLL else [None]:
                after = copy.deepcopy(game)
                after.apply(action, dice)
                key = (after.player, tuple(after.scores), after.turn_total, after.roll_number > 0)
                if not after.over and key not in seen:
                    seen.add(key)
                    todo.append(after)
    return found


@pytest.mark.parametrize(
    "variant, options",
    [("pig", {"target": 14}), ("two_dice", {"target": 12}), ("piglet", {"target": 5}),
     ("big", {"target": 16, "double_one": "bank25"})],
)  # fmt: skip
def test_reachable_positions_are_those_that_a_search_of_the_game_finds(variant, options):
    solution = solved(variant, options)
    reached = reachable(solution, decisions(solution))
    assert {tuple(place) for place in np.argwhere(reached).tolist()} == by_search(variant, options)


def drawn(variant, name, **fields):
    """Return (figure, its axes), laid out."""
    request = Request(variant, **fields)
    kind = kind_for(request, name)
    figure = Figure(figsize=kind.size)
    draw(kind, figure, request)
    FigureCanvasAgg(figure).draw()
    return figure, figure.axes


# Pig Dice takes long to solve even for a small target: scores can be negative.
DRAWN = [
    pytest.param(name, marks=pytest.mark.slow) if name == "pig_dice" else name
    for name in ids()
    if name != "gran_cerdo"
]


@pytest.mark.parametrize("variant", DRAWN)
def test_every_kind_of_every_variant_is_drawn(variant):
    options = {"target": 12} if "target" in new_game(variant).options else {}
    for kind in kinds_of(new_game(variant, options)):
        request = Request(variant, options, opponent=4)
        figure = Figure(figsize=kind.size)
        draw(kind, figure, request)
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
        (["fast", "surface"], "it has: contours"),
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
