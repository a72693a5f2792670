# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""What every test may use. The packages come from the installed (editable) distribution."""

import os

import pytest

collect_ignore = [
    "example_repo"
]  # test_testing_plugin.py runs it as what it is, another repository


def pytest_collection_modifyitems(config, items):
    """With a target named, only the tests that are for any target."""
    if target_named(config):
        others = [item for item in items if "pocketpig_target" not in item.fixturenames]
        config.hook.pytest_deselected(items=others)
        items[:] = [item for item in items if "pocketpig_target" in item.fixturenames]


def pytest_terminal_summary(terminalreporter, config):
    if target_named(config):
        terminalreporter.line("With --port or --emulator only tests of a handheld are run.")


def target_named(config):
    return config.getoption("--port") or config.getoption("--emulator")


@pytest.fixture
def update_goldens(request):
    """True when the golden files are to be rewritten."""
    return request.config.getoption("--update-goldens")


@pytest.fixture(scope="session")
def emulator_files():
    """(UF2, boot ROM) for an emulated Pico, from the environment; or skips."""
    files = (os.environ.get("POCKETPIG_UF2"), os.environ.get("POCKETPIG_BOOTROM"))
    missing = [name for name, file in zip(("UF2", "boot ROM"), files) if not file]
    if missing:
        pytest.skip(f"no {' and no '.join(missing)} for the emulated Pico: see docs/emulator.md")
    return files


@pytest.fixture
def target(handheld):
    """A handheld in test mode, freshly restarted with nothing saved, on every target."""
    return handheld
