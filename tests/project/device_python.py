"""Find what compiles, but fails with CircuitPython on a microcontroller, in the syntax tree.

Measured with CircuitPython 10 on an RP2040. The MicroPython VM of the tests has some of these
features, so running there does not find all faults.
"""

import ast
import builtins

MAX_LINES = 300  # the device compiles an imported module in RAM

# What tests/project/test_import_direction.py lets the device import, and yet is not there.
ABSENT = {"typing", "ChainMap", "Counter", "UserDict", "UserList", "defaultdict"}
ABSENT_SPECIAL_METHODS = {"__del__", "__format__", "__init_subclass__"}
ABSENT_FROM_NAMEDTUPLE = {"_asdict", "_field_defaults", "_fields", "_make", "_replace"}
ABSENT_FROM_STR = {
    "capitalize", "casefold", "expandtabs", "format_map", "isalnum", "isdecimal", "isidentifier",
    "isnumeric", "isprintable", "istitle", "ljust", "maketrans", "removeprefix", "removesuffix",
    "rjust", "swapcase", "title", "translate", "zfill",
}  # fmt: skip
ABSENT_FROM_JSON = {"indent", "sort_keys"}
ABSENT_EXCEPTIONS = {
    name
    for name, value in vars(builtins).items()
    if isinstance(value, type) and issubclass(value, OSError) and name != "OSError"
} | {"ModuleNotFoundError", "RecursionError", "UnicodeDecodeError", "UnicodeEncodeError"}
GENERIC_BUILTINS = {"dict", "frozenset", "list", "set", "tuple", "type"}


RULES = {
    "absent": "%s cannot be imported",
    "class keyword": "there are no metaclasses and no class keywords, as of %s",
    "special method": "%s is never called",
    "function attribute": "the function %s takes no attributes",
    "namedtuple": "namedtuple has no %s",
    "str method": "str has no %s",
    "next with default": "%s takes no default",
    "slice step": "a slice with step %s fails on bytes and on assignment",
    "json option": "json takes no %s",
    "exception": "there is no %s",
    "generic alias": "%s[…] is evaluated here and fails",
    "length": f"%s lines, and {MAX_LINES} are allowed",
}


class Module:
    """A parsed source, with context that its nodes lack."""

    def __init__(self, source):
        self.lines = source.count("\n")
        self.nodes = list(ast.walk(ast.parse(source)))
        self.guarded = set()  # nodes in a `try` that catches ImportError
        self.annotations = set()  # nodes of function annotations, which the device skips
        self.functions = set()  # names
        self.imported = set()  # names
        for node in self.nodes:
            self._note(node)

    def _note(self, node):
        match node:
            case ast.Try(handlers=handlers) if any(map(_catches_import_error, handlers)):
                self.guarded.update(n for part in node.body for n in ast.walk(part))
            case ast.FunctionDef(name=name, returns=annotation):
                self.functions.add(name)
                self._skip(annotation)
            case ast.arg(annotation=annotation):
                self._skip(annotation)
            case ast.Import(names=names) | ast.ImportFrom(names=names):
                self.imported.update(a.asname or a.name.split(".")[0] for a in names)

    def _skip(self, annotation):
        if annotation:
            self.annotations.update(ast.walk(annotation))

    def faults_of(self, node):
        """Yield (rule, what does not keep it) of a node."""
        match node:
            case ast.Module() if self.lines > MAX_LINES:
                yield "length", self.lines
            case ast.Import() | ast.ImportFrom(level=0) if node not in self.guarded:
                names = {alias.name for alias in node.names} | {getattr(node, "module", "")}
                for name in names & ABSENT:
                    yield "absent", name
            case ast.ClassDef(name=name, body=body, keywords=keywords):
                if keywords:
                    yield "class keyword", name
                methods = {part.name for part in body if isinstance(part, ast.FunctionDef)}
                for method in methods & ABSENT_SPECIAL_METHODS:
                    yield "special method", method
            case ast.Attribute(value=ast.Name(id=name), ctx=ast.Store()) if name in self.functions:
                yield "function attribute", name
            case ast.Attribute(attr=name) if name in ABSENT_FROM_NAMEDTUPLE:
                yield "namedtuple", name
            case ast.Call():
                yield from self._faults_of_call(node)
            case ast.Slice(step=ast.AST() as step):
                yield "slice step", ast.unparse(step)
            case ast.Name(id=name) if name in ABSENT_EXCEPTIONS:
                yield "exception", name
            case ast.Subscript(value=ast.Name(id=name)):
                if name in GENERIC_BUILTINS and node not in self.annotations:
                    yield "generic alias", name

    def _faults_of_call(self, call):
        name = getattr(call.func, "attr", getattr(call.func, "id", None))
        keywords = {keyword.arg for keyword in call.keywords}
        if name == "namedtuple" and keywords & {"defaults", "rename"}:
            yield "namedtuple", "defaults"
        if name == "next" and len(call.args) > 1:
            yield "next with default", name
        if name in ("dump", "dumps"):
            for option in keywords & ABSENT_FROM_JSON:
                yield "json option", option
        if name in ABSENT_FROM_STR and self._may_be_str(getattr(call.func, "value", None)):
            yield "str method", name

    def _may_be_str(self, receiver):
        match receiver:
            case None | ast.Call(func=ast.Name(id="super")):
                return False
            case ast.Name(id=name):
                return name not in {*self.imported, "self", "screen"}
        return True


def _catches_import_error(handler):
    caught = handler.type.elts if isinstance(handler.type, ast.Tuple) else [handler.type]
    return any(isinstance(name, ast.Name) and name.id == "ImportError" for name in caught)


def faults(source):
    """Return [(line, rule, text)] of what would fail on the device."""
    module = Module(source)
    return [
        (getattr(node, "lineno", 1), rule, RULES[rule] % what)
        for node in module.nodes
        for rule, what in module.faults_of(node)
    ]
