# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Pictures of the carrier board: bare, and with its parts, from the front and from the back."""

from __future__ import annotations

from collections.abc import Sequence

from shapely.geometry import Polygon

from maker.carrier import copper
from maker.carrier.layout import BACK, FRONT, Carrier, Place, Point
from maker.drawing import GREY, INK, Drawing

_SCALE = 15.0
_MARGIN = 130.0
_MASK, _COPPER, _GOLD, _HOLE, _SILK = "#14553a", "#1d6b48", "#e0b657", "#ffffff", "#f4f6f2"


class _View:
    """The board as seen from one side."""

    def __init__(self, board: Carrier, layer: int, title: str, note: str) -> None:
        self.board, self.layer = board, layer
        (x0, x1), (y0, y1) = board.outline["x"], board.outline["y"]
        self.left, self.top = (x0 if layer == FRONT else -x1), y1
        size = int((x1 - x0) * _SCALE + 2 * _MARGIN), int((y1 - y0) * _SCALE + 1.6 * _MARGIN)
        self.drawing = Drawing(*size, title)
        self.drawing.text(30, 36, title, 26, bold=True)
        self.drawing.text(30, 68, note, 17, colour=GREY)

    def at(self, point: Point) -> Point:
        x = point[0] if self.layer == FRONT else -point[0]
        return _MARGIN + (x - self.left) * _SCALE, _MARGIN + (self.top - point[1]) * _SCALE

    def polygon(self, shape: Polygon, fill: str, stroke: str = "", width: float = 0) -> None:
        ring = copper.fracture(shape)
        self.drawing.polygon(*map(self.at, ring), fill=fill, stroke=stroke, width=width)

    def box(self, sides: Sequence[float], fill: str, width: float = 1.5) -> None:
        left, bottom, right, top = sides
        (x0, y0), (x1, y1) = self.at((left, top)), self.at((right, bottom))
        self.drawing.rect(min(x0, x1), y0, abs(x1 - x0), y1 - y0, fill=fill, width=width)

    def disc(self, at: Point, diameter: float, fill: str) -> None:
        self.drawing.circle(*self.at(at), diameter / 2 * _SCALE, fill=fill, stroke="", width=0)


def _bare(view: _View) -> None:
    board, layer = view.board, view.layer
    view.polygon(copper.outline(board), _MASK, "#0c3726", 3)
    for fill in board.fills[layer]:
        view.polygon(fill, _COPPER)
    for track in board.tracks:
        if track.layer == layer:
            ends, width = map(view.at, (track.start, track.end)), track.width * _SCALE
            view.drawing.line(*ends, colour=_COPPER, width=width)
    for via in board.vias:
        view.disc(via.at, via.diameter, _COPPER)
        view.disc(via.at, via.drill, "#0c3726")
    for pad in board.pads:
        if layer in pad.layers:
            view.polygon(copper.pad_shape(pad), _GOLD)
        if pad.drill:
            view.disc(pad.at, pad.drill, _HOLE)
    for at in board.holes:
        view.disc(at, board.outline["hole"], _HOLE)
    for ink in board.silk:
        if ink.layer == layer:
            width = max(2.0, ink.width * _SCALE)
            view.drawing.line(*map(view.at, ink.points), colour=_SILK, width=width)


_BODY_COLOURS = {
    "button": "#3a3f45",
    "key": "#3a3f45",
    "buzzer": "#2f3338",
    "battery": "#efe9dc",
    "board": "#2c8a57",
    "panel": "#3462b4",
    "resistor": "#24282c",
    "capacitor": "#c9a36a",
    "led": "#e2574c",
    "diode": "#24282c",
    "fuse": "#4f7f5f",
    "p-fet": "#24282c",
    "n-fet": "#24282c",
    "charger": "#24282c",
}


def _part(view: _View, place: Place) -> None:
    kind = place.part["kind"]
    colour = _BODY_COLOURS.get(kind)
    if colour is None:
        return
    if kind == "buzzer":
        view.drawing.circle(*view.at(place.at), 6.1 * _SCALE, fill=colour)
        view.drawing.circle(*view.at(place.at), 1.2 * _SCALE, fill="#ffffff")
    else:
        view.box(place.body, colour)
    if kind == "button":
        view.drawing.circle(*view.at(place.at), 3.4 * _SCALE, fill="#c0392b")
    elif kind == "key":
        view.drawing.circle(*view.at(place.at), 1.75 * _SCALE, fill="#8a9299")
    elif kind == "panel":
        glass = next(row for row in place.footprint["bodies"] if row[0] == "glass")
        view.box(place.box(*glass[1:5]), "#16191d", 1)
        for pad in view.board.pads:
            if pad.ref == place.ref:
                view.disc(pad.at, 1.4, "#c9ced3")
    elif kind == "board":
        view.box(place.box(-3.9, 21.2, 3.9, 26.8), "#c9ced3")
        # BOOTSEL, as in the data sheet's drawing.
        bx, by = view.at(place.point(-3.4, 13.4))
        view.drawing.rect(bx - 30, by - 24, 60, 48, fill="#efe9dc", width=1.5)


def draw(layer: int, fits: Sequence[str], title: str, note: str, board: Carrier) -> Drawing:
    """Return one side of the board with the parts that `fits` names: `fab`, `hand`, or none."""
    view = _View(board, layer, title, note)
    _bare(view)
    # The panel is above all others.
    for place in sorted(board.places.values(), key=lambda place: place.part["kind"] == "panel"):
        if place.layer == layer and place.part["fit"] in fits:
            _part(view, place)
            if place.part["fit"] == "hand":
                kind, text = place.part["kind"], f"{place.ref} {place.part.get('label', '')}"
                below = {"panel": 12.4, "battery": 2.45}.get(kind, 0.0)
                colour = INK if kind == "battery" else "#ffffff"
                at = view.at(place.point(0, -below))
                view.drawing.text(*at, text.strip(), 17, "middle", colour, True)
    if layer == BACK and fits:
        for sign in "+-":
            part = board.design.parts["J2"]
            pad = next(p for p in board.pads if p.ref == "J2" and p.number == part.number(sign))
            x, y = view.at((pad.at[0] + 2.1, pad.at[1]))
            view.drawing.text(x, y, sign, 24, "middle", "#ffffff", True)
    return view.drawing


_BARE = "74 x 65 mm, two layers. Drawn from the same data as the gerbers."
_FAB = "The small parts are on."
_HAND = "The large parts go through the board."

PICTURES = {
    "board_front": (FRONT, (), "The carrier board, front", _BARE),
    "board_back": (BACK, (), "The carrier board, back", _BARE),
    "from_fab": (FRONT, ("fab",), "As the fab delivers it, front", _FAB),
    "soldered_front": (FRONT, ("fab", "hand"), "Soldered by you, front", _HAND),
    "soldered_back": (BACK, ("fab", "hand"), "Soldered by you, back", _HAND),
}
"""File name -> arguments of `draw`, without the board."""
