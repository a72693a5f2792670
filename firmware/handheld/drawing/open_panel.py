"""Make the driver of the panel's controller: SSD1306, or SH1106 as on most modules of 1.3 inch."""

SSD1306, SH1106 = "ssd1306", "sh1106"
# Low bits of the status byte. No data sheet says this: other libraries tell an SH1106 by it.
_SEEMS_SH1106 = 8

# SH1106 data sheet (Sino Wealth, rev. 2.3). It has 132 columns, of which the glass shows 128, and
# no windows: each page is addressed by itself. The commands below are those that the SSD1306 lacks
# or whose arguments differ; contrast, inversion, rotation and on or off are the same.
_LEFT = 2  # the first column of the glass
_START = (
    b"\xae"  # off
    b"\xd5\x80"  # clock
    b"\xa8\x3f\xd3\x00\x40"  # 64 rows, no offset, from the first row
    b"\xad\x8b"  # high voltage while on
    b"\xa1\xc8\xda\x12"  # upright, as these modules are wired
    b"\xd9\x22\xdb\x35"
    b"\xa4\xa6"  # from the memory, not inverted
)


def opener(panel, driver):
    """Return make(bus, address), which returns an initialised driver and sets `panel.driven`.

    It is that of `panel.chip`; if that is "", of what the panel's status suggests. `driver`: the
    class for an SSD1306.
    """

    def make(bus, address):
        chip = panel.chip
        if not chip:
            status = bytearray(1)
            while not bus.try_lock():
                pass
            try:
                bus.readfrom_into(address, status)
            finally:
                bus.unlock()
            chip = SH1106 if status[0] & 15 == _SEEMS_SH1106 else SSD1306
        panel.driven = chip
        made = _for_sh1106(driver) if chip == SH1106 else driver
        return made(128, 64, bus, addr=address)

    return make


def _for_sh1106(driver):
    """Return a class for an SH1106, made of that for an SSD1306."""

    class SH1106Driver(driver):  # type: ignore[misc, valid-type]
        """128x64 pixels of an SH1106; made and used as the driver it is made of."""

        def init_display(self):
            for command in _START:
                self.write_cmd(command)
            self.fill(0)
            # Column, page, control bytes: before each command one that says "one command follows".
            self._window = bytearray((0x80, _LEFT, 0x80, 0x10, 0x80, 0xB0))
            self._send(0, 1024)
            self.write_cmd(0xAF)

        def _send(self, start, end):
            """Send the bytes from `start` to before `end`, page by page."""
            while start < end:
                stop = min(end, (start | 127) + 1)
                super()._send(start, stop)
                start = stop

        def _point(self, start, end):
            column = (start & 127) + _LEFT
            self._window[1] = column & 15
            self._window[3] = 0x10 | column >> 4
            self._window[5] = 0xB0 | start >> 7

    return SH1106Driver
