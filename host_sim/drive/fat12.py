"""Make a FAT12 volume with files: CircuitPython's drive on a Pico.

Source: Microsoft, FAT: General Overview of On-Disk Format, version 1.03.
"""

import struct
from collections.abc import Mapping
from typing import Any

from host_sim.command_error import CommandError

_SECTOR = 512
_ROOT_ENTRIES = 512
_ENTRY = 32
_END = 0xFFF
_LONG_NAME = 0x0F
_LABEL = 0x08
_FOLDER = 0x10
_FILE = 0x20
_LAST_PART = 0x40
_NAME = b"CIRCUITPY  "
_FIRST_DAY = 0x21  # 1980-01-01; zero is no date
_CHARACTERS = 13  # of a long name, in one entry
_LONGEST_NAME = 255
_DEEPEST = 32  # nested folders
_PLAIN = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-~!#$%&'()@^`{}")


_Tree = dict[str, Any]  # {name: contents or another tree}


def volume(size: int, files: Mapping[str, bytes], alone: str = "") -> bytes:
    """Return a volume of 512 KiB to 2 MiB with `files`, formatted as CircuitPython formats it.

    But for the label in its boot sector, which fsck.vfat misses there. CircuitPython shows this
    volume behind a partition table that it makes up: one hidden sector.

    `alone`: a file at the top whose contents are the last of the volume, so that they have 4 KiB of
    the flash to themselves unless the drive is full. Raises CommandError, with the sizes, if the
    files do not fit.
    """
    return _Writer(size // _SECTOR).write(files, alone)


class _Writer:
    """A cluster is a sector."""

    def __init__(self, sectors: int) -> None:
        self._sectors = sectors
        self._fat_sectors = -(-(sectors * 3 // 2 + 3) // _SECTOR)
        self._clusters = sectors - 1 - self._fat_sectors - _ROOT_ENTRIES * _ENTRY // _SECTOR
        self._links = [0xFF8, _END]  # each cluster's entry: the next cluster of its file
        self._data = bytearray()

    def write(self, files: Mapping[str, bytes], alone: str) -> bytes:
        tree = _tree(files)
        end = tree.pop(alone) if alone else b""
        root = _entry(_NAME, _LABEL, 0, 0) + self._folder(tree, 0)
        free = self._clusters - -(-len(end) // _SECTOR) - len(self._links) + 2
        if alone:
            self._links += [0] * free
            self._data += b"\xff" * (free * _SECTOR)
            root += self._folder({alone: end}, 0)
        root_size = _ROOT_ENTRIES * _ENTRY
        if free < 0 or len(root) > root_size:
            needed, room = len(self._data), self._clusters * _SECTOR
            raise CommandError(
                f"the files need {needed:,} bytes of the drive, which has {room:,}"
                if needed > room
                else "the drive has no room for so many files at its top"
            )
        fat = bytearray(self._fat_sectors * _SECTOR)
        for cluster, link in enumerate(self._links):
            at = cluster * 3 // 2
            (pair,) = struct.unpack_from("<H", fat, at)
            struct.pack_into("<H", fat, at, pair | (link << 4 if cluster % 2 else link))
        whole = self._boot_sector() + bytes(fat) + root.ljust(root_size, b"\0") + self._data
        return whole.ljust(self._sectors * _SECTOR, b"\xff")

    def _boot_sector(self) -> bytes:
        boot = bytearray(b"\xeb\xfe\x90MSDOS5.0".ljust(_SECTOR, b"\0"))
        head = (_SECTOR, 1, 1, 1, _ROOT_ENTRIES, self._sectors, 0xF8, self._fat_sectors, 63, 255, 1)
        struct.pack_into("<HBHBHHBHHHI", boot, 11, *head)
        boot[36:62] = struct.pack("<BBBI11s8s", 0x80, 0, 0x29, 0, _NAME, b"FAT     ")
        boot[510:] = b"\x55\xaa"
        return bytes(boot)

    def _place(self, contents: bytes) -> int:
        """Put contents into the next clusters; return the first one, 0 if there is none."""
        count = -(-len(contents) // _SECTOR)
        first = len(self._links)
        self._links += range(first + 1, first + count)
        if count:
            self._links.append(_END)
        self._data += contents.ljust(count * _SECTOR, b"\0")
        return first if count else 0

    def _folder(self, tree: _Tree, parent: int) -> bytes:
        """Place the files and folders of a folder; return its entries. ``parent``: its own first
        cluster, 0 for the root."""
        entries = []
        taken: set[bytes] = set()
        for name, child in tree.items():
            if isinstance(child, bytes):
                entries += _entries(name, _FILE, self._place(child), len(child), taken)
            else:
                entries += _entries(name, _FOLDER, self._subfolder(child, parent), 0, taken)
        return b"".join(entries)

    def _subfolder(self, tree: _Tree, parent: int) -> int:
        length = 2 + sum(1 + -(-len(name) // _CHARACTERS) for name in tree)
        first = self._place(bytes(length * _ENTRY))
        dots = ((b".", first), (b"..", parent))
        contents = b"".join(_entry(name.ljust(11), _FOLDER, at, 0) for name, at in dots)
        contents += self._folder(tree, first)
        start = (first - 2) * _SECTOR
        self._data[start : start + len(contents)] = contents
        return first


def _tree(files: Mapping[str, bytes]) -> _Tree:
    root: _Tree = {}
    for path, contents in files.items():
        *folders, name = path.split("/")
        if len(folders) > _DEEPEST:
            raise CommandError(f"{path[:40]}... has more than {_DEEPEST} folders")
        if any(part in ("", ".", "..") or len(part) > _LONGEST_NAME for part in (*folders, name)):
            raise CommandError(f"{path[:40]!r} is not a valid path on a drive")
        folder = root
        for each in folders:
            folder = folder.setdefault(each, {})
            if not isinstance(folder, dict):
                raise CommandError(f"{path[:40]} is inside a file")
        if name in folder:
            raise CommandError(f"{path[:40]} is a folder and a file")
        folder[name] = bytes(contents)
    return root


def _entry(short: bytes, kind: int, first: int, size: int) -> bytes:
    return struct.pack("<11sB12xHHI", short, kind, _FIRST_DAY, first, size)


def _entries(name: str, kind: int, first: int, size: int, taken: set[bytes]) -> list[bytes]:
    """Return the entries of the long name, last part first, and then the entry itself."""
    short = _alias(name, taken)
    taken.add(short)
    checksum = 0
    for byte in short:
        checksum = ((checksum >> 1) + (checksum << 7) + byte) & 0xFF
    text = name.encode("utf-16-le")
    count = -(-len(text) // (2 * _CHARACTERS))
    if len(text) < count * 2 * _CHARACTERS:
        text = (text + b"\0\0").ljust(count * 2 * _CHARACTERS, b"\xff")
    entries = []
    for number in range(count, 0, -1):
        part = text[(number - 1) * 2 * _CHARACTERS :][: 2 * _CHARACTERS]
        order = number | (_LAST_PART if number == count else 0)
        pieces = part[:10], _LONG_NAME, checksum, part[10:22], part[22:]
        entries.append(struct.pack("<B10sBxB12sxx4s", order, *pieces))
    return [*entries, _entry(short, kind, first, size)]


def _alias(name: str, taken: set[bytes]) -> bytes:
    """Return a short name for a long one that is not in `taken`."""
    stem, _, extension = name.upper().rpartition(".") if "." in name[1:] else (name.upper(), "", "")
    stem = "".join(c if c in _PLAIN else "_" for c in stem)
    extension = "".join(c if c in _PLAIN else "_" for c in extension)[:3]
    number = 1
    while True:
        tail = f"~{number}"
        short = f"{stem[: 8 - len(tail)]}{tail}".ljust(8) + extension.ljust(3)
        if short.encode() not in taken:
            return short.encode()
        number += 1
