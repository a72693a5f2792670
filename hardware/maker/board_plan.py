# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""The button board: the hole of each leg, and a plan from the front."""

from __future__ import annotations

from itertools import product

from maker.drawing import GREY, INK, Drawing
from maker.model import Design, DesignError, Pin
from maker.wiring import COLOURS

ROWS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_LOOKS = {"button": ("#3a3f45", "#c0392b", 3.4), "buzzer": ("#3a3f45", "#ffffff", 1.2)}
"""Kind of part -> colours of its body and of the disc in the middle, radius of the disc (mm)."""


def hole(design: Design, name: str) -> tuple[float, float]:
    """Return the place of a hole such as `B6`: millimetres right and up from the board's middle.

    Seen from the front. Raises DesignError if the board has no such hole.
    """
    board = design.raw["perfboard"]
    row, column = ROWS.find(name[:1]), name[1:]
    if not (0 <= row < board["rows"] and column.isdigit() and 1 <= int(column) <= board["columns"]):
        raise DesignError(f"the button board has no hole {name!r}")
    x, y = int(column) - 1 - (board["columns"] - 1) / 2, (board["rows"] - 1) / 2 - row
    return x * board["pitch"], y * board["pitch"]


def legs(design: Design) -> dict[str, dict[str, list[str]]]:
    """Return part -> pin -> its holes."""
    holes: dict[str, dict[str, list[str]]] = design.raw["perfboard"]["holes"]
    return holes


def centre(design: Design, ref: str) -> tuple[float, float]:
    """Return the middle of a part's legs, in millimetres from the middle of the board."""
    points = [hole(design, name) for names in legs(design)[ref].values() for name in names]
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2


def _holes_taken(design: Design) -> dict[str, str]:
    """Return hole -> its leg. Raises DesignError for a hole with two legs."""
    taken: dict[str, str] = {}
    for ref, pins in legs(design).items():
        for pin, names in pins.items():
            for name in names:
                hole(design, name)
                if name in taken:
                    raise DesignError(f"hole {name} holds {taken[name]} and {ref}.{pin}")
                taken[name] = f"{ref}.{pin}"
    return taken


def check(design: Design) -> list[str]:
    """Return the plan's faults: legs that share a hole; wires and links that miss their leg."""
    faults = []
    try:
        taken = _holes_taken(design)
    except DesignError as error:
        return [str(error)]
    net_at = {hole: design.net_of(Pin(*leg.split(".", 1))) for hole, leg in taken.items()}
    for wire in design.wires:
        if wire.kind == "link":
            net = design.net_of(wire.start)
            for name in wire.path:
                hole(design, name)
                if net_at.get(name, net) != net:
                    faults.append(f"link {wire.start} - {wire.end} touches {taken[name]} in {name}")
        elif wire.hole and net_at.get(wire.hole) != design.net_of(wire.end):
            faults.append(
                f"wire {wire.start} lands in {wire.hole}, which is not on {design.net_of(wire.end)}"
            )
    return faults


def _outline(
    drawing: Drawing, design: Design, ref: str, x: float, y: float, scale: float, rear: bool
) -> None:
    kind, solid = design.parts[ref].kind, design.raw["solid"][ref]
    body, middle, radius = _LOOKS.get(kind, ("#d8b48a", "", 0.0))
    body = "#d3c39c" if rear else body  # the parts are behind the board
    if "cylinders" in solid:
        drawing.circle(x, y, solid["cylinders"][0]["diameter"] / 2 * scale, fill=body)
    else:
        w, h = (value * scale for value in solid["boxes"][0]["size"][:2])
        drawing.rect(x - w / 2, y - h / 2, w, h, fill=body)
    if middle and not rear:
        drawing.circle(x, y, radius * scale, fill=middle)


