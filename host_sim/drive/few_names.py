"""Rewrite the device's sources with fewer names before they are compiled.

The interpreter interns every name that it loads, in a table that doubles when it is full. So
constants become ``const``, also where they are imported: they have no name in the bytecode.
Attributes, variables, parameters, classes and private functions become words that CircuitPython has
in its flash: each name a word of its own, the same one in all modules.

Modules, public functions, errors, keywords and everything that is also a string keep their names.
So a traceback tells the module, and the function if it is public. A library loses what nobody uses.
"""

import ast
import builtins
import io
import re
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from host_sim.plain_text import read_text

# In the flash of CircuitPython 10 on a Pico; one that a version lacks is a name like any other.
WORDS = read_text(Path(__file__).with_name("words.txt")).split()
FIRST = "handheld/__init__.py"  # imported before all modules with short strings in tuples
_CONSTANT = re.compile(r"_?[A-Z][A-Z0-9_]*$")
_INTERNED = 10  # the compiler interns strings up to this length, except in tuples
_BUILT_IN = (builtins, sys, str, bytearray, list, dict, set, int, memoryview, io.BytesIO, OSError)
_BUILT_IN_NAMES = {"const", "self"}.union(dir(iter(())), dir(_ for _ in ()), *map(dir, _BUILT_IN))


class _Module:
    """A module, and how it uses names. `fixed`: it stays as it is."""

    def __init__(self, path: str, tree: ast.Module, fixed: bool) -> None:
        self.path, self.tree, self.fixed = path, tree, fixed
        self.look()

    def look(self) -> None:
        """Read the tree, again after each change of it."""
        nodes = ast.walk(self.tree)
        self.nodes = [node for node in nodes if node._fields]  # no `+`, no "loaded here"
        bound: list[str] = []
        self.asked: set[str] = set()  # attributes
        self.strings: set[str] = set()  # one may be what `getattr` is asked for
        self.imports: list[tuple[str, str]] = []  # (possible path of a module, name in it)
        for node in self.nodes:
            if isinstance(node, ast.Attribute):
                self.asked.add(node.attr)
            elif isinstance(node, ast.Constant):
                self.strings |= _texts(node)
            elif not isinstance(getattr(node, "ctx", None), ast.Load):
                bound += _texts(node)
            if isinstance(node, ast.ImportFrom):
                origins = _origins(self.path, node)
                self.imports += [(o, alias.name) for o in origins for alias in node.names]
        self.bound = Counter(bound)  # how often a variable of this name


def with_few_names(sources: Mapping[str, bytes], fixed: Iterable[str] = ()) -> dict[str, bytes]:
    """Return {path: source} of modules that do the same, without comments.

    `fixed`: paths of modules that stay as they are. What they name keeps its name.
    """
    trees = {path: ast.parse(source) for path, source in sources.items()}
    _unpack(tree.body for tree in trees.values())
    modules = [_Module(path, tree, path in fixed) for path, tree in trees.items()]
    for change in (_trim, _inline, _make_constants, _rename):
        change(modules)
    if FIRST in trees:
        trees[FIRST].body += ast.parse(str(_of_tuples(trees.values()))).body
    changed = {path: f"{ast.unparse(tree)}\n".encode() for path, tree in trees.items()}
    return {**changed, **{path: sources[path] for path in fixed}}


def _trim(modules: list[_Module]) -> None:
    """Take out of libraries what nobody uses, and what only describes."""
    libraries = [module for module in modules if module.path.startswith("lib/")]
    for library in libraries:
        for node in library.nodes:
            if isinstance(node, ast.FunctionDef):
                node.returns = None
            elif isinstance(node, ast.arg):
                node.annotation = None
        asked = set().union(*(module.asked for module in modules if module != library))
        for _ in range(2):  # a class, then what only it used
            nodes = ast.walk(library.tree)
            loads = [node for node in nodes if isinstance(getattr(node, "ctx", 0), ast.Load)]
            _Trim(asked.union(*map(_texts, loads))).visit(library.tree)
    for library in libraries:
        library.look()


class _Trim(ast.NodeTransformer):
    """Keep what has one of the names `used`, and special methods."""

    def __init__(self, used: set[str]) -> None:
        self.used = used

    def visit_ClassDef(self, node: ast.ClassDef | ast.FunctionDef) -> ast.AST | None:
        self.generic_visit(node)
        return node if node.name in self.used or node.name.startswith("__") else None

    visit_FunctionDef = visit_ClassDef

    def visit_Import(self, node: ast.Import | ast.ImportFrom) -> ast.AST | None:
        node.names = [alias for alias in node.names if (alias.asname or alias.name) in self.used]
        return node if node.names else None

    visit_ImportFrom = visit_Import

    def visit_Try(self, node: ast.Try) -> ast.AST | None:
        self.generic_visit(node)
        return node if node.body else None

    def visit_Assign(self, node: ast.Assign) -> ast.AST | None:
        name = ast.unparse(node.targets[0])
        return node if name in self.used or not name.startswith("__") else None


