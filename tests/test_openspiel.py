# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""OpenSpiel's value iteration gives the same chances in Pig."""

import pytest

pytest.importorskip("numba")
pytest.importorskip("pyspiel", reason="OpenSpiel is not installed (extra: peers)")
pytest.importorskip("cvxpy", reason="OpenSpiel's algorithms want cvxpy (extra: peers)")

from host_sim.theory.solver import solve  # noqa: E402
from tests.bench_solver import openspiel  # noqa: E402


@pytest.mark.slow
@pytest.mark.parametrize("winscore", [20, 30])
def test_openspiel_agrees(winscore):
    _, value = openspiel(winscore, 1e-9)
    # OpenSpiel counts a win as 1 and a loss as -1.
    assert solve("pig", {"target": winscore}).start() == pytest.approx((value + 1) / 2, abs=1e-8)
