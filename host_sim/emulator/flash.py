"""A Pico's 2 MiB of flash: firmware, non-volatile memory and drive; optionally kept in a file.

The file holds the whole flash, in the format of `picotool save --all`.
"""

import os
from collections.abc import Mapping
from pathlib import Path

from host_sim.drive import fat12

SIZE = 0x200000
DRIVE = 0x100000  # CircuitPython 10 on the Pico uses the second half

_ERASED = b"\xff"


class Flash:
    """``path`` None keeps nothing; a file that does not exist is made."""

    def __init__(self, path: str | os.PathLike[str] | None = None) -> None:
        self.contents = bytearray(_ERASED * SIZE)
        self._file = None
        if path is not None:
            if Path(path).exists():
                self.contents[:] = Path(path).read_bytes()
            else:
                Path(path).write_bytes(self.contents)
            self._file = open(path, "r+b", buffering=0)

    def put(self, offset: int, data: bytes) -> None:
        """Write bytes at an offset, also to the file."""
        self.contents[offset : offset + len(data)] = data
        if self._file is not None:
            self._file.seek(offset)
            self._file.write(data)

    def close(self) -> None:
        if self._file is not None:
            self._file.close()

    @property
    def formatted(self) -> bool:
        """True if the flash holds a drive."""
        return self.contents[DRIVE + 510 : DRIVE + 512] == b"\x55\xaa"

    def read_drive(self) -> dict[str, bytes]:
        """Return {path: contents} of the drive's files."""
        return files_of(bytes(self.contents[DRIVE:]))

    def write_drive(self, files: Mapping[str, bytes]) -> None:
        """Make the drive hold exactly these files. Raises CommandError."""
        self.put(DRIVE, fat12.volume(SIZE - DRIVE, files))


def files_of(volume: bytes) -> dict[str, bytes]:
    """Return {path: contents} of a drive, as ChaN's FatFs reads it, which CircuitPython has too."""
    import fatfs  # of the extra `test`

    disk = fatfs.RamDisk(bytearray(volume), sector_size=512)
    partition = fatfs.create_extended_partition(disk)
    partition.mount()
    try:
        paths = [f"{at}/{name}" for at, _, names in partition.walk("/") for name in names]
        return {path.lstrip("/"): bytes(partition.read_file(path)) for path in paths}
    finally:
        partition.unmount()
