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

# {folder of sources: the name under which it is imported}
PACKAGES = {
    "shared_rules": "shared_rules",
    "firmware/handheld": "handheld",
    "firmware/board_pico": "board_pico",
    "firmware/board_blinka": "board_blinka",
    "firmware/board_web": "board_web",
    "pocketpig": "pocketpig",
    "host_sim": "host_sim",
    "hardware/maker": "maker",
    "tools": "tools",
}

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
    *("install_hint", "plain_text", "replace_file", "shared_rules"),
    *("handheld.board", "handheld.folders", "handheld.ahead", "handheld.language"),
}


@functools.cache
def nodes(source):
    """Return the nodes of the syntax tree that import or assign."""
    kinds = (ast.Assign, ast.Call, ast.Import, ast.ImportFrom)
    return [node for node in ast.walk(ast.parse(source)) if isinstance(node, kinds)]


@functools.cache
def source_of(path):
    return (ROOT / path).read_text(encoding="utf-8")


def imports(source, package):
    """Return [(line, top-level module)] of all imports; relative ones count as `package`."""
    found = []
    values = {}  # of names, for __import__(name)
    for node in nodes(source):
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            values[node.targets[0].id] = node.value
    for node in nodes(source):
        if isinstance(node, ast.Import):
            found += [(node.lineno, alias.name.split(".")[0]) for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            found.append((node.lineno, package if node.level else node.module.split(".")[0]))
        elif isinstance(node, ast.Call) and getattr(node.func, "id", "") == "__import__":
            found.append((node.lineno, _imported_by_call(node.args[0], package, values)))
    return found


def _imported_by_call(name, package, values):
    """Return the module of `__import__("a.b")`, `__import__(__name__ + "." + x)` or an alias."""
    if isinstance(name, ast.Name):
        name = values.get(name.id, name)
    while isinstance(name, ast.BinOp):
        name = name.left
    if isinstance(name, ast.Name) and name.id in ("__name__", "__package__"):
        return package
    if isinstance(name, ast.Constant):
        return name.value.split(".")[0]
    return "a name worked out at run time"


def wrong_imports(path, source):
    """Return ["path:line: …"] of the imports that `path` (relative to the root) may not have."""
    package = next((name for folder, name in PACKAGES.items() if path.startswith(folder)), "")
    allowed = next((names for start, names in MAY_IMPORT if path.startswith(start)), None)
    return [
        f"{path}:{line}: may not import {name}"
        for line, name in imports(source, package)
        if (name in HOST_MAY_NOT_IMPORT if allowed is None else name not in allowed)
    ]


SOURCES = sorted(
    path.relative_to(ROOT).as_posix()
    for folder in ("shared_rules", "pocketpig", "firmware", "host_sim", "hardware", "tools")
    for path in (ROOT / folder).rglob("*.py")
)


def test_imports_run_one_way():
    wrong = [fault for path in SOURCES for fault in wrong_imports(path, source_of(path))]
    advice = "Move the code to a folder that may import it, or pass in what it needs (MAY_IMPORT)."
    assert not wrong, "\n".join(["", *wrong, advice])


def modules():
    """Return {name: (path, its package)} of every module."""
    found = {}
    for path in SOURCES:
        for folder, package in PACKAGES.items():
            if path.startswith(folder + "/"):
                parts = path[len(folder) + 1 : -3].split("/")
                name = ".".join([package, *(part for part in parts if part != "__init__")])
                found[name] = (path, name if parts[-1] == "__init__" else name.rpartition(".")[0])
                break
    return found


def arrows(name, path, package, known):
    """Return the modules among `known` that the module `name` imports."""
    found = set()
    for node in nodes(source_of(path)):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            base = importlib.util.resolve_name("." * node.level + (node.module or ""), package)
            for alias in node.names:
                inner = f"{base}.{alias.name}"
                found.add(inner if inner in known else base)
    return (found & set(known)) - {name}


def graph():
    """Return {module: the modules that it imports} of our modules."""
    known = modules()
    return {name: arrows(name, *place, known) for name, place in known.items()}


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
        ("handheld.saves.journal", "handheld.records.stats"),
        ("handheld.saves.journal", "handheld.app"),
        ("handheld.game.scripted_dice", "handheld.line.protocol"),
        ("handheld.records.stats", "handheld.menu.title"),
        ("handheld.menu.title", "handheld.app"),
        ("pocketpig.plots", "handheld.board"),
        ("pocketpig.plots", "host_sim.web.build"),
    ],
)
def test_a_broken_wall_is_found(name, target):
    arrows_of = graph()
    arrows_of[name] = {*arrows_of.get(name, ()), target}
    with contextlib.suppress(graphlib.CycleError):
        assert drawn(arrows_of) != DRAWING.read_text("utf-8")


def screens():
    """Return {name: room} of the modules of the handheld with a screen."""
    return {
        path.stem: path.parent.name
        for path in HANDHELD.glob("*/*.py")
        if "\nclass Screen(" in path.read_text("utf-8")
    }


def wrong_screens(arrows_of):
    """Return a sentence for each import of a screen by a module of another room."""
    there = {f"handheld.{room}.{name}" for name, room in screens().items()}
    return [
        f"{name} may not import {target}: show it by its name"
        for name, targets in arrows_of.items()
        for target in targets & there
        if room_of(name) not in (room_of(target), *(f"handheld.{each}" for each in ROOF))
    ]


def test_no_room_imports_a_screen_of_another():
    in_a_room = {n: found for n, found in graph().items() if n.startswith("handheld.")}
    assert wrong_screens(in_a_room) == []
    assert len(wrong_screens({"handheld.menu.title": {"handheld.play.play"}})) == 1


def test_no_modules_import_each_other():
    graphlib.TopologicalSorter(graph()).prepare()


@pytest.mark.parametrize(
    "path, source",
    [
        ("shared_rules/game.py", "import handheld"),
        ("shared_rules/game.py", "import random"),
        ("shared_rules/variants/pig.py", "def f():\n    import handheld.app"),
        ("shared_rules/variants/pig.py", "__import__(name)"),
        ("shared_rules/variants/pig.py", "name = 'host_sim.cli'\n__import__(name)"),
        ("firmware/handheld/app.py", "import board_pico"),
        ("firmware/handheld/app.py", "try:\n    import busio\nexcept ImportError:\n    pass"),
        ("firmware/handheld/app.py", "import adafruit_ssd1306"),
        ("firmware/handheld/drawing/ssd1306.py", "import shared_rules"),
        ("firmware/board_blinka/board.py", "import usb_cdc"),
        ("firmware/board_pico/board.py", "import threading"),
        ("firmware/board_web/board.py", "import board_pico.parts"),
        ("firmware/code.py", "import shared_rules"),
        ("host_sim/cli.py", "import tests.support.targets"),
        ("host_sim/cli.py", "import busio"),
    ],
)
def test_a_planted_import_is_found(path, source):
    assert len(wrong_imports(path, source)) == 1
