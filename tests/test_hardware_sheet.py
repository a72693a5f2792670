# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""The carrier board's schematic: what its file joins is the circuit, the netlist and the board."""

import re
import shutil
import subprocess
import sys
from collections import Counter

import pytest

if sys.version_info < (3, 11):
    pytest.importorskip("tomli", reason="needs the hardware extra")

from maker import documents, model, sheet
from maker.carrier import kicad_sheet, layout

FOLDER = model.root() / "hardware" / "carrier"
NAME = "pocketpig-carrier"


def expressions(text):
    """Return a file of KiCad's as nested lists of words."""
    stack = [[]]
    for quoted, word in re.findall(r'"((?:[^"\\]|\\.)*)"|([()]|[^\s()"]+)', text):
        if word == "(":
            stack.append([])
        elif word == ")":
            stack[-2].append(stack.pop())
        else:
            stack[-1].append(word or quoted)
    (found,) = stack[0]
    return found


def under(node, *names):
    """Yield the lists of this name, below lists of the names before."""
    for child in node:
        if isinstance(child, list) and child[0] == names[0]:
            if names[1:]:
                yield from under(child, *names[1:])
            else:
                yield child


def point(words):
    return round(float(words[0]), 3), round(float(words[1]), 3)


def pins_of(root):
    """Yield part, number and end of each pin on the sheet. In a symbol KiCad's y grows upwards."""
    library = {symbol[1]: symbol for symbol in under(root, "lib_symbols", "symbol")}
    for placed in under(root, "symbol"):
        (lib,), (at,) = under(placed, "lib_id"), under(placed, "at")
        mirrored = any(word[1] == "y" for word in under(placed, "mirror"))
        ref = next(row[2] for row in under(placed, "property") if row[1] == "Reference")
        for pin in under(library[lib[1]], "symbol", "pin"):
            (end,), (number,) = under(pin, "at"), under(pin, "number")
            x, y = float(end[1]), float(end[2])
            x = -x if mirrored else x
            for _ in range(int(at[3]) // 90):
                x, y = -y, x
            yield ref, number[1], point((float(at[1]) + x, float(at[2]) - y))


def within(wire, place):
    """Return whether a point lies in a wire's middle."""
    (x0, y0), (x1, y1) = wire
    x, y = place
    level = min(x0, x1) <= x <= max(x0, x1) and min(y0, y1) <= y <= max(y0, y1)
    return level and place not in wire


def joined(text):
    """Return net -> the pins ("R1.1") that the file's wires and names join; pins on none under "".

    Two ends are joined where they meet, never in the middle of a wire: so KiCad reads it too.
    """
    root = expressions(text)
    pins = list(pins_of(root))
    wires = [tuple(map(point, (a[1:], b[1:]))) for _, a, b in under(root, "wire", "pts")]
    names = [(row[1], point(next(under(row, "at"))[1:])) for row in under(root, "global_label")]
    names += [("GND", place) for ref, _, place in pins if ref.startswith("#PWR")]
    group = {}

    def merge(one, other):
        merged = group.setdefault(one, {one}) | group.setdefault(other, {other})
        group.update(dict.fromkeys(merged, merged))

    for one, other in wires:
        merge(one, other)
    for name, place in names:
        merge(name, place)
        for wire in wires:
            if within(wire, place):
                merge(name, wire[0])
    known = {name for name, _ in names}
    found = {}
    for ref, number, place in pins:
        if not ref.startswith("#PWR"):
            (net,) = known & group.get(place, set()) or {""}
            found.setdefault(net, set()).add(f"{ref}.{number}")
    return found


def circuit():
    """Return the same of the circuit; pins on no net under ""."""
    design = layout.design()
    number = {
        (part.ref, name): f"{part.ref}.{part.number(name)}"
        for part in design.parts.values()
        for name in part.pins
    }
    found = {net.name: {number[pin.ref, pin.name] for pin in net.pins} for net in design.nets}
    found[""] = set(number.values()) - set().union(*found.values())
    return found


@pytest.fixture(scope="module")
def text():
    return kicad_sheet.schematic(layout.design())


def test_the_schematic_is_the_circuit(text):
    assert joined(text) == circuit()


def test_the_netlist_is_the_circuit():
    root = expressions(documents.netlist(layout.design()))
    found = {}
    for net in under(root, "nets", "net"):
        (name,) = under(net, "name")
        nodes = [dict(pair[:2] for pair in node[1:]) for node in under(net, "node")]
        found[name[1]] = {f"{node['ref']}.{node['pin']}" for node in nodes}
    assert found == {name: pins for name, pins in circuit().items() if name}


def test_the_board_is_the_circuit():
    """The stored file, as KiCad reads it."""
    root = expressions((FOLDER / f"{NAME}.kicad_pcb").read_text(encoding="utf-8"))
    found = {"": set()}
    for part in under(root, "footprint"):
        ref = next(row[2] for row in under(part, "fp_text") if row[1] == "reference")
        for pad in under(part, "pad"):
            for _, _, net in under(pad, "net"):
                net = "" if net.startswith("unconnected-") else net
                found.setdefault(net, set()).add(f"{ref}.{pad[1]}")
    assert found == circuit()


def test_a_wire_that_is_missing_is_seen(text):
    """Each wire but one of a double way joins something."""
    wires = re.findall(r"  \(wire .*\n", text)
    assert len(wires) > 50
    for wire in wires[::7]:
        assert joined(text.replace(wire, "", 1)) != circuit(), wire


def test_no_end_lies_in_the_middle_of_a_wire(text):
    root = expressions(text)
    wires = [tuple(map(point, (a[1:], b[1:]))) for _, a, b in under(root, "wire", "pts")]
    ends = {end for wire in wires for end in wire} | {place for _, _, place in pins_of(root)}
    assert not [(wire, end) for wire in wires for end in ends if within(wire, end)]
    meet = Counter(end for wire in wires for end in wire)
    meet.update(place for _, _, place in pins_of(root))
    dots = {point(next(under(row, "at"))[1:]) for row in under(root, "junction")}
    assert dots == {place for place, count in meet.items() if count >= 3}


def test_a_part_without_a_place_is_refused():
    rows = (model.root() / "hardware" / "carrier.toml").read_text(encoding="utf-8")
    with pytest.raises(model.DesignError, match="C9 has no place"):
        design = layout.design(rows.replace('ref = "C4"', 'ref = "C9"').replace(" C4.", " C9."))
        sheet.build(design, sheet.CARRIER)


def kicad():
    """Return the path of kicad-cli if it compares a board with its schematic: KiCad 8 or newer."""
    path = shutil.which("kicad-cli")
    if not path:
        return None
    said = subprocess.run([path, "version"], capture_output=True, text=True, timeout=60).stdout
    return path if int(said.split(".")[0] or 0) >= 8 else None


@pytest.mark.skipif(not kicad(), reason="there is no kicad-cli of KiCad 8 or newer")
def test_kicad_finds_schematic_and_board_the_same(tmp_path):
    for path in FOLDER.glob(f"{NAME}.kicad_*"):
        shutil.copy(path, tmp_path)
    for kind, file, *more in (("sch", "kicad_sch"), ("pcb", "kicad_pcb", "--schematic-parity")):
        command = [kicad(), kind, "erc" if kind == "sch" else "drc", "--severity-all", *more]
        report = tmp_path / f"{kind}.txt"
        done = subprocess.run(
            [*command, "-o", report, tmp_path / f"{NAME}.{file}"],
            capture_output=True,
            text=True,
            timeout=300,
        )
        assert done.returncode == 0, done.stderr
        assert not re.findall(r"^\[\w+\].*", report.read_text(), re.MULTILINE)
