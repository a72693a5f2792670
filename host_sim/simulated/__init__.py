# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""A handheld made of simulated chips: board, buttons, clock, and the file that keeps its saves."""
