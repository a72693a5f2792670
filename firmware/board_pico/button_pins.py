# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Read the buttons as plain pins at the start, before ``keypad`` scans them."""

import board
import digitalio

from board_pico.this_board import pins


def woken():
    """Return True if a button has just woken the board from deep sleep: it is no chord."""
    try:
        import alarm
    except ImportError:
        return False
    return alarm.wake_alarm is not None


def down_mask():
    """Return a mask (1 << index) of the buttons that are down now."""
    mask = 0
    for index, name in enumerate(pins.BUTTONS):
        with digitalio.DigitalInOut(getattr(board, name)) as button:  # type: ignore[call-arg]
            button.switch_to_input(pull=digitalio.Pull.UP)
            if not button.value:
                mask |= 1 << index
    return mask
