# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Simulated ``analogio``: the board's divider, which gives a third of VSYS."""

import simulated_pico


class AnalogIn:
    def __init__(self, pin):
        assert pin.name == "VOLTAGE_MONITOR"
        simulated_pico.pico.take_pin(pin.name)

    @property
    def value(self):
        return round(simulated_pico.pico.vsys_mv / 3 / 3300 * 65535)