def diagram(design: Design, rear: bool = False) -> Drawing:
    """Return the plan from the front, links and wires shown through the board, or from the rear."""
    board = design.raw["perfboard"]
    scale, left, top = 18.0, 130.0, 190.0
    width, height = (value * scale for value in board["size"][:2])
    title = "Pocket Pig: button board" + (", from the rear" if rear else "")
    drawing = Drawing(1520, 960, title)
    drawing.text(40, 44, title + " (PB1)", 30, bold=True)
    note = (
        "Seen from the rear, where you solder: column 1 is on the right. The parts are on the other"
        " side, in grey."
        if rear
        else "Seen from the front, where the parts sit. Links and wires are soldered on"
        " the back, shown as if the board were glass."
    )
    drawing.text(40, 82, note, 17, colour=GREY)
    mirror = -1 if rear else 1
    middle_x, middle_y = left + width / 2, top + height / 2

    def place(x: float, y: float) -> tuple[float, float]:
        return middle_x + mirror * x * scale, middle_y - y * scale

    def at(name: str) -> tuple[float, float]:
        return place(*hole(design, name))

    drawing.rect(left, top, width, height, fill="#e9d7ab")
    dx, dy = (value / 2 * scale for value in board["mount_spacing"])
    for x, y in product((middle_x - dx, middle_x + dx), (middle_y - dy, middle_y + dy)):
        drawing.circle(x, y, board["mount_hole"] / 2 * scale, fill="#ffffff")
    for column in range(1, board["columns"] + 1):
        x, _ = at(f"A{column}")
        drawing.text(x, top - 20, str(column), 16, "middle", GREY)
    for row in range(board["rows"]):
        _, y = at(f"{ROWS[row]}1")
        for x in (left - 24, left + width + 24):
            drawing.text(x, y, ROWS[row], 16, "middle", GREY)
        for column in range(1, board["columns"] + 1):
            drawing.circle(
                *at(f"{ROWS[row]}{column}"), 4, fill="#ffffff", stroke="#b79a5a", width=1.5
            )
    places = {ref: place(*centre(design, ref)) for ref in legs(design)}
    for ref, (x, y) in places.items():
        _outline(drawing, design, ref, x, y, scale, rear)
    for wire in design.wires:
        if wire.kind == "link":
            points = [at(name) for name in wire.path]
            drawing.line(*points, colour="#ffffff", width=12)
            drawing.line(*points, colour="#0f8b8d", width=7)
    ink = INK if rear else "#ffffff"
    for name in _holes_taken(design):
        drawing.circle(*at(name), 8, fill="#e5b64a")
    for ref, (x, y) in places.items():
        part = design.parts[ref]
        if part.kind == "button":
            drawing.text(x, y, ref, 22, "middle", ink, True)
            drawing.text(x, y - 84, part.data["label"], 18, "middle", ink, True)
        elif part.kind == "buzzer":
            drawing.text(x, y - 62, f"{ref} piezo", 18, "middle", ink, True)
        else:
            drawing.text(x, y, ref, 20, "middle", bold=True)
    landing = sorted((wire for wire in design.wires if wire.hole), key=lambda w: at(w.hole)[0])
    # Wires leave across the nearer long edge, between two columns so that they cross no number. Two
    # wires from one column leave on either side of it.
    upper = [wire for wire in landing if at(wire.hole)[1] < middle_y]
    for wire in landing:
        x, y = at(wire.hole)
        up = wire in upper
        alike = [w for w in landing if at(w.hole)[0] == x and (w in upper) == up]
        crowded = any(x < at(w.hole)[0] < x + 170 for w in landing if (w in upper) == up)
        first = len(alike) > 1 and wire.hole == min(w.hole for w in alike)
        side = -1 if crowded or first else 1
        step, edge = (-1, top - 56) if up else (1, top + height + 40)
        x_out = x + side * board["pitch"] / 2 * scale
        path = [(x, y), (x_out, y + step * 22), (x_out, edge)]
        drawing.line(*path, colour=INK, width=6, dash=not rear)
        drawing.line(*path, colour=COLOURS[wire.colour], width=3, dash=not rear)
        pin = "GND" if wire.start.name.startswith("GND") else wire.start.name
        drawing.text(
            x_out,
            edge + step * 16,
            f"{wire.colour} to {design.mcu.number(wire.start.name)} {pin}",
            15,
            "end" if side < 0 else "start",
            bold=True,
        )
    y = top + height + 110
    drawing.line((150, y), (210, y), colour="#0f8b8d", width=7)
    drawing.text(
        226, y, "link of bare wire on the back, soldered at both ends and at each corner", 17
    )
    drawing.line((150, y + 32), (210, y + 32), colour=INK, width=5, dash=not rear)
    drawing.text(
        226, y + 32, "wire to the Pico, soldered on the back at the leg it starts from", 17
    )
    drawing.circle(180, y + 64, 8, fill="#e5b64a")
    drawing.text(
        226, y + 64, "leg of a part. The two legs of a switch in one row are joined inside it.", 17
    )
    return drawing
