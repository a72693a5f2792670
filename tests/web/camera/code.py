"""Codes as the handheld shows them, and any others."""

import types

import numpy as np
import zxingcpp

from handheld.drawing.canvas import Canvas
from handheld.drawing.qr import Code
from host_sim.testing.frames import to_lines
from shared_rules.thinking import answer_of


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
