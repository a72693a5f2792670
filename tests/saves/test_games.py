# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Games by seed, while everything fails: see `fuzz.games`. Planted faults are found."""

import pytest

from tests.tools.fuzz import planted
from tests.tools.fuzz.games import STEPS, steps_of, walk
from tests.tools.fuzz.tally import quiet


def test_some_walks():
    with quiet():
        rows = [walk(seed) for seed in range(4)]
    assert [said for _, said, _ in rows] == [""] * len(rows)
    assert sum(games for games, _, _ in rows) > len(rows)
    assert steps_of(1) == steps_of(1) != steps_of(2)


@pytest.mark.parametrize("fault", [planted.off_by_one, planted.not_drawn])
def test_a_planted_fault_is_found(fault):
    seed, _, said, steps = planted.found(fault)
    assert said and len(steps) < STEPS / 4
    with quiet(), fault():
        assert walk(seed, steps)[1] == said
    assert walk(seed, steps)[1] == ""


@pytest.mark.slow
@pytest.mark.parametrize("fault", planted.FAULTS)
def test_each_planted_fault(fault, capsys):
    row = planted.found(fault)
    with capsys.disabled():
        print(f"\n{planted.table_row(fault, row)}")
    assert row
