"""The charge of the lithium cell, from the supply voltage that the Pico measures; switching off."""

import time

import analogio
import board
import digitalio

# What is lost between the cell and VSYS, in millivolts: up to 40 in the fuse and the transistors of
# the carrier board, 200 to 250 in a Schottky diode elsewhere.
_CARRIER_MV = 15
_DIODE_MV = 225
# Millivolts of a lithium cell under a light load and its charge in per cent: a typical discharge
# curve, not measured on a particular cell.
CURVE = ((3300, 0), (3600, 10), (3700, 25), (3800, 50), (3900, 70), (4000, 85), (4150, 100))
# A third of VSYS is measured against 3.3 V.
_FULL_SCALE_MV = 9900
_READINGS = 8
# The latch needs its pin high for 50 ms; the panel may be dark much sooner than the power is gone.
_LATCH_S = 0.2


def per_cent(cell_mv):
    """Return the charge of a cell at that voltage, 0 to 100."""
    low_mv, low = CURVE[0]
    if cell_mv <= low_mv:
        return low
    for mv, charge in CURVE:
        if cell_mv < mv:
            return low + (charge - low) * (cell_mv - low_mv) // (mv - low_mv)
        low_mv, low = mv, charge
    return low


class Battery:
    """The battery's charge, while it supplies the board; needs the pin BATTERY."""

    def __init__(self, pin, carrier):
        """`pin`: its name; `carrier`: it is the carrier board."""
        self._sense = analogio.AnalogIn(getattr(board, pin))
        self._lost_mv = _CARRIER_MV if carrier else _DIODE_MV

    def charge(self):
        total = 0
        for _ in range(_READINGS):
            total += self._sense.value
        return per_cent(total * _FULL_SCALE_MV // (_READINGS * 65535) + self._lost_mv)


def power_off(pins, keys):
    """Switch off by the latch where the board has one, else by CircuitPython's deep sleep.

    Return only where neither can be. A button that wakes from deep sleep resets the chip.
    """
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
