# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""The panel model compared with the SSD1306 data sheet, rev 1.1, the source of all values."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from host_sim.simulated.chips.ssd1306 import HORIZONTAL, PAGE, SSD1306, VERTICAL

COMMANDS, DATA = 0x00, 0x40
SINGLE_COMMAND, SINGLE_DATA = 0x80, 0xC0


def send(panel, *message):
    """Send one transaction; return whether all of it was acknowledged."""
    acknowledged = panel.start(False) and panel.write(message) == len(message)
    panel.stop()
    return acknowledged


def command(panel, *message):
    assert send(panel, COMMANDS, *message)


def data(panel, *message):
    assert send(panel, DATA, *message)


@pytest.fixture
def panel():
    return SSD1306()


@pytest.fixture
def lit(panel):
    """A panel that shows its cleared memory upright."""
    command(panel, 0x20, 0x00, 0xA1, 0xC8, 0x8D, 0x14, 0xAF)
    data(panel, *bytes(1024))
    return panel


def lit_pixels(panel):
    """Return the (x, y) of all lit pixels."""
    picture = panel.picture()
    assert len(picture) == 64
    assert all(len(row) == 128 and set(row) <= {0, 1} for row in picture)
    return {(x, y) for y, row in enumerate(picture) for x, bit in enumerate(row) if bit}


def row_lit_on_the_left(panel):
    return {y for x, y in lit_pixels(panel) if x == 0}


class TestReset:
    def test_registers_have_the_reset_column_of_table_9_1(self, panel):
        assert not panel.on
        assert panel.contrast == 0x7F
        assert not panel.entire_on
        assert not panel.inverted
        assert panel.addressing_mode == PAGE
        assert panel.column_window == (0, 127)
        assert panel.page_window == (0, 7)
        assert panel.start_line == 0
        assert not panel.segment_remap
        assert panel.multiplex == 63
        assert not panel.com_remap
        assert panel.display_offset == 0
        assert panel.com_pins == 0x12
        assert panel.clock == 0x80
        assert panel.precharge == 0x22
        assert panel.vcomh == 0x20

    def test_memory_is_not_cleared(self, panel):
        assert len(set(panel.gddram)) > 100

    def test_the_status_byte_tells_whether_the_display_is_on(self, panel):
        assert panel.read() & 0x40
        command(panel, 0xAF)
        assert not panel.read() & 0x40


class TestControlBytes:
    """Section 8.1.5.2: Co = 0: only bytes follow; Co = 1: one byte, then a control byte."""

    def test_single_commands(self, panel):
        send(panel, SINGLE_COMMAND, 0x81, SINGLE_COMMAND, 0x10, SINGLE_COMMAND, 0xA7)
        assert (panel.contrast, panel.inverted) == (0x10, True)

    def test_commands_then_data_in_one_transaction(self, panel):
        send(panel, SINGLE_COMMAND, 0xB2, SINGLE_DATA, 0x11, DATA, 0x80, 0x00)
        assert panel.gddram[2 * 128 : 2 * 128 + 3] == b"\x11\x80\x00"

    def test_data_bytes_that_look_like_control_bytes_are_data(self, panel):
        data(panel, 0x80, 0x40, 0xAF)
        assert panel.gddram[:3] == b"\x80\x40\xaf"
        assert not panel.on

    def test_arguments_may_come_in_later_transactions(self, panel):
        for byte in (0x20, 0x00, 0x21, 5, 9, 0x22, 2, 3):
            send(panel, SINGLE_COMMAND, byte)
        assert panel.addressing_mode == HORIZONTAL
        assert (panel.column_window, panel.page_window) == ((5, 9), (2, 3))
        assert (panel.column, panel.page) == (5, 2)

    def test_a_stop_right_after_the_control_byte_does_nothing(self, panel):
        send(panel, COMMANDS)
        send(panel, DATA)
        assert panel.unknown_commands == []

    def test_the_low_six_bits_must_be_clear(self, panel):
        send(panel, 0x41, 0x00)
        assert [complaint.sent for complaint in panel.unknown_commands] == [b"\x41"]

    @given(st.lists(st.binary(max_size=20), max_size=20))
    def test_any_bytes_are_acknowledged_and_harmless(self, transactions):
        panel = SSD1306()
        for transaction in transactions:
            assert send(panel, *transaction)
        assert len(panel.gddram) == 1024
        assert len(panel.picture()) == 64


