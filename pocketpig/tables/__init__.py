# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Make the device's tables of perfect play from solutions (layout: write.py)."""
