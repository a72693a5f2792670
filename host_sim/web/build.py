"""Make the folder of the web page: the page's files, npm's, and the device's own files.

The same sources give the same bytes.
"""

import base64
import hashlib
import html
import json
import os
import struct
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from host_sim.command_error import CommandError
from host_sim.desk.narrator import REST_MS
from host_sim.drive import file_list, inside
from host_sim.drive.bytecode import NoCompiler
from host_sim.drive.drive_files import (
    LICENCES,
    TABLES,
    compiled_file,
    digest,
    firmware_files,
    licences,
    manifest,
    without_words,
)
from host_sim.install_hint import npm_package
from host_sim.plain_text import read_text
from host_sim.web.solved import FOLDER, exported, solved_js

PAGE = Path(__file__).with_name("page")


class Npm(NamedTuple):
    """A package of npm. `files` has the SHA-256 of those that the page takes, as published;
    `version` is as in package.json, `folder` where they go in the page's."""

    name: str
    version: str
    folder: str
    files: dict[str, str]


FROM_NPM = [Npm(**row) for row in json.loads(read_text(Path(__file__).with_name("npm.json")))]
# Packages and modules that run on the page.
MODULES = (
    "shared_rules handheld board_web host_sim.speech host_sim.web.program host_sim.web.solid"
    " pocketpig._codes pocketpig._turns pocketpig._verify"
).split(" ")
LIBRARIES = ("adafruit_ssd1306", "adafruit_bus_device")
DRIVE = "drive.bin"
SOLIDS = "solids.bin"
LIST = "pocketpig-web.txt"  # of the files that a build wrote, with their SHA-256
TEMPORARY = "pocketpig.tmp"
ICON_SIZES = (64, 192, 512)

# WebAssembly needs 'wasm-unsafe-eval'; blob: is the copy of micropython.wasm whose loading was
# shown.
POLICY = {
    "default-src": "'none'",
    "script-src": "'self' 'wasm-unsafe-eval'",
    "style-src": "'self'",
    "img-src": "'self' blob:",
    "connect-src": "'self' blob:",
    "manifest-src": "'self'",
    "worker-src": "'self'",
    "base-uri": "'none'",
    "form-action": "'none'",
}
CSP = "; ".join(f"{name} {value}" for name, value in POLICY.items())


class Built(NamedTuple):
    """``start``: bytes of all but the tables; ``tables``: theirs."""

    files: int
    start: int
    tables: int


def build(folder: Path) -> Built:
    """Write the page's files into ``folder``, in place of those of an earlier build.

    Files that no build wrote stay. Raises CommandError, before any change, if the folder holds
    files but none of a build, or if the place of a file is taken.
    """
    files = page_files()
    try:
        listed = file_list.read_list(folder, LIST)
        if not listed and folder.exists() and any(folder.iterdir()):
            raise CommandError(f"{folder} holds files of no earlier build: name an empty folder")
        ours = [name for name in listed if file_list.is_as_listed(folder, name, listed)]
        for name in (*files, TEMPORARY):
            found = inside.regular(folder, name)
            if found and name in files and name not in ours:
                raise CommandError(f"{folder / name} was changed by somebody: move it away")
    except inside.Outside as error:
        raise CommandError(f"{error}: move it away") from error
    for name in ours:
        file_list.remove(folder, name)
    folder.mkdir(parents=True, exist_ok=True)
    for name, data in {LIST: manifest(files), **files}.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        # Whole or not at all: the next build does not remove half of a file.
        (folder / TEMPORARY).write_bytes(data)
        os.replace(folder / TEMPORARY, path)
    tables = sum(len(data) for name, data in files.items() if name.startswith(TABLES + "/"))
    return Built(len(files), sum(map(len, files.values())) - tables, tables)