def _of_tuples(trees: Iterable[ast.Module]) -> list[str]:
    """Return the short strings in tuples. Unless interned before, each tuple has its own copy."""
    rows = (node.elts for tree in trees for node in ast.walk(tree) if isinstance(node, ast.Tuple))
    values = {node.value for row in rows for node in row if isinstance(node, ast.Constant)}
    return sorted(v for v in values if isinstance(v, str) and 0 < len(v) <= _INTERNED)


def _unpack(bodies: Iterable[list[ast.stmt]]) -> None:
    """Make ``A = 0`` and ``B = 1`` of ``A, B = range(2)`` or ``A, B = 0, 1``."""
    for body in bodies:
        for statement in list(body):
            if isinstance(statement, ast.Assign) and isinstance(statement.targets[0], ast.Tuple):
                names, values = statement.targets[0].elts, _numbers(statement.value)
                if len(values) == len(names):
                    at = body.index(statement)
                    pairs = zip(map(ast.unparse, names), values)
                    body[at : at + 1] = [_assignment(name, value) for name, value in pairs]


def _numbers(node: ast.expr) -> list[ast.expr]:
    """Return the numbers that are unpacked, [] if they are something else."""
    if isinstance(node, ast.Call) and ast.unparse(node.func) == "range":
        if all(map(_is_number, node.args)):
            return [ast.Constant(number) for number in range(*map(ast.literal_eval, node.args))]
    elif isinstance(node, ast.Tuple) and all(map(_is_number, node.elts)):
        return node.elts
    return []


def _assignment(name: str, value: ast.expr) -> ast.stmt:
    return ast.parse(f"{name} = {ast.unparse(value)}").body[0]


def _inline(modules: list[_Module]) -> None:
    """Put the values of short constants in the place of their imports."""
    values = {
        (module.path, name): statement.value
        for module in modules
        for name, statement in _constants(module)
        if _is_short(statement.value)
    }
    seen = _seen(modules)
    for module in modules:
        body, changed = module.tree.body, False
        for statement in [node for node in body if isinstance(node, ast.ImportFrom)]:
            for alias in list(statement.names):
                origins = ((path, alias.name) for path in _origins(module.path, statement))
                value = next((values[origin] for origin in origins if origin in values), None)
                if value and not alias.asname and _is_hidden(module, alias.name, seen):
                    statement.names.remove(alias)
                    body.insert(body.index(statement) + 1, _assignment(alias.name, value))
                    changed = True
            if not statement.names:
                body.remove(statement)
        if changed:
            module.look()


def _make_constants(modules: list[_Module]) -> None:
    """Make a module's constants ``const``, except those that others see."""
    seen = _seen(modules)
    for module in modules:
        made: set[str] = set()
        for name, statement in _constants(module):
            if _is_hidden(module, name, seen) and _is_constant(statement.value, made):
                made.add(name)
                if not _is_const(statement.value):
                    const = ast.Name("const", ast.Load())
                    statement.value = ast.Call(const, [statement.value], [])
        if made:
            module.look()
        for node in module.nodes:
            if isinstance(node, ast.Name) and node.id in made and not node.id.startswith("_"):
                node.id = "_" + node.id


def _constants(module: _Module) -> Iterator[tuple[str, ast.Assign]]:
    """Yield the assignments at the top whose names look like constants, each assigned once."""
    for statement in module.tree.body:
        if isinstance(statement, ast.Assign) and isinstance(statement.targets[0], ast.Name):
            name = statement.targets[0].id
            if _CONSTANT.match(name) and module.bound[name] == 1 == len(statement.targets):
                yield name, statement


def _seen(modules: list[_Module]) -> set[object]:
    """Return names that are asked of objects, and (path, name) of what is imported."""
    return set().union(*({*m.asked, *m.strings, *m.imports} for m in modules))


def _is_hidden(module: _Module, name: str, seen: set[object]) -> bool:
    """Tell whether only this module uses the name, which can get an underscore before it."""
    elsewhere = name in seen or (module.path, name) in seen
    return not elsewhere and module.bound[name] == 1 and "_" + name not in module.bound


def _is_short(node: ast.expr) -> bool:
    """Tell whether the constant takes no more space than a name."""
    texts = _texts(node) if isinstance(node, ast.Constant) else ()
    return _is_number(node) or any(len(text) <= _INTERNED for text in texts)


def _is_constant(node: ast.expr, made: Iterable[str] = ()) -> bool:
    if isinstance(node, ast.Constant):
        return isinstance(node.value, (int, str, bytes))
    if isinstance(node, ast.Tuple):
        return all(_is_constant(element, made) for element in node.elts)
    return _is_const(node) or _is_number(node, made)


def _is_const(node: ast.AST) -> bool:
    return isinstance(node, ast.Call) and ast.unparse(node.func) == "const"


