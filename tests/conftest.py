# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""What every test may use. The packages come from the installed (editable) distribution."""

import os

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
    parser.addoption(
        "--emulator",
        metavar="UF2",
        help="test CircuitPython on an emulated Pico instead: see docs/emulator.md",
    )
    parser.addoption("--bootrom", metavar="FILE", help="the boot ROM for --emulator")


@pytest.fixture
def update_goldens(request):
    """True when the golden files are to be rewritten."""
    return request.config.getoption("--update-goldens")


SIMULATORS = ("in-process", "tcp", "pty")


def pytest_generate_tests(metafunc):
    if "target" in metafunc.fixturenames:
        option = metafunc.config.getoption
        kinds = (
            ["port"] if option("--port") else ["emulator"] if option("--emulator") else SIMULATORS
        )
        metafunc.parametrize("target", kinds, indirect=True)


@pytest.fixture(scope="session")
def emulator_files(request):
    """(UF2, boot ROM) for an emulated Pico, from the options or the environment; or skips."""
    option = request.config.getoption
    files = (
        option("--emulator") or os.environ.get("POCKETPIG_UF2"),
        option("--bootrom") or os.environ.get("POCKETPIG_BOOTROM"),
    )
    missing = [name for name, file in zip(("UF2", "boot ROM"), files) if not file]
    if missing:
        pytest.skip(f"no {' and no '.join(missing)} for the emulated Pico: see docs/emulator.md")
    return files


@pytest.fixture(scope="session")
def targets(request):
    """Where targets come from."""
    from tests.targets import Targets

    option = request.config.getoption
    files = request.getfixturevalue("emulator_files") if option("--emulator") else ()
    source = Targets(option("--port"), files)
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
