# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""What the chips can do on which pin, from data sheets. Only the rule check needs it."""

from __future__ import annotations

import re

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

RP2 = ("rp2040", "rp2350a")
"""Chips of boards like the Pico: `board_pico` runs on them, under CircuitPython."""

FREE_GPIOS: dict[str, tuple[int, ...]] = {
    # On a Pico the board itself uses 23 to 25 and 29 (Pico data sheet, 2.1).
    "rp2040": (*range(0, 23), 26, 27, 28),
    "rp2350a": (*range(0, 23), 26, 27, 28),
    "bcm2711": tuple(range(2, 28)),
}
"""GPIOs on a header pin. The firmware can switch on a pull-up at each."""


def gpio(chip: str, name: str) -> int | None:
    """Return the GPIO number of a pin name of the `board` module, or None."""
    found = re.fullmatch(r"GP(\d+)" if chip in RP2 else r"D(\d+)", name)
    if found:
        return int(found[1])
    return None if chip in RP2 else _PI_NAMES.get(name)


def i2c_role(chip: str, number: int) -> tuple[int, str]:
    """Return (bus, "sda" or "scl") of the GPIO's I2C hardware; without it the role is empty.

    RP2040 data sheet, table 2 (functions F3), and RP2350 data sheet: the GPIOs are SDA0 SCL0 SDA1
    SCL1, repeated. A Raspberry Pi has bus 1 on GPIO 2 and 3, the bus that Linux offers to programs.
    """
    if chip in RP2:
        return (number // 2) % 2, "scl" if number % 2 else "sda"
    return 1, {2: "sda", 3: "scl"}.get(number, "")


def pwm_slice(chip: str, number: int) -> int | None:
    """Return the GPIO's PWM slice, or None. RP2040 data sheet, 4.5.2, table 515.

    BCM2711 peripherals data sheet, table "GPIO pins alternative function assignment": PWM0 is on
    GPIO 12 and 18, PWM1 on 13 and 19.
    """
    if chip in RP2:
        return (number >> 1) & 7
    return {12: 0, 18: 0, 13: 1, 19: 1}.get(number)
