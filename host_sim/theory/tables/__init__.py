# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Make the device's tables of perfect play from solutions (layout: docs/internals/tables.md)."""

from .write import make_table

__all__ = ["make_table"]
