# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""All generated files: how to make each one, and how to compare it with the file on disk.

Texts are compared byte by byte. Pictures and solids are compared by content: other versions of the
font renderer change pixels, and other versions of the geometry library change triangles. Neither is
a change of the design.
"""

from __future__ import annotations

import io
from collections.abc import Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Callable

from maker import board_plan, documents, energy, erc, model, sheet, wiring
from maker.carrier import fab, kicad_sheet, layout
from maker.drawing import Drawing, png_bytes, to_image, to_svg
from maker.model import Design

if TYPE_CHECKING:
    from manifold3d import Manifold

    from maker.enclosure import Enclosure

BLOCK, BLOCK_TOLERANCE = 8, 32
"""Two pictures are the same if no block of 8 by 8 pixels differs by more than 32 of 255 on average.
That allows for the edge of a letter, but not for a wire of another colour."""

Files = Mapping[str, Callable[[], bytes]]
"""Path from the checkout's top -> how to make the file."""


def _same_picture(stored: bytes, fresh: bytes) -> bool:
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
    from maker import solids

    try:
        return not solids.differs(solids.load(stored), solids.load(fresh))
    except ValueError:
        return False


def same(path: str, stored: bytes, fresh: bytes) -> bool:
    """True if two files of this name show the same."""
    if stored == fresh:
        return True
    suffix = Path(path).suffix
    if suffix in (".zip", ".kicad_pcb"):
        from maker.carrier import files

        return (files.same_archive if suffix == ".zip" else files.same_text)(stored, fresh)
    compare = {".png": _same_picture, ".stl": _same_solid}.get(suffix)
    return bool(compare and compare(stored, fresh))


def _drawings(design: Design, circuit: Design) -> dict[str, Callable[[], Drawing]]:
    """Return path without suffix -> drawing."""
    return {
        "hardware/generated/wiring": partial(wiring.diagram, design),
        "hardware/generated/button_board": partial(board_plan.diagram, design),
        "hardware/generated/button_board_rear": partial(board_plan.diagram, design, rear=True),
        "hardware/generated/schematic": partial(sheet.sheet, design, sheet.WIRED),
        "hardware/carrier/schematic": partial(sheet.sheet, circuit, sheet.CARRIER),
    }


def _chain(make: Callable[[], Any], *steps: Callable[[Any], Any]) -> Any:
    """Return what the last step makes of what the others made."""
    value = make()
    for step in steps:
        value = step(value)
    return value


def texts(design: Design) -> Files:
    """Return the text files. Needs only the standard library."""
    circuit = layout.design(pins=design)
    board = layout.place(circuit)
    generated, carrier = "hardware/generated", "hardware/carrier"
    makers: dict[str, Callable[[], str]] = {
        f"{generated}/wiring.md": partial(documents.wiring_table, design),
        f"{generated}/boards.md": partial(documents.boards_table, design),
        f"{generated}/assembly.md": partial(documents.assembly_table, design),
        f"{generated}/energy.md": partial(energy.page, design),
        f"{generated}/bom.csv": partial(documents.bom, design),
        f"{generated}/pocketpig.net": partial(documents.netlist, design),
        f"{carrier}/pocketpig-carrier.net": partial(documents.netlist, circuit),
        f"{carrier}/pocketpig-carrier.kicad_pro": partial(fab.kicad_project, board),
        f"{carrier}/pocketpig-carrier.kicad_sch": partial(kicad_sheet.schematic, circuit),
        f"{carrier}/by_hand.csv": partial(fab.by_hand, board),
    }
    for kind, battery in (("", True), ("usb_only_", False)):
        for make in (fab.bom, fab.positions, fab.positions_jlcpcb):
            makers[f"{carrier}/{kind}{make.__name__}.csv"] = partial(make, board, battery)
    for row in design.boards:
        if row.firmware_pins:
            makers[row.firmware_pins] = partial(documents.firmware_pins, design, row)
    for path, draw in _drawings(design, circuit).items():
        makers[f"{path}.svg"] = partial(_chain, draw, to_svg)
    return {path: partial(_chain, make, str.encode) for path, make in makers.items()}


def boards(design: Design) -> Files:
    """Return the files that need the carrier board's tracks. Needs NumPy and shapely."""
    from maker.carrier import files, gerber, kicad

    build = partial(files.build, layout.design(pins=design))
    name = "hardware/carrier/pocketpig-carrier"
    return {
        f"{name}-gerbers.zip": partial(_chain, build, gerber.files, gerber.archive),
        f"{name}.kicad_pcb": partial(_chain, build, kicad.pcb, str.encode),
    }


def pictures(design: Design) -> Files:
    """Return the PNG files. Needs Pillow, NumPy, shapely and manifold3d."""
    from maker.carrier import files, picture

    circuit = layout.design(pins=design)
    drawn, build = _drawings(design, circuit), partial(files.build, circuit)
    for name, row in picture.PICTURES.items():
        draw = partial(picture.draw, *row)
        drawn[f"hardware/pictures/carrier_{name}"] = partial(_chain, build, draw)
    found = {f"{path}.png": partial(_chain, d, to_image, png_bytes) for path, d in drawn.items()}
    return {**found, **scenes(design)}


