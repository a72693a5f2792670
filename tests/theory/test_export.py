"""`pocketpig solve --export`: the expressions of the README read the chances of the library."""

import re

import pytest

import pocketpig
from host_sim.cli import main

np = pytest.importorskip("numpy")
pytest.importorskip("numba", reason="the solver needs the extra solve")

SLOW = pytest.mark.slow
# (beginning of a record, position, names of the README that are not the scores)
GAMES = [
    ("pig target=30", "scores=11,25", {}),
    ("pig target=30 end=one_more_turn", "scores=11,25", {}),
    ("pig_dice target=12", "scores=-5,7", {}),
    ("two_dice target=30 end=equal_turns", "scores=25,11 turn=3", {"array": "first"}),
    ("two_dice target=30 end=equal_turns", "scores=11,25 turn=4", {"array": "second"}),
    ("swine_herd target=20", "scores=7,13", {}),
    ("pig end=rounds rounds=2", "scores=7,30 turn=3", {"over": 2, "beyond": 1000}),
    pytest.param("skunk", "scores=30,41 turn=4", {"over": 3, "beyond": 1500}, marks=SLOW),
    pytest.param("skunk double_one=wipe", "scores=30,41 turn=4", {"over": 3}, marks=SLOW),
]


@pytest.mark.parametrize("game, position, more", GAMES)
def test_the_readme_says_where_each_chance_is(tmp_path, game, position, more):
    variant, *options = game.split()
    words = [f"--option={option}" for option in options]
    assert main(["solve", variant, *words, "--export", str(tmp_path)]) == 0
    (path,) = tmp_path.glob("*.npz")
    with np.load(path, allow_pickle=False) as stored:
        arrays = dict(stored)
    played = pocketpig.replay(f"pp1 {game} players=2 first=0 {position} :")
    me = played.to_move[0]
    mine, theirs = played.scores[me], played.scores[1 - me]
    readme = (tmp_path / "README.txt").read_text("utf-8")
    named = more.get("array", "value" if "value" in arrays else "worth")
    fits = [
        each
        for each in re.findall(r"\w+\[[^]]+\]", readme)
        if each.startswith(named)
        and str(more.get("beyond", "mine")) in each
        and ("over" in each) == ("over" in more)
    ]
    values = {**arrays, **more, "mine": mine, "theirs": theirs, "ahead": mine - theirs}
    (expression,) = fits
    found = eval(expression, values)
    assert found == pytest.approx(pocketpig.odds(played, me, solver=True).win, abs=1e-12)


def test_the_files_of_an_export(tmp_path):
    words = ["--option=target=5", "--option=end=equal_turns", "--export", str(tmp_path)]
    assert main(["solve", "piglet", *words]) == 0
    names = {path.name for path in tmp_path.iterdir()}
    assert names == {"README.txt", "piglet-5-equal_turns-10.npz"}
    assert len((tmp_path / "README.txt").read_text("utf-8").splitlines()) == 10
