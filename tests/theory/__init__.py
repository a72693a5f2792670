# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Tests of the library `pocketpig`: odds, solver, simulation, plots."""
