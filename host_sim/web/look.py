"""The look of the simulator's window for the page: colours, places, pictures. Needs pygame."""

import io

import pygame

from host_sim.desk import casing
from host_sim.desk.terminal_picture import LIT, UNLIT
from host_sim.desk.window import layout
from host_sim.desk.window.overlay import QUIET, WORDS
from host_sim.desk.window.paint import drawn
from host_sim.desk.window.picture import DESK

_COLOURS = {"desk": DESK, "words": WORDS, "notice": QUIET, "glass": UNLIT, "lit": LIT}


def hexadecimal(colour: tuple[int, int, int]) -> str:
    """Return a colour as HTML writes it."""
    return "#{:02x}{:02x}{:02x}".format(*colour)


def casing_css() -> str:
    """Return the colours and places of the casing as custom properties."""
    lines = [f"--{name}: {hexadecimal(colour)};" for name, colour in _COLOURS.items()]
    below = casing.BOXES["body"].y + casing.BOXES["body"].h
    places = {"width": layout.WIDTH, "height": below + 5, "radius": layout.BUTTON_RADIUS}
    for name, box in {**casing.BOXES, "panel": layout.PANEL}.items():
        places.update({f"{name}-{side}": value for side, value in zip("xywh", box)})
    for name, (x, y) in casing.CENTRES.items():
        places.update({f"{name}-x": x, f"{name}-y": y})
    lines += [f"--{name}: {value:g};" for name, value in places.items()]
    return ":root {\n" + "".join(f"  {line}\n" for line in lines) + "}\n"


def pictures() -> dict[str, bytes]:
    """Return the parts of the casing, each in a file of its own."""
    return {
        f"casing/{name}.svg": casing.svg(box, casing.groups(name)).encode()
        for name, box in casing.BOXES.items()
    }


def icon(size: int) -> bytes:
    """Return the icon as a PNG file of size * size pixels."""
    file = io.BytesIO()
    pygame.image.save(drawn(casing.icon(size)), file, "icon.png")
    return file.getvalue()
