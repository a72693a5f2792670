# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""The wiring diagram: the Pico in the middle, and every wire in its colour."""

from __future__ import annotations

from itertools import product

from maker.drawing import GREY, INK, PALE, Drawing
from maker.model import Design, Pin, Wire

COLOURS: dict[str, str] = {
    "red": "#d62728",
    "black": "#33383d",
    "blue": "#1f6fd6",
    "yellow": "#f2c500",
    "green": "#2ca02c",
    "white": "#ffffff",
    "orange": "#ff7f0e",
    "brown": "#8c5a2b",
    "purple": "#8e44ad",
    "grey": "#9aa0a6",
}
"""Name of a wire's colour -> colour in the drawing."""

_TOP, _STEP = 300, 34
_LEFT, _RIGHT = 660, 920  # edges of the Pico
_GREEN = "#2e7d4f"


def _pad(drawing: Drawing, x: float, y: float, colour: str = "#e5b64a") -> None:
    drawing.circle(x, y, 7, fill=colour, width=1.5)


def _pico(drawing: Drawing, design: Design) -> dict[str, tuple[float, float]]:
    """Draw the board; return the place of each pin. Pins with a wire are white, the others dim."""
    part = design.mcu
    used = {
        pin.name for wire in design.wires for pin in (wire.start, wire.end) if pin.ref == part.ref
    }
    height = 19 * _STEP + 60
    drawing.rect(_LEFT, _TOP - 30, _RIGHT - _LEFT, height, fill=_GREEN)
    drawing.rect((_LEFT + _RIGHT) / 2 - 32, _TOP - 46, 64, 52, fill="#c9ced3")
    drawing.text((_LEFT + _RIGHT) / 2, _TOP - 20, "USB", 16, "middle", bold=True)
    centre = (_LEFT + _RIGHT) / 2
    drawing.rect(centre - 21, _TOP + 296, 42, 42, fill="#2b2f33")
    drawing.text(centre, _TOP + 364, part.ref, 20, "middle", "#ffffff", True)
    where: dict[str, tuple[float, float]] = {}
    for index, name in enumerate(part.pins[:40]):
        left = index < 20
        x = _LEFT + 14 if left else _RIGHT - 14
        y = _TOP + _STEP * (index if left else 39 - index)
        where[name] = (x, y)
        _pad(drawing, x, y)
        bold = name in used
        colour = "#ffffff" if bold else "#a9cdb8"
        shown = "GND" if name.startswith("GND") else name
        if left:
            drawing.text(x + 14, y, f"{index + 1} {shown}", 12, "start", colour, bold)
        else:
            drawing.text(x - 14, y, f"{shown} {index + 1}", 12, "end", colour, bold)
    return where


def _panel(drawing: Drawing, design: Design) -> dict[str, tuple[float, float]]:
    part = design.of_kind("panel")[0]
    x, y, w = 130, 210, 300
    drawing.rect(x, y, w, 250, fill="#2457a6")
    drawing.rect(x + 45, y + 75, w - 90, 120, fill="#1c427d", stroke="#8fb2e6")
    drawing.text(x + w / 2, y + 110, f"{part.ref}  OLED panel", 19, "middle", "#ffffff", True)
    drawing.text(x + w / 2, y + 138, "seen from its BACK,", 16, "middle", "#ffffff")
    drawing.text(x + w / 2, y + 160, "where you solder", 16, "middle", "#ffffff")
    drawing.text(x + w / 2, y + 225, "Read the names on YOUR module", 14, "middle", "#ffffff")
    where: dict[str, tuple[float, float]] = {}
    for index, name in enumerate(reversed(part.pins)):
        px = x + 60 + index * 60
        where[name] = (px, y + 18)
        _pad(drawing, px, y + 18)
        drawing.text(px, y + 44, name, 15, "middle", "#ffffff", True)
    for cy, cx in product((y + 18, y + 232), (x + 18, x + w - 18)):
        drawing.circle(cx, cy, 9, fill="#ffffff")
    return where


def _buttons(
    drawing: Drawing, wires: list[Wire], where: dict[str, tuple[float, float]], design: Design
) -> dict[Pin, tuple[float, float]]:
    """Draw the button board as a list of holes, level with the Pico's pins; return their places."""
    ends: dict[Pin, tuple[float, float]] = {}
    ys = [where[wire.start.name][1] for wire in wires]
    x, w = 130, 300
    drawing.rect(x, min(ys) - 62, w, max(ys) - min(ys) + 92, fill="#d9c08a")
    drawing.text(x + w / 2, min(ys) - 42, "PB1  button board", 19, "middle", bold=True)
    for wire, y in zip(wires, ys):
        part = design.parts[wire.end.ref]
        ground = design.net_of(wire.end) == "GND"
        label = "GND (all buttons, piezo)" if ground else part.data.get("label", "piezo")
        _pad(drawing, x + w - 18, y)
        drawing.text(x + w - 36, y, f"{label}: hole {wire.hole}", 16, "end", bold=True)
        ends[wire.end] = (x + w - 18, y)
    return ends


