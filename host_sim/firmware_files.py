# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Where the files are that only a drive needs: of a checkout `firmware`, of a wheel data."""

from pathlib import Path


def firmware_folder() -> Path:
    """Return the folder of code.py, settings.toml and the tables."""
    here = Path(__file__).parent
    inside = here / "firmware"  # as pyproject.toml places it in a wheel
    return inside if inside.is_dir() else here.parent / "firmware"
