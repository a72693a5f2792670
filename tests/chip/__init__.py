"""Tests of the real CircuitPython on an emulated Pico."""
