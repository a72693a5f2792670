# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""What the carrier build costs, weighs and measures, as a page."""

from __future__ import annotations

from host_sim.hardware import energy, model
from host_sim.hardware.carrier.case import BUTTONS, Case

# REUSE-IgnoreStart
_HEAD = """<!-- SPDX-FileCopyrightText: 2026 Pocket Pig contributors -->
<!-- SPDX-License-Identifier: CERN-OHL-P-2.0 -->
<!-- Generated from hardware/carrier.toml by `pocketpig hardware`. -->

# Revision 2 in numbers

"""
# REUSE-IgnoreEnd

# A name, then Pocket Pig and the others. The others' figures are as their makers and reviewers gave
# them, read in November 2026; an empty field was not found.
_OTHERS = (
    ("", "Pocket Pig, revision 2", "Sprig", "Thumby", "PewPew Standalone", "Arduboy"),
    ("---",) * 6,
    ("chip", "RP2040 or RP2350, on a Pico", "RP2040, on a Pico", "RP2040", "", "ATmega32u4"),
    ("picture", "128 x 64, 0.96 inch", "1.8 inch, colour", "72 x 40", "8 x 8 LEDs", "128 x 64"),
    ("buttons", "4", "8", "6", "", "6"),
    ("sound", "piezo", "amplifier, loudspeaker", "piezo", "", "piezo"),
    ("size in mm", "{size}", "", "29.5 x 18 x 8.5", "", ""),
    ("weight", "{weight:.0f} g (calculated)", "", "4.7 g", "", ""),
    ("cell", "LiPo 500 mAh", "battery holder", "LiPo 40 mAh, about 2 hours", "", "LiPo"),
    ("language", "CircuitPython", "JavaScript", "MicroPython", "CircuitPython", "Arduino"),
    ("case", "printed", "plates of acrylic", "moulded", "none", "moulded"),
    ("to build", "solder {count} parts", "plug together", "nothing", "nothing", "nothing"),
)


def page(case: Case) -> str:
    """Return the page."""
    board = case.board
    data = board.design.raw["numbers"]
    printed = case.parts()
    plastic = sum(solid.volume() for solid in printed.values()) / 1000
    plastic_g = plastic * data["plastic_g_cm3"]
    (x0, x1), (y0, y1) = board.outline["x"], board.outline["y"]
    board_g = (x1 - x0) * (y1 - y0) * board.outline["thickness"] / 1000 * data["board_g_cm3"]
    parts_g = sum(data["grams"].values())
    weight = plastic_g + board_g + parts_g
    parts = board.design.parts.values()
    play = energy.budget(model.load(), energy.read()).states[0]
    small = sum(part.data["price"] for part in parts if part.data["fit"] == "fab")
    large = sum(part.data["price"] for part in parts if part.data["fit"] == "hand")
    print_cost = plastic_g / 1000 * data["filament_kg"]
    rest = data["cell"] + data["screws"] + print_cost
    one = data["boards_one"] + 2 * small + large + rest
    ten = data["boards_ten"] + 10 * (small + large + rest)
    solids = [printed[name] for name in ("base", "lid", *(f"cap {ref}" for ref in BUTTONS))]
    boxes = [solid.bounding_box() for solid in solids]
    size = [max(b[i + 3] for b in boxes) - min(b[i] for b in boxes) for i in range(3)]
    years = board.design.of_kind("battery")[0].data["capacity_mah"] * 1000 / data["off_ua"] / 8766
    rows = [
        ("boards with their small parts, as the fab sells them", data["boards_one"], "-"),
        ("small parts on the board", 2 * small, small),
        ("parts that you solder", large, large),
        ("cell", data["cell"], data["cell"]),
        ("print", print_cost, print_cost),
        ("screws", data["screws"], data["screws"]),
    ]
    lines = [
        _HEAD
        + f"## Cost\n\nUS dollars, judged in {data['judged']}, without shipping and taxes. None"
        " was taken from a shop on a certain day.\n",
        "| | for one | each of ten |",
        "| --- | --- | --- |",
    ]
    for name, single, each in rows:
        shown = f"{data['boards_ten'] / 10:.2f}" if each == "-" else f"{each:.2f}"
        lines.append(f"| {name} | {single:.2f} | {shown} |")
    lines += [
        f"| **all** | **{one:.0f}** | **{ten / 10:.0f}** |",
        "",
        "The smallest order is five boards with small parts on two of them, so one handheld pays"
        " for two.",
        "",
        "## Size and weight",
        "",
        f"{size[0]:.1f} x {size[1]:.1f} x {size[2]:.1f} mm with the button caps. Calculated weight:"
        f" {weight:.0f} g, of which plastic {plastic_g:.0f} g (printed solid, so rather less),"
        f" board {board_g:.0f} g, cell {data['grams']['cell']:.0f} g.",
        "",
        "## Battery",
        "",
        f"Off, the board takes less than {data['off_ua']:.0f} microamperes from the cell. A full"
        f" one would last {years:.0f} years, so its own self-discharge decides. The figure is the"
        f" limit of the test in ngspice. In play a full cell lasts some {play.hours:.0f} hours:"
        " that is the [energy budget](energy.md) of the hand-wired build, which loses a little"
        " more in a diode. Nobody has measured it.",
        "",
        "## Beside others",
        "",
    ]
    count = sum(part.data["fit"] == "hand" for part in parts)
    text = " x ".join(f"{value:.0f}" for value in size)
    table = "\n".join("| " + " | ".join(row) + " |" for row in _OTHERS)
    lines += [
        table.format(size=text, weight=weight, count=count),
        "",
        "Figures of the others are as their makers and reviewers gave them, read in November 2026."
        " An empty field was not found.",
        "",
    ]
    return "\n".join(lines)
