"""Play mode, computer mode, safe mode and sleep, on the real CircuitPython, an emulated Pico."""

import re
import shutil

import pytest

from handheld.saves.journal import GAME, RESUME, SETTINGS, SIZE, TUTORIAL
from handheld.saves.journal_start import open_journal
from host_sim.drive.drive_files import MANIFEST, unfinished, whole_drive
from host_sim.emulator.pico import EmulatedPico
from host_sim.link.client import Client
from host_sim.simulated.chips.nvm_flash import SimulatedStore
from host_sim.simulated.chips.sh1106 import SH1106
from host_sim.simulated.chips.ssd1306 import SSD1306
from tests.chip.chip_person import Person
from tests.support.chip_cuts import NVM

pytestmark = pytest.mark.slow

LETTERS = (
    "ABCDEFGHIJKLMNOPQRSTU",
    "VWXYZabcdefghijklmnop",
    "qrstuvwxyz0123456789.",
    ":,'_-/+()[]=<>!\"#*?&;",
)
# These letters differ only in their lowest rows, see `cell`; of _ nothing is left.
ALIKE = str.maketrans("qy,;", "gu.:")
ROWS, COLUMNS = 6, 21
HELP = ("To repair: hold B,", "then pocketpig deploy", "A: start again")
START_MS = 12_000
SAFE_MODE = b"""
import microcontroller
microcontroller.on_next_reset(microcontroller.RunMode.SAFE_MODE)
microcontroller.reset()
"""


def cell(rows, row, column):
    """Return the pixels of a letter without its lowest two rows, which may touch the line below."""
    return tuple(
        tuple(bool(lit) for lit in rows[10 * row + y][6 * column : 6 * column + 6])
        for y in range(2, 10)
    )


@pytest.fixture(scope="module")
def letters(emulator_files, formatted, tmp_path_factory):
    """{pixels: letter}, as safemode.py draws them."""
    code = f"import safemode\nsafemode.show({LETTERS!r})\nprint('shown')\n"
    drive = {"safemode.py": whole_drive()["safemode.py"], "boot.py": b"", "code.py": code.encode()}
    path = shutil.copy(formatted, tmp_path_factory.mktemp("letters") / "pico.flash")
    pico = EmulatedPico(*emulator_files, flash=path, drive=drive)
    try:
        pico.install()
        pico.power_on(wait=False)
        assert pico.run_until(lambda: "shown" in pico.console, START_MS), pico.console
        rows = pico.panel.picture()
    finally:
        pico.close()
    found = {
        cell(rows, row, column): letter.translate(ALIKE)
        for row, line in enumerate(LETTERS)
        for column, letter in enumerate(line)
    }
    assert len(found) == sum(map(len, LETTERS)) - 4
    found[cell([[0] * 128] * 64, 0, 0)] = " "
    return found


@pytest.fixture
def start(emulator_files, formatted, tmp_path):
    """start(changed, held): start a Pico; `changed`: {path: contents, None for missing}."""
    picos = []

    def start(changed=(), held=()):
        files = whole_drive()
        for path, contents in dict(changed).items():
            for name in [name for name in files if name == path or name.startswith(path + "/")]:
                del files[name]
            if contents is not None:
                files[path] = contents
        flash = shutil.copy(formatted, tmp_path / f"{len(picos)}.flash")
        pico = EmulatedPico(*emulator_files, flash=flash, drive=files)
        picos.append(pico)
        pico.install()
        kept = pico.flash.read_drive()  # CircuitPython's own code.py, where ours is missing
        pico.flash.write_drive({path: kept[path] for path in kept if path in files or "/" in path})
        pico.power_on(held, wait=False)
        return pico

    yield start
    for pico in picos:
        pico.close()


@pytest.fixture
def words(letters):
    """words(pico): the six lines that safemode.py shows, None for another picture."""

    def words(pico):
        rows = pico.panel.picture()
        cells = [[cell(rows, row, column) for column in range(COLUMNS)] for row in range(ROWS)]
        if not pico.panel.on or any(pixels not in letters for row in cells for pixels in row):
            return None
        return ["".join(letters[pixels] for pixels in row).rstrip() for row in cells]

    return words


def plain(lines):
    return [line.translate(ALIKE) for line in lines]


def says(pico, words, pattern, limit_ms=START_MS):
    """Wait until the panel shows the pattern, wrapped in any way, and the help below it."""

    def there():
        lines = words(pico) or []
        text = "".join(lines[:3]).replace(" ", "")
        wanted = re.sub("[ _]", "", pattern).translate(ALIKE)
        return lines[3:] == plain(HELP) and re.search(wanted, text)

    return pico.run_until(there, limit_ms)


def playing(pico):
    """Wait until the app runs; return a client."""
    client = Client(pico.link, timeout=30)
    assert client.call("hello")["product"] == "pocketpig"
    return client


def hold(pico, *buttons, ms):
    for button in buttons:
        pico.press(button)
    pico.run(ms)
    for button in buttons:
        pico.release(button)