@given(
    remap=st.sampled_from([0xA0, 0xA1]),
    columns=st.tuples(st.integers(0, 127), st.integers(0, 127)).map(sorted),
    pages=st.tuples(st.integers(0, 7), st.integers(0, 7)).map(sorted),
    lengths=st.lists(st.integers(0, 600), min_size=1, max_size=4),
)
def test_bytes_at_once_are_the_same_bytes_one_by_one(remap, columns, pages, lengths):
    together, singly = SSD1306(), SSD1306()
    for panel in (together, singly):
        command(panel, 0x20, HORIZONTAL, remap, 0x21, *columns, 0x22, *pages)
    number = 0
    for length in lengths:
        sent = [(number := number + 1) * 7 % 256 for _ in range(length)]
        assert send(together, DATA, *sent)
        assert send(singly, *(byte for one in sent for byte in (SINGLE_DATA, one)))
        assert (together.column, together.page) == (singly.column, singly.page)
        assert together.gddram == singly.gddram


class TestPageAddressing:
    """Figure 10-1: along one page, at the end back to its start."""

    def test_pointers(self, panel):
        # Section 10.1.13's way to page 2, column 3: B2h, 03h, 10h.
        command(panel, 0xB2, 0x03, 0x10)
        assert (panel.page, panel.column) == (2, 3)
        command(panel, 0x0F, 0x17)
        assert panel.column == 127

    def test_it_wraps_to_the_start_column(self, panel):
        command(panel, 0xB1, 0x0E, 0x17)
        data(panel, 1, 2, 3)
        assert panel.gddram[128 + 126 : 128 + 128] == b"\x03\x02"

    def test_windows_are_for_the_other_modes(self, panel):
        command(panel, 0x21, 1, 2, 0x22, 3, 4)
        assert (panel.column_window, panel.page_window) == ((0, 127), (0, 7))
        assert [c.sent for c in panel.unknown_commands] == [b"\x21\x01\x02", b"\x22\x03\x04"]

    def test_there_is_no_column_128(self, panel):
        command(panel, 0x18)
        assert panel.column == 0
        assert [c.sent for c in panel.unknown_commands] == [b"\x18"]


class TestHorizontalAddressing:
    """Figures 10-3 and 10-5."""

    def test_it_goes_on_in_the_next_page_and_from_the_last_to_the_first(self, panel):
        command(panel, 0x20, HORIZONTAL)
        data(panel, *bytes(1023), 7, 8)
        assert panel.gddram == bytes([8]) + bytes(1022) + bytes([7])

    def test_a_window_is_filled_row_by_row(self, panel):
        command(panel, 0x20, HORIZONTAL, 0x21, 0, 127, 0x22, 0, 7)
        data(panel, *bytes(1024))
        # Section 10.1.4's example: columns 2 to 125, pages 1 to 6.
        command(panel, 0x21, 2, 125, 0x22, 1, 6)
        data(panel, *[1] * 124, *[2] * 124)
        assert panel.gddram[128:256] == bytes(2) + b"\x01" * 124 + bytes(2)
        assert panel.gddram[256:384] == bytes(2) + b"\x02" * 124 + bytes(2)
        assert (panel.column, panel.page) == (2, 3)
        data(panel, *[3] * (124 * 4), 9)
        assert panel.gddram[130] == 9
        assert panel.gddram[:128] == panel.gddram[7 * 128 :] == bytes(128)

    def test_page_mode_pointers_are_refused(self, panel):
        command(panel, 0x20, HORIZONTAL, 0xB3, 0x05, 0x11)
        assert (panel.column, panel.page) == (0, 0)
        assert [c.sent for c in panel.unknown_commands] == [b"\xb3", b"\x05", b"\x11"]

    @given(st.data())
    def test_a_full_window_ends_where_it_began(self, draw):
        c0 = draw.draw(st.integers(0, 127))
        c1 = draw.draw(st.integers(c0, 127))
        p0 = draw.draw(st.integers(0, 7))
        p1 = draw.draw(st.integers(p0, 7))
        mode = draw.draw(st.sampled_from([HORIZONTAL, VERTICAL]))
        panel = SSD1306()
        before = panel.gddram
        command(panel, 0x20, mode, 0x21, c0, c1, 0x22, p0, p1)
        count = (c1 - c0 + 1) * (p1 - p0 + 1)
        data(panel, *[0x5A] * count)
        inside = {p * 128 + c for p in range(p0, p1 + 1) for c in range(c0, c1 + 1)}
        assert (panel.column, panel.page) == (c0, p0)
        for index, byte in enumerate(panel.gddram):
            assert byte == (0x5A if index in inside else before[index])


