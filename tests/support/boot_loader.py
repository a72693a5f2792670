"""UF2 files made up for tests; a model of the RP2040's boot loader, which takes UF2 files."""

import struct

FLASH_SIZE = 0x200000
FLASH_START = 0x10000000
FAMILY = 0xE48BFF56
SECTOR = 4096
BANNER = b"\0Adafruit CircuitPython 10.0.3 on 2026-01-02; Raspberry Pi Pico with rp2040\0"


def uf2(contents, family=FAMILY, start=FLASH_START, flags=0x2000):
    blocks = []
    count = -(-len(contents) // 256)
    for number in range(count):
        part = contents[number * 256 :][:256].ljust(256, b"\0")
        address = start + number * 256
        head = (0x0A324655, 0x9E5D5157, flags, address, 256, number, count, family)
        blocks.append(struct.pack("<8I476sI", *head, part, 0x0AB16F30))
    return b"".join(blocks)


def circuitpython(drive=0x100000, size=0x100000, banner=BANNER, blocks=26):
    """Return made-up code: a banner, and binary information that tells where the drive is."""
    code = bytearray(b"\x5a" * (blocks * 256))
    entries, devices = 0x300, (0x320, 0x340)
    struct.pack_into("<5I", code, 0x1D4, 0x7188EBF2, FLASH_START + entries,
                     FLASH_START + entries + 8, FLASH_START, 0xE71AA390)  # fmt: skip
    struct.pack_into("<2I", code, entries, *(FLASH_START + device for device in devices))
    struct.pack_into("<H2sII", code, devices[0], 6, b"RP", 0, 0)
    struct.pack_into("<H2sIII", code, devices[1], 7, b"CP", FLASH_START, drive, size)
    code[0x400 : 0x400 + len(banner)] = banner
    return bytes(code)


def load(flash, data):
    """Return the flash after the boot loader has taken a UF2 file.

    It erases as bootrom/virtual_disk.c of pico-bootrom-rp2040 does: at the first block of each 16
    by number, the sector of that block's address. Programming only clears bits.
    """
    flash = bytearray(flash)
    assert len(flash) == FLASH_SIZE
    erased, valid = set(), set()
    for at in range(0, len(data), 512):
        block = data[at : at + 512]
        magic, again, flags, address, size, number, count, family = struct.unpack_from("<8I", block)
        assert (magic, again) == (0x0A324655, 0x9E5D5157) and block[508:] == b"\x30\x6f\xb1\x0a"
        assert flags == 0x2000 and family == FAMILY and size == 256 and not address % 256
        assert number < count
        assert number not in valid
        valid.add(number)
        offset = address - FLASH_START
        if number // 16 not in erased:
            erased.add(number // 16)
            first = offset // SECTOR * SECTOR
            flash[first : first + SECTOR] = b"\xff" * SECTOR
        page = zip(flash[offset : offset + size], block[32:])
        flash[offset : offset + size] = bytes(before & byte for before, byte in page)
    assert len(valid) == count  # only then the boot loader starts the program
    return bytes(flash)
