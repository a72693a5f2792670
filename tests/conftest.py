# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""What every test may use. The packages come from the installed (editable) distribution."""

import pytest


def pytest_addoption(parser):
    parser.addoption(
        "--update-goldens",
        action="store_true",
        help="write what the tests see into the golden files instead of comparing",
    )


@pytest.fixture
def update_goldens(request):
    """True when the golden files are to be rewritten."""
    return request.config.getoption("--update-goldens")
