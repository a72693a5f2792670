# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""A netlist that KiCad's board editor imports (File > Import > Netlist)."""

from __future__ import annotations

from host_sim.hardware.model import Design


def quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def dump(design: Design) -> str:
    """Return a netlist in KiCad's format, version E. Pins have the numbers of footprint pads."""
    lines = [
        '(export (version "E")',
        "  (design",
        '    (source "hardware/pins.toml") (tool "pocketpig hardware"))',
        "  (components",
    ]
    for part in design.parts.values():
        lines.append(f"    (comp (ref {quoted(part.ref)})")
        lines.append(f"      (value {quoted(part.value)})")
        lines.append(f"      (footprint {quoted(part.footprint)})")
        lines.append(f'      (fields (field (name "MPN") {quoted(part.mpn)})))')
    lines += ["  )", "  (nets"]
    for code, net in enumerate(design.nets, 1):
        lines.append(f'    (net (code "{code}") (name {quoted(net.name)})')
        for pin in net.pins:
            number = design.parts[pin.ref].number(pin.name)
            lines.append(
                f'      (node (ref "{pin.ref}") (pin "{number}") (pinfunction {quoted(pin.name)}))'
            )
        lines[-1] += ")"
    return "\n".join([*lines, "  )", ")", ""])
