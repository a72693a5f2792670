# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""A netlist that KiCad's board editor imports (File > Import > Netlist), and a reader for it."""

from __future__ import annotations

import re

from host_sim.hardware.model import Design


def _quoted(text: str) -> str:
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
        lines.append(f"    (comp (ref {_quoted(part.ref)})")
        lines.append(f"      (value {_quoted(part.value)})")
        lines.append(f"      (footprint {_quoted(part.footprint)})")
        lines.append(f'      (fields (field (name "MPN") {_quoted(part.mpn)})))')
    lines += ["  )", "  (nets"]
    for code, net in enumerate(design.nets, 1):
        lines.append(f'    (net (code "{code}") (name {_quoted(net.name)})')
        for pin in net.pins:
            number = design.parts[pin.ref].number(pin.name)
            lines.append(
                f'      (node (ref "{pin.ref}") (pin "{number}") (pinfunction {_quoted(pin.name)}))'
            )
        lines[-1] += ")"
    return "\n".join([*lines, "  )", ")", ""])


def nets(text: str) -> dict[str, set[str]]:
    """Return net -> its pins as `U1.6`, read from a netlist."""
    found: dict[str, set[str]] = {}
    current: set[str] = set()
    for match in re.finditer(
        r'\(net \(code "\d+"\) \(name "([^"]+)"\)|\(node \(ref "([^"]+)"\) \(pin "([^"]+)"\)', text
    ):
        if match[1]:
            current = found.setdefault(match[1], set())
        else:
            current.add(f"{match[2]}.{match[3]}")
    return found
