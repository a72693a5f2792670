# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""A handheld out of simulated chips: board, buttons, clock, and the file that keeps its saves."""
