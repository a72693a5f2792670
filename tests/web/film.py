"""Codes as the handheld shows them and others, and films of them for Chromium's made-up camera."""

import types

import numpy as np
import zxingcpp
from PIL import Image, ImageFilter

from handheld.drawing.canvas import Canvas
from handheld.drawing.qr import Code
from host_sim.testing.frames import to_lines
from shared_rules.thinking import answer_of

WIDTH, HEIGHT = 1280, 720
CASING = 60  # grey
DOT = np.pad(np.ones((3, 3)), ((0, 1), (0, 1)))  # a pixel of the panel, and the gap to the next


def modules_of(text):
    """Return a code of any text by another encoder: booleans, true for light."""
    code = zxingcpp.create_barcode(text, zxingcpp.BarcodeFormat.QRCode, ec_level="L")
    return np.array(zxingcpp.write_barcode_to_image(code, scale=1, add_quiet_zones=False)) > 0


def panel_of(text):
    """Return the handheld's panel with a code of its own: booleans (64, 128), true for lit."""
    app = types.SimpleNamespace(think=lambda steps, then: then(answer_of(steps)))
    code = Code(app, text)
    canvas = Canvas()
    code.draw(canvas, "Scan this|with the|web page.", [("B", "Back")])
    return np.array([[char == "#" for char in line] for line in to_lines(bytes(canvas.buffer))])


def write_film(path, panels, frames=12):
    """Write a Y4M file in which a camera sees each panel: turned, and not quite sharp."""
    no_colour = bytes([128]) * (WIDTH * HEIGHT // 2)
    with open(path, "wb") as file:
        file.write(b"YUV4MPEG2 W%d H%d F10:1 Ip A1:1 C420mpeg2\n" % (WIDTH, HEIGHT))
        for lit in panels:
            glass = Image.fromarray((20 + 200 * np.kron(lit, DOT)).astype(np.uint8))
            seen = Image.new("L", (WIDTH, HEIGHT), CASING)
            seen.paste(glass, ((WIDTH - glass.width) // 2, (HEIGHT - glass.height) // 2))
            seen = seen.rotate(20, Image.Resampling.BICUBIC, fillcolor=CASING)
            picture = seen.filter(ImageFilter.GaussianBlur(1.5)).tobytes()
            file.write((b"FRAME\n" + picture + no_colour) * frames)
