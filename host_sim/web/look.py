# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""The look of the simulator's window for the page: colours, places, the icon. Needs pygame."""

from host_sim.desk.terminal_picture import LIT
from host_sim.desk.window import casing, layout
from host_sim.desk.window.paint import Colour, mix

DESK = casing.DESK
EAR_BOX = layout.Box(33, -16, 37, 30)  # right of the middle, below the body's upper edge
_COLOURS: dict[str, Colour] = {
    "desk": DESK,
    "words": (214, 222, 236),
    "notice": casing.HINT,
    "body-top": casing.BODY_TOP,
    "body-bottom": casing.BODY_BOTTOM,
    "body-edge": casing.BODY_EDGE,
    "snout-top": casing.SNOUT_TOP,
    "snout-bottom": casing.SNOUT_BOTTOM,
    "nostril": casing.NOSTRIL,
    "ear-inside": casing.EAR_INSIDE,
    "bezel-top": casing.BEZEL_TOP,
    "bezel-bottom": casing.BEZEL_BOTTOM,
    "glass": casing.GLASS,
    "name": casing.NAME,
    "engraved": casing.ENGRAVED,
    "lit": LIT,
    "cap-up": casing.CAPS["up"],
    "cap-a": casing.CAPS["a"],
}
_BOXES = {"ear": EAR_BOX, "body": layout.BODY, "panel": layout.PANEL, "snout": layout.SNOUT}


def hexadecimal(colour: Colour) -> str:
    """Return a colour as HTML writes it."""
    return "#{:02x}{:02x}{:02x}".format(*colour)


def casing_css() -> str:
    """Return the colours and places of the casing as custom properties."""
    lines = [f"--{name}: {hexadecimal(colour)};" for name, colour in _COLOURS.items()]
    places: dict[str, float] = {
        "width": layout.WIDTH,
        "height": layout.BODY.y + layout.BODY.h + 8,
        "body-radius": layout.BODY_RADIUS,
        "button-radius": layout.BUTTON_RADIUS,
    }
    for name, box in _BOXES.items():
        places.update({f"{name}-{side}": value for side, value in zip("xywh", box)})
    for name, (x, y) in layout.BUTTON_CENTRES.items():
        places.update({f"{name}-x": x, f"{name}-y": y})
    lines += [f"--{name}: {value:g};" for name, value in places.items()]
    return ":root {\n" + "".join(f"  {line}\n" for line in lines) + "}\n"


def ear_svg() -> str:
    """Return the right ear as a picture of EAR_BOX units."""
    blobs = [
        (casing.EAR, 1.2, casing.BODY_EDGE),
        (casing.EAR, 0.0, mix(casing.BODY_TOP, casing.WHITE, 0.12)),
        (casing.EAR_HOLLOW, 0.0, casing.EAR_INSIDE),
    ]
    shapes = [
        f'<polygon points="{" ".join(f"{x:g},{y + below:g}" for x, y in corners)}" '
        f'fill="{hexadecimal(colour)}" stroke="{hexadecimal(colour)}" '
        f'stroke-width="{2 * radius:g}" stroke-linejoin="round"/>'
        for (corners, radius), below, colour in blobs
    ]
    box = " ".join(f"{value:g}" for value in EAR_BOX)
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}">{"".join(shapes)}</svg>\n'
