"""The rules of the Pig family of dice games and the computer players."""

# Pure Python: no input or output, no clock, no screen. It runs unchanged on CPython,
# MicroPython and CircuitPython. Start with `shared_rules.variants.new_game`.

__version__ = "0.1.0"
