# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""The device's tables of perfect play, made from solutions (layout: docs/perfect-play.md)."""

from .write import table_bytes, table_files, write_tables

__all__ = ["table_bytes", "table_files", "write_tables"]
