"""What most tests of the handheld begin with."""

import pytest

from tests.support.driven import Driven


@pytest.fixture
def handheld():
    """A handheld in test mode, just started."""
    return Driven()
