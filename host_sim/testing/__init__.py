# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Tools for testers: a pytest plugin and what it hands out. See docs/testing.md."""