def test_play_mode_shows_the_data_channel_alone(start):
    pico = start()
    client = playing(pico)
    assert pico.offers == {"data"}
    # Ctrl-C and Ctrl-D are bytes like any others: there is no REPL.
    pico.link.write(b"\x03\x03\r\n\x04\r\nprint(1)\r\n")
    pico.run(500)
    answers = pico.link.read(1)
    assert b"-32700" in answers and b">>>" not in answers
    assert client.call("screen")["id"] == "title"
    assert pico.console == "" and pico.resets == 0


def test_computer_mode_shows_drive_console_and_data(start, words):
    pico = start(held=("b",))
    assert pico.run_until(lambda: pico.panel.on, START_MS)
    pico.run(500)
    pico.release("b")
    client = playing(pico)
    assert pico.offers == {"console", "data", "drive"}
    assert any("omputer" in line for line in client.call("screen")["lines"])
    pico.type(b"\x03")
    assert pico.run_until(lambda: "Code done running" in pico.console, 5000), pico.console
    assert words(pico)[0] == plain(["Stopped by Ctrl-C."])[0]
    pico.type(b"\r")
    pico.run(1000)
    pico.type(b"print(6 * 7)\r")
    assert pico.run_until(lambda: "\n42\n" in pico.console, 3000), pico.console
    # The watchdog does not end a wait longer than its timeout.
    pico.run(10_000)
    assert pico.resets == 0
    pico.type(b"\x04")
    pico.run(6000)
    assert playing(pico).call("screen")["id"] == "title"


def test_a_computer_that_stops_the_start_ends_the_proof(start):
    """With B held, it sends Ctrl-C as soon as it sees a console, and reads the kept game."""
    pico = start()
    client = playing(pico)
    for _ in range(2):  # begin, roll
        pico.tap("a")
        pico.run(2000)
    pico.run(2000)
    kept = saved(pico).get(GAME)
    assert b" secret=" in kept

    pico.power_on(("b",), wait=False)

    assert pico.run_until(lambda: "console" in pico.offers, START_MS)
    pico.type(b"\x03")
    assert pico.run_until(lambda: "Code done running" in pico.console, 5000), pico.console
    pico.run(3000)
    pico.type(b"\r")
    pico.run(500)
    pico.type(b"import microcontroller\rprint(microcontroller.nvm[:].hex())\r")
    assert pico.run_until(lambda: kept[1:17].hex() in pico.console, 5000), pico.console[-300:]

    pico.power_on()
    assert pico.offers == {"data"}
    assert client.call("screen")["id"] == "title"
    pico.tap("a")
    pico.run(2000)
    person = Person(pico)
    person.press("down")
    person.choose("▶  Fair dice")
    pico.run(1000)
    assert "No proof" in client.call("screen")["lines"][1]


@pytest.mark.parametrize("held", [(), ("b",)])
def test_no_mode_changes_the_drive(start, held):
    """After the first start, which writes boot_out.txt."""
    pico = start()
    playing(pico)
    before = pico.flash.read_drive()
    changed = []
    pico.on_flash = lambda operation: changed.append(operation.offset)
    pico.power_on(held, wait=False)
    assert pico.run_until(lambda: pico.panel.on, START_MS)
    playing(pico)
    assert pico.flash.read_drive() == before
    assert [offset for offset in changed if offset >= 0x100000] == []


CANVAS = "handheld/drawing/canvas.mpy"
DEFAULT = {"console", "drive", "hid", "midi"}  # what CircuitPython offers by itself
# What is changed on the drive, what the panel says, what USB offers.
DRIVES = [
    ({CANVAS: None}, f"Missing file: {CANVAS}", {"data"}),
    ({CANVAS: b"\xff" * 3000}, f"Damaged file: {CANVAS}", {"data"}),
    ({CANVAS: b"def"}, f"Damaged file: {CANVAS}", {"data"}),
    ({"handheld/drawing/panel.mpy": b""}, "Damaged file: handheld/drawing/panel.mpy", {"data"}),
    ({"handheld": None}, "Missing file: handheld/__init__.mpy", {"data"}),
    ({"lib": None}, "Missing file: lib/adafruit_ssd1306.mpy", {"data"}),
    # Without the list of files the error is named.
    ({MANIFEST: None, CANVAS: None},
     "ImportError: no module named '?handheld.drawing.canvas", {"data"}),
    # Without board_pico nothing is open.
    ({"board_pico": None}, "Missing file: board_pico/", set()),
    ({"board_pico/pins.py": bytes(500)}, "Damaged file: board_pico/", set()),
    ({"boot.py": None}, "Missing file: boot.py", DEFAULT),
    ({"boot.py": b"def"}, "Damaged file: boot.py", DEFAULT),
    ({"boot.py": b"import usb_cdc\nusb_cdc.enible()\n"}, "Damaged file: boot.py", DEFAULT),
]  # fmt: skip


