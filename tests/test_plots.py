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
from mpl_toolkits.mplot3d.art3d import Poly3DCollection

from host_sim.cli import main
from host_sim.install_hint import install_hint
from host_sim.theory.plots import CannotPlot, Request, draw, kind_for, kinds_of, style
from host_sim.theory.plots.decisions import decisions
from host_sim.theory.plots.draw_contours import sheet, starts
from host_sim.theory.plots.draw_map import best_dice
from host_sim.theory.plots.draw_solid import faces
from host_sim.theory.plots.draw_standing import of_herd
from host_sim.theory.plots.draw_story import worst_of
from host_sim.theory.plots.reachable import reachable
from host_sim.theory.plots.rule import regret, turns_by
from host_sim.theory.plots.story import read_story
from host_sim.theory.solver import Position, solved
from host_sim.theory.tables.shared_rows import WIDEST_MIX, round_mix
from shared_rules.game import HOLD, ROLL
from shared_rules.notation import Record, position_text
from shared_rules.variants import ids, new_game


@pytest.fixture(scope="module")
def played():
    return decisions(solved("pig"))


# --- roll or hold


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


def test_the_best_number_of_dice_is_that_of_the_solver():
    solution = solved("fast", {"target": 20, "max_dice": 6})
    best = best_dice(solution)
    for i, j in ((0, 0), (19, 0), (0, 19), (10, 7)):
        actions = solution.odds(Position(i, j)).actions
        assert actions[f"roll {best[i, j]}"] == pytest.approx(max(actions.values()), abs=1e-12)
    # One more point is needed: one die gives it in five of six rolls, more dice less often.
    assert best[19, 0] == best[19, 19] == 1


# --- what can be reached


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


def test_faces_of_one_cube_and_of_two():
    solid = np.zeros((2, 2, 2), dtype=bool)
    solid[1, 1, 0] = True
    assert len(faces(solid)[0]) == 3
    solid[1, 1, 1] = True  # on top of it: two more sides, and another top
    assert len(faces(solid)[0]) == 5


def drawn(variant, name, **fields):
    """Return (figure, its axes), laid out."""
    request = Request(variant, **fields)
    kind = kind_for(request, name)
    figure = Figure(figsize=kind.size)
    draw(kind, figure, request)
    FigureCanvasAgg(figure).draw()
    return figure, figure.axes


def test_no_cube_hangs_below_the_floor_over_the_numbers(monkeypatch):
    made = []
    plain = Poly3DCollection.__init__
    monkeypatch.setattr(
        Poly3DCollection,
        "__init__",
        lambda self, corners, **words: made.append(corners) or plain(self, corners, **words),
    )
    _, (axes,) = drawn("piglet", "surface")
    for axis, (low, high) in enumerate((axes.get_xlim(), axes.get_ylim(), axes.get_zlim())):
        assert low <= made[0][:, :, axis].min() and made[0][:, :, axis].max() <= high


# --- rules of thumb


def test_hold_at_20_in_print():
    # Neller & Presser 2004, table 1: probabilities of 0 and 20 to 25 points.
    turns, role = turns_by(solved("pig"), "hold20", False)
    scores, chances = turns.turn(0, role, 0, 0)
    assert scores.tolist() == [0, 20, 21, 22, 23, 24, 25]
    printed = [0.624541, 0.099713, 0.094991, 0.074189, 0.054196, 0.035198, 0.017173]
    assert chances == pytest.approx(printed, abs=5e-7)


@pytest.mark.parametrize("variant, rule", [("pig", "hold20"), ("two_dice", "gambler")])
def test_no_label_of_a_histogram_lies_on_another(variant, rule):
    _, (axes,) = drawn(variant, "histogram", rule=rule)
    boxes = [text.get_window_extent() for text in axes.texts]
    assert not any(box.overlaps(other) for box, other in zip(boxes, boxes[1:]))
    assert boxes or variant != "pig"


def cost_by_search(solution, hold_at, i, j, k=0):
    """Return (worth of a turn by hold-at-n, cost of its choices) by following every roll."""
    odds = solution.odds(Position(i, j, k))
    if k >= hold_at or i + k >= solution.target:
        return odds.actions[HOLD], odds.win - odds.actions[HOLD]
    bust = solution.odds(Position(j, i)).win
    worth, cost = (1 - bust) / 6, odds.win - odds.actions[ROLL]
    for face in range(2, 7):
        then, more = cost_by_search(solution, hold_at, i, j, k + face)
        worth += then / 6
        cost += more / 6
    return worth, cost


