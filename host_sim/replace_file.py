"""Replace a file by another one, so that a power cut leaves the old or the new."""

import os
from pathlib import Path


def replace_file(path: Path, new: Path) -> None:
    """Replace `path` by `new`, whose contents are on the disk, and have that on the disk too."""
    os.replace(new, path)
    if os.name == "posix":  # elsewhere a folder cannot be opened
        folder = os.open(path.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)
