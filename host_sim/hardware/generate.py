# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""All generated files: how to make each one, and how to compare it with the file on disk.

Texts are compared byte by byte. Pictures and solids are compared by content: other versions of the
font renderer change pixels, and other versions of the geometry library change triangles. Neither is
a change of the design.
"""

from __future__ import annotations

import io
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Callable

from host_sim.hardware import (
    board_plan,
    documents,
    erc,
    model,
    netlist,
    schematic,
    wiring,
)
from host_sim.hardware.carrier import fab, kicad_project, layout, rules, sheet
from host_sim.hardware.drawing import Drawing, png_bytes, to_image, to_svg
from host_sim.hardware.model import Design

BLOCK, BLOCK_TOLERANCE = 8, 32
"""Two pictures are the same if no block of 8 by 8 pixels differs by more than 32 of 255 on average.
That allows for the edge of a letter, but not for a wire of another colour."""


@dataclass(frozen=True)
class Output:
    """A generated file: its path from the checkout's top, and how to make and compare it."""

    path: str
    make: Callable[[], bytes]
    same: Callable[[bytes, bytes], bool]


def _equal(stored: bytes, fresh: bytes) -> bool:
    return stored == fresh


def same_picture(stored: bytes, fresh: bytes) -> bool:
    """True if two PNG files show the same."""
    if stored == fresh:
        return True
    from PIL import Image, ImageChops

    try:
        one, other = (Image.open(io.BytesIO(data)).convert("RGB") for data in (stored, fresh))
    except OSError:
        return False
    if one.size != other.size:
        return False
    small = one.width // BLOCK, one.height // BLOCK
    reduced = [picture.resize(small, Image.Resampling.BOX) for picture in (one, other)]
    extrema = ImageChops.difference(*reduced).getextrema()
    return max(int(band[1]) for band in extrema) <= BLOCK_TOLERANCE  # type: ignore[index]


def _same_solid(stored: bytes, fresh: bytes) -> bool:
    if stored == fresh:
        return True
    from host_sim.hardware import stl

    try:
        return not stl.open_edges(stored) and not stl.differs(stored, stl.load(fresh))
    except ValueError:
        return False


def texts(design: Design) -> list[Output]:
    """Return the text files. Needs only the standard library."""

    def text(path: str, make: Callable[[], str]) -> Output:
        return Output(path, lambda: make().encode(), _equal)

    outputs = [
        text(board.firmware_pins, partial(documents.firmware_pins, design, board))
        for board in design.boards
        if board.firmware_pins
    ]
    return outputs + [
        text("hardware/generated/wiring.md", lambda: documents.wiring_table(design)),
        text("hardware/generated/boards.md", lambda: documents.boards_table(design)),
        text("hardware/generated/assembly.md", lambda: documents.assembly_table(design)),
        text("hardware/generated/energy.md", lambda: documents.energy_page(design)),
        text("hardware/generated/bom.csv", lambda: documents.bom(design)),
        text("hardware/generated/pocketpig.net", lambda: netlist.dump(design)),
        text("hardware/generated/wiring.svg", lambda: to_svg(wiring.diagram(design))),
        text("hardware/generated/button_board.svg", lambda: to_svg(board_plan.diagram(design))),
        text(
            "hardware/generated/button_board_rear.svg",
            lambda: to_svg(board_plan.diagram(design, rear=True)),
        ),
        text("hardware/generated/schematic.svg", lambda: to_svg(schematic.sheet(design))),
        *_carrier_texts(text, design),
    ]


def _carrier_texts(
    text: Callable[[str, Callable[[], str]], Output], design: Design
) -> list[Output]:
    """Return the carrier board's files that need no tracks."""
    circuit = layout.design(pins=design)
    board = layout.place(circuit)
    folder = "hardware/carrier"
    return [
        text(f"{folder}/schematic.svg", lambda: to_svg(sheet.sheet(circuit))),
        text(f"{folder}/pocketpig-carrier.net", lambda: netlist.dump(circuit)),
        text(f"{folder}/pocketpig-carrier.kicad_pro", lambda: kicad_project.dump(board)),
        text(f"{folder}/bom.csv", lambda: fab.bom(board)),
        text(f"{folder}/positions.csv", lambda: fab.positions(board)),
        text(f"{folder}/by_hand.csv", lambda: fab.by_hand(board)),
    ]


def boards(design: Design) -> list[Output]:
    """Return the carrier board's files that need its tracks, and its pictures.

    Needs NumPy, shapely and Pillow.
    """
    from host_sim.hardware.carrier import files

    circuit = layout.design(pins=design)

    def made(make: Callable[[files.Routed], bytes]) -> bytes:
        return make(files.build(circuit))

    def picture(make: Callable[[files.Routed], Drawing]) -> bytes:
        return png_bytes(to_image(make(files.build(circuit))))

    name = "hardware/carrier/pocketpig-carrier"
    found = [
        Output(f"{name}-gerbers.zip", partial(made, files.gerbers), files.same_archive),
        Output(f"{name}.kicad_pcb", partial(made, files.pcb), files.same_text),
    ]
    found.append(
        Output(
            "hardware/carrier/schematic.png",
            lambda: png_bytes(to_image(sheet.sheet(circuit))),
            same_picture,
        )
    )
    from host_sim.hardware import pictures as rendered
    from host_sim.hardware import stl
    from host_sim.hardware.carrier import numbers, scenes
    from host_sim.hardware.carrier.case import Case, printing

    case = Case(layout.place(circuit))

    def solid(part: str) -> bytes:
        return stl.dump(printing(part, case.parts()[part]))

    def view(scene: Callable[[Case], rendered.Picture]) -> bytes:
        return png_bytes(rendered.image(scene(case)))

    found.append(
        Output("hardware/generated/numbers.md", lambda: numbers.page(case).encode(), _equal)
    )
    for part in ("base", "lid", "cover", "bar", "cap SW1"):
        path = f"hardware/case/carrier_{part.split()[0]}.stl"
        found.append(Output(path, partial(solid, part), _same_solid))
    for scene in scenes.ALL:
        path = f"hardware/pictures/carrier_{scene.__name__}.png"
        found.append(Output(path, partial(view, scene), same_picture))
    for key, make in files.PICTURES.items():
        path = f"hardware/pictures/carrier_{key}.png"
        found.append(Output(path, partial(picture, make), same_picture))
    return found


