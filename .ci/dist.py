"""Build what a release consists of: the wheel, the sdist, the drive as a zip, and SHA256SUMS.

Everything is made from the last commit, in a folder of its own, and carries the commit's time: two
builds of a commit give the same bytes, wherever and whenever they run, with the same versions of
Python, git and the packages of the group `dist`.

With a UF2 file of CircuitPython it also joins that with the drive, see `pocketpig deploy --uf2`.

usage: python .ci/dist.py FOLDER [CIRCUITPYTHON.uf2]
"""

import gzip
import hashlib
import io
import os
import pathlib
import subprocess
import sys
import tempfile
import time
import zipfile

ROOT = pathlib.Path(__file__).resolve().parents[1]
BUILD_WHEEL = "import sys; from setuptools import build_meta as b; b.build_wheel(sys.argv[1])"


def main():
    """Build into the folder that the command line names."""
    words = sys.argv[1:]
    if len(words) not in (1, 2):
        sys.exit("usage: python .ci/dist.py FOLDER [CIRCUITPYTHON.uf2]")
    if git("status", "--porcelain", "--untracked-files=no"):
        sys.exit("A release is built from the last commit. Commit or stash your changes first.")
    os.umask(0o022)  # the modes of files are in the archives
    out = pathlib.Path(words[0])
    out.mkdir(parents=True, exist_ok=True)
    for old in (*out.glob("pocketpig-*"), *out.glob("SHA256SUMS")):
        old.unlink()
    with tempfile.TemporaryDirectory() as folder:
        seconds = int(git("log", "-1", "--format=%ct"))
        built = build(pathlib.Path(folder), seconds, *words[1:])
    sums = "".join(f"{hashlib.sha256(data).hexdigest()}  {name}\n" for name, data in built.items())
    for name, data in built.items():
        (out / name).write_bytes(data)
    (out / "SHA256SUMS").write_bytes(sums.encode())
    print(sums, end="")


def git(*words):
    """What git says about this checkout, as text."""
    return git_bytes(*words).decode().strip()


def git_bytes(*words):
    return subprocess.run(["git", *words], cwd=ROOT, check=True, stdout=subprocess.PIPE).stdout


def build(folder, seconds, circuitpython=None):
    """{name: bytes} of what is released, made in an empty folder. `seconds`: the time of files."""
    tree, site = folder / "tree", folder / "site"
    with zipfile.ZipFile(io.BytesIO(git_bytes("archive", "--format=zip", "HEAD"))) as archive:
        archive.extractall(tree)
    wheel = build_wheel(tree, folder, seconds)
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(site)
    name = "-".join(wheel.name.split("-")[:2])
    # All that is tracked, so that its tests can run; and what makes it an sdist.
    metadata = folder / "PKG-INFO"
    metadata.write_bytes((site / f"{name}.dist-info" / "METADATA").read_bytes())
    sdist = git_bytes(
        *("-c", "tar.umask=022", "archive", "--format=tar"),
        *(f"--prefix={name}/", f"--add-file={metadata}", "HEAD"),
    )
    files = drive(site)
    released = {
        wheel.name: wheel.read_bytes(),
        f"{name}.tar.gz": gzip.compress(sdist, mtime=0),
        f"{name}-drive.zip": zipped(files, folder / "drive.zip", seconds),
    }
    if circuitpython:
        released[f"{name}.uf2"] = joined(circuitpython, files)
    return released


def build_wheel(tree, folder, seconds):
    """The path of the wheel that setuptools makes of the tree."""
    done = subprocess.run(
        [sys.executable, "-c", BUILD_WHEEL, str(folder)],
        cwd=tree,
        env={**os.environ, "SOURCE_DATE_EPOCH": str(seconds)},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    )
    if done.returncode:
        sys.exit(done.stdout.decode(errors="replace"))
    (wheel,) = folder.glob("*.whl")
    return wheel


def drive(site):
    """{path: bytes} of the device's drive, compiled, by the packages in the folder `site`."""
    sys.path.insert(0, str(site))
    from host_sim.drive.drive_files import whole_drive

    return whole_drive()


def joined(circuitpython, files):
    """The UF2 file of CircuitPython and the drive."""
    from host_sim.command_error import CommandError
    from host_sim.drive import uf2

    try:
        return uf2.join(uf2.read_circuitpython(circuitpython), files)
    except CommandError as error:
        sys.exit(str(error))


def zipped(files, path, seconds):
    """A zip of the files, in their order, which is the order to copy them in."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            entry = zipfile.ZipInfo(name, time.gmtime(seconds)[:6])
            entry.create_system = 3  # Unix, whatever this computer has
            entry.external_attr = 0o100644 << 16
            archive.writestr(entry, data, zipfile.ZIP_DEFLATED)
    return path.read_bytes()


if __name__ == "__main__":
    main()
