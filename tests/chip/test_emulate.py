"""The emulated Pico: its flash file and messages; and the real CircuitPython.

The tests from `pico` on need CircuitPython and the boot ROM, which the user provides:
POCKETPIG_UF2 and POCKETPIG_BOOTROM. Without them they are skipped.
"""

import contextlib
import shutil
import struct

import pytest

from host_sim.emulator import EmulatorError, images
from host_sim.emulator.flash import SIZE, Flash
from host_sim.emulator.pico import EmulatedPico
from host_sim.link.client import Client


def test_the_flash_is_a_file(tmp_path):
    path = tmp_path / "pico.flash"
    files = {"code.py": b"print('oink')", "lib/x.py": b""}
    flash = Flash(path)
    assert not flash.formatted
    flash.write_drive({})
    assert flash.formatted
    flash.write_drive(files)
    flash.put(0xFF000, b"saved")
    flash.put(0xFE000, b"\xff" * 4096)
    flash.close()
    again = Flash(path)
    assert again.read_drive() == files
    assert path.stat().st_size == SIZE == len(again.contents)
    assert again.contents[0xFF000:0xFF006] == b"saved\xff"
    again.close()


ROM = (b"\x00\x1f\x04\x20" * 4 + b"Mu\x01\x03" + b"\x12\x34\x56\x78" * 3000).ljust(16384, b"\0")
WORDS = ", ".join(f"0x{word:08x}" for word in struct.unpack("<4096I", ROM))


@pytest.mark.parametrize(
    ("name", "contents"),
    [("b2.bin", ROM.rstrip(b"\0")), ("b2.js", f"exports.rom = [{WORDS}];".encode())],
)
def test_a_boot_rom(tmp_path, name, contents):
    path = tmp_path / name
    path.write_bytes(contents)
    assert images.read_bootrom(path) == ROM
    path.write_bytes(b"")
    with pytest.raises(EmulatorError, match="not the boot ROM .*pico-bootrom-rp2040"):
        images.read_bootrom(path)


ECHO = {
    "boot.py": b"import usb_cdc\nusb_cdc.enable(console=True, data=True)\n",
    "code.py": b"""
import board, busio, microcontroller, os, time, usb_cdc

i2c = busio.I2C(board.GP5, board.GP4, frequency=400000)
i2c.try_lock()
i2c.writeto(0x3C, b"\\x00\\x8d\\x14\\xaf")
print("found", i2c.scan(), microcontroller.nvm[0], os.urandom(4))
data = usb_cdc.data
data.timeout = 0
connected = None
while True:
    if data.connected != connected:
        connected = data.connected
        print("connected", connected)
    got = data.read(data.in_waiting) if data.in_waiting else b""
    if got == b"reset":
        microcontroller.nvm[0] = 7
        microcontroller.reset()
    if got == b"write file":
        with open("/kept.txt", "w") as file:
            file.write("kept")
        got = b"done"
    if got:
        data.write(got.upper())
""",
}


@pytest.fixture
def flash(formatted, tmp_path):
    return shutil.copy(formatted, tmp_path / "pico.flash")


@pytest.fixture(scope="module")
def pico(emulator_files, formatted, tmp_path_factory):
    """A Pico in test mode with the assembled drive."""
    path = shutil.copy(formatted, tmp_path_factory.mktemp("pico") / "pico.flash")
    with EmulatedPico(*emulator_files, flash=path, test_mode=True) as pico:
        yield pico


@pytest.fixture
def device(pico):
    client = Client(pico.link, timeout=60)
    client.call("reset", storage="erase")
    client.call("hello")
    yield client
    client.close()


@pytest.fixture
def started(emulator_files, flash):
    """Call it with {path: contents} to start a Pico with this drive."""
    with contextlib.ExitStack() as stack:

        def started(drive):
            pico = EmulatedPico(*emulator_files, flash=flash, drive=drive)
            stack.callback(pico.close)
            pico.install()
            pico.power_on(wait=False)
            return pico

        yield started


