# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Generated texts: the firmware's pin file, tables, the parts list and the netlist."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence

from maker import board_plan
from maker.model import SIGNALS, Board, Design, Pin, root

Row = tuple[str, ...]


def fill(template: str, **values: object) -> str:
    """Return a document of `hardware/templates` with its fields filled in."""
    path = root() / "hardware" / "templates" / template
    return path.read_text(encoding="utf-8").format(**values)


def firmware_pins(design: Design, board: Board) -> str:
    """Return the firmware's pin file for one board."""
    return fill("pins.txt", name=board.name, **design.raw["bus"], **board.pins)


def _rows(rows: Sequence[Sequence[str]]) -> str:
    return "".join("| " + " | ".join(row) + " |\n" for row in rows)


def table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Return a table as Markdown."""
    return _rows([head, ["---"] * len(head), *rows])


def _pin_text(design: Design, pin: Pin) -> str:
    part = design.parts[pin.ref]
    if part.kind == "board":
        name = "GND" if pin.name.startswith("GND") else pin.name
        return f"Pico hole {part.number(pin.name)} ({name})"
    label = part.data.get("label", "")
    return f"{pin.ref}{f' ({label})' if label else ''} {pin.name}"


def wiring_table(design: Design) -> str:
    """Return the page of hook-up wires, links and nets, a checklist for soldering."""
    wires: list[tuple[str, ...]] = []
    links: list[tuple[str, ...]] = []
    for wire in design.wires:
        net = design.net_of(wire.start)
        if wire.kind == "wire":
            start, end = (_pin_text(design, pin) for pin in (wire.start, wire.end))
            end += f", hole {wire.hole}" if wire.hole else ""
            battery = any(design.parts[p.ref].need == "battery" for p in (wire.start, wire.end))
            number, need = str(len(wires) + 1), "battery only" if battery else ""
            wires.append((number, wire.colour, f"{wire.length} mm", start, end, net, need))
        elif wire.kind == "link":
            links.append((" - ".join(wire.path), f"{wire.start} and {wire.end}", net))
    nets = [(net.name, ", ".join(map(str, net.pins))) for net in design.nets]
    return fill(
        "wiring.txt",
        wires=table(("no.", "colour", "length", "from", "to", "net", ""), wires),
        links=table(("path", "joins", "net"), links),
        nets=table(("net", "pins"), nets),
    )


def boards_table(design: Design) -> str:
    """Return the page of the pins of all boards."""
    head = ("board", *(signal.upper() for signal in SIGNALS), "battery", "note")
    rows = [
        (
            board.name,
            *(f"`{board.pins[signal]}`" for signal in SIGNALS),
            f"`{board.pins['battery']}`" if board.pins["battery"] else "none",
            board.note,
        )
        for board in design.boards
    ]
    return fill("boards.txt", boards=table(head, rows))


def csv_text(rows: Sequence[Sequence[object]]) -> str:
    """Return rows as CSV."""
    out = io.StringIO()
    csv.writer(out, lineterminator="\n").writerows(rows)
    return out.getvalue()


def grouped(rows: Iterable[tuple[Row, str]]) -> dict[Row, list[str]]:
    """Return row -> the designators of the parts that have it."""
    found: dict[Row, list[str]] = {}
    for row, ref in rows:
        found.setdefault(row, []).append(ref)
    return found


def bom(design: Design) -> str:
    """Return the parts list as CSV; equal parts share a line."""
    alike = []
    for part in design.parts.values():
        if part.kind != "pad":
            value = part.value.removesuffix(part.data.get("label", "")).rstrip(", ")
            row = (value, part.mpn, part.need, part.footprint, part.data.get("note", ""))
            alike.append((row, part.ref))
    rows: list[Sequence[object]] = [
        ("refs", "quantity", "part", "part number", "needed", "footprint", "note")
    ]
    rows += [(" ".join(refs), len(refs), *row) for row, refs in grouped(alike).items()]
    for row in design.raw["sundry"]:
        rows.append((row["ref"], row["quantity"], row["item"], row["mpn"], row["need"], "", ""))
    return csv_text(rows)


def assembly_table(design: Design) -> str:
    """Return the page of legs and holes on the button board, printed parts and screws."""
    legs = [
        (
            ref,
            design.parts[ref].value,
            "; ".join(f"{pin}: {' and '.join(holes)}" for pin, holes in pins.items()),
        )
        for ref, pins in board_plan.legs(design).items()
    ]
    sundry = [(row["item"], str(row["quantity"]), row["need"]) for row in design.raw["sundry"]]
    parts = {"legs": _rows(legs), "sundry": _rows(sundry), "panels": _panels(design)}
    return fill("assembly.txt", **parts)


def _panels(design: Design) -> str:
    """Return the table of the panels' measures and of what each needs."""
    case = design.raw["case"]
    more = 2 * (case["window_margin"] + case["film"]["ledge"])
    rows = []
    for index, row in enumerate(design.raw["panel"]):
        holes, active = row["holes"], row["active"]
        end = f"_{row['id']}" if index else ""
        rows.append(
            (
                f"{row['id']} inch",
                "{} x {}".format(*row["board"]),
                "{} x {}, {} wide".format(*holes["spacing"], holes["diameter"]),
                "{}, {}".format(*row["pins"]),
                "{:.1f} x {:.1f}".format(*active["size"]),
                "{}, {}".format(*active["centre"]),
                "{:.1f} x {:.1f}".format(*(value + more for value in active["size"])),
                f"lid{end}.stl; carrier_lid{end}.stl, carrier_frame{end}.stl",
            )
        )
    head = ("panel", "module", "holes apart", "middle of the pins", "picture")
    return table((*head, "its middle", "film, 0.5 thick", "files"), rows)


def quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def netlist(design: Design) -> str:
    """Return a netlist in KiCad's format, version E (File > Import > Netlist in its board editor).

    Pins have the numbers of footprint pads.
    """
    lines = [
        '(export (version "E")',
        "  (design",
        '    (source "hardware") (tool "pocketpig hardware"))',
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
