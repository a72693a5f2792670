# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Attributes and variables renamed to words of CircuitPython: which ones, and which stay."""

import ast
import re
import textwrap

import pytest

from host_sim.drive.drive_files import drive_files
from host_sim.drive.few_names import with_few_names
from host_sim.drive.spare_names import with_spare_names


def rewritten(**modules):
    sources = {f"{name}.py": textwrap.dedent(text).encode() for name, text in modules.items()}
    changed = {name[:-3]: text.decode() for name, text in with_spare_names(sources).items()}
    for name, text in modules.items():
        assert changed[name].count("\n") == textwrap.dedent(text).count("\n")
    return changed


def run(changed, *names):
    """Return the namespace after running these modules in one, without imports between them."""
    space = {}
    for name in names:
        exec(re.sub(r"from \w+ import \([^)]*\)", "", changed[name]), space)
    return space


SHELF = """
ROWS = [3, 4]
class Shelf:
    WIDTH = 2
    def __init__(self, label):
        self.label = label
    def area(self):
        return self.WIDTH * len(ROWS) * len(self.label)
"""
USER = """
from shelf import (
    ROWS,
    Shelf,
)
def f():
    shelf = Shelf("wood")
    shelf.label += "en"
    ROWS.append(5)
    return shelf.area() + Shelf.WIDTH
"""


def test_the_same_new_name_everywhere():
    changed = rewritten(shelf=SHELF, user=USER)
    assert run(changed, "shelf", "user")["f"]() == 2 * 3 * 6 + 2
    text = changed["shelf"] + changed["user"]
    assert not any(name in text for name in ("ROWS", "WIDTH", "label"))
    assert "class Shelf" in text and "def area" in text
    new = ast.parse(changed["shelf"]).body[0].targets[0].id
    assert f"from shelf import ({new}, Shelf\n\n\n)" in changed["user"]


@pytest.mark.parametrize(
    "other",
    [
        "def label():\n    pass\n",
        "class label:\n    pass\n",
        "f(label=1)\n",
        "x = getattr(x, 'label')\n",
        "x = f'{y.label}'\n",
        "x = f'{label}'\n",
        "import label\n",
        "from label import x\n",
        "from x import y as label\n",
        "from x import label as y\n",
        "def f():\n    global label\n",
        "try:\n    pass\nexcept OSError as label:\n    pass\n",
        "label = const(3)\n",
    ],
)
def test_what_is_also_something_else_stays(other):
    assert "self.label = label" in rewritten(shelf=SHELF, x=other)["shelf"]


@pytest.mark.parametrize("name", ["append", "seek", "items", "modules", "send", "readinto"])
def test_attributes_of_built_in_objects_stay(name):
    text = f"class C:\n    def f(self):\n        self.{name} = 1\n"
    assert rewritten(a=text)["a"] == text


@pytest.mark.parametrize("path", ["lib/x.py", "board_pico/x.py", "code.py", "boot.py"])
def test_what_occurs_where_objects_are_not_ours_stays(path):
    sources = {"shelf.py": SHELF.encode(), path: b"watchdog.label = 1\n"}
    changed = with_spare_names(sources)
    assert b"self.label = label" in changed["shelf.py"]
    assert changed[path] == sources[path]


def test_a_new_name_is_used_nowhere_else():
    first = rewritten(a="x.y = 1\nOWN = [1]\n")["a"].splitlines()[1].partition(" ")[0]
    assert first != "OWN"
    changed = rewritten(a="x.y = 1\nOWN = [1]\n", b=f"# {first}\n")["a"]
    assert first not in changed and "OWN" not in changed


def test_an_import_from_another_folder_names_the_module_in_full():
    sources = {"p/q/a.py": b"from ..r.b import f\nfrom .c import g\nfrom . import d\n"}
    assert with_spare_names(sources)["p/q/a.py"] == (
        b"from p.r.b import (f)\nfrom .c import (g)\nfrom . import (d)\n"
    )


@pytest.fixture(scope="module")
def modules():
    files = drive_files(source=True)
    return {name: data for name, data in files.items() if name.endswith(".py")}


def test_every_module_keeps_its_lines_functions_and_classes(modules):
    changed = with_spare_names(modules)
    assert set(changed) == set(modules)
    for name, source in modules.items():
        definitions = [
            [
                (node.name, node.lineno)
                for node in ast.walk(ast.parse(text))
                if isinstance(node, (ast.FunctionDef, ast.ClassDef))
            ]
            for text in (source, changed[name])
        ]
        assert definitions[0] == definitions[1], name
        assert changed[name].count(b"\n") == source.count(b"\n"), name


def test_attributes_that_the_pages_name_stay(modules):
    """`hint=` in looks.txt names an attribute of the game."""
    looks = drive_files(source=True)["handheld/pages/looks.txt"].decode()
    named = {line[5:].split()[0] for line in looks.splitlines() if line.startswith("hint=")}
    assert named
    changed = b"".join(with_spare_names(with_few_names(modules)).values()).decode()
    for name in named:
        assert f"self.{name}" in changed or f"def {name}" in changed
