"""Read plain pins at the start: the buttons, before ``keypad`` scans them."""

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


def low(name):
    """Return True if the pin is low though it is pulled up."""
    with digitalio.DigitalInOut(getattr(board, name)) as pin:  # type: ignore[call-arg]
        pin.switch_to_input(pull=digitalio.Pull.UP)
        return not pin.value


def down_mask():
    """Return a mask (1 << index) of the buttons that are down now."""
    return sum([low(name) << index for index, name in enumerate(pins.BUTTONS)])
