# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""The schematic as `.kicad_sch`, in the format of KiCad 6, which newer ones read too."""

from __future__ import annotations

import itertools
import re
import uuid
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from maker import sheet
from maker.documents import quoted
from maker.drawing import number
from maker.model import Design, Part
from maker.sheet import GROUND, Point, Spot

_SPACE = uuid.UUID("0f6f3f0c-2f4b-4c62-9b1f-55cf1a1d5d2e")
_STEP = 1.27
_LIBRARY = "PocketPig"
_ANGLES: Mapping[Point, int] = {(1, 0): 0, (0, -1): 90, (-1, 0): 180, (0, 1): 270}
"""A way out -> KiCad's angle of a name there."""

_STROKE = "(stroke (width 0.2) (type default) (color 0 0 0 0))"

_n = partial(number, places=4)


def _uuid(name: str) -> uuid.UUID:
    return uuid.uuid5(_SPACE, name)


def _mm(*steps: float) -> str:
    return " ".join(_n(value * _STEP) for value in steps)


def _effects(more: str = "") -> str:
    return f"(effects (font (size 1.27 1.27)){more})"


def _property(name: str, text: str, at: str, hide: bool, index: int) -> str:
    hidden = " hide" if hide else ""
    return f"(property {quoted(name)} {quoted(text)} (id {index}) (at {at}) {_effects(hidden)})"


def _pin(kind: str, number_: str, name: str, at: Point, way: Point, length: float) -> str:
    # A pin's angle points from its end into the symbol; y grows upwards in a symbol.
    angle = _ANGLES[-way[0], -way[1]]
    return (
        f"        (pin {kind} line (at {_mm(at[0], -at[1])} {angle}) (length {_mm(length)})"
        f" (name {quoted(name)} {_effects()}) (number {quoted(number_)} {_effects()}))"
    )


def _polyline(points: Sequence[float]) -> str:
    pairs = zip(points[::2], points[1::2])
    text = " ".join(f"(xy {_mm(x, -y)})" for x, y in pairs)
    return f"        (polyline (pts {text}) {_STROKE} (fill (type none)))"


def _symbol(name: str, symbol: Mapping[str, Any], part: Part) -> Iterator[str]:
    """Yield a symbol of the library, as the part that uses it first has its pins."""
    named = symbol.get("named", False)
    hide = "" if named else " hide"
    numbers = "" if part.kind in ("board", "header", "charger", "panel") else " (pin_numbers hide)"
    yield f'    (symbol "{_LIBRARY}:{name}"{numbers} (pin_names (offset 0.5){hide})'
    yield "      (in_bom yes) (on_board yes)"
    for index, (key, text) in enumerate(
        (
            ("Reference", part.ref.rstrip("0123456789")),
            ("Value", name),
            ("Footprint", ""),
            ("Datasheet", ""),
        )
    ):
        yield "      " + _property(key, text, "0 0 0", index > 1, index)
    yield f'      (symbol "{name}_0_1"'
    for x0, y0, x1, y1 in symbol.get("boxes", ()):
        yield (
            f"        (rectangle (start {_mm(x0, -y0)}) (end {_mm(x1, -y1)}) {_STROKE}"
            " (fill (type background)))"
        )
    for points in symbol.get("lines", ()):
        yield _polyline(points)
    for x, y, r in symbol.get("circles", ()):
        place = f"(center {_mm(x, -y)}) (radius {_mm(r)})"
        yield f"        (circle {place} {_STROKE} (fill (type none)))"
    yield "      )"
    yield f'      (symbol "{name}_1_1"'
    bare = Spot(part, symbol, (0, 0))
    for pin, end, way, length in bare.ends():
        # The cell drives GND, for KiCad's check.
        kind = "power_out" if part.kind == "battery" else "passive"
        yield _pin(kind, str(part.number(pin)), pin, end, way, length)
    yield "      )"
    yield "    )"


def _ground_symbol() -> Iterator[str]:
    yield f'    (symbol "{_LIBRARY}:GND" (power) (pin_numbers hide) (pin_names (offset 0) hide)'
    yield "      (in_bom yes) (on_board yes)"
    for index, (key, text) in enumerate(
        (("Reference", "#PWR"), ("Value", GROUND), ("Footprint", ""), ("Datasheet", ""))
    ):
        yield "      " + _property(key, text, "0 0 0", True, index)
    yield '      (symbol "GND_0_1"'
    for points in ((0, 0, 0, 1), (-1.2, 1, 1.2, 1), (-0.8, 1.5, 0.8, 1.5), (-0.4, 2, 0.4, 2)):
        yield _polyline(points)
    yield "      )"
    yield '      (symbol "GND_1_1"'
    yield _pin("power_in", "1", GROUND, (0, 0), (0, -1), 0)
    yield "      )"
    yield "    )"


def _bom(part: Part) -> str:
    return f"(in_bom {'no' if part.data['fit'] == 'none' else 'yes'}) (on_board yes)"


