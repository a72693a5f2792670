# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""The board as a KiCad project: `.kicad_pcb` in the format of KiCad 6, which newer ones read too.

KiCad's y grows downwards, so every y changes its sign.
"""

from __future__ import annotations

import itertools
import re
import uuid
from collections.abc import Iterator, Mapping, Sequence
from functools import partial

from shapely.geometry import Polygon

from maker.carrier import copper
from maker.carrier.layout import BACK, SIDES, Carrier, Pad, Place, Point
from maker.documents import quoted
from maker.drawing import number

_SPACE = uuid.UUID("6f1c2f6e-5a0e-4b7e-9c57-0b1d8f0c9a10")
_SHIFT = (100.0, 100.0)
"""Where 0, 0 lies on KiCad's sheet."""

_LAYERS = """  (layers
    (0 "F.Cu" signal)
    (31 "B.Cu" signal)
    (34 "B.Paste" user)
    (35 "F.Paste" user)
    (36 "B.SilkS" user "B.Silkscreen")
    (37 "F.SilkS" user "F.Silkscreen")
    (38 "B.Mask" user)
    (39 "F.Mask" user)
    (44 "Edge.Cuts" user)
    (45 "Margin" user)
    (46 "B.CrtYd" user "B.Courtyard")
    (47 "F.CrtYd" user "F.Courtyard")
    (48 "B.Fab" user)
    (49 "F.Fab" user)
  )"""

_n = partial(number, places=4)


def _xy(point: Point) -> str:
    return f"{_n(point[0] + _SHIFT[0])} {_n(_SHIFT[1] - point[1])}"


def _net(pad: Pad, place: Place) -> str:
    """Return the pad's net; a pad on none has a net of its own, named as KiCad's schematic does."""
    name = place.part["pins"].split()[pad.number - 1]
    return pad.net or f"unconnected-({pad.ref}-{name}-Pad{pad.number})"


