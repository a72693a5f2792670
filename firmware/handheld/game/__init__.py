# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""A match: players, dice, undo; its scores and dice as pictures."""
