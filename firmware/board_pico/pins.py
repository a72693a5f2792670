# hardware/pins.toml has the same pins: change both.
"""Pins of the Raspberry Pi Pico, named as in its ``board`` module."""

# I2C, to the panel.
SDA = "GP4"
SCL = "GP5"
I2C_HZ = 400000
PANEL = (0x3C, 0x3D)

# Each to ground, pulled up inside the chip.
UP = "GP10"
DOWN = "GP11"
A = "GP12"
B = "GP13"
BUTTONS = (UP, DOWN, A, B)

BUZZER = "GP15"

# A third of the supply voltage, and USB power; empty where the board has none.
BATTERY = "VOLTAGE_MONITOR"
USB_POWER = "VBUS_SENSE"

# Of the carrier board; elsewhere nothing is connected. Low while the cell is charged (pull it up);
# high for 50 ms to switch the cell off (never pull it up: that opens the latch); always low (pull
# it up).
CHARGE = "GP8"
POWER_OFF = "GP9"
CARRIER = "GP6"