slow = pytest.mark.slow


@slow
def test_channels_reset_and_flash(emulator_files, flash):
    """The console, the data channel with its client, the chip's own reset, the drive's files."""
    drive = {**ECHO, "boot.py": ECHO["boot.py"] + b"import storage\nstorage.remount('/', False)\n"}
    with EmulatedPico(*emulator_files, flash=flash, drive=drive) as pico:
        pico.run(500)
        pico.type(b"\x03")
        pico.run(500)
        pico.type(b"\x04")
        pico.run_until(lambda: "soft reboot" in pico.console, 3000)
        assert pico.run_until(lambda: "found" in pico.console.partition("soft reboot")[2], 3000)
        assert "found [60] 255" in pico.console
        assert "in use" not in pico.console
        pico.link.write(b"oink")
        assert pico.link.read(2) == b"OINK"
        assert "connected True" in pico.console
        long = bytes(range(256)) * 4
        pico.link.write(long)
        echoed = b""
        while part := pico.link.read(1):
            echoed += part
        assert echoed == long.upper()
        pico.link.close()
        pico.run(100)
        assert pico.console.rstrip().endswith("connected False")
        pico.link.write(b"write file")
        assert pico.link.read(3) == b"DONE"
        pico.link.write(b"reset")
        pico.run_until(lambda: pico.resets > 0, 3000)
        pico.run(4000)
        pico.link.write(b"again")
        assert pico.link.read(3) == b"AGAIN"
        assert pico.resets == 1
    kept = Flash(flash)
    assert kept.contents[0xFF000] == 7
    assert kept.read_drive()["kept.txt"] == b"kept"
    kept.close()


BOOT_LOADER = b"""
import microcontroller
microcontroller.on_next_reset(microcontroller.RunMode.UF2)
microcontroller.reset()
"""


@slow
def test_a_restart_into_the_boot_loader(started):
    pico = started({"code.py": BOOT_LOADER})
    with pytest.raises(EmulatorError, match="restarted into its boot loader"):
        pico.run(6000)


@slow
def test_going_back(started):
    """Restore the chip before it first reads its non-volatile memory, with other bytes there."""
    # The first start lets CircuitPython write boot_out.txt.
    pico = started({**ECHO, "code.py": b"import time\ntime.sleep(0.5)\n" + ECHO["code.py"]})
    assert pico.run_until(lambda: "found" in pico.console, 8000)
    read_ms = pico.time_of_first_read(0xFF000, 4096, 20_000)
    pico.power_on(wait=False)
    pico.run(read_ms - 1)
    before = pico.clock.since_us, pico.instructions
    pico.save_state()
    for byte in (b"\x07", b"\x09", b"\x07"):
        pico.restore_state(0xFF000, byte)
        pico.run(0)
        assert (pico.clock.since_us, pico.instructions) == before
        assert "found" not in pico.console
        pico.link.write(b"oink")
        assert pico.link.read(2) == b"OINK"
        assert f"found [60] {byte[0]}" in pico.console
        assert pico.flash.contents[0xFF000:0xFF001] == byte


@slow
def test_an_exception_at_the_start_is_shown(emulator_files, flash):
    with pytest.raises(EmulatorError, match="(?s)did not start.*ValueError: broken on purpose"):
        with EmulatedPico(
            *emulator_files,
            flash=flash,
            drive={"code.py": b"raise ValueError('broken on purpose')"},
        ):
            pass


@slow
@pytest.mark.parametrize("gone", [True, False], ids=["unplugged", "without power for a moment"])
def test_a_panel_that_comes_back(pico, device, gone):
    before = device.frame()
    if gone:
        pico.panel.present = False
        pico.run(3000)
        pico.panel.present = True
    else:
        pico.panel.power_on_reset()
    assert pico.run_until(lambda: pico.panel.on, 10_000)
    pico.run(1000)
    assert pico.panel.gddram == device.frame() == before
