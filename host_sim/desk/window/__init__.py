# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""The simulator's window. Needs pygame; `picture` and what it imports need no display."""
