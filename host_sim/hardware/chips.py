# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""What the chips can do on which pin. Facts from data sheets, needed by the rule check only."""

from __future__ import annotations


def _rp2_gpio(name: str) -> int | None:
    """`GP4` -> 4; None for a pin that is no GPIO."""
    if name.startswith("GP") and name[2:].isdigit():
        return int(name[2:])
    return None


# Header pins of the 40-pin Raspberry Pi that are called by function rather than by number.
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
# PWM0 comes out at 12 and 18, PWM1 at 13 and 19.
_PI_PWM = {12: (0, "0"), 18: (0, "0"), 13: (1, "1"), 19: (1, "1")}


RP2 = ("rp2040", "rp2350a")
"""Chips of boards of the Pico's kind: `board_pico` runs on them, under CircuitPython."""


def gpio(chip: str, name: str) -> int | None:
    """The chip's GPIO number behind a pin name of the `board` module, or None."""
    if chip in RP2:
        return _rp2_gpio(name)
    if name in _PI_NAMES:
        return _PI_NAMES[name]
    if name.startswith("D") and name[1:].isdigit() and int(name[1:]) <= 27:
        return int(name[1:])
    return None


def i2c_role(chip: str, number: int) -> tuple[int, str] | None:
    """(bus, "sda" or "scl") that the GPIO can carry in hardware, or None.

    RP2040 data sheet, table 2 (functions F3) and RP2350 data sheet alike: every GPIO is one line
    of one of the two buses, in the order SDA0 SCL0 SDA1 SCL1. On a Raspberry Pi it is bus 1 on
    GPIO 2 and 3, the one Linux offers to programs.
    """
    if chip in RP2:
        return (number // 2) % 2, "scl" if number % 2 else "sda"
    return {2: (1, "sda"), 3: (1, "scl")}.get(number)


def pwm(chip: str, number: int) -> tuple[int, str] | None:
    """(slice, channel) that drives the GPIO, or None. RP2040 data sheet, 4.5.2, table 515."""
    if chip in RP2:
        return (number >> 1) & 7, "AB"[number & 1]
    return _PI_PWM.get(number)


FREE_GPIOS: dict[str, tuple[int, ...]] = {
    # On a Pico 23 to 25 and 29 serve the board itself (Pico data sheet, 2.1).
    "rp2040": (*range(0, 23), 26, 27, 28),
    "rp2350a": (*range(0, 23), 26, 27, 28),
    "bcm2711": tuple(range(2, 28)),
}
"""GPIOs that reach a header pin."""

HAS_PULL_UPS = ("rp2040", "rp2350a", "bcm2711")
"""Chips whose every free GPIO has a pull-up that the firmware can switch on."""
