"""Simulators for tests that need more than the protocol: in this process or as a child process."""

from host_sim.testing.bench import STEP_MS, Bench, LoopLink
from host_sim.testing.server import Server

__all__ = ["STEP_MS", "Bench", "LoopLink", "Server"]