def page_files() -> dict[str, bytes]:
    """Return {path in the folder: contents}. Raises CommandError."""
    from host_sim.desk.window.picture import DESK
    from host_sim.web import look

    files = {
        path.relative_to(PAGE).as_posix(): path.read_bytes()
        for path in sorted(PAGE.rglob("*"))
        if path.is_file()
    }
    files.update(from_npm())
    device = firmware_files(MODULES, LIBRARIES)
    files.update({name: data for name, data in device.items() if name.startswith(TABLES + "/")})
    files[DRIVE] = packed(drive(device))
    files[SOLIDS] = packed({p.stem: p.read_bytes() for p in sorted(FOLDER.iterdir())})
    files["casing.css"] = look.casing_css().encode()
    files.update(look.pictures())
    for size in ICON_SIZES:
        files[f"icon-{size}.png"] = look.icon(size)
    bundled = ("pocketpig", "adafruit-circuitpython-ssd1306", "adafruit-circuitpython-busdevice")
    about = read_text(Path(__file__).with_name(LICENCES))
    files[LICENCES] = (about + licences(*bundled)).encode()
    sizes = {name: len(files[name]) for name in ("micropython.wasm", DRIVE)}
    tables = {n.partition("/")[2]: len(d) for n, d in files.items() if n.startswith(TABLES + "/")}
    told = exported(SIZES=sizes, TABLES=tables, REST_MS=REST_MS, WORDS=page_words())
    files["files.js"] = told.encode()
    files["solved.js"] = solved_js().encode()
    desk = look.hexadecimal(DESK)
    for name in [name for name in files if name.endswith((".html", ".webmanifest"))]:
        text = files[name].decode().replace("@DESK@", desk).replace("@CSP@", html.escape(CSP))
        files[name] = text.encode()
    version = hashlib.sha256()
    for name, data in sorted(files.items()):
        version.update(f"{name} {len(data)}\n".encode() + data)
    # What a browser compares a fetched file with (Subresource Integrity).
    digests = {name: hashlib.sha256(data).digest() for name, data in files.items()}
    checked = {name: f"sha256-{base64.b64encode(d).decode()}" for name, d in digests.items()}
    del checked["sw.js"]
    checked["./"] = checked["index.html"]
    files["sw.js"] = (
        files["sw.js"]
        .replace(b"@VERSION@", version.hexdigest()[:16].encode())
        .replace(b"{/*@FILES@*/}", json.dumps(checked, indent=2).encode())
    )
    return dict(sorted(files.items()))


def page_words() -> dict[str, dict[str, str]]:
    """Return the words of the pages around the handheld by language: {key: text}."""
    return {
        path.stem: dict(line.split("=", 1) for line in read_text(path).splitlines())
        for path in sorted(Path(__file__).with_name("words").iterdir())
    }


def from_npm() -> dict[str, bytes]:
    """Return the files of `FROM_NPM`, see `npm_package`."""
    found = {}
    for package in FROM_NPM:
        folder = npm_package(package.name)
        if folder is None:
            wanted = " ".join(f"{each.name}@{each.version}" for each in FROM_NPM)
            raise CommandError(
                f"npm's package {package.name} is missing: `npm ci` in a checkout of Pocket Pig, "
                f"or `npm install {wanted}` in the present folder"
            )
        for name, expected in package.files.items():
            data = (folder / name).read_bytes()
            if digest(data) != expected:
                raise CommandError(
                    f"{folder / name} is not that of version {package.version}: npm ci"
                )
            found[package.folder + name] = data
    return found


def drive(files: Mapping[str, bytes]) -> dict[str, bytes]:
    """Return {path: contents} of the device's files, compiled if this computer can do that.

    MicroPython imports bytecode about four times as fast as sources.
    """
    found = {}
    for name, data in files.items():
        if name.startswith(TABLES + "/"):
            continue
        path = name
        if name.endswith(".py"):
            try:
                path, code = compiled_file(name, data)
                # CircuitPython's bytecode differs from MicroPython's in the first byte.
                data = b"M" + code[1:]
            except NoCompiler:
                data = without_words(data)
        found[f"/{path}"] = data
    return found


def packed(files: Mapping[str, bytes]) -> bytes:
    """Return one file: the length of a list, the list of paths and sizes, the contents."""
    listed = json.dumps([[name, len(data)] for name, data in files.items()]).encode()
    return struct.pack("<I", len(listed)) + listed + b"".join(files.values())
