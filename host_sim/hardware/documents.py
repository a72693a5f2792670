# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Generated texts: the firmware's pin file, tables and the parts list."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence

from host_sim.hardware import board_plan, energy
from host_sim.hardware.model import SIGNALS, Board, Design, Pin

# REUSE-IgnoreStart
_HTML = (
    "<!-- SPDX-FileCopyrightText: 2026 Pocket Pig contributors -->\n"
    "<!-- SPDX-License-Identifier: CERN-OHL-P-2.0 -->\n"
    "<!-- Generated from hardware/pins.toml by `pocketpig hardware`. -->\n\n"
)
# REUSE-IgnoreEnd


def firmware_pins(design: Design, board: Board) -> str:
    """Return the firmware's pin file for one board."""
    pins = board.pins
    bus = design.raw["bus"]
    return f'''# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
# Generated from hardware/pins.toml by `pocketpig hardware`: change it there.
"""Pins of the {board.name}, named as in its ``board`` module."""

# I2C, to the panel.
SDA = "{pins["sda"]}"
SCL = "{pins["scl"]}"
I2C_HZ = {bus["frequency_hz"]}
PANEL = (0x{bus["address"]:02X}, 0x{bus["other_address"]:02X})

# Each to ground, pulled up inside the chip.
UP = "{pins["up"]}"
DOWN = "{pins["down"]}"
A = "{pins["a"]}"
B = "{pins["b"]}"
BUTTONS = (UP, DOWN, A, B)

BUZZER = "{pins["buzzer"]}"

# A third of the supply voltage, and USB power; empty where the board has none.
BATTERY = "{pins["battery"]}"
USB_POWER = "{pins["usb_power"]}"

# Of the carrier board; elsewhere nothing is connected: low while the cell is charged (pull it up),
# and high for 50 ms to switch the cell off.
CHARGE = "{pins["charge"]}"
POWER_OFF = "{pins["power_off"]}"
'''


def _table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    lines = ["| " + " | ".join(head) + " |", "|" + " --- |" * len(head)]
    return "\n".join(lines + ["| " + " | ".join(row) + " |" for row in rows]) + "\n"


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
        if wire.kind == "wire":
            end = _pin_text(design, wire.end) + (f", hole {wire.hole}" if wire.hole else "")
            battery = any(design.parts[p.ref].need == "battery" for p in (wire.start, wire.end))
            wires.append(
                (
                    str(len(wires) + 1),
                    wire.colour,
                    f"{wire.length} mm",
                    _pin_text(design, wire.start),
                    end,
                    design.net_of(wire.start),
                    "battery only" if battery else "",
                )
            )
        elif wire.kind == "link":
            links.append(
                (" - ".join(wire.path), f"{wire.start} and {wire.end}", design.net_of(wire.start))
            )
    return (
        _HTML
        + "# Wiring\n\nEvery wire and link of the handheld, for ticking off while you solder. See"
        " also the picture [wiring.svg](wiring.svg) ([PNG](wiring.png)) and the"
        " [schematic](schematic.svg).\n\n"
        "## Hook-up wires\n\n"
        + _table(("no.", "colour", "length", "from", "to", "net", ""), wires)
        + "\n## Links on the back of the button board\n\nBare wire, from hole to hole "
        "([picture](button_board.svg)).\n\n"
        + _table(("path", "joins", "net"), links)
        + "\n## Nets\n\n"
        + _table(
            ("net", "pins"),
            [(net.name, ", ".join(str(pin) for pin in net.pins)) for net in design.nets],
        )
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
    return (
        _HTML
        + "# Boards\n\nThe pins of each board, by the names in its `board` module. A board needs"
        " one row.\n\n"
        + _table(head, rows)
        + "\nTo add a board, append a `[[board]]` row to [pins.toml](../pins.toml) and run `make"
        " hardware`. If a board of the Pico's kind has other pins than the Pico, its row names a"
        ' pin file, `firmware_pins = "firmware/board_pico/pins_ID.py"`. ID is what'
        " `import board; board.board_id` prints in its CircuitPython. `pocketpig deploy` copies the"
        " file and the firmware finds it. The rule check refuses a row whose pins cannot do what is"
        " needed (I2C role, PWM) or that uses a GPIO twice. A chip that is not in"
        " `host_sim/hardware/chips.py` must be added there first. Drawings, case and netlist are"
        " those of the reference board.\n"
    )


def energy_page(design: Design) -> str:
    """Return the page of the energy budget."""
    return (
        _HTML.replace("pins.toml", "pins.toml and hardware/energy.toml")
        + "# Energy\n\nHow long a charge of the cell lasts, calculated.\n\n"
        + energy.text(design)
    )


def bom(design: Design) -> str:
    """Return the parts list as CSV; equal parts share a line."""
    groups: dict[Sequence[str], list[str]] = {}
    for part in design.parts.values():
        if part.kind == "pad":
            continue
        value = part.value
        label = part.data.get("label")
        if label:
            value = value[: -len(label)].rstrip(", ")
        groups.setdefault(
            (value, part.mpn, part.need, part.footprint, part.data.get("note", "")), []
        ).append(part.ref)
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(("refs", "quantity", "part", "part number", "needed", "footprint", "note"))
    for (value, mpn, need, footprint, note), refs in groups.items():
        writer.writerow((" ".join(refs), len(refs), value, mpn, need, footprint, note))
    for row in design.raw["sundry"]:
        writer.writerow((row["ref"], row["quantity"], row["item"], row["mpn"], row["need"], "", ""))
    return out.getvalue()


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
    printed = [
        ("base.stl", "1", "on its back", "back half, with the Pico, the cell and the charger"),
        ("lid.stl", "1", "on its face", "front half, with panel and button board"),
        ("cap.stl", "4", "on their faces", "button caps, loose between lid and switches"),
    ]
    return (
        _HTML + "# Assembly table\n\nWhere each leg, printed part and screw goes, for building the"
        " handheld.\n\n## Legs on the button board\n\nColumns 1 to 24 from the left,"
        " rows A to J from the top, seen from the front.\n\n"
        + _table(("part", "what", "legs in holes"), legs)
        + "\n## Printed parts\n\n"
        + _table(("file", "pieces", "lies", "what"), printed)
        + "\n## Screws and sundries\n\n"
        + _table(
            ("item", "quantity", "needed"),
            [(row["item"], str(row["quantity"]), row["need"]) for row in design.raw["sundry"]],
        )
    )