def _pad(pad: Pad, place: Place, numbers: Mapping[str, int]) -> str:
    # The place in the footprint, before it is turned.
    dx, dy = pad.at[0] - place.at[0], pad.at[1] - place.at[1]
    turn = place.turn % 360
    for _ in range(int(turn // 90)):
        dx, dy = dy, -dx
    width, height = (pad.height, pad.width) if turn % 180 else (pad.width, pad.height)
    side = SIDES[pad.layer]
    layers = '"*.Cu" "*.Mask"' if pad.drill else f'"{side}.Cu" "{side}.Paste" "{side}.Mask"'
    kind = "thru_hole" if pad.drill else "smd"
    drill = f" (drill {_n(pad.drill)})" if pad.drill else ""
    if pad.ref.startswith(("TP", "JP")):
        layers = f'"{side}.Cu" "{side}.Mask"'
    net = _net(pad, place)
    angle = f" {_n(turn)}" if turn else ""
    return (
        f'    (pad "{pad.number}" {kind} {pad.shape} (at {_n(dx)} {_n(-dy)}{angle})'
        f" (size {_n(width)} {_n(height)}){drill} (layers {layers})"
        f" (net {numbers[net]} {quoted(net)}) (tstamp))"
    )


def _text(
    kind: str, text: str, y: str, side: str, hide: str = " hide", mirror: str = ""
) -> Iterator[str]:
    yield f'    (fp_text {kind} {quoted(text)} (at 0 {y}) (layer "{side}.Fab"){hide} (tstamp)'
    yield f"      (effects (font (size 1 1) (thickness 0.15)){mirror}))"


def _model(place: Place) -> Iterator[str]:
    """Yield the part's model in KiCad's own library, where legs count from the first one."""
    library, _, name = place.footprint.get("kicad", "").partition(":")
    if library and place.part["fit"] != "none" and place.part["kind"] != "panel":
        if place.part["kind"] == "key":
            name += f"_H{place.part['tall']:g}mm"
        _, x, y, *_, drill = place.footprint["pads"][0]
        # On the back KiCad mirrors top to bottom, and `Place` left to right: half a turn apart.
        sign, turn = (-1, 180) if place.layer == BACK else (1, 0)
        offset = f"{_n(sign * x)} {_n(sign * y)}" if drill else "0 0"
        yield f'    (model "${{KICAD6_3DMODEL_DIR}}/{library}.3dshapes/{name}.step"'
        yield f"      (offset (xyz {offset} 0)) (scale (xyz 1 1 1)) (rotate (xyz 0 0 {turn})))"


def _footprint(board: Carrier, place: Place, numbers: Mapping[str, int]) -> list[str]:
    side = SIDES[place.layer]
    mirror = " (justify mirror)" if place.layer == BACK else ""
    part = board.design.parts[place.ref]
    surface = all(not pad.drill for pad in board.pads if pad.ref == place.ref)
    kind = "smd" if surface else "through_hole"
    if place.part["fit"] == "none":
        kind += " exclude_from_pos_files exclude_from_bom"
    elif place.part["fit"] == "hand":
        kind += " exclude_from_pos_files"
    angle = f" {_n(place.turn)}" if place.turn else ""
    lines = [
        f'  (footprint "PocketPig:{part.footprint}" (layer "{side}.Cu") (tstamp)',
        f"    (at {_xy(place.at)}{angle})",
        f"    (attr {kind})",
        *_text("reference", place.ref, f"0{angle}", side, "", mirror),
        *_text("value", part.value, f"1.6{angle}", side, mirror=mirror),
    ]
    # The corners of the courtyard in the footprint's own frame.
    left, bottom, right, top = place.footprint["court"]
    if place.layer == BACK:
        left, right = -right, -left
    corners = [(left, bottom), (right, bottom), (right, top), (left, top)]
    if place.part["kind"] == "buzzer":
        lines.append(
            f'    (fp_circle (center 0 0) (end {_n(right)} 0) (layer "{side}.CrtYd")'
            f" (width 0.05) (fill none) (tstamp))"
        )
    else:
        for (ax, ay), (bx, by) in zip(corners, corners[1:] + corners[:1]):
            lines.append(
                f"    (fp_line (start {_n(ax)} {_n(-ay)}) (end {_n(bx)} {_n(-by)})"
                f' (layer "{side}.CrtYd") (width 0.05) (tstamp))'
            )
    lines += [_pad(pad, place, numbers) for pad in board.pads if pad.ref == place.ref]
    return [*lines, *_model(place), "  )"]


def _edge(board: Carrier) -> list[str]:
    (x0, x1), (y0, y1) = board.outline["x"], board.outline["y"]
    r = board.outline["corner_radius"]
    s = r * (1 - 0.5**0.5)
    arcs = [
        ((x1 - r, y0), (x1 - s, y0 + s), (x1, y0 + r)),
        ((x1, y1 - r), (x1 - s, y1 - s), (x1 - r, y1)),
        ((x0 + r, y1), (x0 + s, y1 - s), (x0, y1 - r)),
        ((x0, y0 + r), (x0 + s, y0 + s), (x0 + r, y0)),
    ]
    end = ' (layer "Edge.Cuts") (width 0.1) (tstamp))'
    return [
        f"  (gr_line (start {_xy(before)}) (end {_xy(start)}){end}"
        for (_, _, before), (start, _, _) in zip([arcs[-1], *arcs], arcs)
    ] + [
        f"  (gr_arc (start {_xy(start)}) (mid {_xy(middle)}) (end {_xy(last)}){end}"
        for start, middle, last in arcs
    ]


def _zone(board: Carrier, layer: int, fills: Sequence[Polygon], number: int) -> list[str]:
    rules = board.rules
    ground = copper.ground(board)
    edge = list(copper.outline(board, rules["edge"]).exterior.coords)[:-1]
    gap, spoke = rules["thermal"]
    copper_layer = f'(layer "{SIDES[layer]}.Cu")'
    lines = [
        f"  (zone (net {number}) (net_name {quoted(ground)}) {copper_layer} (tstamp)"
        " (hatch edge 0.508)",
        f"    (connect_pads (clearance {_n(rules['pour_gap'])}))",
        f"    (min_thickness {_n(rules['track'])}) (filled_areas_thickness no)",
        f"    (fill yes (thermal_gap {_n(gap)}) (thermal_bridge_width {_n(spoke)}))",
        "    (polygon (pts",
        *(f"      (xy {_xy(point)})" for point in edge),
        "    ))",
    ]
    for fill in fills:
        lines.append(f"    (filled_polygon {copper_layer} (pts")
        lines += [f"      (xy {_xy(point)})" for point in copper.fracture(fill)]
        lines.append("    ))")
    return [*lines, "  )"]


def pcb(board: Carrier) -> str:
    """Return the text of the `.kicad_pcb` file."""
    names = [net.name for net in board.design.nets]
    names += [_net(pad, board.places[pad.ref]) for pad in board.pads if not pad.net]
    numbers = {name: index for index, name in enumerate(names, 1)}
    project = board.design.raw["project"]
    lines = [
        "(kicad_pcb (version 20211014) (generator pocketpig)",
        f"  (general (thickness {_n(board.outline['thickness'])}))",
        '  (paper "A4")',
        f'  (title_block (title "{project["name"]} carrier board") (date "{project["date"]}")'
        f' (rev "{project["revision"]}")'
        f' (comment 1 "{project["licence"]}, generated from hardware/carrier.toml"))',
        _LAYERS,
        "  (setup (pad_to_mask_clearance 0.05) (pcbplotparams))",
        '  (net 0 "")',
        *(f"  (net {number} {quoted(name)})" for name, number in numbers.items()),
    ]
    for place in board.places.values():
        lines += _footprint(board, place, numbers)
    drill = board.outline["hole"]
    for index, at in enumerate(board.holes, 1):
        lines += [
            '  (footprint "PocketPig:HOLE_M2" (layer "F.Cu") (tstamp)',
            f"    (at {_xy(at)})",
            "    (attr board_only exclude_from_pos_files exclude_from_bom)",
            *_text("reference", f"H{index}", "0", "F"),
            *_text("value", "M2", "1.6", "F"),
            f'    (pad "" np_thru_hole circle (at 0 0) (size {_n(drill)} {_n(drill)})'
            f' (drill {_n(drill)}) (layers "*.Cu" "*.Mask") (tstamp))',
            "  )",
        ]
    lines += _edge(board)
    for ink in board.silk:
        for start, end in zip(ink.points, ink.points[1:]):
            lines.append(
                f"  (gr_line (start {_xy(start)}) (end {_xy(end)})"
                f' (layer "{SIDES[ink.layer]}.SilkS") (width {_n(ink.width)}) (tstamp))'
            )
    for track in board.tracks:
        lines.append(
            f"  (segment (start {_xy(track.start)}) (end {_xy(track.end)})"
            f' (width {_n(track.width)}) (layer "{SIDES[track.layer]}.Cu")'
            f" (net {numbers[track.net]}) (tstamp))"
        )
    for via in board.vias:
        lines.append(
            f"  (via (at {_xy(via.at)}) (size {_n(via.diameter)}) (drill {_n(via.drill)})"
            f' (layers "F.Cu" "B.Cu") (net {numbers[via.net]}) (tstamp))'
        )
    for layer, polygons in board.fills.items():
        lines += _zone(board, layer, polygons, numbers[copper.ground(board)])
    # Identifiers that are the same each time.
    stamps = (f"(tstamp {uuid.uuid5(_SPACE, str(count))})" for count in itertools.count(1))
    return re.sub(r"\(tstamp\)", lambda _: next(stamps), "\n".join([*lines, ")", ""]))
