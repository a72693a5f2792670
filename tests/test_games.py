# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Games by seed, while everything fails: see `fuzz.games`. Planted faults are found."""

import signal

import pytest

from tests.fuzz import games, planted
from tests.fuzz.games import STEPS, Games, steps_of, walk
from tests.fuzz.tally import Tally, quiet
from tests.fuzz.targets import Target


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


def test_what_broke_is_told_and_few_steps_are_looked_for_without_a_time_limit(
    tmp_path, monkeypatch
):
    limits = []

    def few_steps(seed):
        limits.append(signal.getitimer(signal.ITIMER_VIRTUAL))
        return "it broke", [("press", seed)]

    monkeypatch.setattr(games, "walk", lambda seed: (0, "it broke", 9))
    monkeypatch.setattr(games, "few_steps", few_steps)
    with Tally(Target("games", Games, [], [], 1), 1, tmp_path) as tally:
        tally(b"7")
    assert limits == [(0, 0)]
    assert "seed 7: it broke" in tally.report()
    assert "('press', 7)" in next(tmp_path.glob("*.story")).read_text()


@pytest.mark.slow
@pytest.mark.parametrize("fault", planted.FAULTS)
def test_each_planted_fault(fault, capsys):
    row = planted.found(fault)
    with capsys.disabled():
        print(f"\n{planted.table_row(fault, row)}")
    assert row
