"""The FAT volume that `deploy` writes."""

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from host_sim.command_error import CommandError
from host_sim.drive import fat12
from host_sim.drive.drive_files import whole_drive
from host_sim.emulator.flash import files_of

pytest.importorskip("fatfs")

SIZE = 1 << 20

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
}


def test_the_drive_of_a_pico_keeps_60_kb_free():
    fat12.volume(SIZE, {**whole_drive(), "spare": bytes(60 * 1024)})


NAMES = st.text("abcXYZ019_-. ", min_size=1, max_size=30).filter(
    lambda name: name.strip(". ") == name
)


@settings(max_examples=60)
@given(
    st.sampled_from([SIZE // 2, SIZE, 2 * SIZE]),
    st.dictionaries(NAMES, st.binary(max_size=1500), max_size=8),
    NAMES,
)
@example(SIZE, FILES, "lib")
def test_any_files_come_back(size, files, folder):
    unlike = {name.upper(): name for name in files}  # FAT ignores case
    paths = {f"{folder}/{name}": files[name] for name in unlike.values()}
    paths |= {} if folder.upper() in unlike else {n: files[n] for n in unlike.values()}
    volume = fat12.volume(size, paths)
    assert len(volume) == size
    assert files_of(volume) == paths


def test_files_that_do_not_fit():
    with pytest.raises(CommandError, match=r"need 1,200,128 bytes .* has 1,02\d,\d{3}"):
        fat12.volume(SIZE, {"big.bin": bytes(1_200_000)})
    with pytest.raises(CommandError, match="so many files"):
        fat12.volume(SIZE, {f"file{number}.py": b"" for number in range(300)})


INVALID = [
    {"a/" * 2000 + "b": b""}, {"a": b"", "a/b": b""}, {"a/b": b"", "a": b""}, {"a//b": b""},
    {"../b": b""}, {"": b""}, {"x" * 256: b""},
]  # fmt: skip


@pytest.mark.parametrize("files", INVALID, ids=lambda files: str(files)[:20])
def test_invalid_paths(files):
    with pytest.raises(CommandError):
        fat12.volume(SIZE, files)
