# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Where the files are that go onto a drive or a page: of a checkout `firmware`, of a wheel data."""

from __future__ import annotations

import importlib
import importlib.util
import sys
from pathlib import Path
from typing import Any


def firmware_folder() -> Path:
    """Return the folder of code.py, settings.toml, the tables, and the boards' packages."""
    here = Path(__file__).parent
    inside = here / "firmware"  # as pyproject.toml places it in a wheel
    return inside if inside.is_dir() else here.parent / "firmware"


def firmware_module(name: str) -> Any:
    """Import a module of a package that is data: `firmware_module("board_pico.pins")`."""
    package = name.partition(".")[0]
    if package not in sys.modules:
        folder = firmware_folder() / package
        spec = importlib.util.spec_from_file_location(
            package, folder / "__init__.py", submodule_search_locations=[str(folder)]
        )
        assert spec and spec.loader
        sys.modules[package] = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(sys.modules[package])
    return importlib.import_module(name)
