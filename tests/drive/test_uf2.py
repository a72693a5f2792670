"""`pocketpig deploy --uf2`: the file's blocks, and the flash after the boot loader has taken it."""

import hashlib
import json
import random
import re

import pytest

from host_sim.cli import main
from host_sim.drive import fat12, uf2
from host_sim.drive.deploy import MANIFEST
from host_sim.drive.drive_files import whole_drive
from host_sim.emulator.flash import files_of
from tests.support.boot_loader import (
    BANNER,
    FLASH_SIZE,
    SECTOR,
    circuitpython,
    load,
)
from tests.support.boot_loader import uf2 as uf2_of

pytest.importorskip("fatfs")

NVM, DRIVE = 0xFF000, 0x100000
ERASED = b"\xff" * FLASH_SIZE
FILES = {
    "code.py": b"print('oink')\n",
    "settings.toml": b"",
    "handheld/pages/words_es.txt": b"w" * 3000,
    "lib/adafruit_ssd1306.mpy": b"\xff" * 20_000,
    "handheld/menu/a_rather_long_name.mpy": bytes(range(256)) * 9,
}
# The first 62 bytes of a drive that CircuitPython 10.3 formatted on a Pico, its serial number zero,
# with the label instead of NO NAME.
FORMATTED = bytes.fromhex(
    "ebfe904d53444f53352e3000020101000100020008f807003f00ff000100000000000000800029"
    "0000000043495243554954505920204641542020202020"
)


def firmware(**kind):
    code = circuitpython(**kind)
    return uf2.Firmware(code, BANNER.strip(b"\0").decode(), "10.0.3")


@pytest.fixture(scope="module")
def whole():
    """A UF2 file with all files of the handheld."""
    return uf2.join(firmware(), whole_drive())


def test_it_is_formatted_as_circuitpython_formats_it():
    volume = fat12.volume(0x100000, {})
    assert volume[:62] == FORMATTED
    assert len(volume) == 0x100000
    assert volume[512:515] == b"\xf8\xff\xff" and not any(volume[515 : 8 * 512])
    assert volume[4096:4107] == b"CIRCUITPY  "


def test_every_file_of_the_handheld_has_its_checksum(whole):
    found = files_of(load(ERASED, whole)[DRIVE:])
    sums = dict(reversed(line.split("  ")) for line in found[MANIFEST].decode().splitlines())
    assert {name: hashlib.sha256(found[name]).hexdigest() for name in sums} == sums
    assert found.pop(uf2.IDENTITY).startswith(BANNER.strip(b"\0"))
    assert found == {**dict.fromkeys(uf2.NO_LITTER, b""), **whole_drive()}


def test_whatever_a_cut_of_the_first_start_leaves_in_its_sector(whole):
    """It writes the flash sector with the text of boot_out.txt, which holds no other file."""
    volume = load(ERASED, whole)[DRIVE:]
    text = uf2._identity(firmware())
    start = volume.index(text) // SECTOR * SECTOR
    files = files_of(volume)
    files.pop(uf2.IDENTITY)
    for seed in range(6):
        cut = bytearray(volume)
        cut[start : start + SECTOR] = random.Random(seed).randbytes(SECTOR)
        found = files_of(cut)
        assert len(found.pop(uf2.IDENTITY)) == len(text) and found == files


