# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Before USB starts: a second serial channel for the bridge, and whose the drive is.

The drive is the firmware's, so that it can save on it, unless B alone is held at start: then the
computer may write.
"""

import storage
import usb_cdc

from board_pico.button_pins import down_mask
from board_pico.this_board import pins

usb_cdc.enable(console=True, data=True)

if down_mask() != 1 << pins.BUTTONS.index(pins.B):
    storage.remount("/", readonly=False)
