# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""OpenSpiel gives the same chances in Pig: by value iteration, and by games with one policy."""

import pytest

pytest.importorskip("numba")
pytest.importorskip("pyspiel", reason="OpenSpiel is not installed (extra: peers)")
pytest.importorskip("cvxpy", reason="OpenSpiel's algorithms want cvxpy (extra: peers)")

from host_sim.theory.solver import solve  # noqa: E402
from tests.bench_openspiel import play, play_compiled, value_iteration  # noqa: E402


@pytest.mark.slow
@pytest.mark.parametrize("winscore", [20, 30])
def test_openspiel_agrees(winscore):
    _, value = value_iteration(winscore, 1e-9)
    # OpenSpiel counts a win as 1 and a loss as -1.
    assert solve("pig", {"target": winscore}).start() == pytest.approx((value + 1) / 2, abs=1e-8)


@pytest.mark.slow
def test_the_games_that_are_timed_are_the_same_game():
    """Four standard errors of 20,000 games are 0.014."""
    assert play(20_000) == pytest.approx(play_compiled(400_000), abs=0.014)
