# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""What a person at a computer sees of a handheld: window, terminal, spoken words."""
