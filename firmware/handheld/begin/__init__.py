# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Before the first roll: set-up, fair dice, roll-off, kept games."""
