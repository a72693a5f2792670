# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""The schematic of the carrier board: a symbol for each part, each pin with the name of its net."""

from __future__ import annotations

from maker.drawing import GREY, INK, Drawing
from maker.model import Design, Part, Pin

_BODY = "#fff7df"
_NET = "#1f7a3a"
_CELL = (250.0, 138.0)
_LEFT, _TOP = 40.0, 110.0

# Title, first column and row, columns and rows.
_BLOCKS = (
    ("Buttons", 0, 0, 1, 5),
    ("Sound and test pads", 1, 0, 2, 5),
    ("Panel: either order of its first two pins", 5, 0, 2, 4),
    ("Charger, its light, change-over to USB", 3, 4, 4, 2),
    ("Cell, guard against reversal, latch", 0, 6, 7, 3),
)


def _stub(drawing: Drawing, net: str, x0: float, y: float, x1: float) -> None:
    """Draw a pin's level line with the name of its net at the far end."""
    drawing.line((x0, y), (x1, y), colour=_NET, width=2)
    left = x1 < x0
    drawing.text(x1 + (-4 if left else 4), y, net, 12, "end" if left else "start", _NET)


def _two(drawing: Drawing, part: Part, x: float, y: float, nets: list[str]) -> None:
    """Draw a part of two pins, lying."""
    _stub(drawing, nets[0], x - 26, y, x - 38)
    _stub(drawing, nets[1], x + 26, y, x + 38)
    if part.kind in ("resistor", "fuse"):
        drawing.rect(x - 26, y - 9, 52, 18, fill=_BODY)
    elif part.kind == "capacitor":
        drawing.line((x - 26, y), (x - 5, y), colour=_NET)
        drawing.line((x + 5, y), (x + 26, y), colour=_NET)
        drawing.line((x - 5, y - 16), (x - 5, y + 16), width=3)
        drawing.line((x + 5, y - 16), (x + 5, y + 16), width=3)
    elif part.kind in ("led", "diode"):
        drawing.line((x - 26, y), (x - 10, y), colour=_NET)
        drawing.line((x + 10, y), (x + 26, y), colour=_NET)
        drawing.polygon((x + 10, y - 12), (x + 10, y + 12), (x - 10, y), fill=_BODY)
        drawing.line((x - 10, y - 12), (x - 10, y + 12), width=3)
    elif part.kind in ("buzzer", "battery"):
        drawing.rect(x - 26, y - 16, 52, 32, fill=_BODY)
        for side, sign in zip((-18, 18), "-+" if part.kind == "buzzer" else "+-"):
            drawing.text(x + side, y, sign, 14, "middle")
    else:  # a push button
        for side in (-1, 1):
            drawing.line((x + side * 26, y), (x + side * 18, y), colour=_NET)
            drawing.circle(x + side * 14, y, 4, fill="#ffffff")
        drawing.line((x - 16, y - 12), (x + 16, y - 12))
        drawing.line((x, y - 12), (x, y - 22))


def _fet(drawing: Drawing, part: Part, x: float, y: float, nets: dict[str, str]) -> None:
    """Draw a MOSFET: gate at the left, source and drain at the right."""
    top, bottom = ("S", "D") if part.kind == "p-fet" else ("D", "S")
    drawing.line((x - 12, y - 16), (x - 12, y + 16), width=3)
    drawing.line((x - 4, y - 20), (x - 4, y + 20), width=3)
    if part.kind == "p-fet":
        drawing.circle(x - 17, y, 5, fill="#ffffff")
        _stub(drawing, nets["G"], x - 22, y, x - 38)
    else:
        _stub(drawing, nets["G"], x - 12, y, x - 38)
    for name, at in ((top, y - 16), (bottom, y + 16)):
        drawing.line((x - 4, at), (x + 20, at), colour=_NET)
        _stub(drawing, nets[name], x + 20, at, x + 34)
        drawing.text(x + 8, at + (-10 if at < y else 10), name, 11, "middle", GREY)


def _box(drawing: Drawing, part: Part, x: float, y: float, nets: dict[str, str]) -> float:
    """Draw a part as a box, its pins in two columns; return half its height."""
    used = [name for name in part.pins if nets[name]]
    half = (len(used) + 1) // 2
    high = half * 22 + 12
    wide = 150.0 if part.kind == "board" else 84.0
    top = y - 40 if part.kind == "board" else y - high / 2
    drawing.rect(x - wide / 2, top, wide, high, fill=_BODY)
    for index, name in enumerate(used):
        left = index < half
        # The right column counts upwards, as on the part.
        row = index if left else len(used) - 1 - index
        at = top + 17 + row * 22
        side = -1 if left else 1
        shown = "GND" if name.startswith("GND") else name
        label = f"{part.number(name)} {shown}" if part.kind == "board" else shown
        drawing.text(x + side * (wide / 2 - 6), at, label, 12, "start" if left else "end", INK)
        _stub(drawing, nets[name], x + side * wide / 2, at, x + side * (wide / 2 + 10))
    return top


def _symbol(drawing: Drawing, design: Design, part: Part) -> None:
    column, row = part.data["sheet"]
    x = _LEFT + (column + 0.5) * _CELL[0]
    y = _TOP + (row + 0.5) * _CELL[1]
    nets = {name: design.net_of(Pin(part.ref, name)) for name in part.pins}
    name_y = y - 40
    if part.kind in ("p-fet", "n-fet"):
        _fet(drawing, part, x, y, nets)
    elif len(part.pins) == 2:
        _two(drawing, part, x, y, [nets[name] for name in part.pins])
    elif part.kind == "pad":
        drawing.circle(x, y, 7, fill="#ffffff")
        _stub(drawing, nets["1"], x + 7, y, x + 24)
        name_y = y - 18
    else:
        name_y = _box(drawing, part, x, y, nets) - 12
    value = part.data.get("label") or part.value
    text = f"{part.ref} {value}" if len(value) < 24 else part.ref
    drawing.text(x, name_y, text, 14, "middle", bold=True)


def sheet(design: Design) -> Drawing:
    """Return the schematic."""
    drawing = Drawing(int(2 * _LEFT + 7 * _CELL[0]), 1440, "Pocket Pig: carrier board, schematic")
    drawing.text(40, 40, "Pocket Pig: carrier board, schematic", 28, bold=True)
    revision = design.raw["project"]["revision"]
    note = f"revision {revision}. Pins with the same green name are joined."
    drawing.text(40, 74, note, 16, colour=GREY)
    for title, column, row, columns, rows in _BLOCKS:
        x, y = _LEFT + column * _CELL[0], _TOP + row * _CELL[1]
        wide, high = columns * _CELL[0] - 8, rows * _CELL[1] - 8
        drawing.rect(x, y, wide, high, stroke="#c9ced3", width=1)
        drawing.text(x + 8, y + high - 10, title, 13, colour=GREY)
    for part in design.parts.values():
        _symbol(drawing, design, part)
    notes = (
        "ON pulls the gate of Q2 low: the cell is on. Q4 and Q5 keep each state by themselves.",
        "POWER_OFF high for 50 ms switches off. With USB the handheld runs in either state.",
        "Q1 stays off when the cell is reversed. Q3 is off while USB is there: the cell rests.",
    )
    for index, note in enumerate(notes):
        drawing.text(40, 1366 + index * 22, note, 15)
    return drawing
