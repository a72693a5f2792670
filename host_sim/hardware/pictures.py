# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""The assembly pictures: the rendered case and its parts, with labels."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Callable

from manifold3d import Manifold
from PIL import Image

from host_sim.hardware import solids
from host_sim.hardware.drawing import GREY, INK, Drawing, paint
from host_sim.hardware.enclosure import BUTTONS, parts, printing, usb_axis, window
from host_sim.hardware.model import Design
from host_sim.hardware.render import Camera, Item, render
from host_sim.hardware.solids import Vec3

Colour = tuple[int, int, int]
Label = tuple[str, Vec3]

_SMOOTH = 2
_BASE: Colour = (150, 178, 205)
_LID: Colour = (236, 200, 120)
_CAP: Colour = (200, 70, 60)
_COVER: Colour = (120, 190, 170)
_STEEL: Colour = (190, 194, 198)
_COLOURS: dict[str, Colour] = {
    "U1 board": (56, 140, 90),
    "U1 usb": (205, 208, 212),
    "U1 components": (60, 64, 70),
    "DS1 board": (52, 98, 180),
    "DS1 glass": (35, 37, 42),
    "DS1 ribbon": (190, 140, 60),
    "DS1 components": (60, 64, 70),
    "PB1 board": (214, 190, 130),
    "BZ1 body": (60, 64, 70),
    "R1 body": (216, 180, 138),
    "U2 board and socket": (120, 100, 180),
    "BT1 cell": (190, 196, 204),
}
# Bodies that only reserve room for solder and wires.
_UNSEEN = ("wires", "wire ends", "joints", "pin joints")


@dataclass(frozen=True)
class Picture:
    """A rendered scene; `labels` point at places in case coordinates."""

    name: str
    title: str
    note: str
    items: tuple[Item, ...]
    camera: Camera
    labels: tuple[Label, ...]
    drop: tuple[tuple[str, float], ...] = ()
    """Pixels by which a label is lower than its place, to keep its line from crossing something."""


def _bought(design: Design, refs: Sequence[str], lift: float = 0.0) -> list[Item]:
    items = []
    for ref in refs:
        for body in solids.bodies(design, ref):
            if body.name not in _UNSEEN:
                colour = _COLOURS.get(str(body), (70, 74, 80))
                items.append(Item(body.solid.translate((0, 0, lift)), colour))
    return items


def _screen(design: Design, lift: float = 0.0) -> list[Item]:
    """Return a picture on the panel: a die and bars, to show which way is up."""
    (x, y), (w, h) = window(design)
    z = solids.origin(design, "DS1")[2] + 2.65 + lift
    items = [Item(solids.box((w, h, 0.02), (x, y), z), (18, 22, 30))]
    white: Colour = (235, 245, 255)
    die = solids.box((7, 7, 0.05), (x - 5.5, y), z)
    for px, py in ((-2, 2), (2, -2), (0, 0), (-2, -2), (2, 2)):
        die -= solids.cylinder(1.2, (x - 5.5 + px, y + py), z - 1, z + 1)
    items.append(Item(die, white))
    for row, length in enumerate((9.0, 6.0, 8.0)):
        items.append(
            Item(solids.box((length, 1.2, 0.05), (x + length / 2, y + 2.6 - 2.6 * row), z), white)
        )
    return items


def _screw(at: Sequence[float], head_z: float, length: float, up: bool) -> Item:
    """Return a pan-head screw with its shaft up or down from the head."""
    step = 1 if up else -1
    ends = sorted((head_z, head_z + step * length))
    shaft = solids.cylinder(2.0, at, ends[0], ends[1], segments=16)
    cap = sorted((head_z, head_z - step * 1.4))
    return Item(shaft + solids.cylinder(3.8, at, cap[0], cap[1], segments=20), _STEEL)


