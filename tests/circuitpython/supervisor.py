# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Simulated ``supervisor``."""

import simulated_pico


def ticks_ms():
    return simulated_pico.pico.ticks_ms()
