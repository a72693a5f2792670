# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Parameters of a test of which `make test` runs a sample; the others are slow."""

import pytest


def sampled(cases, every, first=0):
    """Return the parameters; all but each `every`-th from `first` on are marked slow.

    cases: tuples, or what `pytest.param` returns.
    """
    found = []
    for number, case in enumerate(cases):
        marks = () if number % every == first else pytest.mark.slow
        values, name = (case.values, case.id) if hasattr(case, "values") else (case, None)
        found.append(pytest.param(*values, id=name, marks=marks))
    return found