def test_regret_is_the_sum_of_the_costs_of_all_choices():
    solution = solved("pig", {"target": 30})
    map_of = regret(solution, "hold9", False)
    for i, j in ((0, 0), (5, 28), (20, 3), (29, 29)):
        worth, cost = cost_by_search(solution, 9, i, j)
        assert map_of[i, j] == pytest.approx(cost, abs=1e-12)
        assert map_of[i, j] == pytest.approx(solution.odds(Position(i, j)).win - worth, abs=1e-12)
    assert map_of.min() >= 0 and map_of.max() > 0.01


# --- recorded games


def test_the_story_of_a_game():
    record = "pp1 pig target=10 end=first players=2 first=1 : 6 4 h"
    told = read_story(Request("pig", record=record))
    solution = solved("pig", {"target": 10})
    first = solution.odds(Position(0, 0)).win
    at_6 = solution.odds(Position(0, 0, 6))
    assert told.chance == pytest.approx([1 - first, 1 - at_6.win, 0, 0])
    assert [(c.step, c.player, c.action, c.turn_total) for c in told.choices] == [
        (1, 1, ROLL, 6), (2, 1, HOLD, 10),
    ]  # fmt: skip
    assert told.choices[0].cost == pytest.approx(at_6.win - at_6.actions[ROLL])
    assert told.choices[1].cost == 0


def test_the_worst_decision_is_marked():
    # Bad: to hold 2 when the other needs one point, and to roll on at 10 of 10.
    record = "pp1 pig target=10 players=2 scores=0,9 : 2 h 1 6 4 2 h"
    told = read_story(Request("pig", record=record))
    assert [(c.action, c.turn_total) for c in worst_of(told)] == [(HOLD, 2), (ROLL, 10)]


@pytest.mark.parametrize("seed", range(4))
def test_no_label_of_a_story_lies_on_another(seed):
    dice = random.Random(seed)
    game = new_game("pig", {}, 2, 0)
    record = Record(game)
    while not game.over:
        rolls = len(game.legal_actions()) == 1 or dice.random() < 0.7
        token = game.apply(ROLL, [dice.randint(1, 6)]) if rolls else game.apply(HOLD)
        record.append(token, game)
    request = Request("pig", {"target": 100, "end": "first"}, record=record.text())
    kind = kind_for(request, "game")
    figure = Figure(figsize=kind.size)
    draw(kind, figure, request)
    FigureCanvasAgg(figure).draw()
    axes = figure.axes[0]
    boxes = [(text.get_bbox_patch() or text).get_window_extent() for text in axes.texts]
    assert len(boxes) == 5
    for at, box in enumerate(boxes):
        assert not any(box.overlaps(other) for other in boxes[:at])
        assert axes.bbox.x0 <= box.x0 and box.x1 <= axes.bbox.x1


@pytest.mark.parametrize(
    "record, position, action",
    [
        ("pp1 fast target=20 max_dice=4 players=2 : 234 5566", Position(0, 0), "roll 3"),
        # The number of dice that was chosen stays.
        ("pp1 hog target=12 max_dice=3 players=2 : 33 h", Position(0, 0, 6, dice=2), HOLD),
    ],
)
def test_the_story_of_a_game_of_announced_or_chosen_dice(record, position, action):
    told = read_story(Request(record.split()[1], record=record))
    odds = solved(told.game.ID, told.game.options).odds(position)
    choice = next(each for each in told.choices if each.action == action)
    assert choice.cost == pytest.approx(odds.win - odds.actions[action])
    assert told.chance[choice.step] == pytest.approx(odds.win)


@pytest.mark.parametrize(
    "record, words",
    [
        ("", "--record"),
        ("pp1 two_dice players=2 : 43 h", "two_dice"),
        ("pp1 pig players=3 : 6 h", "players: 3"),
        ("pp1 pig players=2", "no moves"),
        ("pp1 pig players=2 : 6 1 h", "step"),
        ("nonsense", "pp1"),
    ],
)
def test_unsuitable_records_are_refused(record, words, tmp_path, capsys):
    file = tmp_path / "record.txt"
    file.write_text(record)
    assert main(["plot", "pig", "game", "--record", str(file)]) == 2
    assert words in capsys.readouterr().err


