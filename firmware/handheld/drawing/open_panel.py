# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Make the driver of the panel's controller: SSD1306, or SH1106 as on most modules of 1.3 inch."""

SSD1306, SH1106 = "ssd1306", "sh1106"
# Low bits of the status byte. No data sheet says this: other libraries tell an SH1106 by it.
_SEEMS_SH1106 = 8


def opener(panel, driver):
    """Return make(bus, address), which returns an initialised driver and sets `panel.driven`.

    It is that of `panel.chip`; if that is "", of what the panel's status suggests. `driver`: the
    class for an SSD1306.
    """

    def make(bus, address):
        chip = panel.chip or (SH1106 if _status(bus, address) & 15 == _SEEMS_SH1106 else SSD1306)
        panel.driven = chip
        if chip == SH1106:
            from .sh1106 import SH1106Driver

            return SH1106Driver(128, 64, bus, addr=address)
        return driver(128, 64, bus, addr=address)

    return make


def _status(bus, address):
    """Return the panel's status byte. Raises OSError."""
    status = bytearray(1)
    while not bus.try_lock():
        pass
    try:
        bus.readfrom_into(address, status)
    finally:
        bus.unlock()
    return status[0]
