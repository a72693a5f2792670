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
    parser.addoption(
        "--port",
        metavar="URL",
        help="test what is on this port (/dev/ttyACM1, socket://HOST:PORT) instead of simulators",
    )


@pytest.fixture
def update_goldens(request):
    """True when the golden files are to be rewritten."""
    return request.config.getoption("--update-goldens")


SIMULATORS = ("in-process", "tcp", "pty")


def pytest_generate_tests(metafunc):
    if "target" in metafunc.fixturenames:
        kinds = ["port"] if metafunc.config.getoption("--port") else SIMULATORS
        metafunc.parametrize("target", kinds, indirect=True)


@pytest.fixture(scope="session")
def targets(request):
    """Where targets come from."""
    from tests.targets import Targets

    source = Targets(request.config.getoption("--port"))
    yield source
    source.close()


@pytest.fixture
def target(request, targets):
    """A handheld in test mode, freshly restarted with nothing saved: see tests/targets.py."""
    target = targets.open(request.param)
    if not target.call("hello")["test_mode"]:
        target.client.close()
        pytest.skip("test mode is off: hold A and B while the handheld starts")
    target.call("reset", storage="erase")
    target.call("hello")
    yield target
    target.client.close()
