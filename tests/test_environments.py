# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""The environments: their own checkers, and the promise that regrets add up to what is won."""

import doctest
import warnings

import numpy as np
import pytest

pytest.importorskip("gymnasium")
pytest.importorskip("pettingzoo")

from gymnasium.utils.env_checker import check_env  # noqa: E402
from pettingzoo.test import (  # noqa: E402
    api_test,
    parallel_api_test,
    parallel_seed_test,
    seed_test,
)

import pocketpig  # noqa: E402
from pocketpig.envs._board import TABLES  # noqa: E402
from pocketpig.envs.gym import PigEnv  # noqa: E402
from pocketpig.envs.zoo import PigAEC, PigParallel  # noqa: E402
from tests import agents  # noqa: E402
from tests.bench import ROOT  # noqa: E402

VARIANTS = [variant.id for variant in pocketpig.variants()]
FEW = {"fast": {"max_dice": 4}, "hog": {"max_dice": 4}}


@pytest.fixture(autouse=True)
def their_warnings():
    """The checkers warn of an observation that is a dict, which masks of actions need."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)
        yield


@pytest.mark.parametrize("variant", VARIANTS)
def test_gymnasium_accepts_every_variant(variant):
    check_env(
        PigEnv(variant, "medium", regret=TABLES, **FEW.get(variant, {})), skip_render_check=True
    )


@pytest.mark.parametrize("variant", VARIANTS)
def test_pettingzoo_accepts_every_variant(variant, capsys):
    options = FEW.get(variant, {})
    players = 2 if variant == "gran_cerdo" else 3
    api_test(PigAEC(variant, players, **options), num_cycles=100)
    seed_test(lambda: PigAEC(variant, players, **options), num_cycles=20)


@pytest.mark.parametrize("variant", ["skunk", "swine_herd"])
def test_pettingzoo_accepts_shared_rolls_in_parallel(variant, capsys):
    parallel_api_test(PigParallel(variant, 3), num_cycles=100)
    parallel_seed_test(lambda: PigParallel(variant, 3), num_cycles=20)


def test_only_shared_rolls_are_parallel():
    with pytest.raises(ValueError, match="use PigAEC"):
        PigParallel("pig")


@pytest.mark.slow
@pytest.mark.parametrize(
    "variant", [name for name in VARIANTS if name not in ("skunk", "swine_herd")]
)
def test_openspiel_accepts_every_variant_in_turn(variant):
    pyspiel = pytest.importorskip("pyspiel")
    from pocketpig.envs import spiel

    game = pyspiel.load_game("python_pocket_pig", {"variant": variant, "target": 30})
    assert isinstance(game, spiel.PigGame)
    pyspiel.random_sim_test(game, num_sims=3, serialize=True, verbose=False)


def test_the_page_runs():
    found = doctest.testfile(str(ROOT / "docs" / "environments.md"), module_relative=False)
    assert found.attempted > 5 and not found.failed


def test_an_observation_begins_with_the_own_seat():
    env = PigAEC("pig", 3)
    env.reset(seed=2)
    env.game = pocketpig.replay("pp1 pig players=3 first=0 scores=10,20,30 turn=2 : 4")
    assert env.observe("player_1")["observation"].tolist()[:4] == [20, 30, 10, 4]
    assert env.observe("player_1")["action_mask"].tolist() == [1, 1]
    assert env.observe("player_2")["action_mask"].tolist() == [0, 0]


def test_the_other_seat_never_sees_a_hidden_choice():
    env = PigAEC("skunk", 2)
    for action in (0, 1):
        env.reset(seed=5)
        before = env.observe("player_1")["observation"]
        env.step(action)
        assert np.array_equal(env.observe("player_1")["observation"], before)
        assert env.agent_selection == "player_1"


def test_an_illegal_action_loses():
    env = PigEnv("hog", "hold20")
    env.reset(seed=1)
    illegal = env.board.actions.index("hold")
    _, reward, over, _, info = env.step(illegal)
    assert over and reward == 0 and info["illegal"] == "hold"
    env = PigAEC("hog", 3)
    env.reset(seed=1)
    env.step(illegal)
    assert env.rewards == {"player_0": 0, "player_1": 0.5, "player_2": 0.5}


def test_wins_are_the_value_at_the_start_less_own_regrets_and_more_the_rivals():
    """A bad agent: the prediction is off by more than 0.2 if its own regrets are left out."""

    def timid(game):
        return "hold" if game.turn_total >= 5 else "roll"

    played = list(agents.matches(timid, agents.computer("hold20"), 1500, TABLES, target=40))
    lost, rival_lost, predicted, won, margin = agents.summary(played)
    assert abs(predicted - won) < margin < 0.03
    assert lost > 0.1 > rival_lost > 0
