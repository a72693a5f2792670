"""Parameters and examples of a test of which `make test` runs a sample."""

import pytest
from hypothesis import settings


def examples(count):
    """Return the settings for so many examples in all tests, and for a third in the quick ones."""
    return settings(max_examples=count if settings().max_examples == 100 else count // 3)


def sampled(cases, every):
    """Return the parameters; all but every `every`-th are marked slow."""
    found = []
    for number, case in enumerate(cases):
        marks = () if number % every == 0 else pytest.mark.slow
        values, name = (case.values, case.id) if hasattr(case, "values") else (case, None)
        found.append(pytest.param(*values, id=name, marks=marks))
    return found
