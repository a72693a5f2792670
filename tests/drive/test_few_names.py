"""The device's sources with fewer names: which names change, and that the behaviour does not."""

import re

import pytest

from host_sim.drive.few_names import with_few_names
from tests.tools.bench import ROOT, names_and_paths

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


SHELF = b"class Shelf:\n    def __init__(self, label):\n        self.label = label\n"


@pytest.mark.parametrize(
    "path, stays",
    [("lib/x.py", True), ("board_pico/x.py", True), ("fixed.py", True), ("x.py", False)],
)
def test_a_name_that_is_also_used_where_objects_are_not_ours_stays(path, stays):
    sources = {"shelf.py": SHELF, path: b"watchdog.label = 1\n"}
    changed = with_few_names(sources, ["fixed.py"] if path == "fixed.py" else [])
    assert (b"self.label = label" in changed["shelf.py"]) is stays
    assert (changed[path] == sources[path]) is stays


def test_a_traceback_tells_public_functions_still():
    source = b"def take_down():\n    return _dust()\n\ndef _dust():\n    return 1\n"
    changed = with_few_names({"shelf.py": source})["shelf.py"]
    assert b"def take_down(" in changed and b"_dust" not in changed


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