def handheld(design: Design) -> Picture:
    """Return the picture of the closed handheld."""
    printed = parts(design)
    items = [Item(printed["base"], _BASE), Item(printed["lid"], _LID)]
    items += [Item(printed[f"cap {ref}"], _CAP) for ref in BUTTONS]
    items += _bought(design, ("DS1", "U1", "SW5", "BZ1")) + _screen(design)
    top = design.raw["case"]["height"]
    y, z = usb_axis(design)
    right = design.raw["case"]["inside"]["x"][1] + design.raw["case"]["wall"]
    labels: list[Label] = [
        ("panel", (window(design)[0][0] - 8, window(design)[0][1] + 3, top - 2)),
        ("USB socket (in the right side)", (right, y, z)),
        (
            "sound holes",
            (solids.origin(design, "BZ1")[0] - 1.8, solids.origin(design, "BZ1")[1] - 3.1, top),
        ),
    ]
    for ref in BUTTONS:
        x, by, _ = solids.origin(design, ref)
        labels.append((design.parts[ref].data["label"], (x, by, top + 1.4)))
    return Picture(
        "handheld",
        "The finished handheld",
        "78 x 73.5 x 24 mm without caps. The power switch is in the upper side.",
        tuple(items),
        Camera(20, 50, 8.4, (0, 2, 9), (1400, 860)),
        tuple(labels),
        (("sound holes", 80.0),),
    )


def exploded(design: Design) -> Picture:
    """Return the exploded view."""
    printed = parts(design)
    case = design.raw["case"]
    lift = {"lid": 124.0, "panel": 64.0, "board": 38.0, "cover": 14.0, "power": -4.0, "base": -42.0}
    items = [
        Item(printed["base"].translate((0, 0, lift["base"])), _BASE),
        Item(printed["lid"].translate((0, 0, lift["lid"])), _LID),
        Item(printed["cover"].translate((0, 0, lift["cover"])), _COVER),
    ]
    items += [Item(printed[f"cap {ref}"].translate((0, 0, lift["panel"])), _CAP) for ref in BUTTONS]
    items += _bought(design, ("DS1",), lift["panel"]) + _screen(design, lift["panel"])
    items += _bought(design, ("PB1", *BUTTONS, "BZ1", "R1"), lift["board"])
    items += _bought(design, ("U1", "U2", "BT1", "SW5"), lift["power"])
    items += [_screw(at, lift["base"] - 12, 8.0, True) for at in case["boss_at"]]

    def place(ref: str, dx: float = 0, dy: float = 0, dz: float = 0) -> Vec3:
        x, y, z = solids.origin(design, ref)
        return x + dx, y + dy, z + dz

    labels = (
        ("lid, from its front", (30, -30, case["height"] + lift["lid"])),
        ("4 button caps", place("SW1", 0, 0, lift["panel"] + 11)),
        ("DS1 panel", place("DS1", 10, 6, lift["panel"] + 2)),
        ("PB1 button board", place("PB1", 34, -14, lift["board"] + 1)),
        ("BZ1 piezo", place("BZ1", 0, 0, lift["board"] + 6)),
        ("U1 Pico, parts down, USB to the right", place("U1", 23, -5, lift["power"] + 1)),
        ("cover over the cell", place("BT1", -16, -12, lift["cover"] + 6)),
        ("U2 charger", place("U2", -6, 0, lift["power"] + 8)),
        ("BT1 battery", place("BT1", -14, -6, lift["power"] + 5)),
        ("SW5 switch", place("SW5", -8, 0, lift["power"] + 2)),
        ("base", (-38, -30, lift["base"] + 8)),
        ("4 screws M2x8", (*case["boss_at"][0], lift["base"] - 12)),
    )
    return Picture(
        "exploded",
        "How it goes together",
        "Front at the top. Wires are not shown.",
        tuple(items),
        Camera(20, 26, 6.6, (0, -2, 47), (1240, 1540)),
        labels,
    )


