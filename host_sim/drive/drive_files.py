"""Collect the files of the device's drive from the installation, a checkout or a wheel.

Modules are compiled, except those that must run even if other files are damaged. Importing a
truncated `.mpy` file hangs, and damaged bytecode may crash the chip. A damaged source raises
SyntaxError.
"""

import ast
import functools
import hashlib
import importlib.metadata
import importlib.util
import re
from collections.abc import Iterable, Iterator, Mapping
from fnmatch import fnmatchcase
from pathlib import Path

from handheld import pages
from handheld.language import CODES
from host_sim.command_error import CommandError
from host_sim.drive.bytecode import compiled
from host_sim.drive.few_names import FIRST, with_few_names
from host_sim.install_hint import install_hint
from host_sim.plain_text import read_text
from pocketpig.computer_players import tables_folder

PACKAGES = ("shared_rules", "handheld", "board_pico")
LIBRARIES = ("adafruit_ssd1306",)
LICENCES = "licences.txt"
TABLES = "tables"
TEXTS, LANGUAGE = "handheld/pages/", "handheld/language.py"
# CircuitPython starts code.py. It is copied last, after everything that it imports.
CODE, SAFEMODE, SETTINGS = "code.py", "safemode.py", "settings.toml"
TOP = (SETTINGS, SAFEMODE, "boot.py", "code.txt", CODE)
# Imported by boot.py and safemode.py, where nothing can catch a crash and restart the board.
AT_BOOT = ("__init__", "button_pins", "identity", "pins", "pins_*", "this_board")
SOURCES = (*TOP, *(f"board_pico/{name}.py" for name in AT_BOOT))
MANIFEST = "pocketpig-files.txt"
_ON_DRIVE = f"""\
Licences of the files that {MANIFEST} names. CircuitPython is not one of them; see
https://github.com/adafruit/circuitpython for its licences.
"""
_INDENT = 4  # spaces of a level, as `ast.unparse` writes them


def firmware_folder() -> Path:
    """Return the folder of code.py and settings.toml, in a checkout or an installation."""
    here = Path(__file__).parents[1]
    inside = here / "firmware"  # as pyproject.toml places it in a wheel
    return inside if inside.is_dir() else here.parent / "firmware"


def drive_files(source: bool = False) -> dict[str, bytes]:
    """Return {path on the drive: contents}, in the order of copying.

    `source`: compile nothing; with comments and docstrings they would not fit on a drive of 1 MB.
    Otherwise raises NoCompiler if this computer cannot compile.
    """
    files = firmware_files(PACKAGES, LIBRARIES)
    files = {name: data for name, data in files.items() if not _says_nothing(name, data)}
    licences_on_drive = _ON_DRIVE + licences("pocketpig", "adafruit-circuitpython-ssd1306")
    files[LICENCES] = licences_on_drive.encode()
    for name in TOP:
        files[name] = (firmware_folder() / name).read_bytes()
    # The start reads five sources: 5 ms less without comments.
    files = {n: without_words(d) if n.endswith(".py") else d for n, d in files.items()}
    if not source:
        modules = _renamed(tuple(row for row in files.items() if row[0].endswith(".py")))
        files = dict(
            compiled_file(name, modules[name]) if compiles(name) else (name, data)
            for name, data in files.items()
        )
    return files


def firmware_files(packages: Iterable[str], libraries: Iterable[str]) -> dict[str, bytes]:
    """Return {path on the drive: contents} of libraries, packages, modules and tables.

    Raises CommandError unless all are installed, the libraries in their pinned versions.
    """
    firmware = firmware_folder()
    check_versions(read_text(firmware / "requirements.txt"))
    files: dict[str, bytes] = {}
    for name in libraries:
        files.update(_module(name, f"lib/{name}"))
    for name in packages:
        files.update(_module(name, name.replace(".", "/")))
    files.update(_tree(tables_folder(), TABLES))
    return _with_texts(files)


def made_texts() -> dict[str, bytes]:
    """Return {path on the drive: contents} of the files of texts."""
    return {f"{TEXTS}{name}.texts": pages.indexed(name) for name in CODES}


def _with_texts(files: dict[str, bytes]) -> dict[str, bytes]:
    """Return the files with the made texts in the place of those that people edit.

    The program is told which texts are its own.
    """
    found = {name: data for name, data in files.items() if not name.startswith(TEXTS)}
    found.update(made_texts())
    unset = b'FITS = b""'
    assert found[LANGUAGE].count(unset) == 1, f"{LANGUAGE} has no line {unset!r}"
    found[LANGUAGE] = found[LANGUAGE].replace(unset, f"FITS = {pages.fits()!r}".encode())
    return found