class TestVerticalAddressing:
    """Figures 10-4 and 10-6."""

    def test_a_window_is_filled_column_by_column(self, panel):
        command(panel, 0x20, VERTICAL, 0x21, 10, 11, 0x22, 6, 7)
        data(panel, 1, 2, 3, 4, 5)
        assert panel.gddram[6 * 128 + 10 : 6 * 128 + 12] == b"\x05\x03"
        assert panel.gddram[7 * 128 + 10 : 7 * 128 + 12] == b"\x02\x04"
        assert (panel.column, panel.page) == (10, 7)


class TestTable91:
    """Every command takes its number of arguments; the next byte is the next command."""

    @pytest.mark.parametrize(
        "sent",
        """
        81ff a4 a5 a6 a7 ae af
        00 0f 10 17 2000 2001 2002 b0 b7 40 7f a0 a1 a80f a83f c0 c8 d33f da02 da12 da22 da32 d5f0
        d9f1 db00 db20 db30 e3 8d14 8d10 ad30 200021007f 2000220007
        """.split(),
    )
    def test_a_command_is_understood(self, panel, sent):
        command(panel, *bytes.fromhex(sent), 0x81, 0x42)
        assert panel.unknown_commands == []
        assert panel.contrast == 0x42

    @pytest.mark.parametrize(
        "byte",
        [0x23, 0x26, 0x28, 0x2B, 0x80, 0x8C, 0xA2, 0xA9, 0xAC, 0xB8, 0xC1, 0xD0, 0xD6, 0xE0, 0xFF],
    )
    def test_what_is_not_in_the_table_is_reported(self, panel, byte):
        command(panel, byte, 0x81, 0x42)
        assert [(c.reason, c.sent) for c in panel.unknown_commands] == [
            ("unknown command", bytes([byte]))
        ]
        assert panel.contrast == 0x42

    @pytest.mark.parametrize(
        "sent",
        [
            (0x20, 0x03),  # "11b: invalid"
            (0xA8, 14),  # "0 to 14 are invalid entry"
            (0xD9, 0x20),  # phase 1 of 0 clocks: "0 is invalid entry"
            (0xD9, 0x02),  # phase 2 likewise
            (0xDA, 0x11),  # bits 3 to 0 are 0010b
            (0xDB, 0x10),
            (0x8D, 0x00),
        ],
        ids=lambda sent: bytes(sent).hex(),
    )
    def test_arguments_that_the_table_excludes_are_reported(self, panel, sent):
        before = dict(vars(panel), unknown_commands=None)
        command(panel, *sent)
        assert [(c.reason, c.sent) for c in panel.unknown_commands] == [("argument", bytes(sent))]
        assert dict(vars(panel), unknown_commands=None) == before

    @pytest.mark.parametrize("sent", [(0x21, 9, 8), (0x22, 5, 4)])
    def test_a_window_that_ends_before_it_begins_is_reported(self, panel, sent):
        command(panel, 0x20, 0x00, *sent)
        assert [(c.reason, c.sent) for c in panel.unknown_commands] == [("argument", bytes(sent))]
        assert (panel.column_window, panel.page_window) == ((0, 127), (0, 7))

    def test_unused_bits_are_ignored(self, panel):
        command(panel, 0x20, 0xFC, 0x21, 0x80 | 3, 0x80 | 4, 0xD3, 0xC0 | 9)
        assert panel.unknown_commands == []
        assert panel.addressing_mode == HORIZONTAL
        assert (panel.column_window, panel.display_offset) == ((3, 4), 9)

    def test_data_inside_a_command_is_reported_and_ends_it(self, panel):
        command(panel, 0x81)
        data(panel, 0x33)
        command(panel, 0xA7)
        assert [c.sent for c in panel.unknown_commands] == [b"\x81"]
        assert (panel.gddram[0], panel.contrast, panel.inverted) == (0x33, 0x7F, True)


