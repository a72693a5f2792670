# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Simulated ``alarm``: memory that survives a reset."""

import simulated_pico


def __getattr__(name):
    if name == "sleep_memory":
        return simulated_pico.pico.sleep_memory
    raise AttributeError(name)
