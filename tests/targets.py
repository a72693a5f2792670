# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Simulators that tests look into: in this process, and as a process of its own.

Tests of what every target does use the fixture `handheld` of host_sim/testing/plugin.py.
"""

from host_sim.testing.bench import STEP_MS, Bench, LoopLink
from host_sim.testing.server import Server

__all__ = ["STEP_MS", "Bench", "LoopLink", "Server"]
