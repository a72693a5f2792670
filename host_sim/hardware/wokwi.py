# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""The Wokwi project: a diagram that runs in the browser, and its check against the design.

Battery, charger and switch have no counterpart in Wokwi and are left out.
"""

from __future__ import annotations

import json
from typing import Any

from host_sim.hardware.model import Design, Pin

_DOCS = "https://docs.wokwi.com/parts/"

WHITELIST: dict[str, tuple[frozenset[str], str]] = {
    "wokwi-pi-pico": (
        frozenset(
            [
                *(f"GP{n}" for n in [*range(23), 26, 27, 28]),
                *(f"GND.{n}" for n in range(1, 9)),
                "VSYS",
                "VBUS",
                "3V3",
                "TP4",
                "TP5",
            ]
        ),
        _DOCS + "wokwi-pi-pico",
    ),
    "board-ssd1306": (frozenset(["GND", "VCC", "SCL", "SDA"]), _DOCS + "board-ssd1306"),
    "wokwi-pushbutton": (frozenset(["1.l", "1.r", "2.l", "2.r"]), _DOCS + "wokwi-pushbutton"),
    "wokwi-buzzer": (frozenset(["1", "2"]), _DOCS + "wokwi-buzzer"),
    "wokwi-resistor": (frozenset(["1", "2"]), _DOCS + "wokwi-resistor"),
}
"""Part type -> its pin names and the page that lists them (as of 2026)."""

# Our pin names -> Wokwi's, if they differ. The buzzer's pin 2 is its plus.
_PINS: dict[str, dict[str, str]] = {
    "wokwi-pushbutton": {"1": "1.l", "2": "2.l"},
    "wokwi-buzzer": {"-": "1", "+": "2"},
}

# Pins that are connected inside a part.
_JOINED: dict[str, list[list[str]]] = {
    "wokwi-pi-pico": [[f"GND.{n}" for n in range(1, 9)]],
    "wokwi-pushbutton": [["1.l", "1.r"], ["2.l", "2.r"]],
}

# Top left corner of each part in pixels.
_PLACES = {
    "U1": (250, 150),
    "DS1": (60, -10),
    "SW1": (-40, 150),
    "SW2": (-40, 240),
    "SW3": (430, 150),
    "SW4": (430, 240),
    "BZ1": (140, 380),
    "R1": (140, 330),
}
_COLOURS = {"yellow": "gold", "white": "#8f8f8f", "grey": "gray"}


def _wokwi_pin(design: Design, pin: Pin) -> str | None:
    """Return `ref:pin` in Wokwi's names, or None for a part or pin that Wokwi does not have."""
    kind = design.parts[pin.ref].data.get("wokwi")
    if not kind:
        return None
    name = _PINS.get(kind, {}).get(pin.name, pin.name)
    if kind == "wokwi-pi-pico" and name not in WHITELIST[kind][0]:
        return None
    return f"{pin.ref.lower()}:{name}"


def diagram(design: Design) -> dict[str, Any]:
    """Return the content of `diagram.json`."""
    parts = []
    for part in design.parts.values():
        kind = part.data.get("wokwi")
        if not kind:
            continue
        attrs: dict[str, str] = {}
        if part.kind == "panel":
            attrs["i2cAddress"] = f"0x{design.raw['bus']['address']:02x}"
        elif part.kind == "button":
            attrs = {"color": "red", "label": part.data["label"], "key": part.data["key"]}
        elif part.kind == "resistor":
            attrs["value"] = f"{part.data['ohm']:g}"
        left, top = _PLACES[part.ref]
        parts.append(
            {"type": kind, "id": part.ref.lower(), "left": left, "top": top, "attrs": attrs}
        )
    connections: list[list[Any]] = []
    for wire in design.wires:
        ends = _wokwi_pin(design, wire.start), _wokwi_pin(design, wire.end)
        if all(ends):
            colour = wire.colour or "teal"
            connections.append([*ends, _COLOURS.get(colour, colour), []])
    return {
        "version": 1,
        "author": "Pocket Pig contributors",
        "editor": "wokwi",
        "parts": parts,
        "connections": connections,
    }


def dump(design: Design) -> str:
    return json.dumps(diagram(design), indent=2) + "\n"


def unknown(content: dict[str, Any]) -> list[str]:
    """Return part types and pins of a diagram that are not in the whitelist."""
    faults = []
    kinds = {part["id"]: part["type"] for part in content["parts"]}
    for kind in kinds.values():
        if kind not in WHITELIST:
            faults.append(f"part type {kind}")
    for connection in content["connections"]:
        for end in connection[:2]:
            ref, _, pin = end.partition(":")
            kind = kinds.get(ref, "")
            if pin not in WHITELIST.get(kind, (frozenset(), ""))[0]:
                faults.append(f"pin {end}")
    return faults


def nodes(content: dict[str, Any]) -> set[frozenset[str]]:
    """Return the diagram's nodes: sets of connected pins of at least two parts."""
    group: dict[str, set[str]] = {}

    def join(one: str, other: str) -> None:
        merged = group.setdefault(one, {one}) | group.setdefault(other, {other})
        for pin in merged:
            group[pin] = merged

    for part in content["parts"]:
        for names in _JOINED.get(part["type"], ()):
            for name in names[1:]:
                join(f"{part['id']}:{names[0]}", f"{part['id']}:{name}")
    for connection in content["connections"]:
        join(connection[0], connection[1])
    found = (frozenset(pins) for pins in group.values())
    return {pins for pins in found if len({pin.split(":")[0] for pin in pins}) > 1}


def expected(design: Design) -> set[frozenset[str]]:
    """Return the design's nets in Wokwi's names, without parts that Wokwi does not have."""
    found = set()
    for net in design.nets:
        pins = {name for name in (_wokwi_pin(design, pin) for pin in net.pins) if name}
        for pin in list(pins):
            ref, _, name = pin.partition(":")
            for names in _JOINED.get(str(design.parts[ref.upper()].data["wokwi"]), ()):
                if name in names:
                    pins |= {f"{ref}:{other}" for other in names}
        if len({pin.split(":")[0] for pin in pins}) > 1:
            found.add(frozenset(pins))
    return found


def check(design: Design, content: dict[str, Any] | None = None) -> list[str]:
    """Return the diagram's faults: unknown names, and nodes that are not the design's nets."""
    content = content or diagram(design)
    faults = unknown(content)
    have, want = nodes(content), expected(design)
    faults += [f"missing: {' '.join(sorted(node))}" for node in want - have]
    faults += [f"not in pins.toml: {' '.join(sorted(node))}" for node in have - want]
    return sorted(faults)