class TestPicture:
    def test_the_usual_settings_show_it_upright(self, lit):
        # Page 0, column 0, bit 0 is the pixel at the top left.
        command(lit, 0x21, 0, 127, 0x22, 0, 7)
        data(lit, 0x01)
        assert lit_pixels(lit) == {(0, 0)}
        assert lit.unknown_commands == []

    @given(x=st.integers(0, 127), y=st.integers(0, 63))
    def test_each_bit_is_one_pixel(self, x, y):
        panel = SSD1306()
        command(panel, 0x20, 0x00, 0xA1, 0xC8, 0x8D, 0x14, 0xAF)
        data(panel, *bytes(1024))
        command(panel, 0x21, x, 127, 0x22, y // 8, 7)
        data(panel, 1 << y % 8)
        assert lit_pixels(panel) == {(x, y)}

    def test_neither_remapped_is_turned_by_180_degrees(self, panel):
        command(panel, 0x20, 0x00, 0x8D, 0x14, 0xAF)
        data(panel, 0x01, *bytes(1023))
        assert lit_pixels(panel) == {(127, 63)}

    def test_com_scan_direction_acts_at_once(self, lit):
        data(lit, 0x01)
        command(lit, 0xC0)
        assert lit_pixels(lit) == {(0, 63)}

    def test_segment_remap_acts_on_data_written_later(self, lit):
        data(lit, 0x01)
        command(lit, 0xA0)
        assert lit_pixels(lit) == {(0, 0)}
        command(lit, 0x21, 0, 127, 0x22, 1, 7)
        data(lit, 0x01)
        assert lit_pixels(lit) == {(0, 0), (127, 8)}
        # By column address the second write is at 0 and the first at the far end.
        assert (lit.gddram[127], lit.gddram[128]) == (0x01, 0x01)

    def test_inversion(self, lit):
        data(lit, 0x01)
        command(lit, 0xA7)
        assert len(lit_pixels(lit)) == 128 * 64 - 1
        assert (0, 0) not in lit_pixels(lit)
        command(lit, 0xA6)
        assert lit_pixels(lit) == {(0, 0)}

    def test_all_on_ignores_the_memory_and_keeps_it(self, lit):
        command(lit, 0xA5)
        assert len(lit_pixels(lit)) == 128 * 64
        command(lit, 0xA4)
        assert lit_pixels(lit) == set()

    def test_off_is_dark_and_keeps_the_memory(self, lit):
        data(lit, 0x01)
        command(lit, 0xAE, 0xA5)
        assert lit_pixels(lit) == set()
        command(lit, 0xAF, 0xA4)
        assert lit_pixels(lit) == {(0, 0)}

    def test_without_charge_pump_there_is_no_voltage_to_light_it(self, lit):
        command(lit, 0x8D, 0x10, 0xA5)
        assert lit_pixels(lit) == set()

    def test_brightness_follows_contrast(self, panel):
        command(panel, 0x81, 0xFF)
        assert panel.brightness == 1.0
        command(panel, 0x81, 0x33)
        assert panel.brightness == pytest.approx(0.2)


class TestRows:
    """Tables 10-1 and 10-2: which row of memory a COM line shows.

    The glass has COM63 at the top, so COM line n is row 63 - n of the picture. To identify a memory
    row, only that row is lit.
    """

    def shown_at(self, panel, *setting):
        """Return {memory row: COM line that shows it} of the rows shown."""
        command(panel, 0x20, 0x00, 0x8D, 0x14, 0xAF, 0xA0, *setting)
        where = {}
        for row in range(64):
            command(panel, 0x21, 0, 127, 0x22, 0, 7)
            memory = bytearray(1024)
            memory[row // 8 * 128 : row // 8 * 128 + 128] = bytes([1 << row % 8]) * 128
            data(panel, *memory)
            rows = {y for _, y in lit_pixels(panel)}
            assert len(rows) <= 1
            if rows:
                where[row] = 63 - rows.pop()
        assert panel.unknown_commands == []
        return where

    # COM scan (C0h normal: table 10-1, C8h reversed: table 10-2), rows, offset, start line; then
    # {COM line: memory row} of lines that the tables tell, and the lines that stay dark.
    @pytest.mark.parametrize(
        "scan, rows, offset, start, shown, dark",
        [
            (0xC0, 64, 0, 0, {n: n for n in range(64)}, ()),
            (0xC0, 64, 8, 0, {0: 8, 1: 9, 55: 63, 56: 0, 63: 7}, ()),
            (0xC0, 64, 0, 8, {0: 8, 1: 9, 55: 63, 56: 0, 63: 7}, ()),
            (0xC0, 56, 0, 0, {0: 0, 55: 55}, range(56, 64)),
            (0xC0, 56, 8, 0, {0: 8, 47: 55, 56: 0, 63: 7}, range(48, 56)),
            (0xC0, 56, 0, 8, {0: 8, 47: 55, 55: 63}, range(56, 64)),
            (0xC8, 64, 0, 0, {n: 63 - n for n in range(64)}, ()),
            (0xC8, 64, 8, 0, {0: 7, 7: 0, 8: 63, 63: 8}, ()),
            (0xC8, 64, 0, 8, {0: 7, 7: 0, 8: 63, 63: 8}, ()),
            (0xC8, 48, 0, 0, {0: 47, 47: 0}, range(48, 64)),
            (0xC8, 48, 8, 0, {8: 47, 55: 0}, (*range(8), *range(56, 64))),
            (0xC8, 48, 0, 8, {0: 55, 47: 8}, range(48, 64)),
            (0xC8, 48, 8, 16, {8: 63, 55: 16}, (*range(8), *range(56, 64))),
        ],
    )
    def test_tables_10_1_and_10_2(self, panel, scan, rows, offset, start, shown, dark):
        where = self.shown_at(panel, scan, 0xA8, rows - 1, 0xD3, offset, 0x40 | start)
        assert len(where) == rows and not set(dark) & set(where.values())
        assert {where[row]: row for row in shown.values()} == shown

    def test_all_on_lights_only_the_rows_that_are_driven(self, lit):
        command(lit, 0xA8, 47, 0xA5)
        assert row_lit_on_the_left(lit) == set(range(16, 64))


class TestComPins:
    """Section 10.1.18: the module is wired for the alternative configuration (12h)."""

    def picture_row(self, panel, com_pins, memory_row):
        command(panel, 0xDA, com_pins, 0x21, 0, 127, 0x22, 0, 7)
        data(panel, *bytes(1024))
        command(panel, 0x22, memory_row // 8, 7)
        data(panel, 1 << memory_row % 8)
        (row,) = row_lit_on_the_left(panel)
        return row

    def test_left_and_right_swapped_swaps_neighbouring_rows(self, lit):
        assert [self.picture_row(lit, 0x32, row) for row in (10, 11, 62)] == [11, 10, 63]

    def test_sequential_interleaves_the_halves(self, lit):
        # Reversed scan: memory rows 63, 62, ... are COM lines 0, 1, ..., now at pins 0, 1, ... of
        # one side, which are wired to the picture's rows 63, 61, ...; the other side begins with
        # COM line 32 (memory row 31) at row 62.
        rows = [self.picture_row(lit, 0x02, row) for row in (63, 62, 32, 31, 30, 0)]
        assert rows == [63, 61, 1, 62, 60, 0]


class TestPresence:
    def test_an_absent_panel_acknowledges_nothing_and_shows_nothing(self):
        panel = SSD1306(present=False)
        assert not send(panel, COMMANDS)
        assert lit_pixels(panel) == set()

    def test_coming_back_is_a_power_on_reset_with_other_memory(self, lit):
        command(lit, 0x81, 0x10)
        lit.present = False
        assert lit_pixels(lit) == set()
        assert not lit.start(False)
        lit.present = True
        assert send(lit, COMMANDS)
        assert (lit.on, lit.contrast, lit.addressing_mode) == (False, 0x7F, PAGE)
        assert len(set(lit.gddram)) > 100

    @pytest.mark.parametrize("count", range(6))
    def test_it_can_fail_at_any_byte(self, panel, count):
        panel.fail_after(count)
        acknowledged = panel.start(False) + panel.write((DATA, 1, 2, 3, 4))
        assert acknowledged == count
        assert not panel.start(False)
        panel.present = True
        assert send(panel, DATA, *range(20))
