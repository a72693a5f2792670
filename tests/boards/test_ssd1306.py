"""The panel model compared with the SSD1306 data sheet, rev 1.1, the source of all values."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from host_sim.simulated.chips.ssd1306 import HORIZONTAL, PAGE, SSD1306

COMMANDS, DATA = 0x00, 0x40
SINGLE_DATA = 0xC0


def send(panel, *message):
    """Send one transaction; return whether all of it was acknowledged."""
    acknowledged = panel.start(False) and panel.write(message) == len(message)
    panel.stop()
    return acknowledged


def send_all(panel, transactions):
    """Send transactions in hexadecimal, each of which begins with a control byte."""
    for transaction in transactions.split():
        assert send(panel, *bytes.fromhex(transaction))


def complaints(panel):
    return [complaint.sent.hex() for complaint in panel.unknown_commands]


@pytest.fixture
def panel():
    return SSD1306()


def lit_panel():
    """Return a panel that shows its cleared memory upright."""
    panel = SSD1306()
    send_all(panel, "002000a1c88d14af 40" + "00" * 1024)
    return panel


@pytest.fixture
def lit():
    return lit_panel()


def lit_pixels(panel):
    """Return the (x, y) of all lit pixels."""
    picture = panel.picture()
    assert len(picture) == 64
    assert all(len(row) == 128 and set(row) <= {0, 1} for row in picture)
    return {(x, y) for y, row in enumerate(picture) for x, bit in enumerate(row) if bit}


class TestReset:
    def test_registers_have_the_reset_column_of_table_9_1(self, panel):
        registers = {
            "on": False, "contrast": 0x7F, "entire_on": False, "inverted": False,
            "addressing_mode": PAGE, "column_window": (0, 127), "page_window": (0, 7),
            "start_line": 0, "segment_remap": False, "multiplex": 63, "com_remap": False,
            "display_offset": 0, "com_pins": 0x12, "clock": 0x80, "precharge": 0x22, "vcomh": 0x20,
        }  # fmt: skip
        assert {name: getattr(panel, name) for name in registers} == registers
        assert len(set(panel.gddram)) > 100, "memory is not cleared"

    def test_the_status_byte_tells_whether_the_display_is_on(self, panel):
        assert panel.read() & 0x40
        send_all(panel, "00af")
        assert not panel.read() & 0x40


# Transactions, then {offset: bytes in memory}, {register: value}, what is complained of.
EFFECTS = {
    # Section 8.1.5.2: Co = 0: only bytes follow; Co = 1: one byte, then a control byte.
    "single commands": ("8081801080a7", {}, {"contrast": 0x10, "inverted": True}, []),
    "commands, then data in one transaction": ("80b2c011408000", {256: "118000"}, {}, []),
    "data that look like control bytes": ("408040af", {0: "8040af"}, {"on": False}, []),
    "arguments in later transactions": ("8020 8000 8021 8005 8009 8022 8002 8003", {},
        {"column_window": (5, 9), "page_window": (2, 3), "column": 5, "page": 2}, []),
    "a stop right after the control byte": ("00 40", {}, {}, []),
    "the low six bits must be clear": ("4100", {}, {}, ["41"]),
    # Figure 10-1: along one page, at the end back to its start.
    "section 10.1.13's way to page 2, column 3": ("00b20310", {}, {"page": 2, "column": 3}, []),
    "column 127": ("00b20f17", {}, {"column": 127}, []),
    "it wraps to the start column": ("00b10e17 40010203", {254: "0302"}, {}, []),
    "windows are for the other modes": ("00210102220304", {},
        {"column_window": (0, 127), "page_window": (0, 7)}, ["210102", "220304"]),
    "there is no column 128": ("0018", {}, {"column": 0}, ["18"]),
    # Figures 10-3 and 10-5.
    "from the last page to the first": ("002000 40" + "00" * 1023 + "0708",
        {0: "08" + "00" * 1022 + "07"}, {}, []),
    "row by row": ("002000210a0b220607 400102030405", {778: "0502", 906: "0304"},
        {"column": 11, "page": 6}, []),
    "page mode pointers are refused": ("002000b30511", {}, {"column": 0, "page": 0},
        ["b3", "05", "11"]),
    # Figures 10-4 and 10-6.
    "column by column": ("002001210a0b220607 400102030405", {778: "0503", 906: "0204"},
        {"column": 10, "page": 7}, []),
    # Table 9-1.
    "unused bits are ignored": ("0020fc218384d3c9", {},
        {"addressing_mode": HORIZONTAL, "column_window": (3, 4), "display_offset": 9}, []),
    "columns that end before they begin": ("002000210908", {}, {"column_window": (0, 127)},
        ["210908"]),
    "pages that end before they begin": ("002000220504", {}, {"page_window": (0, 7)}, ["220504"]),
    "data inside a command end it": ("0081 4033 00a7", {0: "33"},
        {"contrast": 0x7F, "inverted": True}, ["81"]),
    "brightness follows contrast": ("008133", {}, {"brightness": pytest.approx(0.2)}, []),
}  # fmt: skip


@pytest.mark.parametrize("transactions, memory, registers, wrong", EFFECTS.values(), ids=EFFECTS)
def test_effects(panel, transactions, memory, registers, wrong):
    send_all(panel, transactions)
    for offset, expected in memory.items():
        assert panel.gddram[offset : offset + len(expected) // 2].hex() == expected
    assert {name: getattr(panel, name) for name in registers} == registers
    assert complaints(panel) == wrong


@given(st.lists(st.binary(max_size=20), max_size=20))
def test_any_bytes_are_acknowledged_and_harmless(transactions):
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
        send(panel, COMMANDS, 0x20, HORIZONTAL, remap, 0x21, *columns, 0x22, *pages)
    number = 0
    for length in lengths:
        sent = [(number := number + 1) * 7 % 256 for _ in range(length)]
        assert send(together, DATA, *sent)
        assert send(singly, *(byte for one in sent for byte in (SINGLE_DATA, one)))
        assert (together.column, together.page) == (singly.column, singly.page)
        assert together.gddram == singly.gddram


# Table 9-1: every command takes its number of arguments; the next byte is the next command.
UNDERSTOOD = """
81ff a4 a5 a6 a7 ae af
00 0f 10 17 2000 2001 2002 b0 b7 40 7f a0 a1 a80f a83f c0 c8 d33f da02 da12 da22 da32 d5f0
d9f1 db00 db20 db30 e3 8d14 8d10 ad30 200021007f 2000220007
"""
UNKNOWN = "23 26 28 2b 80 8c a2 a9 ac b8 c1 d0 d6 e0 ff"
# "11b: invalid"; "0 to 14 are invalid entry"; phase 1 or 2 of 0 clocks; bits 3 to 0 are 0010b; ...
EXCLUDED = "2003 a80e d920 d902 da11 db10 8d00"


def test_commands_of_the_table_and_others():
    for commands, reason in (
        (UNDERSTOOD, None),
        (UNKNOWN, "unknown command"),
        (EXCLUDED, "argument"),
    ):
        for sent in map(bytes.fromhex, commands.split()):
            panel = SSD1306()
            before = vars(panel) | {"unknown_commands": None}
            send(panel, COMMANDS, *sent)
            told = [(reason, sent)] if reason else []
            assert [(each.reason, each.sent) for each in panel.unknown_commands] == told, sent
            assert not reason or vars(panel) | {"unknown_commands": None} == before, sent
            send(panel, COMMANDS, 0x81, 0x42)
            assert panel.contrast == 0x42 and len(panel.unknown_commands) == len(told)


ALL = {(x, y) for x in range(128) for y in range(64)}
# Transactions to a panel that shows its cleared memory upright, then the lit pixels. Page 0, column
# 0, bit 0 is the pixel at the top left.
PICTURES = {
    "upright": ("4001", {(0, 0)}),
    "neither remapped is turned by 180 degrees": ("00a0c0 4001", {(127, 63)}),
    "COM scan direction acts at once": ("4001 00c0", {(0, 63)}),
    "segment remap does not": ("4001 00a0", {(0, 0)}),
    "segment remap acts on data written later": ("4001 00a021007f220107 4001", {(0, 0), (127, 8)}),
    "inverted": ("4001 00a7", ALL - {(0, 0)}),
    "inverted and back": ("4001 00a7a6", {(0, 0)}),
    "all on": ("4001 00a5", ALL),
    "all on keeps the memory": ("4001 00a5a4", {(0, 0)}),
    "all on lights only the rows that are driven": ("00a82fa5", {(x, y) for x, y in ALL if y > 15}),
    "off is dark": ("4001 00aea5", set()),
    "off keeps the memory": ("4001 00aea5afa4", {(0, 0)}),
    # Section 10.1.18: the module is wired for the alternative configuration (12h).
    "left and right swapped swaps neighbouring rows": ("00da32 4006", {(0, 0), (0, 3)}),
    # Reversed scan: memory rows 63, 62, ... are COM lines 0, 1, ..., now at pins 0, 1, ... of one
    # side, which are wired to the picture's rows 63, 61, ...; the other side begins with COM line
    # 32 (memory row 31) at row 62.
    "sequential interleaves the halves": (
        "00da02 00220307 40c0 00220007210101 40 00220407 4003",
        {(0, 62), (0, 60), (1, 1), (1, 3)},
    ),
    "without charge pump there is no voltage to light it": ("008d10a5", set()),
}


@pytest.mark.parametrize("transactions, expected", PICTURES.values(), ids=PICTURES)
def test_pictures(lit, transactions, expected):
    send_all(lit, transactions)
    assert lit_pixels(lit) == expected
    assert complaints(lit) == []


class TestRows:
    """Tables 10-1 and 10-2: which row of memory a COM line shows."""

    def shown_at(self, panel, *setting):
        """Return {memory row: COM line that shows it} of the rows shown."""
        send(panel, COMMANDS, 0x20, 0x00, 0x8D, 0x14, 0xAF, 0xA0, *setting)
        memory = bytearray(1024)  # each row has its number in columns 1 to 6, and a dot in column 0
        for row in range(64):
            for column in range(7):
                memory[row // 8 * 128 + column] |= ((row << 1 | 1) >> column & 1) << row % 8
        send(panel, DATA, *memory)
        assert panel.unknown_commands == []
        lit = [[row[127 - column] for column in range(7)] for row in panel.picture()]
        return {
            sum(bit << place for place, bit in enumerate(number)): 63 - y
            for y, (dot, *number) in enumerate(lit)
            if dot
        }

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


class TestPresence:
    def test_an_absent_panel_acknowledges_nothing_and_shows_nothing(self):
        panel = SSD1306(present=False)
        assert not send(panel, COMMANDS)
        assert lit_pixels(panel) == set()

    def test_coming_back_is_a_power_on_reset_with_other_memory(self, lit):
        send_all(lit, "008110")
        lit.present = False
        assert lit_pixels(lit) == set()
        assert not lit.start(False)
        lit.present = True
        assert send(lit, COMMANDS)
        assert (lit.on, lit.contrast, lit.addressing_mode) == (False, 0x7F, PAGE)
        assert len(set(lit.gddram)) > 100
