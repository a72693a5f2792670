# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Rewrite the device's sources with fewer names before they are compiled.

The interpreter interns every name that it loads, in a table that doubles when it is full. Therefore
constants become ``const``, also where they are imported; they have no name in the bytecode.
Parameters that no call names, and private attributes, get short names, the same ones in all
modules. Line numbers and the names of functions and classes stay, so tracebacks do not change.
"""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

# Names that CircuitPython has in its flash.
_PARAMETERS = "a b c e g i k n r v w x y bb bg br cc cs dm dp".split()
_ATTRIBUTES = "px py qr rg rr rx tb tx ox oy gb gg gr zi dx dy xs ys".split()
_CONSTANT = re.compile(r"_?[A-Z][A-Z0-9_]*$")
_INTERNED = 10  # the compiler interns strings up to this length, except in tuples
FIRST = "handheld/__init__.py"  # imported before all modules with such tuples

Edit = tuple[int, int, str]  # from, to (byte offsets), replacement


class _Module:
    def __init__(self, source: bytes) -> None:
        self.source = source
        self.tree = ast.parse(source)
        self.nodes = list(ast.walk(self.tree))
        self.words = set(re.findall(r"\w+", source.decode()))
        self.starts = [0]
        for line in source.splitlines(keepends=True):
            self.starts.append(self.starts[-1] + len(line))
        # How each name is used.
        self.parameters: set[str] = set()
        self.stores: Counter[str] = Counter()  # as a variable
        self.attributes: set[str] = set()
        self.others: set[str] = set()  # functions, classes, imports, keywords, words in strings
        self.keywords: set[str] = set()
        self.bases: set[str] = set()
        self.classes: set[str] = set()
        self.variables: set[str] = set()  # read or written by name
        self.strings: set[str] = set()  # one may be what `getattr` is asked for
        for node in self.nodes:
            self._note(node)
        self.globals = set(_stored(self.tree.body))

    def _note(self, node: ast.AST) -> None:
        if isinstance(node, ast.arg):
            self.parameters.add(node.arg)
        elif isinstance(node, ast.Name):
            self.variables.add(node.id)
            self.stores[node.id] += isinstance(node.ctx, ast.Store)
        elif isinstance(node, ast.Attribute):
            self.attributes.add(node.attr)
        elif isinstance(node, ast.keyword):
            self.keywords.add(node.arg or "")
        elif isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            self.others.add(node.name)
            if isinstance(node, ast.ClassDef):
                self.classes.add(node.name)
                self.bases |= {ast.unparse(base).rpartition(".")[2] for base in node.bases}
                self.others |= set(_stored(node.body))
        elif isinstance(node, (ast.Global, ast.Nonlocal)):
            self.others |= set(node.names)
        elif isinstance(node, ast.ExceptHandler):
            self.others.add(node.name or "")
        elif isinstance(node, ast.alias):
            self.others |= {*node.name.split("."), node.asname or ""}
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            if len(node.value) <= _INTERNED:
                self.others.add(node.value)
            self.strings.add(node.value)
        elif isinstance(node, ast.JoinedStr):
            # Before Python 3.12 the positions of names in an f-string are unknown.
            self.others |= {part.id for part in ast.walk(node) if isinstance(part, ast.Name)}

    def at(self, line: int, column: int) -> int:
        return self.starts[line - 1] + column

    def span(self, node: ast.expr | ast.stmt) -> tuple[int, int]:
        assert node.end_lineno is not None and node.end_col_offset is not None
        return (
            self.at(node.lineno, node.col_offset),
            self.at(node.end_lineno, node.end_col_offset),
        )


def with_few_names(sources: Mapping[str, bytes]) -> dict[str, bytes]:
    """Return {path: source}, each with the same number of lines as before."""
    single = {path: _unpacked(_Module(source)) for path, source in sources.items()}
    modules = {path: _Module(source) for path, source in _inlined(single).items()}
    imported = _imported(modules)
    uses = Counter(word for module in modules.values() for word in module.words)
    used = set().union(*(module.attributes | module.strings for module in modules.values()))
    known = set().union(*(m.others | m.attributes | m.keywords for m in modules.values()))
    taken = known.union(*(module.variables for module in modules.values()))
    inherited = set().union(*(module.bases - module.classes for module in modules.values()))
    changed = {}
    for path, module in modules.items():
        shared = used | {name for origin, name in imported if origin == path}
        edits = [*_constants(module, shared), *_parameters(module, known)]
        if not module.classes & inherited:
            # A class in another module might use the same short name for its own attribute.
            edits += _attributes(module, [name for name in _ATTRIBUTES if name not in taken], uses)
        changed[path] = _edited(module.source, edits)
    if FIRST in changed:
        changed[FIRST] += f"{_of_tuples(modules.values())}\n".encode()
    return changed


def _of_tuples(modules: Iterable[_Module]) -> list[str]:
    """Return the short strings in tuples. Unless interned before, each tuple has its own copy."""
    found = {
        element.value
        for module in modules
        for node in module.nodes
        if isinstance(node, ast.Tuple)
        for element in node.elts
        if isinstance(element, ast.Constant) and isinstance(element.value, str)
    }
    return sorted(word for word in found if 0 < len(word) <= _INTERNED)


def _unpacked(module: _Module) -> bytes:
    """Return the module with ``A, B = range(2)`` or ``A, B = 0, 1`` as ``A = 0; B = 1``."""
    edits: list[Edit] = []
    for statement in module.tree.body:
        if not isinstance(statement, ast.Assign) or not isinstance(statement.targets[0], ast.Tuple):
            continue
        names, values = statement.targets[0].elts, _values(statement.value)
        if len(values) == len(names):
            start, end = module.span(statement)
            lines = "\n" * module.source[start:end].count(b"\n")
            text = [f"{ast.unparse(name)} = {value}" for name, value in zip(names, values)]
            edits.append((start, end, (f"({lines}); " if lines else "") + "; ".join(text)))
    return _edited(module.source, edits)


def _values(node: ast.expr) -> list[str]:
    """Return the numbers that are unpacked, [] if they are something else."""
    if isinstance(node, ast.Call) and ast.unparse(node.func) == "range":
        if all(_is_number(arg) for arg in node.args):
            return [str(number) for number in range(*map(ast.literal_eval, node.args))]
    elif isinstance(node, ast.Tuple) and all(_is_number(element) for element in node.elts):
        return [ast.unparse(element) for element in node.elts]
    return []


def _imported(modules: Mapping[str, _Module]) -> set[tuple[str, str]]:
    """Return {(possible path of a module, name that another one imports from it)}."""
    return {
        (origin, alias.name)
        for path, module in modules.items()
        for statement in module.nodes
        if isinstance(statement, ast.ImportFrom)
        for origin in _paths(path, statement)
        for alias in statement.names
    }


def _inlined(sources: Mapping[str, bytes]) -> dict[str, bytes]:
    """Return the modules with the values of short constants instead of their imports."""
    modules = {path: _Module(source) for path, source in sources.items()}
    used = set().union(*(module.attributes | module.strings for module in modules.values()))
    constants = {path: _short_constants(module) for path, module in modules.items()}
    passed_on = _imported(modules)
    changed = {}
    for path, module in modules.items():
        edits: list[Edit] = []
        elsewhere = used | module.keywords | module.parameters
        for statement in module.tree.body:
            if not isinstance(statement, ast.ImportFrom):
                continue
            kept, made = [], []
            for alias in statement.names:
                values = [
                    constants[origin][alias.name]
                    for origin in _paths(path, statement)
                    if alias.name in constants.get(origin, ())
                ]
                name = alias.name
                if (
                    values
                    and not alias.asname
                    and name not in elsewhere
                    and not module.stores[name]
                    and (path, name) not in passed_on
                    and "_" + name not in module.variables
                ):
                    made.append(f"_{name} = const({values[0]})")
                    edits += [
                        (*module.span(node), "_" + name)
                        for node in module.nodes
                        if isinstance(node, ast.Name) and node.id == name
                    ]
                else:
                    kept.append(name + (f" as {alias.asname}" if alias.asname else ""))
            if made:
                start, end = module.span(statement)
                lines = "\n" * module.source[start:end].count(b"\n")
                origin = "." * statement.level + (statement.module or "")
                whole = [f"from {origin} import ({', '.join(kept)}{lines})"] if kept else []
                first = "" if kept or not lines else "(" + lines + "); "
                edits.append((start, end, first + "; ".join([*whole, *made])))
        changed[path] = _edited(module.source, edits)
    return changed


def _short_constants(module: _Module) -> dict[str, str]:
    """Return {name: expression} of constants that take no more space than their name."""
    found = {}
    for statement in module.tree.body:
        if isinstance(statement, ast.Assign) and isinstance(statement.targets[0], ast.Name):
            name, value = statement.targets[0].id, statement.value
            if not _CONSTANT.match(name) or module.stores[name] > 1:
                continue
            try:
                known = ast.literal_eval(value) if not _is_number(value) else None
            except ValueError:
                continue
            if _is_number(value) or isinstance(known, int):
                found[name] = ast.unparse(value)
            elif isinstance(known, str) and len(known) <= _INTERNED:
                found[name] = ast.unparse(value)
    return found


def _paths(path: str, statement: ast.ImportFrom) -> list[str]:
    """Return the possible paths of the module that `statement` at `path` imports from."""
    module = (statement.module or "").replace(".", "/")
    if statement.level:
        folder = path.rsplit("/", statement.level)[0]
        module = f"{folder}/{module}".rstrip("/")
    return [f"{module}.py", f"{module}/__init__.py", f"lib/{module}.py"]


def _constants(module: _Module, shared: set[str]) -> Iterator[Edit]:
    """Yield the edits of a module's constants, except those that others use."""
    made: set[str] = set()
    for statement in module.tree.body:
        if not isinstance(statement, ast.Assign) or len(statement.targets) != 1:
            continue
        target = statement.targets[0]
        if not isinstance(target, ast.Name) or not _CONSTANT.match(target.id):
            continue
        name = target.id
        elsewhere = shared | module.others | module.keywords | module.parameters
        if name in elsewhere or module.stores[name] > 1 or "_" + name in module.variables:
            continue
        if not _is_constant(statement.value, made):
            continue
        made.add(name)
        start, end = module.span(statement.value)
        already = isinstance(statement.value, ast.Call)
        if not already:
            yield start, start, "const("
            yield end, end, ")"
        if not name.startswith("_"):
            for node in module.nodes:
                if isinstance(node, ast.Name) and node.id == name:
                    yield (*module.span(node), "_" + name)