def base_view(design: Design) -> Picture:
    """Return the picture of the base from inside."""
    printed = parts(design)
    items = [Item(printed["base"], _BASE)] + _bought(design, ("U1", "U2", "BT1", "SW5"))
    # The cover is cut in half, to show the cell under it.
    half = solids.box((100, 100, 100), (solids.origin(design, "BT1")[0] + 50, -20), -10)
    items.append(Item(printed["cover"] ^ half, _COVER))
    items += [
        _screw((x, y), solids.origin(design, "U1")[2] + 1.0, 4.0, False)
        for x, y in solids.hole_centres(design, "U1")
    ]
    case = design.raw["case"]

    def place(ref: str, dx: float, dy: float, dz: float = 2.0) -> Vec3:
        x, y, z = solids.origin(design, ref)
        return x + dx, y + dy, z + dz

    labels = (
        ("U1 Pico: parts down, USB to the right", place("U1", 14, -8.5, 1.0)),
        ("4 screws M2x4", (*solids.hole_centres(design, "U1")[0], 9.4)),
        ("USB opening", (case["inside"]["x"][1] + 1, usb_axis(design)[0], 12.0)),
        ("U2 charger on foam tape", place("U2", -4, 0, 8)),
        ("BT1 cell on tape, leads up", place("BT1", -12, -4, 5)),
        ("cover over the cell (half of it shown)", place("BT1", 14, -12, 6.8)),
        ("slot for the charger's light", (case["inside"]["x"][0] - 1, 8.5, 11.0)),
        ("SW5 with 2 screws M2x6 and nuts", place("SW5", -8, -1)),
        ("channel for a closing screw (4)", (*case["boss_at"][1], case["split"])),
    )
    return Picture(
        "base",
        "The base, from inside",
        "Without battery leave out U2, BT1 and SW5.",
        tuple(items),
        Camera(0, 62, 9.0, (0, 0.5, 6), (1400, 820)),
        labels,
    )


def lid_view(design: Design) -> Picture:
    """Return the picture of the lid on its face, with its parts."""
    printed = parts(design)
    items = [Item(printed["lid"], _LID)] + [Item(printed[f"cap {ref}"], _CAP) for ref in BUTTONS]
    items += _bought(design, ("DS1", "PB1", *BUTTONS, "BZ1", "R1"))
    for ref, length in (("DS1", 4.0), ("PB1", 6.0)):
        data = design.raw["solid"][ref]
        z = solids.origin(design, ref)[2] + data["boxes"][0]["z0"]
        items += [_screw(at, z, length, True) for at in solids.hole_centres(design, ref)]
    case = design.raw["case"]

    def turn(solid: Manifold) -> Manifold:
        return solid.rotate((0, 180, 0))

    def turned(point: Vec3) -> Vec3:
        return -point[0], point[1], -point[2]

    def place(ref: str, dx: float, dy: float, dz: float = 0.0) -> Vec3:
        x, y, z = solids.origin(design, ref)
        return turned((x + dx, y + dy, z + dz))

    labels = (
        ("DS1 panel, pins at the top edge", place("DS1", -6, 6, -1)),
        (
            "4 screws M2x4",
            (
                -solids.hole_centres(design, "DS1")[0][0],
                solids.hole_centres(design, "DS1")[0][1],
                -solids.origin(design, "DS1")[2],
            ),
        ),
        ("PB1 button board, solder side", place("PB1", -14, -4)),
        (
            "4 screws M2x6",
            (
                -solids.hole_centres(design, "PB1")[2][0],
                solids.hole_centres(design, "PB1")[2][1],
                -solids.origin(design, "PB1")[2],
            ),
        ),
        ("step, goes around the base's lip", turned((37.6, 0.0, case["split"] + 1.0))),
        ("boss for a closing screw (4)", turned((*case["boss_at"][2], case["split"]))),
    )
    return Picture(
        "lid",
        "The lid on its face, from inside",
        "UP and DOWN are now on the right. Put the caps in first, sockets up.",
        tuple(Item(turn(item.solid), item.colour) for item in items),
        Camera(0, 62, 9.0, (0, 0.5, -18), (1400, 820)),
        labels,
    )


