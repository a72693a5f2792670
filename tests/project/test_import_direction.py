"""Imports run one way: shared_rules <- handheld <- a board or host_sim, shared_rules <- pocketpig.

Every import of every module, also inside functions and `try`, is compared with what its folder may
import, and what the rooms import of each other with a drawing. There are no circular imports.
"""

import ast
import contextlib
import functools
import graphlib
import importlib.util
import pathlib

import pytest

ROOT = pathlib.Path(__file__).parents[2]
HANDHELD = ROOT / "firmware" / "handheld"

# The folders of packages, each imported by its own name.
PACKAGES = """
shared_rules firmware/handheld firmware/board_pico firmware/board_blinka firmware/board_web
pocketpig host_sim hardware/maker tools
""".split()

# The part of the standard library that CPython, MicroPython and CircuitPython all have.
PURE = {"array", "binascii", "collections", "json", "math", "struct"}
ON_DEVICE = PURE | {"builtins", "errno", "gc", "io", "os", "re", "sys", "time"}
# Only for type hints; tests/project/test_device_python.py requires a guard around it.
HINTS = {"typing"}

HARDWARE = {
    "alarm", "analogio", "bitbangio", "board", "busio", "digitalio", "displayio", "keypad",
    "microcontroller", "pwmio", "rp2pio", "storage", "supervisor", "terminalio", "usb_cdc",
    "usb_hid", "usb_midi", "watchdog",
}  # fmt: skip

BLINKA = {"board", "busio", "digitalio", "keypad", "pwmio"}
# What a Raspberry Pi has besides its pins.
LINUX = {"argparse", "serial", "signal"}

# (prefix of a path, modules that may be imported); the first prefix that fits counts.
MAY_IMPORT = (
    # Not every board has hashlib; it does without then.
    ("shared_rules/fair_dice.py", {"shared_rules", "hashlib"} | PURE),
    ("shared_rules/", {"shared_rules", "sys"} | PURE | HINTS),
    ("firmware/handheld/drawing/ssd1306.py", {"adafruit_ssd1306", "handheld"} | ON_DEVICE | HINTS),
    ("firmware/handheld/crash.py", {"handheld", "traceback"} | ON_DEVICE),
    ("firmware/handheld/saves/reports.py", {"handheld", "traceback"} | ON_DEVICE),
    ("firmware/handheld/", {"handheld", "shared_rules"} | ON_DEVICE | HINTS),
    # `browser` is the page's own module, in JavaScript.
    ("firmware/board_web/", {"browser", "handheld"} | ON_DEVICE),
    (
        "host_sim/web/program.py",
        {"board_web", "browser", "handheld", "host_sim", "shared_rules"} | ON_DEVICE,
    ),
    # The page runs these on MicroPython.
    ("host_sim/web/solid.py", {"handheld", "shared_rules"} | ON_DEVICE),
    ("host_sim/speech/", {"handheld", "host_sim", "shared_rules"} | ON_DEVICE),
    (
        "firmware/board_blinka/",
        {"board_blinka", "board_pico", "handheld"} | BLINKA | ON_DEVICE | LINUX,
    ),
    # Runs when everything else fails: of our modules it uses only the pins, and works without.
    ("firmware/safemode.py", {"board_pico", "hashlib"} | HARDWARE | ON_DEVICE),
    (
        "firmware/",
        {"board_pico", "handheld", "safemode", "traceback"} | HARDWARE | ON_DEVICE | HINTS,
    ),
)
# It may import modules of board_pico that need no hardware, rather than copy them.
HOST_MAY_NOT_IMPORT = {"tests"} | HARDWARE

# Modules of the handheld that put its rooms together. The others in its root are a room as well.
ROOF = {"ahead", "app", "crash", "runner"}

# The board's contract, what knows of memory, and what reads texts and pictures; the drawing has no
# arrow to some of them.
FOR_ALL = {
    *("command_error", "install_hint", "plain_text", "replace_file", "shared_rules"),
    *("handheld.board", "handheld.folders", "handheld.ahead", "handheld.language"),
}


