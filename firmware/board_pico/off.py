# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Switch off: by the latch where the board has one, else CircuitPython's deep sleep."""

import time

import board
import digitalio

# The latch needs its pin high for 50 ms; the panel may be dark much sooner than the power is gone.
_LATCH_S = 0.2


def power_off(pins, keys):
    """Return only where neither can be. A button that wakes from deep sleep resets the chip."""
    latch = getattr(pins, "POWER_OFF", "")
    if latch:
        with digitalio.DigitalInOut(getattr(board, latch)) as pin:  # type: ignore[call-arg]
            pin.switch_to_output(True)
            time.sleep(_LATCH_S)
    try:
        import alarm
    except ImportError:
        return
    keys.deinit()
    wakers = []
    for name in pins.BUTTONS:
        pin = getattr(board, name)
        wakers.append(alarm.pin.PinAlarm(pin, value=False, pull=True))  # type: ignore[attr-defined]
    alarm.exit_and_deep_sleep_until_alarms(*wakers)
