# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Make the device's tables of perfect play from solutions (layout: write.py)."""

from .write import make_table

__all__ = ["make_table"]
