"""What earlier versions saved and sent is read by this one, which says the same of it."""

import json

import pytest

from handheld.saves.journal import BUDGET, RESUME
from tests.saves.corpus import FOLDER, SAID, as_saved, with_everything

SAMPLES = [
    (file.stem, row)
    for file in sorted(FOLDER.glob("*.jsonl"))
    for row in map(json.loads, file.read_text().splitlines())
]


def known(found, said):
    """Return `found` without what the version that said `said` did not know."""
    if not isinstance(said, dict) or not isinstance(found, dict):
        return found
    return {key: known(value, said[key]) for key, value in found.items() if key in said}


@pytest.mark.parametrize(
    "row", [pytest.param(row, id=f"{at}-{row['kind']}-{row['name']}") for at, row in SAMPLES]
)
def test_this_version_says_the_same(row):
    found = SAID[row["kind"]](as_saved(row["kind"], row["saved"]))
    assert known(json.loads(json.dumps(found)), row["said"]) == row["said"]


def test_the_command_saves_a_value_of_every_key():
    kept = set(with_everything().app.journal.index)
    assert kept == set(range(1, len(BUDGET))) - {RESUME}  # which a start deletes
