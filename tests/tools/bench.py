"""`make bench`: measure memory, and count names.

`--record` renews the figures in bench.json, which the documents quote
(tests/project/test_quoted_figures.py). With `--uf2 FILE --bootrom FILE` (see
docs/internals/chip.md) also on the emulated Pico.
"""

import argparse
import functools
import json
import pathlib

from host_sim.drive.bytecode import compiled
from host_sim.drive.drive_files import compiles, drive_files
from host_sim.drive.few_names import WORDS
from shared_rules.variants import ids
from tests.support.few_names_once import with_few_names
from tests.support.micropython_vm import BOARD, heap_in_use

ROOT = pathlib.Path(__file__).parents[2]
RECORDED = pathlib.Path(__file__).with_name("bench.json")
BOARD_ONLY = """
import portable_board
portable_board.use_native_bus_device()
board = portable_board.PortableBoard("/store.bin")
"""
START = (
    BOARD_ONLY
    + """
from handheld.runner import Runner
player = portable_board.Player(Runner(board))
player.step()
"""
)
# What nothing uses goes, as on a heap without room.
NO_ROOM = """
from handheld import folders
folders.spare = lambda more=0: False
"""
PLAY = """
player.app.cup.seed(1)
player.choose_game({place})
player.press("a", "a")
"""
# A human against the perfect player, after its first turn; then the coach.
PERFECT = """
app = player.app
app.cup.seed(1)
app.start_match("two_dice", {"end": "equal_turns"}, [("perfect", "P1"), ("human", "P2")], 0)
app.hurry = 1000
while app.match.computer() is not None:
    player.step()
player.step()
player.step()
"""
COACH = """
app.show("coach")
for _ in range(100):
    player.step()
"""
DRAW_MAP = """
player.app.load_match("pp1 pig players=2 scores=41,49 : 6 6 6 6")
player.press("up")
for _ in range(100):
    player.step()
player.press("a")
assert player.app.screen.ID == "map"
while player.app.job:
    player.step()
player.step()
player.step()
"""
THINK_IN_A_DRILL = """
player.press("b", "up", "a", "down", "down", "a", "a")
assert player.app.screen.ID == "drill" and player.app.job
while player.app.job:
    player.step()
player.step()
player.step()
"""


def drive_sources():
    """Return {path: source} of the modules on the drive, without comments."""
    return {n: data for n, data in drive_files(source=True).items() if n.endswith(".py")}


def module_name(path):
    return path[:-3].removeprefix("lib/").removesuffix("/__init__").replace("/", ".")


@functools.cache
def compiled_files():
    """Return `files_with` what the figures need."""
    scripts = START + NO_ROOM + PLAY.format(place=0) + PERFECT + COACH + DRAW_MAP + THINK_IN_A_DRILL
    return files_with({"scripts.py": scripts.encode()}, ["scripts.py"])


def files_with(modules, fixed=()):
    """Return {path in the VM: bytes} of the drive's files, the test board and more modules."""
    outside = ("board_pico/", "boot.py", "code.py", "safemode.py")  # not run on this VM
    sources = {n: data for n, data in drive_sources().items() if not n.startswith(outside)}
    sources.update(modules, **{"portable_board.py": BOARD.read_bytes()})
    found = {f"/{n}": d for n, d in drive_files(source=True).items() if not n.endswith(".py")}
    for name, source in with_few_names(sources, fixed).items():
        # Only the first byte differs: MicroPython's instead of CircuitPython's.
        found[f"/{name[:-3]}.mpy"] = b"M" + compiled(module_name(name), source)[1:]
    return found


def names_and_paths(more=()):
    """Return how many names and paths the modules on the drive need, and how many WORDS are left.

    Not counted are WORDS, which CircuitPython has. `more`: {path: source} of more modules.
    """
    sources = {**drive_sources(), **dict(more)}
    sources = with_few_names(sources, [name for name in sources if not compiles(name)])
    modules = {n: compiled(module_name(n), data) for n, data in sources.items() if compiles(n)}
    names = set().union(*map(names_in, modules.values()))
    assert b"handheld.app" in names and b"legal_actions" in names
    words = {word.encode() for word in WORDS}
    return len(names - words) + len(modules), len(words - names)


def names_in(module):
    """Return the strings in the name table of a compiled module (py/persistentcode.c)."""

    def number(at):
        value = 0
        while True:
            value = value << 7 | module[at] & 127
            at += 1
            if module[at - 1] < 128:
                return value, at

    count, at = number(4)
    _, at = number(at)
    found = set()
    for _ in range(count):
        length, at = number(at)
        if not length & 1:
            found.add(module[at : at + (length >> 1)])
            at += (length >> 1) + 1
    return found


def heap(script):
    """Return the bytes in use on the MicroPython VM after a collection, with compiled modules."""
    return heap_in_use(script, base=compiled_files())


def least_heap(script, enough=0):
    """Return the least of several without the test board's, or the first that is `enough`.

    The VM's collector is conservative: with the code at some addresses it keeps by chance what
    nobody holds, up to 14 KB.
    """
    least = 1 << 30
    for n in (1, 9, 21, 27, 100, 150, 200):
        if least > enough:
            least = min(least, heap(f"pad = [1] * {n}\n{script}del pad\n") - board_heap())
    return least


@functools.cache
def board_heap():
    """Return the heap of the test board. The bus device counts as built in, as on the Pico."""
    return heap(BOARD_ONLY) - heap("import binascii\nimport sys\nimport handheld.board\n")


def memory_figures(places=None, enough=0):
    """Return the heap of the app and of the VM itself, without the test board's.

    places: of the games that are played; None: all. enough: see `least_heap`.
    """
    board = board_heap()
    in_play = [
        least_heap(START + NO_ROOM + PLAY.format(place=place), enough)
        for place in places or range(len(ids()))
    ]
    return {
        "heap_boot_bytes": heap(START) - board,
        "heap_play_bytes": in_play[0],
        "heap_play_bytes_max": max(in_play),
        "heap_perfect_bytes": least_heap(START + NO_ROOM + PERFECT, enough),
        "heap_perfect_coach_bytes": least_heap(START + NO_ROOM + PERFECT + COACH, enough),
    }


def main():
    parser = argparse.ArgumentParser(description="Measure memory, and speed on the chip.")
    parser.add_argument("--uf2", help="CircuitPython for the Pico: measure on the emulator too")
    parser.add_argument("--bootrom", help="the RP2040's boot ROM")
    parser.add_argument("--record", action="store_true", help="renew tests/tools/bench.json")
    options = parser.parse_args()
    figures = dict(zip(("names_and_paths", "words_left"), names_and_paths()), **memory_figures())
    if options.uf2 and options.bootrom:
        from tests.tools import bench_chip

        figures.update(bench_chip.figures((options.uf2, options.bootrom)))
    for name, value in figures.items():
        print(f"{name:38} {round(value, 3):>14,}")
    if options.record:
        known = json.loads(RECORDED.read_text("utf-8"))
        known.update({name: round(figures[name], 3) for name in known if name in figures})
        RECORDED.write_text(json.dumps(known, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
