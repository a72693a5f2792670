# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""A panel that shows a code, drawn by another encoder than the handheld's."""

import numpy as np
import zxingcpp

MODULES = 29  # of version 3


def panel_of(text):
    """Return booleans (64, 128): the code in a lit field on the left, two pixels a module."""
    code = zxingcpp.create_barcode(
        text, zxingcpp.BarcodeFormat.QRCode, ec_level="L", version=3 if len(text) < 78 else 0
    )
    light = np.array(zxingcpp.write_barcode_to_image(code, scale=1, add_quiet_zones=False)) > 0
    assert light.shape == (MODULES, MODULES)
    lit = np.zeros((64, 128), bool)
    lit[:, :64] = True
    lit[3:61, 3:61] = np.kron(light, np.ones((2, 2), bool))
    return lit
