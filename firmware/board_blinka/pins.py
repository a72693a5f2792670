# hardware/pins.toml has the same pins: change both.
"""Pins of the Raspberry Pi (40-pin header, Linux, Blinka), named as in its ``board`` module."""

# I2C, to the panel.
SDA = "SDA"
SCL = "SCL"
I2C_HZ = 400000
PANEL = (0x3C, 0x3D)

# Each to ground, pulled up inside the chip.
UP = "D5"
DOWN = "D6"
A = "D16"
B = "D26"
BUTTONS = (UP, DOWN, A, B)

BUZZER = "D12"
