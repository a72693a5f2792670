# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""The hint for missing packages is a command that works without a package index."""

import pathlib
import re
import subprocess
import sys

import pytest

from host_sim import install_hint as module
from host_sim.install_hint import install_hint

ROOT = pathlib.Path(__file__).parents[1]
FOLDERS = ("docs", "firmware", "hardware", "host_sim", "shared_rules")
REQUIRES = [
    "pyserial>=3.5",
    'numpy>=1.26; extra == "solve"',
    'numba>=0.60; extra == "solve"',
    'numpy>=1.26; extra == "plot"',
    'matplotlib>=3.9; extra == "plot"',
    'tomli>=2; python_version < "3.11" and extra == "hardware"',
]


@pytest.fixture
def from_a_wheel(tmp_path, monkeypatch):
    """Pretend that the package is in site-packages and has these requirements."""
    monkeypatch.setattr(module, "_CHECKOUT", tmp_path)
    monkeypatch.setattr(module.importlib.metadata, "requires", {"pocketpig": REQUIRES}.get)
    monkeypatch.setattr(sys, "executable", "/usr/bin/python3")


@pytest.mark.parametrize(
    "python, words", [("/usr/bin/python3",) * 2, ("/my games/python", '"/my games/python"')]
)
def test_in_a_checkout_it_names_the_folder(monkeypatch, python, words):
    monkeypatch.setattr(sys, "executable", python)
    assert install_hint("plot", "solve") == f'{words} -m pip install -e "{ROOT}[plot,solve]"'


@pytest.mark.parametrize(
    "extras, words",
    [
        (["plot", "solve"], '"numpy>=1.26" "numba>=0.60" "matplotlib>=3.9"'),  # each once
        (["hardware"], "\"tomli>=2; python_version < '3.11'\""),  # pip judges what is needed
    ],
)
def test_from_a_wheel_it_names_the_packages(from_a_wheel, extras, words):
    assert install_hint(*extras) == "/usr/bin/python3 -m pip install " + words


@pytest.mark.slow
def test_pip_understands_it():
    command = install_hint("sim").replace("install", "install --dry-run --no-deps", 1)
    ran = subprocess.run(command, shell=True, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr


def test_no_page_or_message_sends_anybody_to_an_index():
    """No package index has our pocketpig."""
    sources = [ROOT / "README.md", ROOT / "Makefile", ROOT / "tests/example_repo/README.md"]
    for folder in FOLDERS:
        sources += [path for path in (ROOT / folder).rglob("*") if path.suffix in (".py", ".md")]
    wrong = re.compile(r"pip install ['\"]?pocketpig\b(?!-)")
    for path in sources:
        assert not wrong.search(path.read_text(encoding="utf-8")), path