@pytest.mark.parametrize("blocks", [16, 17, 4080])
def test_the_boot_loader(blocks):
    """What is saved stays. Nothing else of the old contents does in the places that are written."""
    firm = firmware(blocks=blocks)
    data = uf2.join(firm, FILES)
    fresh = load(ERASED, data)
    assert fresh[:DRIVE] == firm.code.ljust(DRIVE, b"\xff")
    old = random.Random(1).randbytes(FLASH_SIZE)
    flash = load(old, data)
    assert flash[NVM:DRIVE] == old[NVM:DRIVE]
    end = -(-blocks // 16) * SECTOR
    assert flash[DRIVE:] == fresh[DRIVE:] and flash[:end] == fresh[:end]


def test_it_can_be_the_source_of_the_next_one(tmp_path):
    path = tmp_path / "pocketpig.uf2"
    first = uf2.join(firmware(), FILES)
    path.write_bytes(first)
    again = uf2.read_circuitpython(path)
    assert (again.version, again.code[: 26 * 256]) == ("10.0.3", circuitpython())
    assert uf2.join(again, FILES) == first


@pytest.fixture
def deploy(tmp_path, capsys, monkeypatch):
    """deploy(contents, *arguments): run the command on a UF2 file; (status, output, errors)."""
    monkeypatch.chdir(tmp_path)

    def deploy(contents, *arguments):
        if contents is not None:
            (tmp_path / "c.uf2").write_bytes(contents)
        status = main(["deploy", "--uf2", "c.uf2", "-o", "pocketpig.uf2", *arguments])
        return (status, *capsys.readouterr())

    return deploy


def test_the_command(deploy, tmp_path, whole):
    made = tmp_path / "pocketpig.uf2"
    made.write_bytes(b"mine")
    status, _, errors = deploy(uf2_of(circuitpython()))
    assert status == 1 and "pocketpig.uf2 exists already: --yes replaces it" in errors
    assert made.read_bytes() == b"mine"
    made.unlink()
    status, out, errors = deploy(None)
    assert (status, errors, made.read_bytes()) == (0, "", whole)
    assert "pocketpig.uf2: CircuitPython 10.0.3 and these files" in out
    assert "copy pocketpig.uf2 onto the drive RPI-RP2" in out
    assert "replaces CircuitPython and everything on the drive CIRCUITPY" in out
    assert "files of your own there are lost" in out and "has saved stays" in out
    assert not (tmp_path / "build").exists()
    made.write_bytes(b"mine")
    report = json.loads(deploy(None, "--yes", "--json")[1])
    assert report["uf2"] == "pocketpig.uf2" and "RPI-RP2" in report["next"]
    assert report["circuitpython"] == "10.0.3" and made.read_bytes() == whole
    assert report["files"] == len(whole_drive()) - 1


NO_DRIVE = "does not say where its drive is"
DRIVES = [  # (start, size)
    (0xFF000, 0x100000),
    (0xFFFFF000, 0x100000),  # struct has no room for these two
    (0x100000, 0xFFFFF000),
    (0x100000, 0x101000),  # behind the flash
    (0x1FF000, 0x100000),
    (0xF00000, 0x100000),
    (0x100000, 0x80200),  # no whole sectors
    (0x100000, 0),
]
GOOD = uf2_of(circuitpython())


@pytest.mark.parametrize(
    ("contents", "reason"),
    [
        (None, "c.uf2: No such file"),
        (b"", "not a UF2 file"),
        (b"PK\3\4" * 500, "not a UF2 file"),
        (uf2_of(circuitpython(), family=0xE48BFF59), "another chip than the RP2040"),
        (uf2_of(circuitpython(), start=0x20000000), "another chip than the RP2040"),
        (GOOD.replace(b"Pi Pico with", b"Pi Pico W wi"), "board, Raspberry Pi Pi"),
        (uf2_of(circuitpython(banner=b"MicroPython")), "holds no CircuitPython"),
        (GOOD.replace(b"10.0.3", b"11.0.0"), "the board has CircuitPython 11.0.0, and compiled"),
        (GOOD[:-512], "not whole: it has 25 of 26 blocks"),
        (GOOD[:-100], "not whole: it has 25 of 26 blocks"),
        (GOOD[:5000], "not whole: it has 9 of 26 blocks"),
        (GOOD[512:], "not whole|holds no CircuitPython"),
        (uf2_of(circuitpython(blocks=4090)), "too large"),
        (uf2_of(circuitpython(size=0x40000)), "need [0-9,]+ bytes of the drive, which has 244,224"),
        (uf2_of(circuitpython(drive=0)), NO_DRIVE),
        (uf2_of(BANNER), NO_DRIVE),
        *((uf2_of(circuitpython(*place)), NO_DRIVE) for place in DRIVES),
    ],
)
def test_what_it_refuses(deploy, tmp_path, contents, reason):
    status, out, errors = deploy(contents)
    assert status == 1 and out.count("\n") <= 1
    assert re.search(f"pocketpig deploy: .*({reason})", errors), errors
    assert not (tmp_path / "pocketpig.uf2").exists()


@pytest.mark.parametrize(
    "wrong", [["--uf2", "c.uf2"], ["-o", "x.uf2"], ["--uf2", "c.uf2", "-o", "x.uf2", "folder"]]
)
def test_contradictory_arguments(wrong, capsys):
    assert main(["deploy", *wrong]) == 2
    assert "--uf2" in capsys.readouterr().err
