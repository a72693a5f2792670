"""Games by seed, while everything fails: see `fuzz.games`. `make fuzz` plays more of them."""

import os
from unittest.mock import patch

import pytest

from handheld.app import App
from handheld.saves.journal import Journal
from tests.tools.fuzz.edits import quiet
from tests.tools.fuzz.games import STEPS, few_steps, steps_of, walk

WALKS = int(os.environ.get("INPUTS", 4_000)) // 1000
FIRST = int(os.environ.get("SEED", 0))


def test_some_walks():
    games = 0
    with quiet():
        for seed in range(FIRST, FIRST + WALKS):
            ended, said, _ = walk(seed)
            assert not said, f"seed {seed}: {said}\nfew steps: {few_steps(seed)}"
            games += ended
    assert games > WALKS
    assert steps_of(1) == steps_of(1) != steps_of(2)


def off_by_one(append):
    """The journal ends a byte too early after an addition."""

    def faulty(journal, key, tail):
        append(journal, key, tail)
        journal.end -= journal.saved

    return faulty


def not_drawn(act):
    """The picture stays as it was when somebody has acted."""

    def faulty(app, *args):
        act(app, *args)
        app.dirty = False

    return faulty


@pytest.mark.parametrize(
    "owner, name, fault", [(Journal, "append", off_by_one), (App, "act", not_drawn)]
)
def test_a_planted_fault_is_found(owner, name, fault):
    with quiet():
        with patch.object(owner, name, fault(getattr(owner, name))):
            seed = next(seed for seed in range(2000) if walk(seed)[1])
            said, steps = few_steps(seed)
            assert said and len(steps) < STEPS / 4
            assert walk(seed, steps)[1] == said
        assert walk(seed, steps)[1] == ""
