"""The handheld's picture, `casing.svg`, for the window and the web page: its groups, each by
itself, and their places."""

from pathlib import Path
from typing import NamedTuple
from xml.etree import ElementTree

_SVG = "http://www.w3.org/2000/svg"
_ROOT = ElementTree.parse(Path(__file__).with_name("casing.svg")).getroot()
_ICON = Path(__file__).with_name("icon.svg").read_text(encoding="utf-8")
ElementTree.register_namespace("", _SVG)


class Box(NamedTuple):
    """Left, top, width, height in units: one is a panel pixel."""

    x: float
    y: float
    w: float
    h: float

    def grown(self, by: float) -> "Box":
        """Return the box extended by ``by`` on every side."""
        return Box(self.x - by, self.y - by, self.w + 2 * by, self.h + 2 * by)

    def __str__(self) -> str:
        return " ".join(f"{value:g}" for value in self)


WHOLE = Box(*map(float, _ROOT.attrib["viewBox"].split()))
# The place of each group that the page draws by itself.
BOXES = {
    each.attrib["id"]: Box(*map(float, each.attrib["data-box"].split()))
    for each in _ROOT.iterfind("*[@data-box]")
}
# The groups of each button's cap, at rest and pushed.
_DARK, _RED = ("dark", "dark-pushed"), ("red", "red-pushed")
CAPS = {"up": _DARK, "down": _DARK, "a": _RED, "b": _RED}
# In `casing.svg` every cap stands at a button of its colour.
CENTRES = {
    button: (BOXES[cap].x + BOXES[cap].w / 2, BOXES[cap].y + BOXES[cap].h / 2)
    for button, cap in zip(CAPS, _DARK + _RED)
}
# All that does not move.
STILL = [
    each.attrib["id"]
    for each in _ROOT.iterfind(f"{{{_SVG}}}g")
    if each.attrib["id"] not in _DARK + _RED
]


def groups(*names: str) -> str:
    """Return the groups as SVG writes them."""
    found = (_ROOT.find(f"*[@id='{name}']") for name in names)
    return "".join(ElementTree.tostring(each, "unicode") for each in found if each is not None)


def svg(box: Box, shapes: str, scale: float = 1) -> str:
    """Return a whole picture of ``box`` with these shapes, ``scale`` pixels a unit. The shapes may
    be filled with the gradients of the casing."""
    gradients = "".join(
        ElementTree.tostring(each, "unicode")
        for each in _ROOT.iterfind(f"{{{_SVG}}}defs/*")
        if f"url(#{each.attrib['id']})" in shapes
    )
    size = f'width="{box.w * scale:g}" height="{box.h * scale:g}"'
    return f'<svg xmlns="{_SVG}" viewBox="{box}" {size}><defs>{gradients}</defs>{shapes}</svg>\n'


def icon(size: int) -> str:
    """Return the icon as a picture of size * size pixels."""
    return _ICON.replace("viewBox", f'width="{size}" height="{size}" viewBox', 1)
