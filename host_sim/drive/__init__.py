# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""The files on the drive of a board: which they are, how they are compiled and copied."""
