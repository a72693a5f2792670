"""The layout of the window in units of one panel pixel; at scale n a unit is n screen pixels.

It follows the printed case: panel above, up and down on the left, A and B on the right, the buzzer
between them. The panel is larger than in the case.
"""

from host_sim.desk.casing import BOXES, CENTRES, WHOLE

SMALLEST_SCALE, LARGEST_SCALE = 2, 16

WIDTH, HEIGHT = round(WHOLE.w), round(WHOLE.h)

PANEL = BOXES["glass"].grown(-6)
HINT_Y = 195  # the middle of the line below the body
BUTTON_RADIUS = 11.5


def button_at(x: float, y: float) -> str | None:
    """Return the button under a point in units, None if there is none."""
    for name, (centre_x, centre_y) in CENTRES.items():
        if (x - centre_x) ** 2 + (y - centre_y) ** 2 <= (BUTTON_RADIUS + 1) ** 2:
            return name
    return None


def scale_for(size: tuple[int, int]) -> int:
    """Return the largest integer scale that fits ``size`` in pixels, at least SMALLEST_SCALE."""
    fitting = min(size[0] // WIDTH, size[1] // HEIGHT)
    return max(SMALLEST_SCALE, min(LARGEST_SCALE, fitting))


def size_at(scale: int) -> tuple[int, int]:
    """Return width and height of the whole picture in pixels."""
    return WIDTH * scale, HEIGHT * scale