# --- shared rolls


def test_nobody_sits_in_the_last_round_if_that_loses():
    # Round 5, both stand: a player who would lose by sitting in any case stands.
    stand = round_mix(solved("skunk"))[4]
    behind, total = 50, 10
    assert stand[total, WIDEST_MIX - behind] == 1.0


def test_how_often_to_stand_is_that_of_the_solver():
    solution = solved("swine_herd", {"target": 20})
    stand = of_herd(solution, 7)
    for mine in (0, 5, 12):
        for k in (3, 8, 12):
            odds = solution.odds(Position(mine, 7, k))
            if not np.isnan(stand[k, mine]):
                expected = odds.mix.get("stand", float(odds.advice == "stand"))
                assert stand[k, mine] == pytest.approx(expected, abs=1e-9)
            else:
                assert odds.actions["stand"] == pytest.approx(odds.actions["sit"], abs=1e-8)


def test_the_maps_of_all_rounds_fill_the_picture():
    figure, _ = drawn("skunk", "standing")
    assert figure.get_tightbbox().x1 > 0.9 * figure.get_size_inches()[0]


def test_no_way_to_stand_is_shown_where_both_choices_are_worth_the_same():
    # From 66 to 50 with 50 or more on the table: if the leader sits, the other has to stand.
    stand = of_herd(solved("swine_herd"), 50)
    assert np.isnan(stand[50:, 66:]).all()


# --- the command


# Pig Dice takes long to solve even for a small target: scores can be negative.
DRAWN = [
    pytest.param(name, marks=pytest.mark.slow) if name == "pig_dice" else name
    for name in ids()
    if name != "gran_cerdo"
]


@pytest.mark.parametrize("variant", DRAWN)
def test_every_kind_of_every_variant_is_drawn(variant):
    options = {"target": 12} if "target" in new_game(variant).options else {}
    record = new_game(variant, options)
    text = f"{position_text(record)} : {'1' * (record.dice_count() or 1)}"
    for kind in kinds_of(record):
        request = Request(variant, options, opponent=4, rule="hold6", record=text)
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


def test_without_a_kind_or_a_name_the_first_is_drawn_here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert main(["plot", "piglet"]) == 0
    assert (tmp_path / "piglet-surface.png").exists()


@pytest.mark.parametrize(
    "words, said",
    [
        (["fast", "surface"], "it has: contours, dice, game"),
        (["gran_cerdo"], "too many"),
        (["skunk", "--option", "double_one=wipe"], "too many"),
        (["pig", "surface", "--option", "end=rounds"], "it has: game"),
        (["porker"], "allowed: pig,"),
        (["pig", "surface", "--option", "target=251"], "allowed: 1 to 250"),
        (["pig", "cross-section", "--opponent", "100"], "allowed: 0 to 99"),
        (["pig", "--second"], "end=equal_turns"),
        (["pig", "regret", "--rule", "nobody"], "unknown strategy"),
        (["pig", "regret", "--rule", "perfect"], "compared with perfect play"),
        (["pig", "--output", "pig.doc"], ".png"),
        (["pig", "--option", "end=never"], "equal_turns"),
    ],
)
def test_what_cannot_be_drawn_is_refused_with_what_can(words, said, capsys):
    assert main(["plot", *words]) == 2
    assert said in capsys.readouterr().err


def test_a_target_that_is_too_great_is_refused_before_the_work(monkeypatch):
    monkeypatch.setattr(style, "solved", None)
    with pytest.raises(CannotPlot, match="target: 1000"):
        drawn("pig", "surface", options={"target": 1000})


def test_a_file_that_cannot_be_written_is_no_crash(tmp_path, capsys):
    (tmp_path / "file").write_text("")
    words = ["plot", "piglet", "--output", str(tmp_path / "file" / "x.png")]
    assert main(words) == 1
    assert "file" in capsys.readouterr().err


def test_the_missing_package_is_named(monkeypatch, capsys):
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    assert main(["plot", "piglet"]) == 1
    said = capsys.readouterr().err
    assert "'matplotlib'" in said and install_hint("plot", "solve") in said


def test_the_help_names_every_kind(capsys):
    assert main(["plot", "--help"]) == 0
    text = capsys.readouterr().out
    for kind in ("surface", "cross-section", "contours", "regret", "histogram", "game"):
        assert kind in text