def name_of(path):
    """Return the dotted name of a source, "" for a program in the drive's root."""
    for folder in PACKAGES:
        if path.startswith(folder + "/"):
            within = path[len(folder.rpartition("/")[0]) : -3].strip("/")
            return within.replace("/", ".").removesuffix(".__init__")
    return ""


def package_of(path):
    """Return the package from which the relative imports of a source start."""
    name = name_of(path)
    return name if path.endswith("/__init__.py") else name.rpartition(".")[0]


def imported(path, source):
    """Yield (line, dotted name) of every import; of `from a import b` it is a.b."""
    for node in ast.walk(ast.parse(source)):
        base = ""
        if isinstance(node, ast.ImportFrom):
            base = "." * node.level + (node.module or "")
            base = importlib.util.resolve_name(base, package_of(path)) + "."
        if isinstance(node, (ast.Import, ast.ImportFrom)):
            for alias in node.names:
                yield node.lineno, base + alias.name


def called(path, source):
    """Yield (line, module) of `__import__("a.b")`, `__import__(__name__ + "." + x)` or a name."""
    values = {}  # of names
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Assign(targets=[ast.Name(id=name)]):
                values[name] = node.value
            case ast.Call(func=ast.Name(id="__import__"), args=[name, *_]):
                name = values.get(getattr(name, "id", ""), name)
                while isinstance(name, ast.BinOp):
                    name = name.left
                if getattr(name, "id", "") == "__name__":
                    yield node.lineno, name_of(path)
                else:
                    yield node.lineno, getattr(name, "value", "a name worked out at run time")


def wrong_imports(path, source):
    """Return ["path:line: …"] of the imports that `path` (relative to the root) may not have."""
    allowed = next((names for start, names in MAY_IMPORT if path.startswith(start)), None)
    found = [
        (line, n.split(".")[0]) for find in (imported, called) for line, n in find(path, source)
    ]
    return [
        f"{path}:{line}: may not import {name}"
        for line, name in found
        if (name in HOST_MAY_NOT_IMPORT if allowed is None else name not in allowed)
    ]


SOURCES = {
    path.relative_to(ROOT).as_posix(): path.read_text(encoding="utf-8")
    for folder in ("shared_rules", "pocketpig", "firmware", "host_sim", "hardware", "tools")
    for path in sorted((ROOT / folder).rglob("*.py"))
}
# {name: (path, its package)}
MODULES = {name_of(path): (path, package_of(path)) for path in SOURCES if name_of(path)}


def test_imports_run_one_way():
    wrong = [fault for each in SOURCES.items() for fault in wrong_imports(*each)]
    advice = "Move the code to a folder that may import it, or pass in what it needs (MAY_IMPORT)."
    assert not wrong, "\n".join(["", *wrong, advice])


@functools.cache
def graph():
    """Return {module: the modules that it imports} of our modules."""
    found = {}
    for name, (path, _) in MODULES.items():
        names = [target for _, target in imported(path, SOURCES[path])]
        names = {each if each in MODULES else each.rpartition(".")[0] for each in names}
        found[name] = (names & set(MODULES)) - {name}
    return found


def room_of(name):
    """Return the room of a module of host_sim or of the handheld, else its package."""
    parts = name.split(".")
    if parts[0] == "handheld":
        inner = len(parts) > 1 and (parts[1] in ROOF or (HANDHELD / parts[1]).is_dir())
        return ".".join(parts[:2]) if inner else "handheld.root"
    return parts[1] if parts[0] == "host_sim" and len(parts) > 1 else parts[0]


DRAWING = ROOT / "docs" / "internals" / "rooms.mmd"
BEGINNING = """\
%% Which room imports which; what a room gets through another has no arrow of its own.
%% A test keeps it true: tests/project/test_import_direction.py
flowchart TD
"""


