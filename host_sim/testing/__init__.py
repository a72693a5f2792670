# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Tools for testers: a pytest plugin and its fixtures. See docs/testing.md."""
