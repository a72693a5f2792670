"""Any input ends in an answer or in a defined refusal. `make fuzz` runs it with more inputs."""

import os
import random
from collections import Counter

import pytest

from tests.tools.fuzz.edits import inputs, quiet
from tests.tools.fuzz.targets import TARGETS, target_of

INPUTS = int(os.environ.get("INPUTS", 1_500))  # of all targets together
SEED = int(os.environ.get("SEED", 2026))
NAMES = [target.name for target in TARGETS]
makers = {target.name: target.make() for target in TARGETS}


@pytest.mark.parametrize("name", NAMES)
def test_good_inputs_made_bad(name, capsys):
    target, one, outcomes = target_of(name), makers[name], Counter()
    total = int(INPUTS * target.share)
    with quiet():
        for seed in target.seeds:
            assert one(seed) in ("answered", "refused")
        for _, data in zip(range(total), inputs(target, random.Random(SEED))):
            try:
                outcomes[one(data)] += 1
            except Exception as error:
                # Of the protocol earlier inputs may matter.
                pytest.fail(f"{error!r} after {getattr(one, 'story', [data])!r}")
    with capsys.disabled():
        print(f"\n{name}: {dict(outcomes)} {getattr(one, 'done', '')}")
    assert set(outcomes) == {"answered", "refused"}, "both good and bad ones"
