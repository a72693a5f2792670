"""The pins of this board: `pins_<board.board_id>` if there is such a module, else `pins`."""

import sys

import board

_own = "board_pico.pins_" + board.board_id
try:
    __import__(_own)
    pins = sys.modules[_own]
except ImportError:
    from board_pico import pins  # noqa: F401
