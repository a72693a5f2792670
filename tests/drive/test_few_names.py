"""The device's sources with fewer names: which names change, and that the behaviour does not."""

import ast
import re
import textwrap

import pytest

from host_sim.drive.drive_files import compiles
from host_sim.drive.few_names import WORDS, with_few_names
from tests.support import few_names_once
from tests.tools.bench import ROOT, drive_sources, names_and_paths

# With more than 1,260 names in memory CircuitPython's table doubles once more, which takes 8 KB in
# one piece. Read from the chip's memory: 30 of them are not counted here on the title, 36 after
# three games with a client. 10.3's build for the Pico (qstrdefs.generated.h) has 229 of the 1,400
# that were counted then in its flash: 1,260 - 36 + 229 = 1,453, less some room.
MOST_NAMES = 1_430
TOO_MANY = """
The modules on the drive need {} names and paths; the most is {}. Fewer come from: words that other
code uses already, for public functions and for texts of up to 10 letters; a private function where
no other module calls it; one module instead of two. If few WORDS are left (now {}), add words to
host_sim/drive/words.txt from the qstrs of CircuitPython's build for the Pico.
"""
# Within so many of the figure in the document, which need not change with each name.
ROUNDED = 40


def rewritten(**modules):
    sources = {f"{name}.py": textwrap.dedent(text).encode() for name, text in modules.items()}
    return {name[:-3]: text.decode() for name, text in with_few_names(sources).items()}


def plain(text):
    """Return the source as `ast.unparse` writes it."""
    return ast.unparse(ast.parse(textwrap.dedent(text))) + "\n"


SHELF = """
ROWS = [3, 4]
class Shelf:
    WIDTH = 2
    def __init__(self, label):
        self.label = label
        self._spare = 0
    def area(self):
        return self.WIDTH * len(ROWS) * self._letters()
    def _letters(self):
        return len(self.label) + self._spare
"""
USER = """
from shelf import (
    ROWS,
    Shelf,
)
class Longer(Shelf):
    def __init__(self):
        Shelf.__init__(self, "wood")
        self._kept = 9
    def area(self):
        return Shelf.area(self) + self._kept
def use(more):
    shelf = Longer()
    shelf.label += more
    ROWS.append(5)
    return f"{shelf.area() + Shelf.WIDTH}"
"""
OURS = ("ROWS", "WIDTH", "label", "Shelf", "Longer", "_letters", "_spare", "_kept", "more")


def run(changed, *names):
    """Return the namespace after running these modules in one, without imports between them."""
    space = {}
    for name in names:
        exec(re.sub(r"from \w+ import .*", "", changed[name]), space)
    return space


class TestWords:
    def test_each_name_has_one_of_its_own(self):
        changed = rewritten(shelf=SHELF, user=USER)
        assert run(changed, "shelf", "user")["use"]("en") == str(2 * 3 * 6 + 9 + 2)
        text = changed["shelf"] + changed["user"]
        assert not any(re.search(rf"\b{name}\b", text) for name in OURS)
        assert "def area" in text and "def use" in text
        new = set(re.findall(r"\w+", text)) & {*WORDS}
        assert len(new) == len(OURS)

    @pytest.mark.parametrize("path", ["lib/x.py", "board_pico/x.py", "fixed.py"])
    def test_what_occurs_where_objects_are_not_ours_stays(self, path):
        sources = {"shelf.py": SHELF.encode(), path: b"watchdog.label = 1\n"}
        changed = with_few_names(sources, ["fixed.py"] if path == "fixed.py" else [])
        assert b"self.label = label" in changed["shelf.py"]
        assert changed[path] == sources[path]


LIBRARY = """
__version__ = "1.2"
from bus import one, two
try:
    from typing import Any
except ImportError:
    pass
class Base:
    def __init__(self, width: Any) -> None:
        self.width = width
    def asked(self): pass
    def never(self): pass
class Used(Base):
    def send(self): one.send()
class Unused(Base):
    def receive(self): two.receive()
"""


def test_a_library_loses_what_nobody_uses_and_what_only_describes():
    user = "import shop\nshop.Used(3).send()\nx.asked()\n"
    sources = {"lib/shop.py": LIBRARY.encode(), "a.py": user.encode()}
    assert with_few_names(sources)["lib/shop.py"].decode() == plain(
        """
        from bus import one
        class Base:
            def __init__(self, width):
                self.width = width
            def asked(self): pass
        class Used(Base):
            def send(self): one.send()
        """
    )


@pytest.fixture(scope="module")
def renamed():
    sources = drive_sources()
    return few_names_once.with_few_names(sources, [n for n in sources if not compiles(n)])


def test_every_module_keeps_its_public_functions(renamed):
    def functions(source):
        names = [n.name for n in ast.walk(ast.parse(source)) if isinstance(n, ast.FunctionDef)]
        return [name for name in names if not re.match("_[^_]", name)], len(names)

    sources = drive_sources()
    assert set(renamed) == set(sources)
    for name, source in sources.items():
        if name.startswith("lib/"):
            continue
        (before, count), (after, same) = functions(source), functions(renamed[name])
        assert count == same and [n for n in after if n in before] == before, name


# A screen with a private function.
NEWCOMER = """
from . import play

class Screen(play.Screen):
    def draw(self, canvas):
        super().draw(canvas)
        self._mark(canvas)

    def _mark(self, canvas):
        canvas.word(0, 0, self.ID)
"""


def test_all_modules_together_have_few_names_as_the_document_says():
    count, left = names_and_paths()
    assert count <= MOST_NAMES, TOO_MANY.format(count, MOST_NAMES, left)
    text = " ".join((ROOT / "docs" / "internals" / "chip.md").read_text("utf-8").split())
    told, most, screen = re.search(
        r"together have some ([\d,]+) such names and paths, and may have ([\d,]+)\. "
        r"A plain screen takes (\w+)",
        text,
    ).groups()
    assert int(most.replace(",", "")) == MOST_NAMES
    assert abs(int(told.replace(",", "")) - count) <= ROUNDED, f"{count}: correct the document"
    more, _ = names_and_paths({"handheld/play/newcomer.py": NEWCOMER.encode()})
    assert more - count == ["none", "one", "two", "three", "four"].index(screen)