def _is_constant(node: ast.expr, made: Iterable[str]) -> bool:
    if isinstance(node, ast.Constant):
        return isinstance(node.value, (int, str, bytes))
    if isinstance(node, ast.Name):
        return node.id in made
    if isinstance(node, ast.Tuple):
        return all(_is_constant(element, made) for element in node.elts)
    if isinstance(node, ast.UnaryOp):
        return isinstance(node.op, ast.USub) and _is_constant(node.operand, made)
    if isinstance(node, ast.Call) and ast.unparse(node.func) == "const":
        return True
    return _is_number(node, made)


def _is_number(node: ast.expr, made: Iterable[str] = ()) -> bool:
    if isinstance(node, ast.BinOp):
        return _is_number(node.left, made) and _is_number(node.right, made)
    if isinstance(node, ast.Name):
        return node.id in made
    return isinstance(node, ast.Constant) and isinstance(node.value, int)


def _parameters(module: _Module, known: set[str]) -> Iterator[Edit]:
    """Yield the edits of parameters whose names occur only as parameters, in all modules."""
    names = sorted(name for name in module.parameters - known - module.globals if len(name) > 2)
    taken = module.parameters | module.variables | module.others
    free = [name for name in _PARAMETERS if name not in taken]
    short = {name: new for name, new in zip(names, free) if name != "self"}
    for node in module.nodes:
        if isinstance(node, ast.arg) and node.arg in short:
            start = module.at(node.lineno, node.col_offset)
            yield start, start + len(node.arg.encode()), short[node.arg]
        elif isinstance(node, ast.Name) and node.id in short:
            yield (*module.span(node), short[node.id])


def _attributes(module: _Module, free: list[str], uses: Counter[str]) -> Iterator[Edit]:
    """Yield the edits of private attributes; `free`: names that none of our objects has."""
    own = {name for name in module.attributes if name.startswith("_") and uses[name] == 1}
    own = {name for name in own if not name.startswith("__")} - module.others - module.variables
    short = dict(zip(sorted(own), free))
    for node in module.nodes:
        if isinstance(node, ast.Attribute) and node.attr in short:
            end = module.span(node)[1]
            yield end - len(node.attr.encode()), end, short[node.attr]


def _stored(statements: Iterable[ast.stmt]) -> Iterator[str]:
    """Yield the names that these statements assign, without those that they define."""
    for statement in statements:
        if not isinstance(statement, (ast.FunctionDef, ast.ClassDef)):
            for node in ast.walk(statement):
                if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
                    yield node.id


def _edited(source: bytes, edits: Iterable[Edit]) -> bytes:
    for start, end, text in sorted(edits, reverse=True):
        source = source[:start] + text.encode() + source[end:]
    return source
