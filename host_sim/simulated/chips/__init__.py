# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Models of the handheld's chips. Each follows its data sheet, not a driver's API."""
