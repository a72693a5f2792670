# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Rules of the carrier board's circuit. They need no geometry."""

from __future__ import annotations

from collections.abc import Iterator

from host_sim.hardware import erc
from host_sim.hardware.erc import Fault
from host_sim.hardware.model import CARRIER_SIGNALS, SIGNALS, Design, Pin


def check(design: Design) -> Iterator[Fault]:
    """Check the circuit by those rules of the wired build that concern a board too."""
    for rule in (erc.one_net_each, erc.pwm_slices, erc.levels, erc.currents):
        yield from rule(design)
    yield from erc.signals(design, (*SIGNALS, *CARRIER_SIGNALS))
    net = {pin: net.name for net in design.nets for pin in net.pins}
    # Both orders of the panel's first two pins: the middle of each jumper goes to the panel, its
    # sides to GND and 3V3, and the two jumpers the opposite way.
    for side, wanted in (("A", ("GND", "3V3")), ("B", ("3V3", "GND"))):
        if (net.get(Pin("JP1", side)), net.get(Pin("JP2", side))) != wanted:
            yield Fault("panel_order", f"side {side} of JP1 and JP2")
    for jumper, pin in (("JP1", "1"), ("JP2", "2")):
        if net.get(Pin(jumper, "C")) != net.get(Pin("DS1", pin)):
            yield Fault("panel_order", f"{jumper} does not reach the panel")
    charger = design.of_kind("charger")[0]
    ohms = [
        design.parts[pin.ref].data["ohm"]
        for row in design.nets
        if Pin(charger.ref, "PROG") in row.pins
        for pin in row.pins
        if design.parts[pin.ref].kind == "resistor"
    ]
    # MCP73832 data sheet, equation 4-1: 1000 V / R.
    if len(ohms) != 1 or abs(1000 / ohms[0] * 1000 - charger.data["charge_ma"]) > 1:
        yield Fault("charge_current", "the resistor at PROG does not set charge_ma")
