# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""The device's sources with fewer names: which names change, and that the behaviour does not."""

import ast
import textwrap

import pytest

from host_sim.drive.drive_files import drive_files
from host_sim.drive.few_names import _ATTRIBUTES, _PARAMETERS, with_few_names
from host_sim.drive.spare_names import _SPARE, with_spare_names
from tests.bench import BOARD, PERFECT, START, TABLES
from tests.micropython_vm import run_on_micropython

# In all modules on the drive, with the modules' paths, without those that CircuitPython is known to
# have. It has some 190 of these in its flash, and makes some 30 itself when it starts. With more
# than 1,260 its table would double once more, which takes 8 KB in one piece.
MOST_NAMES = 1_400


def rewritten(**modules):
    sources = {f"{name}.py": textwrap.dedent(text).encode() for name, text in modules.items()}
    changed = {name[:-3]: text.decode() for name, text in with_few_names(sources).items()}
    for name, text in modules.items():
        assert changed[name].count("\n") == textwrap.dedent(text).count("\n")
    return changed


def same(text, expected):
    assert text == textwrap.dedent(expected)


class TestConstants:
    def test_of_one_module(self):
        same(
            rewritten(
                a="""
                OWN = 5  # why
                _BITS = 1 << 3
                BOTH = OWN | _BITS
                ROWS = (
                    ("a", OWN),
                )
                def f(x):
                    return OWN + _BITS + BOTH + len(ROWS)
                """
            )["a"],
            """
            _OWN = const(5)  # why
            _BITS = const(1 << 3)
            _BOTH = const(_OWN | _BITS)
            _ROWS = const((
                ("a", _OWN),
            ))
            def f(x):
                return _OWN + _BITS + _BOTH + len(_ROWS)
            """,
        )

    def test_in_a_row(self):
        same(
            rewritten(a="A, B = range(2)  # two\nC = A\n")["a"],
            "_A = const(0); _B = const(1)  # two\n_C = const(_A)\n",
        )

    def test_imported(self):
        changed = rewritten(
            a="SMALL = 1\nLONG = (1, 2)\nWORD = 'roll'\n",
            b="from a import (\n    SMALL,\n    LONG,\n)\nfrom a import WORD\n"
            "x = SMALL + len(LONG + WORD)\n",
        )
        same(changed["a"], "_SMALL = const(1)\nLONG = (1, 2)\n_WORD = const('roll')\n")
        same(
            changed["b"],
            """\
            from a import (LONG


            ); _SMALL = const(1)
            _WORD = const('roll')
            x = _SMALL + len(LONG + _WORD)
            """,
        )

    @pytest.mark.parametrize(
        "a, b",
        [
            ("NAME = 1\n", "import a\nx = a.NAME\n"),  # used as an attribute
            ("NAME = 1\n", "import a\nx = getattr(a, 'NAME')\n"),
            ("NAME = [1]\n", ""),  # mutable
            ("NAME = make()\n", ""),
            ("NAME = 1\nNAME = 2\n", ""),
            ("NAME = 0\ndef f():\n    global NAME\n    NAME = 1\n", ""),
            ("NAME = 1\ndef f(NAME):\n    pass\n", ""),
            ("class C:\n    NAME = 1\n", ""),
            ("NAME = (1, 2)\n", "def f():\n    from a import NAME\n"),
        ],
    )
    def test_left_alone(self, a, b):
        changed = rewritten(a=a, b=b)
        assert (changed["a"], changed["b"]) == (a, b)


def test_short_strings_of_tuples_are_names_from_the_start():
    sources = {"handheld/__init__.py": b"", "a.py": b"x = ('hold', ('much longer', 1)), f('no')\n"}
    assert with_few_names(sources) == {**sources, "handheld/__init__.py": b"['hold']\n"}


class TestParameters:
    def test_that_nobody_names(self):
        same(
            rewritten(
                a="def f(word, n=0):\n    return [word for i in word] + g(lambda other: other)\n"
            )["a"],
            "def f(b, n=0):\n    return [b for i in b] + g(lambda a: a)\n",
        )

    @pytest.mark.parametrize(
        "text",
        [
            "def f(word):\n    pass\nf(word=1)\n",
            "def f(word):\n    return word.word\n",
            "word = 1\ndef f(word):\n    pass\n",
            "def f(word):\n    return f'{word}'\n",
            "def f(self):\n    pass\n",
        ],
    )
    def test_left_alone(self, text):
        assert rewritten(a=text)["a"] == text

    def test_what_another_module_names(self):
        text = "def f(word):\n    pass\n"
        assert rewritten(a=text, b="from a import f\nf(word=2)\n")["a"] == text


class TestAttributes:
    TEXT = "class C:\n    def f(self):\n        self._held = 1\n        return self._held\n"

    def test_private_ones_of_one_module(self):
        assert rewritten(a=self.TEXT)["a"] == self.TEXT.replace("_held", "px")

    def test_the_same_short_names_in_every_module(self):
        changed = rewritten(a=self.TEXT, b=self.TEXT.replace("_held", "_kept"))
        assert changed["a"] == changed["b"]

    @pytest.mark.parametrize(
        "other",
        [
            "import a\nx = a.C()._held\n",
            "x = '_held'\n",
            "from a import C\nclass D(C):\n    pass\n",  # may have its own attribute px
        ],
    )
    def test_left_alone(self, other):
        assert rewritten(a=self.TEXT, b=other)["a"] == self.TEXT

    def test_a_short_name_that_is_taken(self):
        changed = rewritten(a=self.TEXT, b="x.px = 1\n")
        assert changed["a"] == self.TEXT.replace("_held", "py")


def modules():
    files = drive_files(source=True)
    return {name: data for name, data in files.items() if name.endswith(".py")}


def test_every_module_keeps_its_lines_functions_and_classes():
    sources = modules()
    for name, data in with_few_names(sources).items():
        definitions = [
            [
                (node.name, node.lineno)
                for node in ast.walk(ast.parse(source))
                if isinstance(node, (ast.FunctionDef, ast.ClassDef))
            ]
            for source in (sources[name], data)
        ]
        assert definitions[0] == definitions[1], name
        more = 1 if name == "handheld/__init__.py" else 0
        assert data.count(b"\n") == sources[name].count(b"\n") + more, name


def test_the_app_does_the_same():
    """Play a game against the perfect player with the coach, on MicroPython."""
    script = START + PERFECT + "app.show('coach')\nfor _ in range(100): player.step()\n"
    script += (
        "print(app.match.record.text(), app.frame_id)\nprint('\\n'.join(app.canvas.lines()))\n"
    )
    # The script's own names stay, as those of code.py do.
    sources = {**modules(), "board_test/script.py": script.encode()}
    sources["portable_board.py"] = BOARD.read_bytes()
    tables = {f"/tables/{path.name}": path for path in TABLES.iterdir()}
    printed = [
        run_on_micropython(script, files={**tables, **{f"/{n}": data for n, data in files.items()}})
        for files in (sources, with_spare_names(with_few_names(sources)))
    ]
    assert "Your chance to win" in printed[0]
    assert printed[0] == printed[1]


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


def test_all_modules_together_have_few_names():
    files = drive_files()
    compiled = {name: data for name, data in files.items() if name.endswith(".mpy")}
    names = set().union(*map(names_in, compiled.values()))
    assert b"handheld.app" in names and b"Match" in names
    there = {name.encode() for name in (*_SPARE, *_PARAMETERS, *_ATTRIBUTES)}
    assert len(names - there) + len(compiled) <= MOST_NAMES
