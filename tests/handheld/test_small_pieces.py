"""Every screen and every observing method on a heap whose largest free piece is 2 KB.

On the MicroPython VM all modules are imported first, since imports are excepted. Then the heap is
filled with pieces of 2 KB, and every second one is freed. The VM's heap grows if an allocation
finds no room, so any larger allocation shows in its size.
"""

import json
import pathlib

import pytest

from handheld.language import CODES
from handheld.line.request import METHODS
from handheld.saves.journal import BUDGET, STATISTICS
from handheld.saves.journal_start import open_journal
from host_sim.link.client import InternalError, NoRoom
from host_sim.simulated.chips.nvm_flash import SimulatedStore
from shared_rules.variants import ids
from tests.handheld.test_same_on_micropython import TABLES
from tests.line.test_bridge_on_micropython import BOARD
from tests.support import driven
from tests.support.micropython_vm import PACKAGES, device_files, run_on_micropython
from tests.tools import gallery

LARGEST = 2048
PIECE = 1120  # one and a smaller hole beside it are no more than LARGEST
# The VM collects only between scripts, so the heap has room for the garbage of one.
HEAP = 6 << 20
MORE = 128 << 20  # by so much the heap may grow; the VM counts it as free
OBSERVING = [
    ("today", {"number": 261122}) if name == "today" else (name, {})
    for module, names in METHODS[:3]
    for name in names
    if name not in ("restore", "subscribe")
]
SIMULATED_BOARD = """
from portable_board import PortableBoard


class Line:
    connected = True
    to_app = from_app = b""

    def read(self, n):
        data = self.to_app[:n]
        self.to_app = self.to_app[n:]
        return data

    def write(self, data):
        self.from_app = (self.from_app + bytes(data))[-400:]  # an error is shorter
        return len(data)


LINE = Line()  # the bridge keeps its buffer as long as the line is the same


class SimulatedBoard(PortableBoard):
    def __init__(self):
        super().__init__("store.bin")
        self.link = LINE
"""

LOADED = """
import gc
import sys

from handheld import folders

folders.forget = lambda row, kept=(): None
# The VM's takes eight times the room of its answer, CircuitPython's takes that of its answer.
import binascii
binascii.b2a_base64 = lambda data: bytes(4 * ((len(data) + 2) // 3) + 1)
for name in MODULES:
    __import__(name)
import driven
import gallery
from host_sim.simulated.board import LINE

handheld = driven.Driven()
handheld.app.show("settings")


def show(place):
    global handheld
    handheld = driven.Driven()
    handheld.app.settings["language"] = LANGUAGE
    driven.settings.apply(handheld.app)
    for part in STATS:
        handheld.app.journal.append(2, part)
    gallery.SCREENS[place][1](handheld)
    handheld.step(2)


def ask(line):
    LINE.from_app = b""
    LINE.to_app = line
    for _ in range(3000):
        handheld.step(1, 1)
        if LINE.from_app[-1:] == b"\\n":
            break
    for code in BAD:
        if code in LINE.from_app or not LINE.from_app:
            print(line, handheld.screen, LINE.from_app)


def free():
    return gc.mem_free() - MORE


def size():
    return gc.mem_alloc() + free()


def grown(what):
    global whole
    if size() != whole:
        print("grown by", size() - whole, what)
        whole = size()


# The table of names doubles now, not when some screen's text happens to be the last that fits.
used = 0
for number in range(0, 20000, 8):  # to look at the heap takes long
    used, before = gc.mem_alloc(), used
    if before and used - before > LARGEST:
        break
    for more in range(number, number + 8):
        getattr(handheld, "no name %d" % more, None)

pieces = [None] * 20000
"""

# Once the heap has grown, no hole of that size is left in the old part, and the new part has none.
FRAGMENTED = """
whole = size()
count = 0
while free() > 1 << 19:
    for _ in range(100):
        pieces[count] = bytearray(PIECE)
        count += 1
left = holes = free()
while left <= holes:  # until it has grown
    holes = left
    pieces[count] = bytearray(PIECE)
    count += 1
    left = free()
while free() > holes + (1 << 19):
    for _ in range(100):
        pieces[count] = bytearray(PIECE)
        count += 1
    holes = max(0, holes - 1600)  # where the heads of the objects are
while free() > holes + PIECE:
    pieces[count] = bytearray(PIECE)
    count += 1
    holes = max(0, holes - 16)
whole = size()
for at in range(0, count, 2):
    pieces[at] = None
"""

CHECKED = """
print("free", free() > whole // 3)
kept = bytearray(PIECE)
grown("a piece that fits")
kept = bytearray(LARGEST + 256)
print("larger:", size() > whole)
kept = None
"""


def source_of(module):
    return pathlib.Path(module.__file__).read_text(encoding="utf-8")


def files():
    return {
        "/portable_board.py": BOARD,
        "/host_sim/simulated/board.py": SIMULATED_BOARD,
        "/driven.py": source_of(driven),
        "/gallery.py": source_of(gallery),
        "/gallery.txt": pathlib.Path(gallery.__file__).with_suffix(".txt"),
        **{f"/tables/{path.name}": path for path in TABLES.glob("*.bin")},
    }


def statistics():
    """Return the longest statistics, all games with many kinds of players, and many changes."""
    journal = open_journal(SimulatedStore())
    games = range(1, len(ids()) + 1)
    table = [(game, kind, 9999, 5555, 111) for game in games for kind in range(5)]
    gallery.fill(journal, gallery.STATS, gallery.KEPT, {"table": table})
    base = journal.get(STATISTICS)
    return [base] + [b"\0\1\1" * 20] * ((BUDGET[STATISTICS] - len(base)) // 60)


def modules():
    paths = [path for path in device_files(PACKAGES, ()) if path.endswith(".py")]
    return [path[1:-3].replace("/", ".").removesuffix(".__init__") for path in paths]


def setting(language):
    """Return the script that sets what the others need."""
    values = {
        "MODULES": modules(),
        "LANGUAGE": language,
        "LARGEST": LARGEST,
        "PIECE": PIECE,
        "MORE": MORE,
        "BAD": [f'"code":{error.code}'.encode() for error in (NoRoom, InternalError)],
        "STATS": statistics(),
    }
    return "".join([f"{name} = {value!r}\n" for name, value in values.items()])


# German has the longest texts.
@pytest.mark.parametrize(
    "language, step",
    [("de", 48), *[pytest.param(code, 1, marks=pytest.mark.slow) for code in CODES]],
)
def test_no_screen_and_no_method_needs_more_than_2_kb_in_one_piece(language, step):
    scripts = [setting(language) + LOADED, FRAGMENTED, CHECKED]
    for at, (name, _) in list(enumerate(gallery.SCREENS))[::step]:
        method, params = OBSERVING[at // step % len(OBSERVING)]
        request = {"jsonrpc": "2.0", "id": 1, "method": method, "params": params}
        line = json.dumps(request).encode() + b"\n"
        where = f"{method} on {name}"
        scripts.append(f"whole = size()\nshow({at})\ngrown({name!r})")
        scripts.append(f"whole = size()\nask({line!r})\ngrown({where!r})")
    collected = [part for script in scripts for part in (script, "gc.collect()")]
    printed = run_on_micropython(*collected, files=files(), heap=HEAP)
    assert printed.splitlines() == ["free True", "larger: True"]
