"""The SSD1306 OLED controller with a 128x64 glass, driven by the bytes on an I2C bus.

Source: Solomon Systech, SSD1306 data sheet rev 1.1 (command table 9-1, descriptions and figures of
chapter 10, I2C interface 8.1.5) and its charge pump application note; ``0xAD``: SSD1306B.
The module around the chip is the usual one: no external VCC, alternative COM pin configuration,
glass mounted so that segment remap with reversed COM scan (A1h, C8h) shows an upright picture.
Scrolling is not modelled.
"""

import random
from collections.abc import Callable, Container, Sequence
from typing import Any, NamedTuple

WIDTH = 128
ROWS = 64
PAGES = 8

HORIZONTAL, VERTICAL, PAGE = range(3)

_CONTROL_CO = 0x80
_CONTROL_DATA = 0x40
_DARK_ROW = bytes(WIDTH)
_LIT_ROW = b"\x01" * WIDTH

# bytes.translate() tables from a memory byte to the pixel of its bit n: [inverted][n].
_BIT_TABLES = tuple(
    tuple(bytes((byte >> bit & 1) ^ inverted for byte in range(256)) for bit in range(8))
    for inverted in (0, 1)
)

# One-byte commands that set one register.
_SETTINGS: dict[int, tuple[str, object]] = {
    0xA0: ("segment_remap", False),
    0xA1: ("segment_remap", True),
    0xA4: ("entire_on", False),
    0xA5: ("entire_on", True),
    0xA6: ("inverted", False),
    0xA7: ("inverted", True),
    0xAE: ("on", False),
    0xAF: ("on", True),
    0xC0: ("com_remap", False),
    0xC8: ("com_remap", True),
}
_SETTINGS.update({0x40 + line: ("start_line", line) for line in range(ROWS)})

_BOTH_PHASES = [value for value in range(256) if value & 0x0F and value & 0xF0]

# Commands with one argument: register, mask of the argument, values that table 9-1 allows, RESET.
Registers = dict[int, tuple[str, int, Container[int], int]]
_REGISTERS: Registers = {
    0x20: ("addressing_mode", 0x03, (HORIZONTAL, VERTICAL, PAGE), PAGE),
    0x81: ("contrast", 0xFF, range(256), 0x7F),
    0x8D: ("charge_pump", 0x3F, (0x10, 0x14), 0x10),
    0xA8: ("multiplex", 0x3F, range(15, 64), ROWS - 1),
    0xAD: ("current_reference", 0xFF, (0x00, 0x10, 0x30), 0x00),
    0xD3: ("display_offset", 0x3F, range(64), 0),
    0xD5: ("clock", 0xFF, range(256), 0x80),
    0xD9: ("precharge", 0xFF, _BOTH_PHASES, 0x22),
    0xDA: ("com_pins", 0xFF, (0x02, 0x12, 0x22, 0x32), 0x12),
    0xDB: ("vcomh", 0xFF, (0x00, 0x20, 0x30), 0x20),
}
# Commands with two arguments: what the window is of, and their mask.
_WINDOWS = {0x21: ("column", WIDTH - 1), 0x22: ("page", PAGES - 1)}


class Complaint(NamedTuple):
    """Bytes that the data sheet does not define, and what is wrong with them."""

    reason: str
    sent: bytes


