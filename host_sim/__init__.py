# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""What runs on a desktop: the simulated handheld, its window, and the tools around it."""
