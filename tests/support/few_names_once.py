"""The device's sources with few names, made once for all processes of a test run: 3 s each time."""

import functools
import hashlib
import os
import pathlib
import pickle

from host_sim.drive import drive_files, few_names

FOLDER = "POCKETPIG_TEST_FOLDER"  # environment: the folder that the processes share


def with_few_names(sources, fixed=()):
    """Return what `few_names.with_few_names` returns, perhaps as another process made it."""
    rows = tuple(sorted(sources.items())), tuple(sorted(fixed))
    return dict(_made(*rows))


@functools.cache
def _made(sources, fixed):
    folder = os.environ.get(FOLDER)
    if not folder:
        return few_names.with_few_names(dict(sources), fixed)
    digest = hashlib.sha256(pickle.dumps((sources, fixed))).hexdigest()
    path = pathlib.Path(folder, digest)
    try:
        return pickle.loads(path.read_bytes())
    except FileNotFoundError:
        made = few_names.with_few_names(dict(sources), fixed)
    new = path.with_name(f"{digest}.{os.getpid()}")
    new.write_bytes(pickle.dumps(made))
    new.replace(path)
    return made


def share(folder):
    """Use the folder in this process and in those that it starts; give it to the drive's files."""
    os.environ[FOLDER] = str(folder)
    drive_files.with_few_names = with_few_names
