# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""The handheld on a Raspberry Pi Pico: the only package that imports CircuitPython's hardware."""
