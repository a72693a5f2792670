"""Draw a handheld as lines of characters: panel, buttons, status."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, NamedTuple

from handheld.board import BUTTONS
from host_sim.desk.terminal_keys import KEY_LINES

if TYPE_CHECKING:
    from host_sim.desk.playing import Playing

COLUMNS, ROWS = 128, 64

_LABELS = {"up": "▲ up", "down": "▼ down", "a": "A", "b": "B"}
_RESET = "\x1b[0m"
_PRESSED = "\x1b[7m"
SCREEN_GAMMA = 2.2
LIT = (205, 232, 255)
UNLIT = (9, 10, 14)
_FRAME, _QUIET = (255, 175, 175), (138, 138, 138)
_BLOCKS = " ▀▄█"


def pixels(frame: bytes, inverted: bool = False) -> bytes:
    """Convert 1,024 bytes in page order into 64 rows of 128 bytes, 1 for a lit pixel."""
    flip = 1 if inverted else 0
    return bytes(
        (frame[(y >> 3) * 128 + x] >> (y & 7) & 1) ^ flip for y in range(64) for x in range(128)
    )


def braille(picture: bytes) -> list[str]:
    """Convert 64 rows of 128 bytes (1 = lit) into 16 lines of 64 cells; an empty cell is a space.

    A cell is two pixels wide and four high. Unicode numbers its dots 1, 2, 3, 7 down the left and
    4, 5, 6, 8 down the right column; dot n is bit n - 1 of the character above U+2800.
    """
    weights = ((0x01, 0x08), (0x02, 0x10), (0x04, 0x20), (0x40, 0x80))
    lines = []
    for top in range(0, ROWS, 4):
        cells = [0] * (COLUMNS // 2)
        for row, weight in enumerate(weights, top):
            for x in range(COLUMNS):
                if picture[row * COLUMNS + x]:
                    cells[x // 2] |= weight[x % 2]
        lines.append("".join(chr(0x2800 + dots) if dots else " " for dots in cells))
    return lines


def blocks(picture: bytes) -> list[str]:
    """Convert the same picture into 32 lines of 128 characters, each two pixels high."""
    lines = []
    for top in range(0, ROWS, 2):
        upper = picture[top * COLUMNS : (top + 1) * COLUMNS]
        lower = picture[(top + 1) * COLUMNS : (top + 2) * COLUMNS]
        lines.append("".join(_BLOCKS[u + 2 * d] for u, d in zip(upper, lower)))
    return lines


class Layout(NamedTuple):
    """A way to draw the panel: ``dots`` returns ``rows`` lines of ``cells`` characters."""

    name: str
    cells: int
    rows: int
    dots: Callable[[bytes], list[str]]

    @property
    def width(self) -> int:
        return self.cells + 2

    @property
    def height(self) -> int:
        return self.rows + 5


LAYOUTS = (Layout("braille", 64, 16, braille), Layout("blocks", 128, 32, blocks))


def layout_for(name: str, columns: int, rows: int) -> Layout:
    """Return the layout of that name; for "auto" the largest that fits, or else the smallest."""
    for layout in LAYOUTS[::-1]:
        if layout.name == name:
            return layout
        if name == "auto" and layout.width <= columns and layout.height <= rows:
            return layout
    return LAYOUTS[0]


class Colours:
    """Write colours as escape sequences, of the 256 that terminals have.

    With NO_COLOR in the environment write none (https://no-color.org).
    """

    def __init__(self, environ: Mapping[str, str]) -> None:
        self.on = not environ.get("NO_COLOR")

    def tint(self, words: str, red: int, green: int, blue: int) -> str:
        """Return words in the nearest colour (0 to 255 each)."""
        if not self.on or not words:
            return words
        return f"\x1b[38;5;{_nearest_of_256(red, green, blue)}m{words}{_RESET}"

    def panel(self, words: str, brightness: float) -> str:
        """Return words in the colour of lit pixels on the dark panel; ``brightness`` 0 to 1."""
        if not self.on:
            return words
        lit, unlit = _nearest_of_256(*pixel_colour(brightness)), _nearest_of_256(*UNLIT)
        return f"\x1b[48;5;{unlit};38;5;{lit}m{words}{_RESET}"


def pixel_colour(brightness: float) -> tuple[int, int, int]:
    """Return the colour of a lit pixel; ``brightness``: the SSD1306 model's, 0 to 1, linear in
    current."""
    # At contrast 0 a real panel is still faintly lit.
    level = (0.03 + 0.97 * brightness) ** (1 / SCREEN_GAMMA)
    red, green, blue = (round(dark + (lit - dark) * level) for dark, lit in zip(UNLIT, LIT))
    return red, green, blue


def _nearest_of_256(red: int, green: int, blue: int) -> int:
    """Return the index of a grey if the colour is nearly grey, else of the 6 x 6 x 6 cube."""
    if max(red, green, blue) - min(red, green, blue) < 56:
        grey = (red + green + blue) // 3
        return 16 if grey < 14 else min(255, 232 + max(0, (grey - 3) // 10))
    steps = [_cube_step(value) for value in (red, green, blue)]
    return 16 + 36 * steps[0] + 6 * steps[1] + steps[2]


def _cube_step(value: int) -> int:
    """Return the index of the nearest of the cube's values: 0, 95, 135, 175, 215 and 255."""
    return 0 if value < 48 else 1 if value < 115 else (value - 35) // 40


def screen_lines(
    playing: Playing, layout: Layout, colours: Colours, title: str, key_help: bool, more_lines: int
) -> list[str]:
    """Return ``layout.height`` lines of at most ``layout.width`` columns, and up to ``more_lines``
    more."""
    view = playing.view()
    head = f"─ {title} "
    side = colours.tint("│", *_FRAME)
    keys = KEY_LINES if key_help else ["H keys"]
    below = [keys[0], playing.status()[: layout.width], *keys[1 : 1 + more_lines]]
    return [
        colours.tint(f"╭{head:─<{layout.cells}}╮", *_FRAME),
        *(side + colours.panel(row, view.brightness) + side for row in layout.dots(view.picture)),
        colours.tint(f"╰{'':─<{layout.cells}}╯", *_FRAME),
        _buttons(view.pressed),
        *(colours.tint(line, *_QUIET) for line in below),
    ]


def _buttons(pressed: int) -> str:
    # Brackets as well: inversion alone may be invisible.
    shown = []
    for index, name in enumerate(BUTTONS):
        down = bool(pressed >> index & 1)
        shown.append(f"{_PRESSED}[{_LABELS[name]}]{_RESET}" if down else f" {_LABELS[name]} ")
    return "  ".join(shown)
