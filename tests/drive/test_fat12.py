"""The FAT volume that `deploy` writes."""

import random
import struct

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from host_sim.drive import fat12
from host_sim.drive.drive_files import whole_drive


def empty_volume(sectors=2048, per_cluster=1, fats=1, entries=512):
    """Return a FAT12 volume with a label, as CircuitPython's formatter makes it."""
    fat_sectors = -(-(sectors // per_cluster + 2) * 3 // 2 // 512)
    boot = bytearray(512)
    struct.pack_into("<HBHBHH", boot, 11, 512, per_cluster, 1, fats, entries, sectors)
    struct.pack_into("<H", boot, 22, fat_sectors)
    boot[510:] = b"\x55\xaa"
    fat = b"\xf8\xff\xff".ljust(fat_sectors * 512, b"\0")
    label = b"CIRCUITPY  \x08".ljust(32, b"\0")
    rest = label.ljust(entries * 32, b"\0")
    return (bytes(boot) + fat * fats + rest).ljust(sectors * 512, b"\xff")


FILES = {
    "code.py": b"print('oink')\n",
    "boot.py": b"",
    "settings.toml": b"x" * 512,
    "lib/adafruit_ssd1306.py": b"y" * 513,
    "handheld/menu/a_rather_long_name_of_a_module.py": bytes(range(256)) * 9,
    "handheld/menu/a_rather_long_name_of_another.py": b"2",
    "UPPER.TXT": b"3",
    ".hidden": b"4",
    "two.dots.txt": b"5",
    "exactly_13.py": b"6",
    "pages/español.txt": b"7",
}


@pytest.mark.parametrize("shape", [{}, {"per_cluster": 4}, {"fats": 2}, {"sectors": 100}])
def test_the_files_of_a_volume_come_back(shape):
    volume = fat12.with_files(empty_volume(**shape), FILES)
    assert len(volume) == len(empty_volume(**shape))
    assert fat12.read_files(volume) == FILES
    assert b"CIRCUITPY  \x08" in volume


def test_the_copies_of_the_table_are_the_same():
    volume = fat12.with_files(empty_volume(fats=2), FILES)
    form = fat12.shape(volume)
    first = volume[form.fat : form.fat + form.fat_size]
    assert first[:3] == b"\xf8\xff\xff"
    assert first == volume[form.fat + form.fat_size : form.root]


def test_the_drive_of_a_pico_keeps_60_kb_free():
    fat12.with_files(empty_volume(), {**whole_drive(), "spare": bytes(60 * 1024)})


NAMES = st.text("abcXYZ019_-. é", min_size=1, max_size=30).filter(
    lambda name: name.strip(". ") == name
)


@settings(max_examples=60)
@given(st.dictionaries(NAMES, st.binary(max_size=1500), max_size=8), NAMES)
def test_any_files_come_back(files, folder):
    unlike = {name.upper(): name for name in files}  # FAT ignores case
    paths = {f"{folder}/{name}": files[name] for name in unlike.values()}
    paths |= {} if folder.upper() in unlike else {n: files[n] for n in unlike.values()}
    assert fat12.read_files(fat12.with_files(empty_volume(), paths)) == paths


def test_files_that_do_not_fit():
    with pytest.raises(fat12.VolumeError, match=r"need 1,200,128 bytes .* has 1,02\d,\d{3}"):
        fat12.with_files(empty_volume(), {"big.bin": bytes(1_200_000)})
    with pytest.raises(fat12.VolumeError, match="so many files"):
        fat12.with_files(empty_volume(), {f"file{number}.py": b"" for number in range(300)})


def test_invalid_volumes():
    with pytest.raises(fat12.VolumeError, match="not formatted"):
        fat12.read_files(b"\xff" * 4096)
    short = bytearray(empty_volume())
    struct.pack_into("<H", short, 22, 1)  # a table of one sector
    for volume in (empty_volume(sectors=8000), bytes(short)):
        with pytest.raises(fat12.VolumeError, match="not a FAT12 volume"):
            fat12.read_files(volume)


def test_a_circular_cluster_chain():
    volume = bytearray(fat12.with_files(empty_volume(), {"x.bin": bytes(1024)}))
    form = fat12.shape(bytes(volume))
    volume[form.fat + 3 : form.fat + 6] = b"\x03\x20\x00"  # 2 -> 3 -> 2
    with pytest.raises(fat12.VolumeError, match="circle"):
        fat12.read_files(bytes(volume))


def with_entry(volume, path, **change):
    """Return the volume with the first cluster or the size of an entry (by short name) changed."""
    volume = bytearray(volume)
    at = volume.index(path.encode().ljust(11))
    if "first" in change:
        struct.pack_into("<H", volume, at + 26, change["first"])
    if "size" in change:
        struct.pack_into("<I", volume, at + 28, change["size"])
    return bytes(volume)


def first_of(volume, path):
    return struct.unpack_from("<H", volume, volume.index(path.encode().ljust(11)) + 26)[0]


def test_a_folder_that_holds_itself():
    volume = fat12.with_files(empty_volume(), {"a/b/c.py": b"1"})
    outer, inner = first_of(volume, "A~1"), first_of(volume, "B~1")
    # The folder in it, and the file in that one, which becomes a folder.
    folder = with_entry(volume, "B~1", first=outer)
    file = with_entry(volume, "C~1     PY", first=inner)
    for damaged in (folder, file.replace(b"C~1     PY \x20", b"C~1     PY \x10")):
        with pytest.raises(fat12.VolumeError, match="in two folders"):
            fat12.read_files(damaged)


def test_files_that_share_a_chain_do_not_fill_the_memory():
    files = {f"{number}.bin": b"" for number in range(100)} | {"big.bin": bytes(900_000)}
    volume = fat12.with_files(empty_volume(), files)
    first = first_of(volume, "BIG~1   BIN")
    for number in range(100):
        volume = with_entry(volume, f"{number}~1".ljust(8) + "BIN", first=first, size=900_000)
    with pytest.raises(fat12.VolumeError, match="longer than itself"):
        fat12.read_files(volume)


@pytest.mark.parametrize(
    "files",
    [
        {"a/" * 2000 + "b": b""},
        {"a": b"", "a/b": b""},
        {"a/b": b"", "a": b""},
        {"a//b": b""},
        {"../b": b""},
        {"": b""},
        {"x" * 256: b""},
    ],
    ids=lambda files: str(files)[:20],
)
def test_invalid_paths(files):
    with pytest.raises(fat12.VolumeError):
        fat12.with_files(empty_volume(), files)


def test_random_damage_to_a_volume():
    volume = fat12.with_files(empty_volume(sectors=100), FILES)
    form = fat12.shape(volume)
    rng = random.Random(1)
    for _ in range(2000):
        spoilt = bytearray(volume)
        for _ in range(rng.randrange(1, 20)):
            spoilt[rng.randrange(form.data + 8 * form.cluster)] = rng.randrange(256)
        try:
            fat12.read_files(bytes(spoilt))
        except fat12.VolumeError:
            continue
