# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""The assembly pictures of `hardware/scenes.toml`: rendered cases and their parts, with labels."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from manifold3d import Manifold
from PIL import Image

from maker import model
from maker.drawing import GREY, INK, Drawing, paint
from maker.enclosure import Enclosure, printing
from maker.render import Camera, Item, render
from maker.solids import Vec3, box, cylinder

_SMOOTH = 2
# Bodies that only reserve room for solder and wires.
_UNSEEN = {"wired": ("wires", "wire ends", "joints"), "carrier": ()}


@dataclass(frozen=True)
class Scene:
    """A picture of one build: its row in the file, and the row's place of each label."""

    build: str
    row: Mapping[str, Any]
    colours: Mapping[str, Any]
    case: Enclosure

    @property
    def camera(self) -> Camera:
        return Camera(*self.row["camera"])

    def _place(self, name: str) -> Vec3:
        case = self.case
        if name.endswith(" lid"):
            return (*case.spot(name[:-4]), case.top)
        if " hole " in name:
            ref, _, index = name.partition(" hole ")
            return case.mounts(ref)[int(index)]
        if name in ("", "top"):
            return (0.0, 0.0, case.top if name else 0.0)
        if name == "window":
            return (*case.window[0], case.top)
        if name == "usb":
            return (case.x[1] + case.data["wall"], *case.usb_axis)
        return case.origin(name)

    def labels(self) -> list[tuple[str, Vec3]]:
        """Return each label and the place at which its line ends."""
        found = []
        for text, name, dx, dy, dz in self.row["labels"]:
            x, y, z = self._place(name)
            x, y, z = x + dx, y + dy, z + dz
            found.append((text, (-x, y, -z) if self.row.get("turned") else (x, y, z)))
        return found

    def _solids(self) -> Iterator[tuple[str, Manifold]]:
        """Yield the name of a colour and a solid."""
        row, case = self.row, self.case
        for name, solid in case.parts().items():
            kind = name.split()[0]
            if name in row.get("bed", {}):
                yield kind, printing(kind, solid).translate((*row["bed"][name], 0))
            lifts = row.get("printed", {})
            if name in lifts or kind in lifts:
                yield kind, solid.translate((0, 0, lifts.get(name, lifts.get(kind))))
        lifts = row.get("bought", {})
        for body in case.bought() if lifts else ():
            # The film would hide the picture: it is shown where it is named.
            lift = lifts.get(body.ref, None if body.ref == "film" else lifts.get("*"))
            if lift is not None and body.name not in _UNSEEN[self.build]:
                name = body.name if body.name in self.colours else str(body)
                yield name, body.solid.translate((0, 0, lift))
                if body.name == "glass" and "screen" in row:
                    yield from self._screen(body.solid.bounding_box()[5] + row["screen"])
        for ref, dz, length in row.get("screws", ()):
            for x, y, z in case.mounts(ref):
                # A pan head, with its shaft up or down from the head.
                head = -1.4 if length > 0 else 1.4
                low, high = sorted((z + dz, z + dz + length))
                shaft = cylinder(2.0, (x, y), low, high, segments=16)
                low, high = sorted((z + dz, z + dz + head))
                yield "screw", shaft + cylinder(3.8, (x, y), low, high, segments=20)

    def _screen(self, z: float) -> Iterator[tuple[str, Manifold]]:
        """Yield a picture on the panel: a die and bars, to show which way is up."""
        (x, y), (w, h) = self.case.window
        yield "dark", box((w, h, 0.02), (x, y), z)
        die = box((7, 7, 0.05), (x - 5.5, y), z)
        for px, py in ((-2, 2), (2, -2), (0, 0), (-2, -2), (2, 2)):
            die -= cylinder(1.2, (x - 5.5 + px, y + py), z - 1, z + 1)
        yield "glow", die
        for row, length in enumerate((9.0, 6.0, 8.0)):
            yield "glow", box((length, 1.2, 0.05), (x + length / 2, y + 2.6 - 2.6 * row), z)

    def items(self) -> list[Item]:
        """Return what is rendered."""
        found = []
        for name, solid in self._solids():
            if "cut" in self.row and name in self.row.get("cut_only", (name,)):
                place, dx = self.row["cut"]
                solid ^= box((200, 300, 200), (self._place(place)[0] + dx + 100, 0), -50)
            if self.row.get("turned"):
                solid = solid.rotate((0, 180, 0))
            if not solid.is_empty():
                red, green, blue = self.colours.get(name, self.colours["other"])
                found.append(Item(solid, (red, green, blue)))
        return found


def scenes(build: str, case: Enclosure) -> dict[str, Scene]:
    """Return name -> picture of a build: `wired` or `carrier`."""
    tables = model.read("scenes.toml")
    rows = tables[build]
    colours = {**tables["colours"], **rows.pop("colours")}
    return {name: Scene(build, row, colours, case) for name, row in rows.items()}


def letters(scene: Scene) -> Drawing:
    """Draw title, note, and labels in two columns at the sides with lines to their places."""
    camera, case = scene.camera, scene.case
    width, height = camera.size
    drawing = Drawing(width, height, scene.row["title"])
    drawing.text(30, 34, drawing.title, 26, bold=True)
    size = (side[1] - side[0] + 2 * case.data["wall"] for side in (case.x, case.y))
    drawing.text(30, 66, scene.row["note"].format(*size, case.top), 17, colour=GREY)
    drop = scene.row.get("drop", {})
    placed = [(text, camera.at(point)) for text, point in scene.labels()]
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


def image(scene: Scene) -> Image.Image:
    """Return the rendered picture with its labels, RGB."""
    width, height = scene.camera.size
    size = (width * _SMOOTH, height * _SMOOTH)
    large = replace(scene.camera, scale=scene.camera.scale * _SMOOTH, size=size)
    canvas = Image.fromarray(render(scene.items(), large))
    paint(letters(scene).shapes, canvas, _SMOOTH)
    return canvas.resize((width, height), Image.Resampling.BOX)
