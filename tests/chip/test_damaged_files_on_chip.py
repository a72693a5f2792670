"""Each file of the drive missing, halved or with a flipped bit, on an emulated Pico.

Those at the top of the drive come first, and are also made empty. Opt-in: see
docs/internals/chip.md for the two files needed. POCKETPIG_FILES: which files, FIRST:LAST (0:16), or
"all", which takes hours.
"""

import os
import random
import struct

import pytest

from handheld.drawing.canvas import Canvas
from host_sim.drive import uf2
from host_sim.drive.drive_files import MANIFEST, whole_drive
from host_sim.emulator.flash import DRIVE, SIZE
from host_sim.emulator.pico import EmulatedPico
from tests.chip.test_modes_on_chip import HELP, letters, plain, words  # noqa: F401  # fixtures
from tests.support.boot_loader import load

pytestmark = pytest.mark.slow

FIRST = ("code.py", "boot.py", "safemode.py", "code.txt", "settings.toml", MANIFEST)
HOWS = ("missing", "halved", "flipped", "empty")
LIMIT_MS = 40_000
# First the title loads what a game needs, which may hang until the watchdog ends it. The check of
# all files begins with the one that is damaged, to save hours.
AFTER_TITLE_MS = 20_000
ENTRY = 32


def damaged(volume, path, contents, how):
    """Return the volume with one file changed, as little else as can be."""
    volume = bytearray(volume)
    start = volume.index(contents)
    cluster = (start - 0x5000) // 512 + 2
    entry = volume.index(struct.pack("<HI", cluster, len(contents))) - 26
    if how == "missing":
        volume[entry] = 0xE5
        while volume[entry - ENTRY + 11] == 0x0F:  # the parts of its long name
            entry -= ENTRY
            volume[entry] = 0xE5
    elif how != "flipped":
        struct.pack_into("<I", volume, entry + 28, len(contents) // 2 if how == "halved" else 0)
    else:
        chance = random.Random(path)
        volume[start + chance.randrange(len(contents))] ^= 1 << chance.randrange(8)
    return bytes(volume)


def drawn(*texts):
    """Return the pixels of texts (x, y, text, size)."""
    canvas = Canvas()
    for x, y, text, size in texts:
        canvas.text(x, y, text, size)
    return [[canvas.buffer[y // 8 * 128 + x] >> y % 8 & 1 for x in range(128)] for y in range(64)]


def found(pico, words, path, how):  # noqa: F811
    """Return what the panel shows: the file "named on …", the "title", the "repair screen", ""."""
    word = "Missing file:" if how == "missing" else "Damaged file:"
    if not pico.panel.on:
        return ""
    rows = [[int(bool(lit)) for lit in row] for row in pico.panel.picture()]
    lines = words(pico)
    if lines and lines[3:] == plain(HELP):
        name = f"{word}{path}".replace(" ", "").replace("_", "")
        said = "".join(lines[:3]).replace(" ", "")
        return "named on the repair screen" if plain([name])[0] in said else "repair screen"
    tail = path[-42:]
    named = drawn((0, 0, word, 1), (0, 25, tail[:21], 1), (0, 34, tail[21:], 1))
    if rows[:8] + rows[25:42] == named[:8] + named[25:42]:
        return "named on the title"
    if [row[:120] for row in rows[8:22]] == [row[:120] for row in TITLE[8:22]]:
        return "title"
    crash = drawn((0, 9, word, 1), (0, 18, path[:21], 1), (0, 27, path[21:42], 1))
    end = 35 if path[21:] else 26
    return "named on the crash screen" if rows[9:end] == crash[9:end] else ""


TITLE = drawn((5, 8, "POCKET PIG", 2))


def test_every_file(emulator_files, words, tmp_path, capsys):  # noqa: F811
    files = whole_drive()
    first, _, last = os.environ.get("POCKETPIG_FILES", "0:16").partition(":")
    others = [path for path in files if path not in FIRST]
    random.Random(2).shuffle(others)
    paths = [*FIRST, *others]
    if first != "all":
        paths = paths[int(first) : int(last)]
    outcomes = {}
    flash = tmp_path / "pico.flash"
    flash.write_bytes(
        load(b"\xff" * SIZE, uf2.join(uf2.read_circuitpython(emulator_files[0]), files))
    )
    pico = EmulatedPico(*emulator_files, flash=flash, drive={})
    try:
        pico.power_on()
        read_ms = pico.time_of_first_read(DRIVE, SIZE - DRIVE, 20_000)
        pico.power_on(wait=False)
        pico.run(read_ms - 0.1)
        pico.save_state()
        volume = bytes(pico.flash.contents[DRIVE:])
        for path in paths:
            lines = files[MANIFEST].splitlines(keepends=True)
            if path != "code.py":  # the last one always
                lines.sort(key=lambda line: not line.endswith(f"  {path}\n".encode()))  # noqa: B023
            start = volume.replace(files[MANIFEST], b"".join(lines))
            for how in HOWS if path in FIRST else HOWS[:3]:
                contents = b"".join(lines) if path == MANIFEST else files[path]
                image = damaged(start, path, contents, how)
                outcomes[path, how] = outcome(pico, image, words, path, how)
                with capsys.disabled():
                    print(f"{how} {path}: {outcomes[path, how]}", flush=True)
    finally:
        pico.close()
    for (path, how), what in outcomes.items():
        good = ("named",) if how != "flipped" else ("named", "plays", "repair")
        if path == "settings.toml" and how != "missing":
            good = ("plays",)
        assert what.startswith(good), (path, how, what)


def outcome(pico, volume, words, path, how):  # noqa: F811
    pico.resets = 0
    pico.restore_state(DRIVE, volume)
    begun = pico.clock.now_us()
    title_us = None
    while pico.clock.now_us() - begun < LIMIT_MS * 1000:
        pico.run(100)
        what = found(pico, words, path, how)
        if what == "title":
            title_us = title_us or pico.clock.now_us()
            if pico.clock.now_us() - title_us > AFTER_TITLE_MS * 1000:
                return "plays"
        elif what:
            ms = (pico.clock.now_us() - begun) // 1000
            return f"{what}, {pico.resets} resets, {ms} ms"
    return f"dark, {pico.resets} resets, offers {sorted(pico.offers)}"
