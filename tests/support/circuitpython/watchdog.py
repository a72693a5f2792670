# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Simulated ``watchdog``."""


class WatchDogMode:
    RAISE = "raise"
    RESET = "reset"
