# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""A drawing as a list of shapes, written as SVG or painted as PNG.

Both come from one list, so they never differ; `Drawing.faults` finds labels that overlap. Lengths
are pixels, y grows downwards, colours are CSS hex values.
"""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import TYPE_CHECKING, Any
from xml.sax.saxutils import escape

if TYPE_CHECKING:
    from PIL import Image

Point = tuple[float, float]
Box = tuple[float, float, float, float]

INK = "#202428"
GREY = "#7a828a"
PALE = "#eef1f4"

# A letter's width in heights, for the widest common sans-serif font, so that a text stays within
# its box with any font.
_LETTER = 0.6


def overlap(one: Sequence[float], other: Sequence[float]) -> bool:
    """Return whether two boxes of least x and y and greatest x and y have an area in common."""
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


@dataclass(frozen=True)
class Shape:
    kind: str  # line, polygon, circle, text
    points: tuple[Point, ...]
    fill: str = ""
    stroke: str = ""
    width: float = 0.0
    radius: float = 0.0
    text: str = ""
    size: float = 0.0
    anchor: str = "start"
    bold: bool = False
    dash: bool = False


@dataclass
class Drawing:
    """Shapes on a white sheet of `width` by `height` pixels."""

    width: int
    height: int
    title: str
    shapes: list[Shape] = field(default_factory=list)

    def line(self, *points: Point, colour: str = INK, width: float = 2, dash: bool = False) -> None:
        self.shapes.append(Shape("line", tuple(points), stroke=colour, width=width, dash=dash))

    def wire(self, *points: Point, colour: str, width: float = 5) -> None:
        """Draw a coloured wire with a dark rim in a white halo, so that crossings are clear."""
        self.line(*points, colour="#ffffff", width=width + 7)
        self.line(*points, colour=INK, width=width + 2)
        self.line(*points, colour=colour, width=width)

    def polygon(self, *points: Point, fill: str = "", stroke: str = INK, width: float = 2) -> None:
        self.shapes.append(Shape("polygon", tuple(points), fill=fill, stroke=stroke, width=width))

    def rect(self, x: float, y: float, w: float, h: float, **paint: Any) -> None:
        """Draw a rectangle; `paint` as for `polygon`."""
        self.polygon((x, y), (x + w, y), (x + w, y + h), (x, y + h), **paint)

    def circle(
        self, x: float, y: float, radius: float, fill: str = "", stroke: str = INK, width: float = 2
    ) -> None:
        self.shapes.append(
            Shape("circle", ((x, y),), fill=fill, stroke=stroke, width=width, radius=radius)
        )

    def text(
        self,
        x: float,
        y: float,
        text: str,
        size: float = 16,
        anchor: str = "start",
        colour: str = INK,
        bold: bool = False,
    ) -> None:
        """Add a text. `y` is the middle of the letters; `anchor` is start, middle or end."""
        self.shapes.append(
            Shape("text", ((x, y),), fill=colour, text=text, size=size, anchor=anchor, bold=bold)
        )

    def labels(self) -> list[tuple[str, Box]]:
        """Return each text with the box (left, top, right, bottom) that it needs."""
        found = []
        for shape in self.shapes:
            if shape.kind == "text":
                (x, y), wide = shape.points[0], len(shape.text) * shape.size * _LETTER
                left = x - {"start": 0.0, "middle": wide / 2, "end": wide}[shape.anchor]
                half = shape.size / 2
                found.append((shape.text, (left, y - half, left + wide, y + half)))
        return found

    def faults(self) -> list[str]:
        """Return a message for each label that overlaps another or leaves the sheet."""
        labels = self.labels()
        faults = [
            f"{text!r} leaves the sheet"
            for text, (left, top, right, bottom) in labels
            if left < 0 or top < 0 or right > self.width or bottom > self.height
        ]
        for (text, box), (other, beside) in combinations(labels, 2):
            if overlap(box, beside):
                faults.append(f"{text!r} overlaps {other!r}")
        return faults


def number(value: float, places: int = 2) -> str:
    """Return a number with at most so many decimals, the same on every machine."""
    text = f"{value:.{places}f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def _svg_shape(shape: Shape) -> str:
    if shape.kind == "text":
        ((x, y),) = shape.points
        weight = ' font-weight="bold"' if shape.bold else ""
        anchor = "" if shape.anchor == "start" else f' text-anchor="{shape.anchor}"'
        return (
            f'<text x="{number(x)}" y="{number(y + shape.size * 0.35)}"'
            f' font-size="{number(shape.size)}" fill="{shape.fill}"{anchor}{weight}>'
            f"{escape(shape.text)}</text>"
        )
    paint = f' fill="{shape.fill or "none"}"'
    if shape.stroke and shape.width:
        paint += f' stroke="{shape.stroke}" stroke-width="{number(shape.width)}"'
    if shape.dash:
        paint += ' stroke-dasharray="7 6"'
    if shape.kind == "circle":
        ((x, y),) = shape.points
        return f'<circle cx="{number(x)}" cy="{number(y)}" r="{number(shape.radius)}"{paint}/>'
    points = " ".join(f"{number(x)},{number(y)}" for x, y in shape.points)
    tag = "polyline" if shape.kind == "line" else "polygon"
    return f'<{tag} points="{points}"{paint}/>'


def to_svg(drawing: Drawing) -> str:
    """Return the drawing as an SVG document."""
    lines = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        "<!-- SPDX-FileCopyrightText: 2026 Pocket Pig contributors -->",
        "<!-- SPDX-License-Identifier: CERN-OHL-P-2.0 -->",
        "<!-- Generated from hardware/pins.toml by `pocketpig hardware`. -->",
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {drawing.width} {drawing.height}"'
        f' width="{drawing.width}" height="{drawing.height}" stroke-linejoin="round"'
        ' stroke-linecap="round" font-family="Helvetica, Arial, sans-serif">',
        f"<title>{escape(drawing.title)}</title>",
        f'<rect width="{drawing.width}" height="{drawing.height}" fill="#ffffff"/>',
    ]
    lines += [_svg_shape(shape) for shape in drawing.shapes]
    return "\n".join([*lines, "</svg>", ""])


def _dashes(points: Sequence[Point], on: float, off: float) -> list[tuple[Point, Point]]:
    pieces = []
    for (x0, y0), (x1, y1) in zip(points, points[1:]):
        length = ((x1 - x0) ** 2 + (y1 - y0) ** 2) ** 0.5
        at = 0.0
        while at < length:
            ends = at, min(at + on, length)
            start, end = ((x0 + (x1 - x0) * d / length, y0 + (y1 - y0) * d / length) for d in ends)
            pieces.append((start, end))
            at += on + off
    return pieces


def paint(shapes: Sequence[Shape], image: Image.Image, scale: float) -> None:
    """Paint shapes onto a Pillow image, each coordinate times `scale`."""
    from PIL import ImageDraw, ImageFont

    canvas = ImageDraw.Draw(image)

    def scaled(points: Sequence[Point]) -> list[Point]:
        return [(x * scale, y * scale) for x, y in points]

    for shape in shapes:
        wide = max(1, round(shape.width * scale))
        points = scaled(shape.points)
        if shape.kind == "text":
            font: Any = ImageFont.load_default(shape.size * scale)
            anchor = {"start": "lm", "middle": "mm", "end": "rm"}[shape.anchor]
            bold = round(shape.size * scale * 0.02) if shape.bold else 0
            canvas.text(points[0], shape.text, shape.fill, font, anchor, stroke_width=bold)
        elif shape.kind == "circle":
            (x, y), r = points[0], shape.radius * scale
            box = (x - r, y - r, x + r, y + r)
            canvas.ellipse(box, shape.fill or None, shape.stroke or None, wide)
        elif shape.kind == "line":
            pieces = _dashes(points, 7 * scale, 6 * scale) if shape.dash else []
            for start, end in pieces:
                canvas.line((start, end), fill=shape.stroke, width=wide)
            if not shape.dash:
                canvas.line(points, fill=shape.stroke, width=wide, joint="curve")
                for x, y in (points[0], points[-1]):
                    r = wide / 2 - 0.5
                    canvas.ellipse((x - r, y - r, x + r, y + r), fill=shape.stroke)
        else:
            if shape.fill:
                canvas.polygon(points, fill=shape.fill)
            if shape.stroke and shape.width:
                canvas.line([*points, points[0]], fill=shape.stroke, width=wide, joint="curve")


def to_image(drawing: Drawing, smooth: int = 2) -> Image.Image:
    """Return the drawing as an RGB image, painted `smooth` times larger and reduced."""
    from PIL import Image

    image = Image.new("RGB", (drawing.width * smooth, drawing.height * smooth), "#ffffff")
    paint(drawing.shapes, image, smooth)
    return image.resize((drawing.width, drawing.height), Image.Resampling.BOX)


def png_bytes(image: Image.Image) -> bytes:
    """Return the image as a PNG file of at most 256 colours, a third of the bytes."""
    out = io.BytesIO()
    image.quantize(256).save(out, "PNG", optimize=True)
    return out.getvalue()