def _placed(spot: Spot, name: str, shift: Point) -> Iterator[str]:
    part = spot.part
    x, y = spot.at[0] + shift[0], spot.at[1] + shift[1]
    mirror = " (mirror y)" if spot.mirrored else ""
    yield f'  (symbol (lib_id "{_LIBRARY}:{name}") (at {_mm(x, y)} {spot.turn}){mirror} (unit 1)'
    yield f"    {_bom(part)} (uuid {_uuid(part.ref)})"
    # A symbol that lies turns its texts: they are turned back.
    angle = 90 if spot.turn % 180 else 0
    texts = spot.texts()
    (_, ref_at), value_at = texts[0], texts[-1][1]
    if len(texts) == 1:
        ref_at, value_at = (ref_at[0], ref_at[1] - 0.9), (ref_at[0], ref_at[1] + 0.7)
    label = part.data.get("label", "")
    silent = bool(label) or part.kind in ("jumper", "header")
    for index, (key, text, at, hide) in enumerate(
        (
            ("Reference", part.ref, ref_at, False),
            ("Value", part.value, value_at, silent),
            ("Footprint", f"{_LIBRARY}:{part.footprint}", spot.at, True),
            ("Datasheet", "", spot.at, True),
            ("MPN", part.mpn, spot.at, True),
            ("Label", label, value_at, not label),
        )
    ):
        place = f"{_mm(at[0] + shift[0], at[1] + shift[1])} {angle}"
        yield "    " + _property(key, text, place, hide, index)
    for pin in part.pins:
        yield f'    (pin "{part.number(pin)}" (uuid))'
    yield "  )"


def schematic(design: Design) -> str:
    """Return the text of the `.kicad_sch` file."""
    rows, found = sheet.read(sheet.CARRIER), sheet.build(design, sheet.CARRIER)
    shift: Point = tuple(rows["shift"])
    project = design.raw["project"]

    def at(point: Point) -> str:
        return _mm(point[0] + shift[0], point[1] + shift[1])

    kinds: dict[str, tuple[Mapping[str, Any], Part]] = {}
    names = {}
    for ref, spot in found.spots.items():
        name = next(key for key, symbol in rows["symbol"].items() if symbol == spot.symbol)
        kinds.setdefault(name, (spot.symbol, spot.part))
        names[ref] = name
    lines = [
        "(kicad_sch (version 20211123) (generator pocketpig)",
        "  (uuid)",
        '  (paper "A3")',
        f'  (title_block (title "{project["name"]} carrier board") (date "{project["date"]}")'
        f' (rev "{project["revision"]}")'
        f' (comment 1 "{project["licence"]}, generated from hardware/carrier.toml"))',
        "  (lib_symbols",
    ]
    for name, (symbol, part) in kinds.items():
        lines += _symbol(name, symbol, part)
    lines += [*_ground_symbol(), "  )"]
    stroke = "(stroke (width 0) (type default) (color 0 0 0 0)) (uuid)"
    lines += [
        f"  (junction (at {at(p)}) (diameter 0) (color 0 0 0 0) (uuid))" for p in found.junctions()
    ]
    lines += [f"  (no_connect (at {at(p)}) (uuid))" for p in found.free]
    for a, b in found.wires:
        lines.append(f"  (wire (pts (xy {at(a)}) (xy {at(b)})) {stroke})")
    for block in rows["draw"]["block"]:
        x0, y0, x1, y1 = block["box"]
        corners = ((x0, y0), (x1, y0), (x1, y1), (x0, y1), (x0, y0))
        points = " ".join(f"(xy {at(corner)})" for corner in corners)
        lines.append(
            f"  (polyline (pts {points}) (stroke (width 0.1) (type dash) (color 0 0 0 0)) (uuid))"
        )
        lines.append(f"  (text {quoted(block['title'])} (at {at((x0 + 1, y1 - 0.6))} 0)")
        lines.append(f"    {_effects(' (justify left bottom)')} (uuid))")
    for note in rows["draw"]["note"]:
        for index, text in enumerate(note["lines"]):
            spot_ = note["at"][0], note["at"][1] + 2.8 * index
            lines.append(f"  (text {quoted(text)} (at {at(spot_)} 0)")
            lines.append(f"    {_effects(' (justify left bottom)')} (uuid))")
    for name, end, way in found.names:
        angle = _ANGLES[way]
        justify = " (justify left)" if angle in (0, 90) else " (justify right)"
        lines.append(f"  (global_label {quoted(name)} (shape passive) (at {at(end)} {angle})")
        lines.append(f"    {_effects(justify)} (uuid)")
        lines.append('    (property "Intersheet References" "${INTERSHEET_REFS}" (id 0)')
        lines.append(f"      (at {at(end)} 0) {_effects(' hide')}))")
    symbols = []
    for spot in found.spots.values():
        lines += _placed(spot, names[spot.part.ref], shift)
        symbols.append((spot.part.ref, spot.part.value, f"{_LIBRARY}:{spot.part.footprint}"))
    for index, (end, way) in enumerate(found.grounds, 1):
        turn = (_ANGLES[way] + 90) % 360
        lines.append(f'  (symbol (lib_id "{_LIBRARY}:GND") (at {at(end)} {turn}) (unit 1)')
        ref = f"#PWR{index:02}"
        symbols.append((ref, GROUND, ""))
        lines.append(f"    (in_bom yes) (on_board yes) (uuid {_uuid(ref)})")
        for place, (key, text) in enumerate(
            (("Reference", ref), ("Value", GROUND), ("Footprint", ""), ("Datasheet", ""))
        ):
            lines.append("    " + _property(key, text, f"{at(end)} 0", True, place))
        lines += ['    (pin "1" (uuid))', "  )"]
    lines += ['  (sheet_instances (path "/" (page "1")))', "  (symbol_instances"]
    # KiCad 6 takes the designators from here, later ones from the symbols.
    for ref, value, footprint in symbols:
        lines.append(f'    (path "/{_uuid(ref)}" (reference {quoted(ref)}) (unit 1)')
        lines.append(f"      (value {quoted(value)}) (footprint {quoted(footprint)}))")
    # Identifiers that are the same each time.
    counts = map(str, itertools.count(1))
    return re.sub(
        r"\(uuid\)", lambda _: f"(uuid {_uuid(next(counts))})", "\n".join([*lines, "  )", ")", ""])
    )
