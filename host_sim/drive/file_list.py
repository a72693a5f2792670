"""The list of the files that we wrote into a folder, in the format of `sha256sum`.

Only a file that is still as listed may be removed. The list itself is untrusted.
"""

from pathlib import Path, PurePosixPath

from host_sim.drive import inside
from host_sim.drive.drive_files import digest
from host_sim.plain_text import decoded

LONGEST_LIST = 1 << 20
LONGEST_FILE = 1 << 21  # far above any file of ours

Listed = dict[str, set[str]]


def read_list(folder: Path, name: str) -> Listed:
    """Return {path: SHA-256s}, empty without a list. Raises Outside, and OSError if it is too
    long."""
    if inside.regular(folder, name) is None:
        return {}
    return parse(inside.read_regular(folder / name, LONGEST_LIST))


def parse(data: bytes) -> Listed:
    """Return {path: SHA-256s} of a list."""
    listed: Listed = {}
    try:
        text = decoded(data)
    except ValueError:
        text = data.decode("utf-8", "replace")  # a power cut has damaged a part of it
    for line in text.splitlines():
        checksum, _, path = line.partition("  ")
        if path:
            listed.setdefault(path, set()).add(checksum)
    return listed


def is_as_listed(folder: Path, path: str, listed: Listed) -> bool:
    """Return True if the file is one of ours and nobody has changed it."""
    try:
        if inside.regular(folder, path) is None:
            return False
        return digest(inside.read_regular(folder / path, LONGEST_FILE)) in listed.get(path, ())
    except (inside.Outside, OSError):
        return False


def remove(folder: Path, path: str) -> None:
    """Remove a file, and its folders if they are empty then."""
    (folder / path).unlink()
    for parent in PurePosixPath(path).parents:
        if parent.name and not any((folder / parent).iterdir()):
            (folder / parent).rmdir()
