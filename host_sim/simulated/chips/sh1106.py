"""The SH1106 OLED controller behind a 128x64 glass, as on most modules of 1.3 inch.

Source: Sino Wealth, SH1106 data sheet 2.3 (commands 1 to 22, section on the column address, status
read). It has 132 columns, of which the glass shows 2 to 129, and page addressing alone: the column
stops at the end of a page. The bus, and the registers that both have, are the SSD1306's.
The low bits of the status byte are no part of the data sheet: libraries report that modules send 8.
"""

from host_sim.simulated.chips.ssd1306 import COMMON, PAGES, ROWS, SSD1306, WIDTH, Registers

COLUMNS = 132
_LEFT = (COLUMNS - WIDTH) // 2  # columns that no pixel shows, on either side


class SH1106(SSD1306):
    """One panel, an I2C target. Attributes as the SSD1306's; `dc_dc` for its charge pump."""

    columns = COLUMNS
    greatest_column = 255  # between the commands for the two halves of the number
    registers: Registers = {
        0x81: ("contrast", 0xFF, range(256), 0x80),
        0xA8: ("multiplex", 0x3F, range(ROWS), ROWS - 1),
        0xAD: ("dc_dc", 0xFF, (0x8A, 0x8B), 0x8B),
        0xD3: ("display_offset", 0x3F, range(ROWS), 0),
        0xD5: ("clock", 0xFF, range(256), 0x50),
        0xD9: ("precharge", 0xFF, range(256), 0x22),
        0xDA: ("com_pins", 0xFF, (0x02, 0x12), 0x12),
        0xDB: ("vcomh", 0xFF, range(256), 0x35),
    }
    dc_dc: int

    @property
    def powered(self) -> bool:
        return self.dc_dc == 0x8B

    def read(self) -> int:
        return super().read() | 0x08

    @property
    def gddram(self) -> bytes:
        """The 1,024 bytes that the glass shows, in page order, as the SSD1306's."""
        pages = (self._page(page) for page in range(PAGES))
        return b"".join(page[_LEFT:-_LEFT] for page in pages)

    def _take_data(self, byte: int) -> None:
        self._end_command()
        if self.column >= COLUMNS:
            return self._complain("no such column", bytes([self.column]))
        self._memory[self.page * COLUMNS + self.column] = byte
        self.column = min(COLUMNS - 1, self.column + 1)
        return None

    def _glass_page(self, page: int) -> bytes:
        # The remap takes effect at the output, not while data is written.
        segments = self._page(page)
        if self.segment_remap:
            segments = segments[::-1]
        return segments[_LEFT:-_LEFT][::-1]


SH1106.commands = {
    **COMMON,
    **dict.fromkeys(range(0x30, 0x34), (1, lambda panel, command: "")),
    **dict.fromkeys(
        (0xE0, 0xEE), (1, lambda panel, command: "not modelled: reading the memory back")
    ),
    **dict.fromkeys(SH1106.registers, (2, SH1106._set_register)),
}