@pytest.mark.parametrize("changed, pattern, offers", DRIVES)
def test_a_file_that_is_missing_or_damaged_is_named(start, words, changed, pattern, offers):
    pico = start(changed)
    assert says(pico, words, pattern), words(pico)
    # The message stays, and the watchdog is fed, until a button is pressed.
    pico.run(10_000)
    assert pico.resets == 0 and says(pico, words, pattern, 0)
    assert pico.offers == offers
    if offers:
        hold(pico, "a", ms=300)
        assert pico.resets == 1
    else:
        hold(pico, "b", ms=2500)
        assert pico.run_until(lambda: "drive" in pico.offers, 5000)
        assert pico.offers == {"console", "data", "drive"}


@pytest.mark.parametrize("path", ["handheld/crash.mpy", MANIFEST])
def test_what_the_start_does_not_need_stops_nothing(start, path):
    playing(start({path: None}))


@pytest.mark.parametrize("held", [(), ("b",)])
def test_an_update_that_is_not_finished_does_not_play(start, words, held):
    """The drive as a deploy over sources leaves it if it is interrupted."""
    files = whole_drive()
    names = [name for name in files if name.endswith(".mpy")]
    changed = dict.fromkeys(names[1::3])
    changed.update({name: files[name][:50] for name in names[2::3]})
    changed["handheld/app.py"] = b"raise SystemExit"
    pico = start({**changed, "code.py": unfinished()}, held)

    def told():
        lines = words(pico)
        return lines and lines[0] == plain(["Update not finished."])[0]

    assert pico.run_until(told, START_MS), words(pico)
    pico.run(3000)
    assert told() and pico.resets == 0
    assert pico.offers == ({"console", "data", "drive"} if held else {"data"})


def test_safe_mode_restarts_once_and_then_says_so(start, words):
    pico = start({"code.py": SAFE_MODE, MANIFEST: None})
    assert says(pico, words, "CircuitPython failed: PROGRAMMATIC", 60_000), words(pico)
    # Into safe mode, out of it, and into it once more.
    assert pico.resets == 3
    pico.run(10_000)
    assert pico.offers == frozenset() and pico.resets == 3
    hold(pico, "b", ms=2500)
    assert pico.run_until(lambda: "drive" in pico.offers, 5000)
    assert words(pico)[:2] == plain(["The computer has", "drive and console."])
    assert "console" in pico.offers


CELL_MV = 3900


def awake(pico, ms):
    """Return the share of the next `ms` in which the processor does not wait."""
    begun = pico.awake_ms
    pico.run(ms)
    return (pico.awake_ms - begun) / ms


def saved(pico):
    """Return the journal in the chip's flash."""
    return open_journal(SimulatedStore(contents=bytes(pico.flash.contents[NVM:][:SIZE])))


@pytest.fixture
def pico(emulator_files):
    """A Pico on its cell, nobody on the USB cable, that dims never and goes off after a minute."""
    store = SimulatedStore()
    journal = open_journal(store)
    journal.put(SETTINGS, b"dim=0 auto_off=1 sound=0")
    journal.put(TUTORIAL, b"1")
    with EmulatedPico(*emulator_files) as pico:
        pico.set_power(usb=False, cell_mv=CELL_MV, host=False)
        pico.flash.put(NVM, store.contents[:SIZE])
        pico.power_on()
        yield pico


def test_a_panel_with_the_other_controller(emulator_files):
    """Told by the setting: the emulated bus answers a status read by itself, as an SSD1306 does."""
    pictures = []
    for model, setting in ((SSD1306, b"ssd1306"), (SH1106, b"sh1106")):
        store = SimulatedStore()
        open_journal(store).put(SETTINGS, b"panel=" + setting)
        with EmulatedPico(*emulator_files) as pico:
            pico.flash.put(NVM, store.contents[:SIZE])
            pico.panel = model()
            pico.power_on()
            pico.run(3000)
            pictures.append(pico.panel.picture())
    assert pictures[0] == pictures[1] and any(map(any, pictures[0]))
    assert not pico.panel.unknown_commands


def test_a_still_screen_sleeps_and_a_minute_later_the_chip_stands_still(pico):
    pico.run(4000)  # the check of all files
    share = awake(pico, 4000)
    print(f"\nawake on the title: {share:.1%}")
    assert share <= 0.10
    pico.tap("a")
    pico.run(3000)
    before = pico.panel.picture()  # without a roll: after a 1 the rival would play
    assert pico.run_until(lambda: pico.dormant, 70_000)
    assert not pico.panel.on
    assert saved(pico).size(RESUME)
    assert awake(pico, 60_000) == 0
    pico.press("b")  # at the start this is computer mode, but here it wakes
    assert pico.run_until(lambda: pico.panel.on, 8000)
    pico.run(1000)
    pico.release("b")
    pico.run(1000)
    assert pico.panel.picture() == before  # the game, not the title
    assert not saved(pico).size(RESUME)
    assert pico.resets == 1