class SSD1306:
    """One panel, an I2C target with ``address``, ``start``, ``write``, ``read`` and ``stop``.

    Registers are attributes named after table 9-1, with the value last sent. Undefined commands are
    ignored and appended to ``unknown_commands``; a correct driver leaves it empty.
    """

    columns = WIDTH  # of the memory
    greatest_column = WIDTH - 1  # that a command may set
    registers = _REGISTERS
    addressing_mode = PAGE
    contrast: int
    charge_pump: int
    multiplex: int
    display_offset: int
    com_pins: int
    # {first byte: (length in bytes, method)}; the method returns what is wrong with the command.
    commands: dict[int, tuple[int, Callable[[Any, bytes], str]]] = {}

    def __init__(self, address: int = 0x3C, *, present: bool = True, seed: int = 0) -> None:
        self.address = address
        self.unknown_commands: list[Complaint] = []
        self._random = random.Random(seed)
        self._acknowledgements_left: int | None = None
        self._until_hang: int | None = None
        self._present = present
        self.power_on_reset()

    def power_on_reset(self) -> None:
        """Set the RESET values of table 9-1 and fill the memory with random bytes."""
        for name, _, _, value in self.registers.values():
            setattr(self, name, value)
        self.on = False
        self.entire_on = False
        self.inverted = False
        self.column_window = (0, WIDTH - 1)
        self.page_window = (0, PAGES - 1)
        self.column = 0
        self.page = 0
        self.page_mode_column = 0
        self.start_line = 0
        self.segment_remap = False
        self.com_remap = False
        self._control: int | None = None
        self._command = bytearray()
        self._memory = bytearray(self._random.getrandbits(8) for _ in range(self.columns * PAGES))

    # -- the wire ---------------------------------------------------------------------------------

    @property
    def present(self) -> bool:
        """True while the panel is plugged in. Plugging it in resets it."""
        return self._present

    @present.setter
    def present(self, plugged_in: bool) -> None:
        self._acknowledgements_left = None
        self._until_hang = None
        if plugged_in and not self._present:
            self.power_on_reset()
        self._present = plugged_in

    @property
    def hangs(self) -> bool:
        """True while the panel holds the clock line low, until it is unplugged."""
        return self._present and self._until_hang == 0

    def hang_after(self, count: int) -> None:
        """Hang after ``count`` more acknowledged bytes, including address bytes."""
        self._until_hang = count

    def fail_after(self, count: int) -> None:
        """Drop off the bus after ``count`` more acknowledged bytes, including address bytes.

        ``present = True`` reconnects the panel.
        """
        self._acknowledgements_left = count

    def start(self, reading: bool) -> bool:
        """Take a start condition and address byte. Return whether it is acknowledged."""
        self._control = None
        return self._acknowledges()

    def write(self, data: Sequence[int]) -> int:
        """Take bytes from the host. Return how many are acknowledged.

        A control byte tells whether commands or data follow, and how many: one byte and then
        another control byte (Co = 1), or all bytes up to the stop condition (Co = 0).
        """
        for index, byte in enumerate(data):
            if not self._acknowledges():
                return index
            if self._control is None:
                self._control = byte
                if byte & 0x3F:
                    self._complain("control byte", bytes([byte]))
                continue
            if self._control & _CONTROL_DATA:
                if not self._control & _CONTROL_CO and self._take_rows(data[index:]):
                    break
                self._take_data(byte)
            else:
                self._take_command(byte)
            if self._control & _CONTROL_CO:
                self._control = None
        return len(data)

    def read(self) -> int:
        """Return the status byte: bit 6 is set while the display is off. I2C cannot read the
        memory."""
        return 0x00 if self.on else 0x40

    def stop(self) -> None:
        """Take a stop condition. A command may continue in the next transaction."""
        self._control = None

    def _acknowledges(self) -> bool:
        if self._acknowledgements_left is not None:
            if self._acknowledgements_left == 0:
                self.present = False
            else:
                self._acknowledgements_left -= 1
        if self._until_hang is not None:
            if self._until_hang == 0:
                return False
            self._until_hang -= 1
        return self._present

    def _complain(self, reason: str, sent: bytes) -> None:
        self.unknown_commands.append(Complaint(reason, sent))

    # -- memory -----------------------------------------------------------------------------------

    @property
    def gddram(self) -> bytes:
        """The 1,024 bytes in page order: byte ``page * 128 + column address``, bit 0 on top.

        Segment remap maps addresses to segments when data is written. So changing it mirrors this
        value, not the picture on the glass.
        """
        if not self.segment_remap:
            return bytes(self._memory)
        return b"".join(self._page(page)[::-1] for page in range(PAGES))

    def _page(self, page: int) -> bytes:
        return bytes(self._memory[page * self.columns : (page + 1) * self.columns])

    def _glass_page(self, page: int) -> bytes:
        """Return what the columns of the glass show of a page, from the left: SEG127 is there."""
        return self._page(page)[::-1]

    def _end_command(self) -> None:
        if self._command:
            self._complain("data inside a command", bytes(self._command))
            self._command.clear()

    def _take_data(self, byte: int) -> None:
        self._end_command()
        segment = WIDTH - 1 - self.column if self.segment_remap else self.column
        self._memory[self.page * WIDTH + segment] = byte
        if self.addressing_mode == PAGE:
            # Figure 10-1: stay in the page.
            at_end = self.column == WIDTH - 1
            self.column = self.page_mode_column if at_end else self.column + 1
        elif self.addressing_mode == HORIZONTAL:
            # Figure 10-3: along the page, then down.
            if self._next("column", WIDTH):
                self._next("page", PAGES)
        elif self._next("page", PAGES):
            # Figure 10-4: down the column, then right.
            self._next("column", WIDTH)

    def _take_rows(self, data: Sequence[int]) -> bool:
        """Do as `_take_data` with each byte, a row at a time; return False if it cannot.

        Most bytes of a picture come this way, and one call a byte took a third of the tests' time.
        """
        first, last = self.column_window
        fails = self._acknowledgements_left is not None or self._until_hang is not None
        usual = self.addressing_mode == HORIZONTAL and first <= self.column <= last
        if fails or self._command or not usual:
            return False
        while data:
            row = bytes(data[: last + 1 - self.column])
            data = data[len(row) :]
            start = self.page * WIDTH + self.column
            if self.segment_remap:
                start = (self.page + 1) * WIDTH - self.column - len(row)
                row = row[::-1]
            self._memory[start : start + len(row)] = row
            self.column += len(row)
            if self.column > last:
                self.column = first
                self._next("page", PAGES)
        return True

    def _next(self, name: str, count: int) -> bool:
        """Go to the next column or page of the window; return True if that is its first again."""
        first, last = getattr(self, f"{name}_window")
        wraps = getattr(self, name) == last
        setattr(self, name, first if wraps else (getattr(self, name) + 1) % count)
        return bool(wraps)

    # -- commands ---------------------------------------------------------------------------------

    def _take_command(self, byte: int) -> None:
        if not self._command and byte not in self.commands:
            self._complain("unknown command", bytes([byte]))
            return
        self._command.append(byte)
        length, execute = self.commands[self._command[0]]
        if len(self._command) < length:
            return
        command = bytes(self._command)
        self._command.clear()
        wrong = execute(self, command)
        if wrong:
            self._complain(wrong, command)

    # Each method takes a complete command and returns what is wrong with it, "" if nothing is. A
    # wrong command changes nothing.

    def _set(self, command: bytes) -> str:
        setattr(self, *_SETTINGS[command[0]])
        return ""

    def _set_register(self, command: bytes) -> str:
        name, mask, allowed, _ = self.registers[command[0]]
        value = command[1] & mask
        if value not in allowed:
            return "argument"
        setattr(self, name, value)
        return ""

    def _set_page_mode_column(self, command: bytes) -> str:
        if self.addressing_mode != PAGE:
            return "page addressing only"
        nibble = command[0] & 0x0F
        if command[0] < 0x10:
            column = self.page_mode_column & 0xF0 | nibble
        else:
            column = self.page_mode_column & 0x0F | nibble << 4
        if column > self.greatest_column:
            return "argument"
        self.page_mode_column = self.column = column
        return ""

    def _set_page_mode_page(self, command: bytes) -> str:
        if self.addressing_mode != PAGE:
            return "page addressing only"
        self.page = command[0] & 0x07
        return ""

    def _set_window(self, command: bytes) -> str:
        name, mask = _WINDOWS[command[0]]
        first, last = command[1] & mask, command[2] & mask
        if self.addressing_mode == PAGE:
            return "horizontal and vertical addressing only"
        if first > last:
            return "argument"
        setattr(self, f"{name}_window", (first, last))
        setattr(self, name, first)
        return ""

    # -- the glass --------------------------------------------------------------------------------

    @property
    def powered(self) -> bool:
        """True if the panel has its high voltage."""
        return self.charge_pump == 0x14

    @property
    def brightness(self) -> float:
        """Segment current as a share of its maximum, 0 to 1 (section 8.6: linear in contrast)."""
        return self.contrast / 255

    def picture(self) -> list[bytes]:
        """Return the visible picture: 64 rows from the top, 128 bytes from the left, 1 = lit."""
        if not (self._present and self.on and self.powered):
            return [_DARK_ROW] * ROWS
        # Mounted upside down: the last COM line is the top row, SEG127 the left column.
        return [self._glass_row(ROWS - 1 - y) for y in range(ROWS)]

    def _glass_row(self, glass_row: int) -> bytes:
        row = self._row_driven_by(_com_line(_com_pin(glass_row), self.com_pins))
        if row > self.multiplex:
            return _DARK_ROW
        if self.entire_on:
            return _LIT_ROW
        line = (row + self.start_line) % ROWS
        return self._glass_page(line // 8).translate(_BIT_TABLES[self.inverted][line % 8])

    def _row_driven_by(self, com_line: int) -> int:
        """Return the memory row shown on a COM line (tables 10-1, 10-2); none if > multiplex."""
        position = self.multiplex - com_line if self.com_remap else com_line
        return (position + self.display_offset) % ROWS


def _com_pin(glass_row: int) -> int:
    """Return the pin of a row: the module wires rows alternately to the two sides of the chip."""
    return glass_row // 2 + (32 if glass_row % 2 else 0)


def _com_line(pin: int, com_pins: int) -> int:
    """Return the COM line that the chip outputs at a pin (command DAh)."""
    if com_pins & 0x20:
        pin ^= 32
    if not com_pins & 0x10:
        return pin
    return pin * 2 if pin < 32 else (pin - 32) * 2 + 1


# What most controllers of such panels have, and what the SSD1306 has besides.
COMMON: dict[int, tuple[int, Callable[[Any, bytes], str]]] = {
    0xE3: (1, lambda panel, command: ""),
    **dict.fromkeys(range(0x20), (1, SSD1306._set_page_mode_column)),
    **dict.fromkeys(range(0xB0, 0xB8), (1, SSD1306._set_page_mode_page)),
    **dict.fromkeys(_SETTINGS, (1, SSD1306._set)),
}
SSD1306.commands = {
    **COMMON,
    **dict.fromkeys(_WINDOWS, (3, SSD1306._set_window)),
    **dict.fromkeys(_REGISTERS, (2, SSD1306._set_register)),
}
