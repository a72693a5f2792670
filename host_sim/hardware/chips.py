# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""What the chips can do on which pin, from data sheets. Only the rule check needs it."""

from __future__ import annotations


def _rp2_gpio(name: str) -> int | None:
    """Return 4 for `GP4`, None for a pin that is not a GPIO."""
    if name.startswith("GP") and name[2:].isdigit():
        return int(name[2:])
    return None


# Header pins of the 40-pin Raspberry Pi that are named by function: name -> GPIO.
_PI_NAMES = {
    "SDA": 2,
    "SCL": 3,
    "MOSI": 10,
    "MISO": 9,
    "SCLK": 11,
    "CE0": 8,
    "CE1": 7,
    "TX": 14,
    "TXD": 14,
    "RX": 15,
    "RXD": 15,
}

# BCM2711 peripherals data sheet, table "GPIO pins alternative function assignment":
# PWM0 is on GPIO 12 and 18, PWM1 on 13 and 19.
_PI_PWM = {12: (0, "0"), 18: (0, "0"), 13: (1, "1"), 19: (1, "1")}


RP2 = ("rp2040", "rp2350a")
"""Chips of boards like the Pico: `board_pico` runs on them, under CircuitPython."""


def gpio(chip: str, name: str) -> int | None:
    """Return the GPIO number of a pin name of the `board` module, or None."""
    if chip in RP2:
        return _rp2_gpio(name)
    if name in _PI_NAMES:
        return _PI_NAMES[name]
    if name.startswith("D") and name[1:].isdigit() and int(name[1:]) <= 27:
        return int(name[1:])
    return None


def i2c_role(chip: str, number: int) -> tuple[int, str] | None:
    """Return (bus, "sda" or "scl") of the GPIO's I2C hardware, or None.

    RP2040 data sheet, table 2 (functions F3), and RP2350 data sheet: the GPIOs are SDA0 SCL0 SDA1
    SCL1, repeated. A Raspberry Pi has bus 1 on GPIO 2 and 3, the bus that Linux offers to programs.
    """
    if chip in RP2:
        return (number // 2) % 2, "scl" if number % 2 else "sda"
    return {2: (1, "sda"), 3: (1, "scl")}.get(number)


def pwm(chip: str, number: int) -> tuple[int, str] | None:
    """Return the GPIO's PWM (slice, channel), or None. RP2040 data sheet, 4.5.2, table 515."""
    if chip in RP2:
        return (number >> 1) & 7, "AB"[number & 1]
    return _PI_PWM.get(number)


FREE_GPIOS: dict[str, tuple[int, ...]] = {
    # On a Pico the board itself uses 23 to 25 and 29 (Pico data sheet, 2.1).
    "rp2040": (*range(0, 23), 26, 27, 28),
    "rp2350a": (*range(0, 23), 26, 27, 28),
    "bcm2711": tuple(range(2, 28)),
}
"""GPIOs on a header pin."""

HAS_PULL_UPS = ("rp2040", "rp2350a", "bcm2711")
"""Chips on which the firmware can switch on a pull-up at every free GPIO."""
