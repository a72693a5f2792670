# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Tests of the real CircuitPython on an emulated Pico."""
