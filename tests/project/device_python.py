"""Find what compiles, but fails with CircuitPython on a microcontroller, in the syntax tree.

Measured with CircuitPython 10 on an RP2040. The MicroPython VM of the tests has some of these
features, so running there does not find all faults.
"""

import ast
import builtins

from tests.support.micropython_vm import ABSENT_ON_DEVICE

MAX_LINES = 300  # the device compiles an imported module in RAM

ABSENT_FROM_COLLECTIONS = {"ChainMap", "Counter", "UserDict", "UserList", "defaultdict"}
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


class Module:
    """A parsed source, with context that its nodes lack."""

    def __init__(self, source):
        self.lines = source.count("\n")
        self.nodes = list(ast.walk(ast.parse(source)))
        self.guarded = set()  # nodes in a `try` that catches ImportError
        self.annotations = set()  # nodes of function annotations, which the device skips
        self.function_names = set()
        self.module_names = set()
        for node in self.nodes:
            self._note(node)

    def _note(self, node):
        if isinstance(node, ast.Try) and any(_catches_import_error(h) for h in node.handlers):
            self.guarded.update(n for part in node.body for n in ast.walk(part))
        elif isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            self.function_names.add(node.name)
            self._note_annotation(node.returns)
        elif isinstance(node, ast.arg):
            self._note_annotation(node.annotation)
        elif isinstance(node, (ast.Import, ast.ImportFrom)):
            self.module_names.update(a.asname or a.name.split(".")[0] for a in node.names)

    def _note_annotation(self, annotation):
        if annotation is not None:
            self.annotations.update(ast.walk(annotation))


def _catches_import_error(handler):
    caught = handler.type.elts if isinstance(handler.type, ast.Tuple) else [handler.type]
    return any(isinstance(name, ast.Name) and name.id == "ImportError" for name in caught)


def _absent_module(node, module):
    if node in module.guarded:
        return
    if isinstance(node, ast.Import):
        names = [alias.name for alias in node.names]
    elif isinstance(node, ast.ImportFrom) and not node.level:
        names = [node.module]
        if node.module == "collections":
            names += [a.name for a in node.names if a.name in ABSENT_FROM_COLLECTIONS]
    else:
        return
    for name in names:
        if name.split(".")[0] in ABSENT_ON_DEVICE or name in ABSENT_FROM_COLLECTIONS:
            yield f"{name} cannot be imported"


def _class_keyword(node, module):
    if isinstance(node, ast.ClassDef) and node.keywords:
        yield "there are no metaclasses and no class keywords"


def _special_method(node, module):
    if isinstance(node, ast.ClassDef):
        for part in node.body:
            if isinstance(part, ast.FunctionDef) and part.name in ABSENT_SPECIAL_METHODS:
                yield f"{part.name} is never called"


def _function_attribute(node, module):
    if (
        isinstance(node, ast.Attribute)
        and isinstance(node.ctx, ast.Store)
        and isinstance(node.value, ast.Name)
        and node.value.id in module.function_names
    ):
        yield f"the function {node.value.id} takes no attributes"


def _namedtuple(node, module):
    if isinstance(node, ast.Attribute) and node.attr in ABSENT_FROM_NAMEDTUPLE:
        yield f"namedtuple has no {node.attr}"
    elif _called_name(node) == "namedtuple" and _keywords(node) & {"defaults", "rename"}:
        yield "namedtuple takes no defaults"


def _str_method(node, module):
    if not isinstance(node, ast.Call) or _called_name(node) not in ABSENT_FROM_STR:
        return
    receiver = getattr(node.func, "value", None)
    of_our_own = module.module_names | {"self", "screen"}
    if isinstance(receiver, ast.Call) and _called_name(receiver) == "super":
        return
    if receiver and not (isinstance(receiver, ast.Name) and receiver.id in of_our_own):
        yield f"str has no {node.func.attr}"


def _next_with_default(node, module):
    if _called_name(node) == "next" and len(node.args) > 1:
        yield "next takes no default"


def _slice_step(node, module):
    if isinstance(node, ast.Slice) and node.step is not None:
        yield "a slice with a step fails on bytes and on assignment"


def _json_option(node, module):
    if _called_name(node) in ("dump", "dumps") and _keywords(node) & ABSENT_FROM_JSON:
        yield f"json takes no {', '.join(sorted(_keywords(node) & ABSENT_FROM_JSON))}"


def _exception(node, module):
    if isinstance(node, ast.Name) and node.id in ABSENT_EXCEPTIONS:
        yield f"there is no {node.id}"


def _generic_alias(node, module):
    if (
        isinstance(node, ast.Subscript)
        and node not in module.annotations
        and isinstance(node.value, ast.Name)
        and node.value.id in GENERIC_BUILTINS
    ):
        yield f"{node.value.id}[…] is evaluated here and fails"


def _length(node, module):
    if isinstance(node, ast.Module) and module.lines > MAX_LINES:
        yield f"{module.lines} lines, and {MAX_LINES} are allowed"


def _called_name(node):
    """Return the last part of the name called, such as `dumps` for `json.dumps(…)`, or None."""
    if not isinstance(node, ast.Call):
        return None
    return getattr(node.func, "attr", getattr(node.func, "id", None))


def _keywords(call):
    return {keyword.arg for keyword in call.keywords}


RULES = {
    "absent module": _absent_module,
    "class keyword": _class_keyword,
    "special method": _special_method,
    "function attribute": _function_attribute,
    "namedtuple": _namedtuple,
    "str method": _str_method,
    "next with default": _next_with_default,
    "slice step": _slice_step,
    "json option": _json_option,
    "exception": _exception,
    "generic alias": _generic_alias,
    "length": _length,
}


def faults(source):
    """Return [(line, rule, text)] of what would fail on the device."""
    module = Module(source)
    return [
        (getattr(node, "lineno", 1), rule, text)
        for node in module.nodes
        for rule, find in RULES.items()
        for text in find(node, module)
    ]