def _cases(design: Design) -> dict[str, Enclosure]:
    """Return build -> its case, in the panel's version that the design has."""
    from maker.carrier.case import Case
    from maker.wired_case import WiredCase

    carrier = Case(layout.place(layout.design(pins=design)))
    return {"wired": WiredCase(design), "carrier": carrier}


def scenes(design: Design) -> Files:
    """Return the rendered pictures of both cases. Needs Pillow, NumPy, shapely and manifold3d."""
    from maker import pictures as rendered

    found: dict[str, Callable[[], bytes]] = {}
    for build, case in _cases(design).items():
        prefix = "carrier_" if build == "carrier" else ""
        for name, scene in rendered.scenes(build, case).items():
            path = f"hardware/pictures/{prefix}{name}.png"
            found[path] = partial(_chain, partial(rendered.image, scene), png_bytes)
    return found


def _printed(design: Design) -> dict[str, Manifold]:
    """Return file name -> part on the printer's bed; one for both builds where it is the same."""
    from maker.enclosure import printing
    from maker.solids import differs

    found: dict[str, Manifold] = {}
    for build, case in _cases(design).items():
        for name, solid in case.parts().items():
            name, _, ref = name.partition(" ")
            part = printing(name, solid)
            if ref not in ("", "SW1"):  # the four caps are alike
                continue
            if build == "carrier" and (name not in found or differs(found[name], part, 0.01)):
                name = f"carrier_{name}"
            found.setdefault(name, part)
    return found


def models(design: Design) -> Files:
    """Return the STL files, placed as on the printer's bed, and their figures. Needs manifold3d.

    Parts that are different with another panel have its name too.
    """
    from maker.carrier import numbers
    from maker.carrier.case import Case
    from maker.solids import differs, dump

    found = _printed(design)
    own = dict(found)
    for name in model.panels(design)[1:]:
        for part, solid in _printed(model.with_panel(design, name)).items():
            if differs(own[part], solid, 0.01):
                found[f"{part}_{name}"] = solid
    page = partial(numbers.page, Case(layout.place(layout.design(pins=design))))
    return {
        "hardware/generated/numbers.md": partial(_chain, page, str.encode),
        **{f"hardware/case/{name}.stl": partial(dump, solid) for name, solid in found.items()},
    }


def case(design: Design) -> Files:
    """Return the printed parts and the rendered pictures for the design's panel alone."""
    from maker.solids import dump

    parts = _printed(design)
    return {
        **{f"hardware/case/{name}.stl": partial(dump, solid) for name, solid in parts.items()},
        **scenes(design),
    }


def everything(design: Design) -> Files:
    return {**texts(design), **models(design), **pictures(design), **boards(design)}


def stale(outputs: Files, root: Path, write: bool = False) -> Iterator[str]:
    """Yield the paths of files that are missing or out of date; write them if `write`."""
    for name, make in outputs.items():
        path, fresh = root / name, make()
        if path.exists() and same(name, path.read_bytes(), fresh):
            continue
        if write:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(fresh)
        yield name


def faults(design: Design) -> list[str]:
    """Return all faults of the design that need no geometry."""
    found = [str(fault) for fault in erc.check(design)]
    found += [f"button_board: {text}" for text in board_plan.check(design)]
    circuit = layout.design(pins=design)
    found += [f"carrier: {fault}" for fault in erc.check_carrier(circuit)]
    drawings = [draw() for draw in _drawings(design, circuit).values()]
    return found + [f"label: {text}" for drawing in drawings for text in drawing.faults()]


def case_faults(design: Design) -> list[str]:
    """Return all faults of both cases with the design's panel, and of their pictures."""
    from maker import fit
    from maker import pictures as rendered

    found = []
    for build, case in _cases(design).items():
        faults = [str(fault) for fault in fit.check(case, design.raw["printer"])]
        for scene in rendered.scenes(build, case).values():
            faults += [f"label: {text}" for text in rendered.letters(scene).faults()]
        found += [f"{build} case: {fault}" for fault in faults]
    return found


def shape_faults(design: Design) -> list[str]:
    """Return all faults of the cases with each panel, the routed board, and the pictures."""
    from maker.carrier import check, files, picture

    board = files.build(layout.design(pins=design))
    drawings = [picture.draw(*row, board) for row in picture.PICTURES.values()]
    found = [f"carrier: {fault}" for fault in check.check(board)]
    found += [f"label: {text}" for drawing in drawings for text in drawing.faults()]
    for name in model.panels(design):
        faults = case_faults(model.with_panel(design, name))
        found += [f"panel {name}: {fault}" for fault in faults]
    return found
