# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Before USB starts, choose what a computer gets. B alone held: drive and console as well."""

# Print nothing here: CircuitPython keeps the output in boot_out.txt on the drive, and rewrites that
# file when it differs.

import storage
import usb_cdc
import usb_hid
import usb_midi

try:
    from board_pico.button_pins import down_mask, woken
    from board_pico.this_board import pins

    computer_mode = down_mask() == 1 << pins.BUTTONS.index(pins.B) and not woken()
except Exception as error:
    import safemode

    # Returns only if somebody holds B, to repair it.
    safemode.wait(safemode.what(error))
    computer_mode = True

usb_cdc.enable(console=computer_mode, data=True)
if not computer_mode:
    storage.disable_usb_drive()
    # Else the firmware could write the drive; in play mode nobody writes it.
    storage.remount("/", readonly=True)
usb_hid.disable()
usb_midi.disable()
