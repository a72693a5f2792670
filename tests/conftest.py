# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Fixtures for every test. The packages come from the installed (editable) distribution."""

import gc
import os
import tempfile

import pytest
from hypothesis import HealthCheck, settings

from tests import few_names_once

# How fast the machine is decides no test.
ANY_SPEED = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("all", ANY_SPEED)
settings.register_profile("quick", ANY_SPEED, max_examples=30)

collect_ignore = ["example_repo"]  # test_testing_plugin.py runs it as a separate repository


def pytest_configure(config):
    settings.load_profile("quick" if config.option.markexpr == "not slow" else "all")
    if hasattr(config, "workerinput"):  # the process that started this one has made the folder
        few_names_once.share(os.environ[few_names_once.FOLDER])
    else:
        folder = tempfile.TemporaryDirectory(prefix="pocketpig-")
        config.add_cleanup(folder.cleanup)
        few_names_once.share(folder.name)
        # What programs that a test kills leave behind goes with this folder.
        os.environ["TMPDIR"] = folder.name


def pytest_collection_modifyitems(config, items):
    """If an option names a target, keep only the tests for any target."""
    if target_named(config):
        others = [item for item in items if "pocketpig_target" not in item.fixturenames]
        config.hook.pytest_deselected(items=others)
        items[:] = [item for item in items if "pocketpig_target" in item.fixturenames]


def pytest_collection_finish():
    """Keep what stays anyway, thousands of tests, out of every later collection of garbage."""
    gc.collect()
    gc.freeze()


def pytest_terminal_summary(terminalreporter, config):
    if target_named(config):
        terminalreporter.line("With --port or --emulator only tests of a handheld are run.")


def target_named(config):
    return config.getoption("--port") or config.getoption("--emulator")


@pytest.fixture
def update_goldens(request):
    """True if the golden files are to be rewritten."""
    return request.config.getoption("--update-goldens")


@pytest.fixture(scope="session")
def emulator_files():
    """(UF2, boot ROM) for an emulated Pico, from the environment; skips without them."""
    files = (os.environ.get("POCKETPIG_UF2"), os.environ.get("POCKETPIG_BOOTROM"))
    missing = [name for name, file in zip(("UF2", "boot ROM"), files) if not file]
    if missing:
        pytest.skip(f"no {' and no '.join(missing)} for the emulated Pico: see docs/emulator.md")
    return files


@pytest.fixture
def target(handheld):
    """A handheld in test mode, just restarted with nothing saved, on every target."""
    return handheld
