# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Models of the handheld's chips, each faithful to its data sheet rather than to a driver's API."""
