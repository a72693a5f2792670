# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Which pin is wired to what, by the names of CircuitPython's ``board`` module."""

# I2C0, to the panel.
SDA = "GP4"
SCL = "GP5"

# Each to ground, pulled up inside the chip.
UP = "GP10"
DOWN = "GP11"
A = "GP12"
B = "GP13"
BUTTONS = (UP, DOWN, A, B)

BUZZER = "GP15"
