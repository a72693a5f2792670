# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Codes drawn by another encoder than the handheld's."""

import numpy as np
import zxingcpp

VERSION = 3
LONGEST = 77  # characters of it in alphanumeric mode


def modules_of(text):
    """Return the code as booleans, true for light; a text that is too long makes it larger."""
    code = zxingcpp.create_barcode(
        text,
        zxingcpp.BarcodeFormat.QRCode,
        ec_level="L",
        version=VERSION if len(text) <= LONGEST else 0,
    )
    return np.array(zxingcpp.write_barcode_to_image(code, scale=1, add_quiet_zones=False)) > 0


def panel_of(text):
    """Return booleans (64, 128): the code in a lit field on the left, two pixels a module."""
    lit = np.zeros((64, 128), bool)
    lit[:, :64] = True
    lit[3:61, 3:61] = np.kron(modules_of(text), np.ones((2, 2), bool))
    return lit