def section(design: Design) -> Picture:
    """Return the section through panel, button and Pico, seen from the left."""
    printed = parts(design)
    x = solids.origin(design, "SW1")[0]
    keep = solids.box((200, 300, 200), (x + 100, 0), -50)
    items = [Item(printed["base"] ^ keep, _BASE), Item(printed["lid"] ^ keep, _LID)]
    items += [Item(printed["cap SW1"] ^ keep, _CAP), Item(printed["cap SW2"] ^ keep, _CAP)]
    items.append(Item(printed["cover"] ^ keep, _COVER))
    for item in _bought(design, ("DS1", "U1", "PB1", "SW1", "SW2", "BZ1", "BT1")):
        items.append(Item(item.solid ^ keep, item.colour))
    case = design.raw["case"]
    y1, y2 = (solids.origin(design, ref)[1] for ref in ("SW1", "SW2"))
    labels = (
        ("cap on the plunger of its switch", (x, y1, case["height"] + 1.0)),
        ("tactile switch", (x, y2, 15.0)),
        ("button board", (x, -29.0, 11.8)),
        ("cell under the button board", (-10.0, -17.0, 5.0)),
        ("the base's lip in the lid's step", (x, -38.9, 18.2)),
        ("cover over the cell", (x, -20.0, 8.6)),
        ("panel under the window", (-12.0, 10.0, 18.6)),
        ("Pico on its posts", (-12.0, 11.0, 5.5)),
        ("lid", (x, 26.0, case["height"] - 1.0)),
        ("base", (x, 26.0, 1.0)),
    )
    return Picture(
        "section",
        "Cut through the UP and DOWN buttons, from the left",
        "Front at the top, upper edge of the handheld to the left.",
        tuple(items),
        Camera(-90, 0, 11.0, (0, -3.75, 14), (1400, 520)),
        labels,
    )


def print_bed(design: Design) -> Picture:
    """Return the picture of every printed part on the bed."""
    printed = parts(design)
    items = [
        Item(printing(design, "base", printed["base"]).translate((-44, 6, 0)), _BASE),
        Item(printing(design, "lid", printed["lid"]).translate((44, 6, 0)), _LID),
    ]
    for index, ref in enumerate(BUTTONS):
        solid = printing(design, "cap", printed[f"cap {ref}"])
        items.append(Item(solid.translate((-24 + 16 * index, -44, 0)), _CAP))
    items.append(Item(printing(design, "cover", printed["cover"]).translate((72, -58, 0)), _COVER))
    labels = (
        ("cover, on its face", (92.0, -58.0, 4.0)),
        ("base, on its back", (-82.0, -10.0, 16.0)),
        ("lid, on its face", (82.0, -10.0, 7.0)),
        ("cap, 4 times, on its face", (24.0, -44.0, 7.0)),
    )
    return Picture(
        "print",
        "On the printer's bed",
        "No supports. 0.2 mm layers, 3 perimeters.",
        tuple(items),
        Camera(0, 52, 5.8, (0, -8, 6), (1560, 760)),
        labels,
    )


ALL: tuple[Callable[[Design], Picture], ...] = (
    handheld,
    exploded,
    base_view,
    lid_view,
    section,
    print_bed,
)


def letters(picture: Picture) -> Drawing:
    """Draw title, note, and labels in two columns at the sides with lines to their places."""
    width, height = picture.camera.size
    drawing = Drawing(width, height, picture.title)
    drawing.text(30, 34, picture.title, 26, bold=True)
    drawing.text(30, 66, picture.note, 17, colour=GREY)
    drop = dict(picture.drop)
    placed = [(text, picture.camera.at(point)) for text, point in picture.labels]
    for left in (True, False):
        column = sorted(
            (item for item in placed if (item[1][0] < width / 2) == left),
            key=lambda item: item[1][1] + drop.get(item[0], 0),
        )
        edge = 30 if left else width - 30
        last = 84.0
        for text, (x, y) in column:
            row = max(y + drop.get(text, 0), last + 30)
            last = row
            near = edge + (1 if left else -1) * (len(text) * 16 * 0.58 + 12)
            drawing.line((near, row), (x, y), colour="#ffffff", width=4)
            drawing.line((near, row), (x, y), colour=INK, width=1.5)
            drawing.circle(x, y, 4, fill=INK, stroke="#ffffff", width=1)
            drawing.text(edge, row, text, 16, "start" if left else "end", bold=True)
    return drawing


def lettering(design: Design) -> list[Drawing]:
    """Return the labels of every picture, to check that none overlap."""
    return [letters(make(design)) for make in ALL]


def image(picture: Picture) -> Image.Image:
    """Return the rendered picture with its labels, RGB."""
    camera = picture.camera
    width, height = camera.size
    large = Camera(
        camera.azimuth,
        camera.elevation,
        camera.scale * _SMOOTH,
        camera.target,
        (width * _SMOOTH, height * _SMOOTH),
    )
    canvas = Image.fromarray(render(picture.items, large))
    paint(letters(picture).shapes, canvas, _SMOOTH)
    return canvas.resize((width, height), Image.Resampling.BOX)
