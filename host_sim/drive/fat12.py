# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Read and write the files of a FAT12 volume, such as CircuitPython's drive.

Source: Microsoft, FAT: General Overview of On-Disk Format, version 1.03. File times and empty
folders are not kept.
"""

import struct
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

_SECTOR = 512
_ROOT_ENTRIES = 512
_ENTRY = 32
_END = 0xFFF
_LAST_CLUSTERS = 4084  # a volume with more is FAT16
_DELETED = 0xE5
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


class VolumeError(Exception):
    """It is not a valid FAT12 volume, or it has no room."""


_Tree = dict[str, Any]  # {name: contents or another tree}


class Shape(NamedTuple):
    """The layout of a volume: offsets and sizes in bytes."""

    cluster: int  # bytes
    fat: int
    fat_size: int
    fats: int
    root: int
    root_size: int
    data: int
    clusters: int


def shape(volume: bytes) -> Shape:
    """Return the layout from the boot sector. Raises VolumeError if it is not FAT12."""
    if len(volume) < 512 or volume[510:512] != b"\x55\xaa":
        raise VolumeError("the drive is not formatted")
    sector, per_cluster, reserved, fats, entries, small = struct.unpack_from("<HBHBHH", volume, 11)
    (fat_sectors,) = struct.unpack_from("<H", volume, 22)
    (large,) = struct.unpack_from("<I", volume, 32)
    root = (reserved + fats * fat_sectors) * sector
    data = root + entries * _ENTRY
    cluster = sector * per_cluster
    size = (small or large) * sector
    clusters = (size - data) // cluster if cluster else 0
    linked = fat_sectors * sector * 2 // 3  # clusters that the table has entries for
    good = 0 < clusters <= _LAST_CLUSTERS and clusters + 2 <= linked
    if not (good and fats and entries and size <= len(volume)):
        raise VolumeError("the drive is not a FAT12 volume")
    return Shape(
        cluster,
        reserved * sector,
        fat_sectors * sector,
        fats,
        root,
        entries * _ENTRY,
        data,
        clusters,
    )


# -- reading --------------------------------------------------------------------------------------


def read_files(volume: bytes) -> dict[str, bytes]:
    """Return {path: contents}, with "/" between folders. Raises VolumeError, also for a damaged
    volume."""
    form = shape(volume)
    links = _links(volume, form)
    files: dict[str, bytes] = {}
    seen: set[int] = set()  # first clusters of folders
    room = form.clusters * form.cluster
    folders = [("", volume[form.root : form.root + form.root_size])]
    while folders:
        path, folder = folders.pop()
        inner = []
        for name, kind, first, size in _entries_in(folder):
            contents = _chain(first, volume, form, links)
            if not kind & _FOLDER:
                files[path + name] = contents[:size]
            elif contents and first in seen:
                raise VolumeError(f"the drive is damaged: {path}{name} is in two folders")
            else:
                seen.add(first)
                inner.append((f"{path}{name}/", contents))
            room -= len(contents)
            if room < 0:
                raise VolumeError("the drive is damaged: its files are longer than itself")
        folders += reversed(inner)
    return files


def _links(volume: bytes, form: Shape) -> list[int]:
    """Return each cluster's entry in the table: the next cluster of its file."""
    fat = volume[form.fat : form.fat + form.fat_size]
    links = []
    for cluster in range(form.clusters + 2):
        (pair,) = struct.unpack_from("<H", fat, cluster * 3 // 2)
        links.append(pair >> 4 if cluster % 2 else pair & 0xFFF)
    return links


def _chain(first: int, volume: bytes, form: Shape, links: list[int]) -> bytes:
    parts: list[bytes] = []
    cluster = first
    while 2 <= cluster < len(links):
        if len(parts) == form.clusters:
            raise VolumeError("the drive is damaged: a file's clusters form a circle")
        start = form.data + (cluster - 2) * form.cluster
        parts.append(volume[start : start + form.cluster])
        cluster = links[cluster]
    return b"".join(parts)


def _entries_in(folder: bytes) -> Iterator[tuple[str, int, int, int]]:
    """Yield (name, kind, first cluster, bytes) of files and folders."""
    long_name = b""
    for start in range(0, len(folder), _ENTRY):
        entry = folder[start : start + _ENTRY]
        kind = entry[11]
        if entry[0] == 0:
            return
        if entry[0] == _DELETED or kind == _LONG_NAME:
            part = entry[1:11] + entry[14:26] + entry[28:32]
            # The parts of a long name are stored last part first.
            long_name = part + long_name if entry[0] != _DELETED else b""
            continue
        text = long_name[: 2 * _LONGEST_NAME].decode("utf-16-le", "replace")
        name = text.partition("\0")[0] or _short_name(entry)
        long_name = b""
        if not kind & _LABEL and name not in (".", ".."):
            first, size = struct.unpack_from("<HI", entry, 26)
            yield name, kind, first, size


def _short_name(entry: bytes) -> str:
    stem = entry[:8].decode("latin-1").rstrip()
    extension = entry[8:11].decode("latin-1").rstrip()
    # Windows stores lower case in these flags instead of a long name.
    if entry[12] & 0x08:
        stem = stem.lower()
    if entry[12] & 0x10:
        extension = extension.lower()
    return f"{stem}.{extension}" if extension else stem


# -- writing --------------------------------------------------------------------------------------


def formatted(size: int) -> bytes:
    """Return an empty volume of 512 KiB to 2 MiB, as CircuitPython makes it on its flash.

    But for the label in its boot sector, which fsck.vfat misses there.

    CircuitPython shows this volume behind a partition table that it makes up: one hidden sector.
    """
    sectors = size // _SECTOR
    fat_sectors = -(-(sectors * 3 // 2 + 3) // _SECTOR)
    boot = bytearray(b"\xeb\xfe\x90MSDOS5.0".ljust(_SECTOR, b"\0"))
    head = (_SECTOR, 1, 1, 1, _ROOT_ENTRIES, sectors, 0xF8, fat_sectors, 63, 255, 1)
    struct.pack_into("<HBHBHHBHHHI", boot, 11, *head)
    boot[36:62] = struct.pack("<BBBI11s8s", 0x80, 0, 0x29, 0, _NAME, b"FAT     ")
    boot[510:] = b"\x55\xaa"
    fat = b"\xf8\xff\xff".ljust(fat_sectors * _SECTOR, b"\0")
    label = _entry(_NAME, _LABEL, 0, 0).ljust(_ROOT_ENTRIES * _ENTRY, b"\0")
    return (bytes(boot) + fat + label).ljust(sectors * _SECTOR, b"\xff")


def with_files(volume: bytes, files: Mapping[str, bytes], alone: str = "") -> bytes:
    """Return the volume, with the same layout and label, holding only `files`.

    `alone`: a file at the top whose contents are the last of the volume, so that they have 4 KiB of
    the flash to themselves unless the drive is full. Raises VolumeError, with the sizes, if the
    files do not fit.
    """
    return _Writer(volume).write(files, alone)


class _Writer:
    def __init__(self, volume: bytes) -> None:
        self.form = form = shape(volume)
        self._head = volume[: form.fat]
        self._tail = volume[form.data + form.clusters * form.cluster :]
        self._links = _links(volume, form)[:2]
        self._data = bytearray()
        root = volume[form.root : form.root + form.root_size]
        entries = (root[start : start + _ENTRY] for start in range(0, len(root), _ENTRY))
        self._label = next((e for e in entries if e[11] == _LABEL and e[0] != _DELETED), b"")

    def write(self, files: Mapping[str, bytes], alone: str) -> bytes:
        form = self.form
        tree = _tree(files)
        end = tree.pop(alone) if alone else b""
        root = self._label + self._folder(tree, 0)
        room = form.clusters * form.cluster
        free = room // form.cluster - -(-len(end) // form.cluster) - len(self._links) + 2
        if alone:
            self._links += [0] * free
            self._data += b"\xff" * (free * form.cluster)
            root += self._folder({alone: end}, 0)
        if free < 0 or len(root) > form.root_size:
            needed = len(self._data)
            raise VolumeError(
                f"the files need {needed:,} bytes of the drive, which has {room:,}"
                if needed > room
                else "the drive has no room for so many files at its top"
            )
        links = self._links + [0] * (form.clusters + 2 - len(self._links))
        fat = bytearray(form.fat_size)
        for cluster, link in enumerate(links):
            at = cluster * 3 // 2
            (pair,) = struct.unpack_from("<H", fat, at)
            struct.pack_into("<H", fat, at, pair | (link << 4 if cluster % 2 else link))
        return b"".join(
            (
                self._head,
                bytes(fat) * form.fats,
                root.ljust(form.root_size, b"\0"),
                bytes(self._data).ljust(form.clusters * form.cluster, b"\xff"),
                self._tail,
            )
        )

    def _place(self, contents: bytes) -> int:
        """Put contents into the next clusters; return the first one, 0 if there is none."""
        count = -(-len(contents) // self.form.cluster)
        first = len(self._links)
        self._links += range(first + 1, first + count)
        if count:
            self._links.append(_END)
        self._data += contents.ljust(count * self.form.cluster, b"\0")
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
        dots = _entry(b".          ", _FOLDER, first, 0) + _entry(
            b"..         ", _FOLDER, parent, 0
        )
        contents = dots + self._folder(tree, first)
        start = (first - 2) * self.form.cluster
        self._data[start : start + len(contents)] = contents
        return first


def _tree(files: Mapping[str, bytes]) -> _Tree:
    root: _Tree = {}
    for path, contents in files.items():
        *folders, name = path.split("/")
        if len(folders) > _DEEPEST:
            raise VolumeError(f"{path[:40]}... has more than {_DEEPEST} folders")
        if any(part in ("", ".", "..") or len(part) > _LONGEST_NAME for part in (*folders, name)):
            raise VolumeError(f"{path[:40]!r} is not a valid path on a drive")
        folder = root
        for each in folders:
            folder = folder.setdefault(each, {})
            if not isinstance(folder, dict):
                raise VolumeError(f"{path[:40]} is inside a file")
        if name in folder:
            raise VolumeError(f"{path[:40]} is a folder and a file")
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
        entries.append(
            struct.pack(
                "<B10sBBB12sH4s",
                order,
                part[:10],
                _LONG_NAME,
                0,
                checksum,
                part[10:22],
                0,
                part[22:],
            )
        )
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