def _power(
    drawing: Drawing, where: dict[str, tuple[float, float]]
) -> dict[str, tuple[float, float]]:
    """Draw charger, switch, diode and battery right of the Pico; return their pins' places."""
    ys = {"5V": where["VBUS"][1] - 40, "BAT": where["VSYS"][1], "G": where["GND.8"][1] + 52}
    x, top, bottom = 1250, ys["5V"] - 40, ys["G"] + 40
    drawing.rect(x, top, 200, bottom - top, fill="#3f3a6b")
    drawing.text(x + 120, (top + bottom) / 2 - 26, "U2", 19, "middle", "#ffffff", True)
    drawing.text(x + 120, (top + bottom) / 2, "charger", 16, "middle", "#ffffff")
    ends: dict[str, tuple[float, float]] = {}
    for name, y in ys.items():
        _pad(drawing, x + 16, y)
        drawing.text(x + 32, y, name, 15, "start", "#ffffff", True)
        ends[f"U2.{name}"] = (x + 16, y)
    middle = ys["BAT"]
    # The diode's ring (cathode) is on the side of VSYS.
    drawing.rect(1020, middle - 12, 52, 24, fill="#3b3f44")
    drawing.rect(1026, middle - 12, 8, 24, fill="#e6e6e6", width=0)
    drawing.text(1046, middle - 28, "D1", 16, "middle", bold=True)
    drawing.text(1046, middle + 28, "ring = K", 13, "middle")
    ends["D1.K"], ends["D1.A"] = (1020, middle), (1072, middle)
    drawing.rect(1110, middle - 20, 84, 40, fill="#dfe3e7")
    drawing.rect(1118, middle - 11, 30, 22, fill="#4a4f55")
    drawing.text(1152, middle - 34, "SW5", 16, "middle", bold=True)
    drawing.text(1160, middle, "ON", 13, "start")
    drawing.text(1194, middle + 34, "middle pin", 13, "end")
    ends["SW5.ON"], ends["SW5.COM"] = (1110, middle), (1194, middle)
    cell = bottom + 70
    drawing.rect(1180, cell, 270, 110, fill="#b9bfc6")
    drawing.text(1315, cell + 40, "BT1  LiPo 500 mAh", 18, "middle", bold=True)
    drawing.text(1315, cell + 70, "plugs into U2; check + and -", 14, "middle")
    drawing.wire((1340, cell), (1340, bottom), colour=COLOURS["red"])
    drawing.wire((1370, cell), (1370, bottom), colour=COLOURS["black"])
    drawing.text(1322, bottom + 35, "+", 20, "middle", bold=True)
    drawing.text(1388, bottom + 35, "-", 20, "middle", bold=True)
    drawing.text(1315, cell + 136, "Only for a handheld with battery:", 16, "middle", GREY)
    drawing.text(1315, cell + 158, "leave U2, SW5, D1, BT1 out and", 16, "middle", GREY)
    drawing.text(1315, cell + 180, "USB powers everything.", 16, "middle", GREY)
    return ends


def diagram(design: Design) -> Drawing:
    """Return the drawing of every hook-up wire of the design.

    Raises KeyError for a wire without a place in the drawing.
    """
    drawing = Drawing(1500, 1080, "Pocket Pig: wiring")
    drawing.text(40, 44, "Pocket Pig: wiring", 30, bold=True)
    drawing.text(
        40,
        82,
        "Pico from its component side, USB up. Wires come through the holes from the other side;"
        " solder them on this one. Leave pale names free.",
        17,
        colour=GREY,
    )
    wires = [wire for wire in design.wires if wire.kind == "wire"]
    mcu = design.mcu.ref
    board = [wire for wire in wires if wire.hole]
    panel = [wire for wire in wires if design.parts[wire.end.ref].kind == "panel"]
    pico = _pico(drawing, design)
    panel_pins = _panel(drawing, design)
    board.sort(key=lambda wire: pico[wire.start.name][1])
    board_ends = _buttons(drawing, board, pico, design)
    power = _power(drawing, pico)
    # The panel's wires run above it in one lane each, ordered by pin so that they do not cross.
    order = sorted(panel, key=lambda wire: panel_pins[wire.end.name][0])
    for rank, wire in enumerate(order):
        x0, y0 = pico[wire.start.name]
        x1, y1 = panel_pins[wire.end.name]
        lane = 118 + 22 * rank
        turn = _LEFT - 60 - 36 * rank if x0 < (_LEFT + _RIGHT) / 2 else _RIGHT + 30
        points = [(x0, y0), (turn, y0), (turn, lane), (x1, lane), (x1, y1)]
        drawing.wire(*points, colour=COLOURS[wire.colour])
    for wire in board:
        drawing.wire(pico[wire.start.name], board_ends[wire.end], colour=COLOURS[wire.colour])
    for wire in wires:
        if wire in panel or wire in board:
            continue
        start = pico[wire.start.name] if wire.start.ref == mcu else power[str(wire.start)]
        end = pico[wire.end.name] if wire.end.ref == mcu else power[str(wire.end)]
        if start[0] > end[0]:
            start, end = end, start
        # A step next to the Pico leads the wire to the height of its pad.
        step = max(_RIGHT + 62, start[0]) if wire.start.ref == mcu else start[0]
        points = [start, (step, start[1]), (step, end[1]), end]
        drawing.wire(*points, colour=COLOURS[wire.colour])
    charger = [place for name, place in power.items() if name.startswith("U2")]
    for x, y in [*pico.values(), *panel_pins.values(), *board_ends.values(), *charger]:
        _pad(drawing, x, y)
    drawing.rect(40, 1010, 1420, 46, fill=PALE, stroke=GREY, width=1)
    drawing.text(
        60,
        1033,
        "Pull on every wire after soldering. Before the first power-up measure that"
        " none of 3V3 (36), VSYS (39) and VBUS (40) is joined with GND (38).",
        16,
        colour=INK,
    )
    return drawing