def place_of(name):
    """Return the room of a module in the drawing; "" for what all rooms of host_sim share."""
    place = name if name in FOR_ALL else room_of(name)
    return "" if name == f"host_sim.{place}" and place in FOR_ALL else place


def drawn(arrows_of):
    """Return the drawing. Raises CycleError for a circle."""
    pairs = {(place_of(n), place_of(target)) for n, found in arrows_of.items() for target in found}
    pairs = {(room, target) for room, target in pairs if room and target and room != target}
    rooms = {room: set() for pair in pairs for room in pair}
    for room, target in pairs:
        rooms[room].add(target)
    below = {}
    for room in graphlib.TopologicalSorter(rooms).static_order():
        below[room] = rooms[room].union(*(below[target] for target in rooms[room]))
    lines = []
    for room in sorted(rooms, key=lambda each: (-len(below[each]), each)):
        shown = rooms[room].difference(*(below[target] for target in rooms[room]))
        lines += [f"  {room} --> {' & '.join(sorted(shown))}"] if shown else []
    return BEGINNING + "\n".join(lines) + "\n"


def test_the_drawing_of_the_rooms_is_that_of_the_imports(update_goldens):
    drawing = drawn(graph())
    if update_goldens:
        DRAWING.write_text(drawing, "utf-8", newline="\n")
    said = "A room imports another than before. Turn the arrow, or draw it: pytest %s %s"
    option = "--pocketpig-update-goldens"
    assert DRAWING.read_text("utf-8") == drawing, said % (pathlib.Path(__file__).name, option)


@pytest.mark.parametrize(
    "name, target",
    [
        ("handheld.saves.journal", "handheld.menu.title"),
        ("handheld.menu.title", "handheld.app"),
        ("pocketpig.plots", "host_sim.web.build"),
    ],
)
def test_a_broken_wall_is_found(name, target):
    with contextlib.suppress(graphlib.CycleError):
        assert drawn({**graph(), name: {*graph()[name], target}}) != DRAWING.read_text("utf-8")


def wrong_screens(arrows_of):
    """Return a sentence for each import of a screen by a module of another room."""
    screens = {n for n, (path, _) in MODULES.items() if "\nclass Screen(" in SOURCES[path]}
    return [
        f"{name} may not import {target}: show it by its name"
        for name, targets in arrows_of.items()
        for target in targets & screens
        if room_of(name) not in (room_of(target), *(f"handheld.{each}" for each in ROOF))
    ]


def test_no_room_of_the_handheld_imports_a_screen_of_another():
    in_a_room = {n: found for n, found in graph().items() if n.startswith("handheld.")}
    assert wrong_screens(in_a_room) == []
    assert len(wrong_screens({"handheld.menu.title": {"handheld.play.play"}})) == 1


def test_no_modules_import_each_other():
    graphlib.TopologicalSorter(graph()).prepare()


@pytest.mark.parametrize(
    "path, source",
    [
        ("shared_rules/game.py", "import random"),
        ("shared_rules/variants/pig.py", "def f():\n    import handheld.app"),
        ("shared_rules/variants/pig.py", "__import__(name)"),
        ("shared_rules/variants/pig.py", "name = 'host_sim.cli'\n__import__(name)"),
        ("firmware/handheld/app.py", "try:\n    import busio\nexcept ImportError:\n    pass"),
        ("firmware/handheld/app.py", "import adafruit_ssd1306"),
        ("firmware/handheld/drawing/ssd1306.py", "import shared_rules"),
        ("firmware/board_blinka/board.py", "import usb_cdc"),
        ("firmware/board_pico/board.py", "import threading"),
        ("firmware/board_web/board.py", "import board_pico.parts"),
        ("host_sim/cli.py", "import tests.support.targets"),
    ],
)
def test_a_planted_import_is_found(path, source):
    assert len(wrong_imports(path, source)) == 1
