# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Rename attributes and variables to words that CircuitPython has in its flash.

Such a name takes no room in the interpreter's table of names, and none for its text. Functions,
classes, modules, keywords and everything that is also a string keep their names. A traceback tells
modules, lines and functions as before.
"""

from __future__ import annotations

import ast
import builtins
import io
import re
import sys
from collections.abc import Iterable, Iterator, Mapping

# A word that an older CircuitPython lacks is a name like any other.
_SPARE = """
ack acos acosh active aesio angle arange argmax argmin around asin asinh atan atan2 atanh atexit
auto b_add bend bisect bitops blend bond bpp cancel cast category ceil chain chdir clip clk_dn
clk_dp cmd cmd0 codeop compress contains core coro cos cosh counter cp437 cp874 cpu cpus ctrl cts
damp data0 ddof decay delay density deque dest det devices diag diff digest dither divisor doc dtype
dump duration eig encoding erf erfc expm1 fabs fatol fft fill_row flat flip_x flip_y flux fmin fmod
fontio footer frexp g_add gamma getcwd getenv getter gifio groups href ifft imag in_end indicate
int16 int8 interp inv ioctl ipoll isinf isnan iterable jmp_pin jpegio keepends latch ldexp linalg
loc locale location log10 log2 lookup loop2 matches maxlen median minimum miso mkdir mkfs mktime
modf modify mono morph mosi mount mul nan ndinfo newline newton nodename norm notify num numpy obj
optimize otypes overflow paired panning parity paused payload pc peek ph_key pid pin_a pin_b ports
qrio r_add radius real red_dn red_dp rekey rename rmdir rp2pio rssi rtc rtol rts rxfifo sample scipy
scl sda sep setter shape signal sinc sinh smbus sos sqrt src1 src2 stages std sub swap symbol sync
tan tanh taps tempo tile tm_min tm_mon tm_sec tol tolist trapz trunc txfifo txrx uart uid uint16
uint8 ulab umount uname union unlink usage usys util utils utime uuid uuid16 vid voice voices vsync
warn wb wiznet x1 x2 xatol xtol y1 y2 zeros zlib
""".split()
# Modules that stay sources, and those that use objects which are not ours.
_FOREIGN = re.compile(r"lib/|board_|(boot|code|safemode)\.py")
_BUILT_IN = (str, bytearray, list, dict, tuple, set, int, memoryview, io.BytesIO, OSError)
_BUILT_IN_NAMES = {*dir(builtins), *dir(sys), *dir(iter(range(0))), *dir(_ for _ in ())}.union(
    *map(dir, _BUILT_IN)
)

Edit = tuple[int, int, str]  # from, to (byte offsets), replacement


def with_spare_names(sources: Mapping[str, bytes]) -> dict[str, bytes]:
    """Return {path: source}, each with the same lines, functions and classes as before."""
    trees = {path: ast.parse(source) for path, source in sources.items()}
    words = {path: set(re.findall(r"\w+", source.decode())) for path, source in sources.items()}
    ours: set[str] = set()
    kept = set(_BUILT_IN_NAMES)
    for path, tree in trees.items():
        kept.update(path[: -len(".py")].split("/"))
        if _FOREIGN.match(path):
            kept |= words[path]
        for node in ast.walk(tree):
            ours.update(_assigned(node))
            kept.update(_fixed(node))
    taken = set().union(*words.values())
    names = sorted(name for name in ours - kept if not name.startswith("__"))
    new = dict(zip(names, (word for word in _SPARE if word not in taken)))
    return {path: _renamed(path, source, trees[path], new) for path, source in sources.items()}


def _assigned(node: ast.AST) -> Iterator[str]:
    """Yield the names that a node assigns as attribute, or that live in a module or class."""
    if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store):
        yield node.attr
    elif isinstance(node, (ast.Module, ast.ClassDef)):
        for statement in node.body:
            if not isinstance(statement, (ast.FunctionDef, ast.ClassDef)):
                for part in ast.walk(statement):
                    if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store):
                        yield part.id


def _fixed(node: ast.AST) -> Iterator[str]:
    """Yield the names that a node makes unchangeable."""
    if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
        yield node.name
    elif isinstance(node, ast.keyword):
        yield node.arg or ""
    elif isinstance(node, ast.Assign) and _is_constant(node.value):
        yield from (name.id for name in node.targets if isinstance(name, ast.Name))
    elif isinstance(node, (ast.Global, ast.Nonlocal)):
        yield from node.names
    elif isinstance(node, ast.ExceptHandler):
        yield node.name or ""
    elif isinstance(node, ast.Import):
        for alias in node.names:
            yield from (*alias.name.split("."), alias.asname or "")
    elif isinstance(node, ast.ImportFrom):
        yield from (node.module or "").split(".")
        yield from (name for a in node.names if a.asname for name in (a.name, a.asname))
    elif isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value  # `getattr` may be asked for it
    elif isinstance(node, ast.JoinedStr):
        # Before Python 3.12 the positions of names in an f-string are unknown.
        for part in ast.walk(node):
            if isinstance(part, ast.Name):
                yield part.id
            elif isinstance(part, ast.Attribute):
                yield part.attr


def _is_constant(value: ast.expr) -> bool:
    """Tell whether a name for this value, with an underscore before it, is gone once compiled."""
    return isinstance(value, ast.Call) and ast.unparse(value.func) == "const"


def _renamed(path: str, source: bytes, tree: ast.Module, new: Mapping[str, str]) -> bytes:
    starts = [0]
    for line in source.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))

    def edits() -> Iterator[Edit]:
        for node in ast.walk(tree):
            if isinstance(node, ast.ImportFrom):
                start, end = _start(node), _end(node)
                lines = "\n" * source[start:end].count(b"\n")
                names = [
                    new.get(a.name, a.name) + (f" as {a.asname}" if a.asname else "")
                    for a in node.names
                ]
                text = ", ".join(names)
                yield start, end, f"from {_origin(path, node)} import ({text}{lines})"
            elif isinstance(node, ast.Name) and node.id in new:
                yield _start(node), _end(node), new[node.id]
            elif isinstance(node, ast.arg) and node.arg in new:
                yield _start(node), _start(node) + len(node.arg), new[node.arg]
            elif isinstance(node, ast.Attribute) and node.attr in new:
                yield _end(node) - len(node.attr), _end(node), new[node.attr]

    def _start(node: ast.expr | ast.stmt | ast.arg) -> int:
        return starts[node.lineno - 1] + node.col_offset

    def _end(node: ast.expr | ast.stmt) -> int:
        assert node.end_lineno is not None and node.end_col_offset is not None
        return starts[node.end_lineno - 1] + node.end_col_offset

    return _edited(source, edits())


def _origin(path: str, statement: ast.ImportFrom) -> str:
    """Return the module to import from, in full if it has a dot: that name is there already."""
    module = statement.module or ""
    if statement.level and "." in module:
        return path.rsplit("/", statement.level)[0].replace("/", ".") + "." + module
    return "." * statement.level + module


def _edited(source: bytes, edits: Iterable[Edit]) -> bytes:
    for start, end, text in sorted(edits, reverse=True):
        source = source[:start] + text.encode() + source[end:]
    return source
