# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Gerbers and drill files. Plain RS-274X without the attributes of X2, which some fabs refuse."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Mapping, Sequence

from maker.carrier import copper
from maker.carrier.layout import FRONT, LAYERS, SIDES, Carrier, Pad, Point

_PREFIX = "pocketpig-carrier"
_MASK = 0.05
"""How far the mask's opening is larger than its pad, on each side (mm)."""


class _Plot:
    """One gerber file."""

    def __init__(self, title: str) -> None:
        self.title = title
        self.apertures: dict[str, int] = {}
        self.lines: list[str] = []

    def aperture(self, text: str) -> None:
        code = self.apertures.setdefault(text, 10 + len(self.apertures))
        self.lines.append(f"D{code}*")

    def move(self, point: Point, code: str) -> None:
        x, y = (round(value * 1_000_000) for value in point)  # nanometres: format 4.6
        self.lines.append(f"X{x}Y{y}{code}*")

    def flash(self, at: Point, aperture: str) -> None:
        self.aperture(aperture)
        self.move(at, "D03")

    def stroke(self, points: Sequence[Point], width: float) -> None:
        self.aperture(f"C,{width:.4f}")
        self.move(points[0], "D02")
        for point in points[1:]:
            self.move(point, "D01")

    def region(self, points: Sequence[Point]) -> None:
        self.lines.append("G36*")
        self.move(points[0], "D02")
        for point in [*points[1:], points[0]]:
            self.move(point, "D01")
        self.lines.append("G37*")

    def text(self) -> str:
        head = [
            f"G04 {self.title}*",
            "%FSLAX46Y46*%",
            "%MOMM*%",
            "%LPD*%",
            *(f"%ADD{code}{text}*%" for text, code in self.apertures.items()),
            "G01*",
        ]
        return "\n".join([*head, *self.lines, "M02*", ""])


def _pad(pad: Pad, grow: float = 0.0) -> str:
    width, height = pad.width + 2 * grow, pad.height + 2 * grow
    if pad.shape == "circle":
        return f"C,{width:.4f}"
    return f"{'O' if pad.shape == 'oval' else 'R'},{width:.4f}X{height:.4f}"


def _copper(board: Carrier, layer: int) -> str:
    plot = _Plot(f"copper {SIDES[layer]}")
    for fill in board.fills[layer]:
        plot.region(copper.fracture(fill))
    for track in board.tracks:
        if track.layer == layer:
            plot.stroke((track.start, track.end), track.width)
    for pad in board.pads:
        if layer in pad.layers:
            plot.flash(pad.at, _pad(pad))
    for via in board.vias:
        plot.flash(via.at, f"C,{via.diameter:.4f}")
    return plot.text()


def _mask(board: Carrier, layer: int) -> str:
    plot = _Plot(f"solder mask {SIDES[layer]}, drawn where it is open")
    for pad in board.pads:
        if layer in pad.layers:
            plot.flash(pad.at, _pad(pad, _MASK))
    for at in board.holes:
        plot.flash(at, f"C,{board.outline['hole'] + 2 * _MASK:.4f}")
    return plot.text()


def _paste(board: Carrier, layer: int) -> str:
    plot = _Plot(f"paste {SIDES[layer]}")
    for pad in board.pads:
        if layer in pad.layers and not pad.drill and board.places[pad.ref].part["fit"] == "fab":
            plot.flash(pad.at, _pad(pad))
    return plot.text()


def _silk(board: Carrier, layer: int) -> str:
    plot = _Plot(f"silkscreen {SIDES[layer]}")
    for ink in board.silk:
        if ink.layer == layer:
            plot.stroke(ink.points, ink.width)
    return plot.text()


def _outline(board: Carrier) -> str:
    plot = _Plot("outline")
    plot.stroke(copper.outline(board).exterior.coords, 0.1)
    return plot.text()


def _drill(holes: Sequence[tuple[Point, float]], plated: bool) -> str:
    tools = {size: index for index, size in enumerate(sorted({size for _, size in holes}), 1)}
    lines = ["M48", "; plated" if plated else "; not plated", "FMAT,2", "METRIC,TZ"]
    lines += [f"T{index}C{size:.3f}" for size, index in tools.items()]
    lines += ["%", "G05"]
    for size, index in tools.items():
        lines.append(f"T{index}")
        lines += [f"X{x:.4f}Y{y:.4f}" for (x, y), each in sorted(holes) if each == size]
    return "\n".join([*lines, "T0", "M30", ""])


def files(board: Carrier) -> dict[str, str]:
    """Return file name -> text, with the names that fabs know from KiCad."""
    found = {}
    for layer in LAYERS:
        side = SIDES[layer]
        found[f"{_PREFIX}-{side}_Cu.gbr"] = _copper(board, layer)
        found[f"{_PREFIX}-{side}_Mask.gbr"] = _mask(board, layer)
        found[f"{_PREFIX}-{side}_Silkscreen.gbr"] = _silk(board, layer)
    found[f"{_PREFIX}-F_Paste.gbr"] = _paste(board, FRONT)
    found[f"{_PREFIX}-Edge_Cuts.gbr"] = _outline(board)
    plated = [(pad.at, pad.drill) for pad in board.pads if pad.drill]
    plated += [(via.at, via.drill) for via in board.vias]
    found[f"{_PREFIX}-PTH.drl"] = _drill(plated, True)
    found[f"{_PREFIX}-NPTH.drl"] = _drill(
        [(at, board.outline["hole"]) for at in board.holes], False
    )
    return found


def archive(texts: Mapping[str, str]) -> bytes:
    """Return the files as a ZIP, the same bytes each time."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as packed:
        for name in sorted(texts):
            info = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
            info.compress_type = zipfile.ZIP_DEFLATED
            packed.writestr(info, texts[name])
    return out.getvalue()