def _is_number(node: ast.expr, made: Iterable[str] = ()) -> bool:
    if isinstance(node, ast.BinOp):
        return _is_number(node.left, made) and _is_number(node.right, made)
    if isinstance(node, ast.UnaryOp):
        return isinstance(node.op, ast.USub) and _is_number(node.operand, made)
    if isinstance(node, ast.Name):
        return node.id in made
    return isinstance(node, ast.Constant) and isinstance(node.value, int)


def _rename(modules: list[_Module]) -> None:
    """Give each name that is ours a word of its own, the same one in all modules."""
    paths = {module.path for module in modules}
    kept = set(_BUILT_IN_NAMES)
    ours: set[str] = set()  # what our modules, classes and objects define
    parameters: set[str] = set()
    texts: Counter[str] = Counter()  # in how many modules
    for module in modules:
        texts.update(set().union(*map(_texts, module.nodes)))
        kept.update(module.strings, module.path[: -len(".py")].split("/"))
        libraries = {a.name for n in module.nodes if isinstance(n, ast.Import) for a in n.names}
        kept |= libraries
        for node in module.nodes:
            if module.fixed or isinstance(node, ast.keyword):
                kept |= _texts(node)
            elif module.path.startswith("lib/"):  # a base class may be another library's
                kept.update(text for text in _texts(node) if not text.startswith("_"))
            if isinstance(node, ast.arg):
                parameters.add(node.arg)
            elif isinstance(node, ast.Attribute):
                owner = ast.unparse(node.value)
                on_board = module.path.startswith("board_") and not node.attr.startswith("_")
                if owner in libraries or on_board and owner != "self":
                    kept.add(node.attr)  # perhaps of one of CircuitPython's objects
                elif isinstance(node.ctx, ast.Store):
                    ours.add(node.attr)
            elif isinstance(node, ast.ImportFrom):
                kept.update((node.module or "").split("."))
                if not paths.intersection(_origins(module.path, node)):
                    kept.update(alias.name for alias in node.names)
            elif isinstance(node, (ast.FunctionDef, ast.ClassDef)):
                ours.add(node.name)
                if _is_told(node):
                    kept.add(node.name)
            if isinstance(node, (ast.Module, ast.ClassDef)):
                ours.update(_stored(node.body))
    # What nobody of ours defines is asked of another's object.
    kept |= set().union(*(module.asked for module in modules)) - ours
    names = {name for name in (ours | parameters) - kept if not name.startswith("__")}
    free = {*WORDS} - {*texts} - kept
    # Each module that uses a name holds its text.
    often = sorted(names, key=lambda name: (-texts[name], name))
    new = dict(zip(often, sorted(free, key=lambda word: (len(word), word))))
    for module in modules:
        for node in module.nodes:
            _put(module.path, node, new)


def _is_told(node: ast.FunctionDef | ast.ClassDef) -> bool:
    """Tell whether messages and tracebacks contain the name."""
    if isinstance(node, ast.FunctionDef):
        return not node.name.startswith("_")
    return any(ast.unparse(base).endswith(("Error", "Exception")) for base in node.bases)


def _stored(statements: Iterable[ast.stmt]) -> Iterator[str]:
    """Yield the names that these statements assign, without those that have none once compiled."""
    for statement in statements:
        if isinstance(statement, ast.Assign) and _is_const(statement.value):
            continue
        if not isinstance(statement, (ast.FunctionDef, ast.ClassDef)):
            for node in ast.walk(statement):
                if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
                    yield node.id


def _origins(path: str, statement: ast.ImportFrom) -> list[str]:
    """Return the possible paths of the module that `statement` at `path` imports from."""
    module = (statement.module or "").replace(".", "/")
    if statement.level:
        folder = path.rsplit("/", statement.level)[0]
        module = f"{folder}/{module}".rstrip("/")
    return [f"{module}.py", f"{module}/__init__.py", f"lib/{module}.py"]


def _texts(node: ast.AST) -> set[str]:
    """Return the names and strings of a node itself."""
    found = set()
    for value in vars(node).values():
        if isinstance(value, str):
            found.add(value)
        elif isinstance(value, list):
            found.update(text for text in value if isinstance(text, str))
    return found


def _put(path: str, node: ast.AST, new: Mapping[Any, str]) -> None:
    """Put the new names into a node."""
    for field, value in ast.iter_fields(node):
        if isinstance(value, list):  # of nodes, or of names
            value[:] = [new.get(element, element) for element in value]
        elif isinstance(value, str) and not isinstance(node, ast.Constant):
            setattr(node, field, new.get(value, value))
    if isinstance(node, ast.ImportFrom) and node.level and "." in (node.module or ""):
        # In full the name is there already.
        folder = path.rsplit("/", node.level)[0].replace("/", ".")
        node.level, node.module = 0, f"{folder}.{node.module}"
