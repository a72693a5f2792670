"""Open files that untrusted data names: regular files inside one folder, without symbolic links.

A name that comes from a drive, from a list on it or from a script is untrusted. It is checked part
by part, by the rules of every operating system, before anything is opened. The folder itself is the
user's choice and may be a link. There is no defence against changes of the folder during the check.
"""

import os
import re
import stat
from pathlib import Path

_LONGEST_PART = 255
_MOST_PARTS = 16
# Windows' separators, drives, streams and short names (~), wildcards, control characters.
_FOREIGN = re.compile(r'[\\:~*?"<>|\x00-\x1f\x7f]')
_DEVICE = re.compile(r"(con|prn|aux|nul|com\d|lpt\d)(\..*)?", re.IGNORECASE)


class Outside(Exception):
    """The name or file is refused; the message says why."""


def check_name(name: str) -> str:
    """Return the name if it is a relative path with / that is valid on every system. Raises
    Outside."""
    parts = name.split("/")
    for part in parts:
        if part in ("", ".", ".."):
            raise Outside(f"{name!r} does not stay inside its folder")
        if _FOREIGN.search(part) or _DEVICE.fullmatch(part) or part[-1] in ". ":
            raise Outside(f"{name!r} is not a valid name on every system")
        if len(part.encode("utf-8", "surrogatepass")) > _LONGEST_PART:
            raise Outside(f"{name[:40]!r}... is too long")
    if len(parts) > _MOST_PARTS:
        raise Outside(f"{name[:40]!r}... has too many folders")
    return name


def regular(folder: Path, name: str) -> os.stat_result | None:
    """Return the status of the regular file `name` in the folder, None if there is nothing.
    Raises Outside if it is something else."""
    parts = check_name(name).split("/")
    path = str(folder)
    for number, part in enumerate(parts, 1):
        path = os.path.join(path, part)
        try:
            found = os.lstat(path)
        except FileNotFoundError:
            return None
        if stat.S_ISLNK(found.st_mode):
            raise Outside(f"{path} is a symbolic link, which is not followed")
        if number < len(parts) and not stat.S_ISDIR(found.st_mode):
            raise Outside(f"{path} is not a folder")
    if not stat.S_ISREG(found.st_mode):
        raise Outside(f"{path} is not a regular file")
    return found


def read_regular(path: Path, most: int) -> bytes:
    """Return the bytes of a file. Raises OSError, without blocking, for a file longer than `most`
    bytes, a FIFO or a device."""
    flags = os.O_RDONLY | getattr(os, "O_BINARY", 0) | getattr(os, "O_NONBLOCK", 0)
    with open(os.open(path, flags), "rb") as file:
        found = os.fstat(file.fileno())
        if not stat.S_ISREG(found.st_mode):
            raise OSError(0, "it is not a regular file", str(path))
        data = file.read(most + 1)
    if len(data) > most:
        raise OSError(0, f"it is longer than {most:,} bytes", str(path))
    return data