def pictures(design: Design) -> list[Output]:
    """Return the PNG files. Needs Pillow, NumPy and manifold3d."""
    from host_sim.hardware import pictures as rendered

    drawings: dict[str, Callable[[Design], Drawing]] = {
        "wiring": wiring.diagram,
        "button_board": board_plan.diagram,
        "button_board_rear": partial(board_plan.diagram, rear=True),
        "schematic": schematic.sheet,
    }

    def flat(make: Callable[[Design], Drawing]) -> bytes:
        return png_bytes(to_image(make(design)))

    def solid(make: Callable[[Design], rendered.Picture]) -> bytes:
        return png_bytes(rendered.image(make(design)))

    outputs = [
        Output(f"hardware/generated/{name}.png", partial(flat, make), same_picture)
        for name, make in drawings.items()
    ]
    for scene in rendered.ALL:
        name = scene.__name__.replace("_view", "")
        outputs.append(Output(f"hardware/pictures/{name}.png", partial(solid, scene), same_picture))
    return outputs


def models(design: Design) -> list[Output]:
    """Return the STL files, placed as on the printer's bed. Needs manifold3d."""
    from host_sim.hardware import enclosure, stl

    makers: dict[str, Callable[[], bytes]] = {
        "base": lambda: stl.dump(enclosure.printing(design, "base", enclosure.base(design))),
        "lid": lambda: stl.dump(enclosure.printing(design, "lid", enclosure.lid(design))),
        "cover": lambda: stl.dump(enclosure.printing(design, "cover", enclosure.cover(design))),
        "cap": lambda: stl.dump(enclosure.printing(design, "cap", enclosure.cap(design, "SW1"))),
    }

    def lid(name: str) -> bytes:
        other = model.with_panel(design, name)
        return stl.dump(enclosure.printing(other, "lid", enclosure.lid(other)))

    for row in design.raw["panel_variant"]:
        if row["spacing"] != design.raw["solid"]["DS1"]["holes"]["spacing"]:
            makers[f"lid_{row['id']}"] = partial(lid, row["id"])
    return [Output(f"hardware/case/{name}.stl", make, _same_solid) for name, make in makers.items()]


def everything(design: Design) -> list[Output]:
    return texts(design) + models(design) + pictures(design) + boards(design)


def write(outputs: list[Output], root: Path) -> Iterator[str]:
    """Write the files that are missing or differ; yield the paths written."""
    for output in outputs:
        path = root / output.path
        fresh = output.make()
        if path.exists() and output.same(path.read_bytes(), fresh):
            continue
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(fresh)
        yield output.path


def stale(outputs: list[Output], root: Path) -> Iterator[str]:
    """Yield the paths of files that are missing or out of date."""
    for output in outputs:
        path = root / output.path
        if not path.exists() or not output.same(path.read_bytes(), output.make()):
            yield output.path


def faults(design: Design) -> list[str]:
    """Return all faults of the design that need no geometry."""
    found = [str(fault) for fault in erc.check(design)]
    found += [f"button_board: {text}" for text in board_plan.check(design)]
    circuit = layout.design(pins=design)
    found += [f"carrier: {fault}" for fault in rules.check(circuit)]
    drawings = [wiring.diagram(design), schematic.sheet(design)]
    drawings += [board_plan.diagram(design, rear) for rear in (False, True)]
    if not found:  # a pin on two nets has no place in the drawing
        drawings.append(sheet.sheet(circuit))
    for drawing in drawings:
        found += [f"label: {text}" for text in drawing.faults()]
    return found


def shape_faults(design: Design) -> list[str]:
    """Return all faults of the case and of the assembly pictures."""
    from host_sim.hardware import fit
    from host_sim.hardware import pictures as rendered
    from host_sim.hardware.carrier import case_check, files, scenes
    from host_sim.hardware.carrier.case import Case

    found = [str(fault) for fault in fit.check(design)]
    for drawing in rendered.lettering(design):
        found += [f"label: {text}" for text in drawing.faults()]
    routed = files.build(layout.design(pins=design))
    found += [f"carrier: {text}" for text in routed.faults()]
    for make in files.PICTURES.values():
        found += [f"label: {text}" for text in make(routed).faults()]
    case = Case(routed.board)
    found += [f"carrier case: {text}" for text in case_check.check(case, design.raw["printer"])]
    for scene in scenes.ALL:
        found += [f"label: {text}" for text in rendered.letters(scene(case)).faults()]
    return found