@functools.lru_cache(maxsize=1)
def _renamed(modules: tuple[tuple[str, bytes], ...]) -> dict[str, bytes]:
    """Return {path: source} with names that cost the device less; it takes a second."""
    return with_few_names(dict(modules), [name for name, _ in modules if not compiles(name)])


@functools.cache
def without_words(source: bytes) -> bytes:
    """Return a module without docstrings and comments, each level indented by one space.

    The licences are in a file of their own.
    """
    tree = ast.parse(source)
    for node in ast.walk(tree):
        if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef)) and ast.get_docstring(
            node
        ):
            node.body = node.body[1:] or [ast.Pass()]
    # No line begins within a text: line breaks in it are written as escapes.
    lines = ast.unparse(tree).split("\n")
    short = [" " * ((len(line) - len(line.lstrip())) // _INDENT) + line.lstrip() for line in lines]
    return "\n".join([*short, ""]).encode()


def whole_drive() -> dict[str, bytes]:
    """Return `drive_files` and their list (MANIFEST)."""
    files = drive_files()
    return {**files, MANIFEST: manifest(files)}


def unfinished() -> bytes:
    """Return the stand-in for code.py while the files are copied."""
    return (firmware_folder() / "unfinished.py").read_bytes()


def _says_nothing(name: str, data: bytes) -> bool:
    """True for the `__init__.py` of a package that holds a docstring only.

    CircuitPython imports a folder without it as well, and then reads a file less at the start.
    """
    if not name.endswith("/__init__.py") or name == FIRST or not compiles(name):
        return False
    return all(isinstance(node, ast.Expr) for node in ast.parse(data).body)


def compiles(name: str) -> bool:
    """Tell whether this file is a module that goes onto the drive as bytecode."""
    return name.endswith(".py") and not any(fnmatchcase(name, pattern) for pattern in SOURCES)


def compiled_file(name: str, data: bytes) -> tuple[str, bytes]:
    """Return the path and the bytecode of a module's source. Raises NoCompiler."""
    module = name[:-3].removeprefix("lib/").removesuffix("/__init__").replace("/", ".")
    return f"{name[:-3]}.mpy", compiled(module, data)


def check_versions(requirements: str) -> None:
    """Raise CommandError unless the exact versions pinned in `requirements` are installed."""
    for name, pinned in re.findall(r"^([\w.-]+)==(\S+)$", requirements, re.MULTILINE):
        try:
            installed = importlib.metadata.version(name)
        except importlib.metadata.PackageNotFoundError:
            installed = "not installed"
        if installed != pinned:
            raise CommandError(
                f"{name} {pinned} goes onto the drive, and here it is {installed}:\n"
                f"  {install_hint('sim')}"
            )


def licences(*packages: str) -> str:
    """Return the licences of installed packages. Raises CommandError if one has none."""
    text = ""
    for package in packages:
        distribution = importlib.metadata.distribution(package)
        places = [file.locate() for file in distribution.files or () if file.name == "LICENSE"]
        if not places:
            raise CommandError(f"{package} is installed without its licence")
        text += f"\n\n== {package} {distribution.version} ==\n\n"
        text += read_text(str(places[0]))
    return text


def digest(contents: bytes) -> str:
    """Return the SHA-256 in hexadecimal."""
    return hashlib.sha256(contents).hexdigest()


def manifest(files: Mapping[str, bytes]) -> bytes:
    """Return the list of files in the format of `sha256sum`."""
    return "".join(f"{digest(data)}  {name}\n" for name, data in files.items()).encode()


def _module(name: str, on_drive: str) -> Iterator[tuple[str, bytes]]:
    """Yield the files of a package, or the one file of a module."""
    spec = importlib.util.find_spec(name)
    if spec is None:
        raise CommandError(f"{name} is not installed: {install_hint('sim')}")
    for place in map(Path, spec.submodule_search_locations or [str(spec.origin)]):
        if place.is_file():
            yield f"{on_drive}.py", place.read_bytes()
        elif place.is_dir():  # an editable installation adds an entry that is not a folder
            yield from _tree(place, on_drive)


def _tree(folder: Path, on_drive: str) -> Iterator[tuple[str, bytes]]:
    for path in sorted(folder.rglob("*")):
        inside = path.relative_to(folder)
        if path.is_file() and not any(
            part == "__pycache__" or part.startswith(".") for part in inside.parts
        ):
            yield f"{on_drive}/{inside.as_posix()}", path.read_bytes()
