"""The UF2 file of `pocketpig deploy --uf2`, with the real CircuitPython on an emulated Pico."""

import random
import re
import shutil
import subprocess

import pytest

from host_sim.cli import main
from host_sim.drive import fat12, uf2
from host_sim.drive.drive_files import whole_drive
from host_sim.emulator.flash import DRIVE, SIZE
from host_sim.emulator.pico import EmulatedPico
from host_sim.link.client import Client
from tests.support.boot_loader import load
from tests.support.chip_cuts import HOWS, remains

pytestmark = pytest.mark.slow

NVM = 0xFF000
IDENTITY = uf2.IDENTITY
WHO = re.compile(
    rb"Adafruit CircuitPython .* on .*; Raspberry Pi Pico with rp2040\r\n"
    rb"Board ID:raspberry_pi_pico\r\nUID:[0-9A-F]{16}\r\nboot.py output:\r\n"
)
MINE = {"notes.txt": b"mine", "handheld/mine.py": b"mine", "pocketpig-files.txt": b""}


@pytest.fixture(scope="module")
def one_file(emulator_files, tmp_path_factory):
    """one_file(*arguments): the file that the command writes."""

    def one_file(*arguments):
        path = tmp_path_factory.mktemp("uf2") / "pocketpig.uf2"
        assert main(["deploy", "--uf2", emulator_files[0], "-o", str(path), *arguments]) == 0
        return path.read_bytes()

    return one_file


@pytest.fixture
def pico_with(emulator_files, tmp_path):
    """pico_with(flash): a Pico that has not started yet, with these contents of its flash."""
    picos = []

    def pico_with(flash):
        path = tmp_path / f"{len(picos)}.flash"
        path.write_bytes(flash)
        picos.append(EmulatedPico(*emulator_files, flash=path, drive={}))
        return picos[-1]

    yield pico_with
    for pico in picos:
        pico.close()


def checked(volume, folder):
    """Return the exit status of fsck.vfat, 0 if the volume is good or the program is not here."""
    if not shutil.which("fsck.vfat"):
        return 0
    path = folder / "volume"
    path.write_bytes(volume)
    return subprocess.run(["fsck.vfat", "-n", path], stdout=subprocess.DEVNULL).returncode


def to_title(pico, held=()):
    """Start; return (client, ms from power-on to the first picture)."""
    pico.power_on(held, wait=False)
    assert pico.run_until(lambda: pico.panel.on and any(pico.panel.gddram), 20_000), pico.console
    ms = pico.clock.since_us / 1000
    pico.run_until(pico.finish_start, 20_000)
    device = Client(pico.link, timeout=60)
    assert device.call("screen")["id"] == "title"
    return device, round(ms)


def play(pico, device):
    """Press A until a game is on, and three times more; return the game's record."""
    for _ in range(12):
        if device.call("screen")["id"] == "play":
            break
        pico.tap("a")
        pico.run(1500)
    for _ in range(3):
        pico.tap("a")
        pico.run(1500)
    return device.call("record")["text"]


def test_it_starts_from_that_file_alone(emulator_files, one_file, pico_with):
    """On an empty flash. CircuitPython keeps the drive; only the chip's number is filled in."""
    version = tuple(map(int, uf2.read_circuitpython(emulator_files[0]).version.split(".")[:2]))
    flash = load(b"\xff" * SIZE, one_file())
    pico = pico_with(flash)
    device, first = to_title(pico)
    assert pico.offers == {"data"} and pico.resets == 1
    record = play(pico, device)
    drive = pico.flash.read_drive()
    assert WHO.fullmatch(drive.pop(IDENTITY))
    assert drive == {**dict.fromkeys(uf2.NO_LITTER, b""), **whole_drive()}
    assert pico.flash.contents[:NVM] == flash[:NVM]
    device, second = to_title(pico)
    pico.tap("a")
    pico.run(3000)
    # The dice fall by chance, so it may be the rival's turn, and it plays on.
    assert record[-1] != ":" and (device.call("record")["text"] + " ").startswith(record + " ")
    if version >= (10, 3):  # it reads how long to wait from settings.toml
        assert first < 1500 and second < 1000


def test_power_cuts_in_the_first_start(one_file, pico_with, tmp_path):
    """It writes one flash sector of the drive, which holds nothing else, and restarts. After a cut
    of the power in any of these operations it starts, with all files."""
    flash = load(b"\xff" * SIZE, one_file())
    pico = pico_with(flash)
    on_drive = []
    pico.on_flash = lambda done: on_drive.append(done) if done.offset >= DRIVE else None
    to_title(pico)
    assert [(len(done.after), done.erases) for done in on_drive] == [(4096, True), (4096, False)]
    assert len({done.offset for done in on_drive}) == 1 and pico.resets == 1
    files = {**dict.fromkeys(uf2.NO_LITTER, b""), **whole_drive()}
    chance = random.Random(1)
    done, images = flash, {}
    for number, operation in enumerate(on_drive):
        place = slice(operation.offset, operation.offset + len(operation.after))
        for how in (*HOWS, *["weak"] * 4):
            image = bytearray(done)
            image[place] = remains(operation, how, chance)
            images.setdefault(bytes(image), f"{how} operation {number}")
        done = done[: place.start] + operation.after + done[place.stop :]
    for image, cut in images.items():
        assert checked(image[DRIVE:], tmp_path) == 0, cut
        pico.flash.put(0, image)
        on_drive.clear()
        to_title(pico)
        drive = pico.flash.read_drive()
        assert {name: drive.get(name) for name in files} == files, cut
        assert WHO.fullmatch(drive[IDENTITY]), cut
        assert checked(bytes(pico.flash.contents[DRIVE:]), tmp_path) == 0, cut
        assert len(on_drive) in (0, 2), cut


def test_what_is_saved_survives_an_update(one_file, pico_with):
    """By the same file again: what somebody changed on the drive is as in that file."""
    pico = pico_with(load(b"\xff" * SIZE, one_file()))
    device, _ = to_title(pico)
    record = play(pico, device)
    pico.run(500)
    pico.flash.write_drive({**pico.flash.read_drive(), **MINE})
    before = bytes(pico.flash.contents)
    saved = before[NVM:DRIVE]
    assert saved.strip(b"\xff")
    after = load(before, one_file())
    assert after[NVM:DRIVE] == saved
    pico = pico_with(after)
    device, _ = to_title(pico)
    pico.tap("a")
    pico.run(4000)
    assert device.call("record")["text"] == record
    drive = pico.flash.read_drive()
    drive.pop(IDENTITY)
    assert drive == {**dict.fromkeys(uf2.NO_LITTER, b""), **whole_drive()}


def test_the_drive_is_where_and_as_circuitpython_makes_it(emulator_files, pico_with):
    """The boot sector but for its serial number and label, the table's first entries, the label."""
    pico = pico_with(b"\xff" * SIZE)
    pico.install()
    made = bytes(pico.flash.contents[DRIVE:])
    ours = fat12.volume(len(made), {})
    assert ours[:39] == made[:39] and ours[54:515] == made[54:515]
    root = 8 * 512  # behind the boot sector and the table
    assert ours[root : root + 12] == made[root : root + 12]
    assert uf2._drive_place(uf2.read_circuitpython(emulator_files[0])) == (DRIVE, len(made))
