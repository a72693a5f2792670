"""The canvas compared with a slow one that sets single pixels; the font; the dice."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from handheld import language
from handheld.drawing import dice_art, font
from handheld.drawing.canvas import CENTER, DRAW, ERASE, LEFT, RIGHT, Canvas
from host_sim.testing import frames as framedump

PRINTABLE = "".join(chr(code) for code in range(32, 127))


@pytest.fixture
def canvas():
    language.load("en")  # the pictures are with the texts
    return Canvas()


class NaiveCanvas:
    """The same operations on an array with an element for each pixel."""

    def __init__(self):
        self.lit = np.zeros((64, 128), bool)

    def frame(self):
        return np.packbits(self.lit.reshape(8, 8, 128), axis=1, bitorder="little").tobytes()

    def fill_rect(self, x, y, w, h, color=1):
        part = self.lit[max(y, 0) : max(y + h, 0), max(x, 0) : max(x + w, 0)]
        part[...] = ~part if color == 2 else color

    def hline(self, x, y, w, color=1):
        self.fill_rect(x, y, w, 1, color)

    def vline(self, x, y, h, color=1):
        self.fill_rect(x, y, 1, h, color)

    def rect(self, x, y, w, h):
        for row in (y, y + h - 1):
            self.hline(x, row, w)
        for column in (x, x + w - 1):
            self.vline(column, y, h)

    def blit(self, data, x, y, w, h, mode=DRAW, offset=0):
        for j in range(h):
            for i in range(w):
                if data[offset + j // 8 * w + i] >> j % 8 & 1:
                    self.fill_rect(x + i, y + j, 1, 1, 0 if mode == ERASE else 1)

    def text(self, x, y, string, scale=1, inverted=False, align=LEFT):
        width = max(0, (len(string) * 6 - 1) * scale)
        x -= (0, width // 2, width)[align]
        if inverted:
            self.fill_rect(x - 1, y - 1, width + 2, 8 * scale + 1)
        for char in string:
            for i in range(5):
                for j in range(8):
                    if font.SMALL[font.glyph(char) + i] >> j & 1:
                        where = (x + i * scale, y + j * scale)
                        self.fill_rect(*where, scale, scale, 0 if inverted else 1)
            x += 6 * scale


coordinates = st.integers(-30, 140)
sizes = st.integers(-3, 140)
colors = st.sampled_from((0, 1, 2))
words = st.text(st.sampled_from(PRINTABLE + font.EXTRA + "\u4e2d"), max_size=8)


def blit(x, y, w, h, mode, offset, seed):
    """Return the operation with a random bitmap, behind `offset` other bytes."""
    lit = np.random.default_rng(seed).random((-(-h // 8) * 8, w)) < 0.5
    lit[h:] = False  # unused bits of the last page
    pages = np.packbits(lit.reshape(-1, 8, w), axis=1, bitorder="little")
    return "blit", (bytes([255]) * offset + pages.tobytes(), x, y, w, h, mode, offset)


def operation(name, *arguments):
    return st.tuples(st.just(name), st.tuples(*arguments))


operations = st.one_of(
    operation("hline", coordinates, coordinates, sizes, colors),
    operation("vline", coordinates, coordinates, sizes, colors),
    operation("fill_rect", coordinates, coordinates, sizes, sizes, colors),
    operation("rect", coordinates, coordinates, st.integers(1, 140), st.integers(1, 90)),
    operation(
        "text",
        coordinates,
        st.one_of(coordinates, st.integers(0, 7).map(lambda row: row * 8)),
        words,
        st.sampled_from((1, 2)),
        st.booleans(),
        st.sampled_from((LEFT, CENTER, RIGHT)),
    ),
    st.builds(
        blit,
        coordinates,
        coordinates,
        st.integers(1, 20),
        st.integers(1, 20),
        st.sampled_from((DRAW, ERASE)),
        st.integers(0, 100),
        st.integers(0, 99),
    ),
)


@given(st.lists(operations, max_size=8))
def test_every_operation_sets_the_pixels_that_it_says(sequence):
    fast, slow = Canvas(), NaiveCanvas()
    for name, arguments in sequence:
        getattr(fast, name)(*arguments)
        getattr(slow, name)(*arguments)
        assert framedump.to_lines(fast.buffer) == framedump.to_lines(slow.frame())


@pytest.mark.parametrize("x, y", [(-17, 0), (128, 0), (0, -8), (0, 64), (-16, 0)])
def test_words_are_read_if_a_part_of_them_is_visible(canvas, x, y):
    canvas.text(x, y, "Pig")
    assert canvas.lines() == (["Pig"] if x == -16 else [])
    assert any(canvas.buffer) is (x == -16)


def test_every_character_has_its_own_glyph():
    def picture(char):
        return font.SMALL[font.glyph(char) : font.glyph(char) + 5]

    alike = {frozenset(pair) for pair in ("–−", "0O", "óÓ")}
    seen = {}
    for char in PRINTABLE + font.EXTRA:
        other = seen.setdefault(picture(char), char)
        assert other == char or frozenset((other, char)) in alike
    assert set("áéíóúüñÁÉÍÓÚÜÑ¡¿↑↓←→●○✓°–×") <= set(font.EXTRA)
    box = picture("\u4e2d")
    assert box not in seen
    assert picture("\x1f") == picture("\x7f") == picture("\U0001f600") == box


def spots(lines, color):
    """Return the sizes of the 4-connected areas of `color`, largest first."""
    left = {(x, y) for y, line in enumerate(lines) for x, char in enumerate(line) if char == color}
    sizes = []
    while left:
        area = [left.pop()]
        for x, y in area:
            for beside in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)):
                if beside in left:
                    left.remove(beside)
                    area.append(beside)
        sizes.append(len(area))
    return sorted(sizes, reverse=True)


@pytest.mark.parametrize("face", range(10))
@pytest.mark.parametrize("size, pip", [(24, 12), (19, 9), (15, 9), (12, 4), (10, 4), (7, 1)])
def test_a_die_shows_as_many_pips_as_its_face(size, pip, face, canvas):
    dice_art.draw_die(canvas, 20, 20, size, face)
    at = slice(19, 21 + size)
    around = [row[at] for row in framedump.to_lines(canvas.buffer)[at]]
    assert spots(around, ".")[1:] == [pip] * face
    assert len(spots(around, "#")) == 1
    assert [line[:1] + line[-1:] for line in around] == [".."] * (size + 2)


@pytest.mark.parametrize("box", [(0, 0, 80, 40), (44, 20, 84, 44)])
@pytest.mark.parametrize("count", range(1, 41))
def test_up_to_forty_dice_fit_without_touching(count, box, canvas):
    dice_art.draw_dice(canvas, *box, [0] * count)
    x, y, w, h = box
    lines = framedump.to_lines(canvas.buffer)
    sizes = spots(lines, "#")
    assert len(sizes) == count and len(set(sizes)) == 1
    lit = {(i, j) for j, line in enumerate(lines) for i, char in enumerate(line) if char == "#"}
    assert all(x <= i < x + w and y <= j < y + h for i, j in lit)


@pytest.mark.parametrize("art", [dice_art.DIE, dice_art.COIN, dice_art.PIG_DICE])
@pytest.mark.parametrize("count", [1, 2, 7, 40])
def test_dice_in_the_air_move_and_tell_nothing(count, art):
    frames = set()
    for frame in range(8):
        pictures = []
        for face in (1, 0):
            canvas = Canvas()
            dice_art.draw_dice(canvas, 0, 8, 128, 56, [face] * count, art, frame=frame)
            pictures.append(bytes(canvas.buffer))
        assert pictures[0] == pictures[1]
        frames.add(pictures[0])
    assert len(frames) >= 4
