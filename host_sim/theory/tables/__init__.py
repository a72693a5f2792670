# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""The device's tables of perfect play, made from solutions (layout: docs/internals/tables.md)."""

from .write import make_table

__all__ = ["make_table"]
