"""The handheld on a Raspberry Pi Pico: the only package that imports CircuitPython's hardware."""
