"""Functions of the device's players, compiled, so that the host simulates the device's own code."""

import ast
import inspect
import os
from collections.abc import Callable, Collection
from types import ModuleType
from typing import Any

from numba import njit

# Numba keeps compiled code by the file of a function, and notices no change of what that calls in
# another file. So this code is kept only where somebody names a folder, as the tests do.
KEPT = "NUMBA_CACHE_DIR" in os.environ


class Compilable(ast.NodeTransformer):
    """Turn generators that yield None into functions that return the answer."""

    def __init__(self, functions: Collection[str]) -> None:
        self.functions = functions

    def visit_Expr(self, node: ast.Expr) -> ast.AST:  # noqa: N802
        """Replace `yield None` by `pass`."""
        if isinstance(node.value, ast.Yield):
            return ast.copy_location(ast.Pass(), node)
        return self.generic_visit(node)

    def visit_YieldFrom(self, node: ast.YieldFrom) -> ast.AST:  # noqa: N802
        """Replace `yield from` a generator by a call."""
        value: ast.AST = self.visit(node.value)
        return value

    def visit_Call(self, node: ast.Call) -> ast.AST:  # noqa: N802
        """Wrap constants in `int` and `bool`: Numba would compile a function for each of them."""
        self.generic_visit(node)
        if isinstance(node.func, ast.Name) and node.func.id in self.functions:
            node.args = [hidden(argument) for argument in node.args]
        return node


def hidden(node: ast.expr) -> ast.expr:
    """Return the expression; a constant number or bool becomes a call of its type."""
    if isinstance(node, ast.Constant) and isinstance(node.value, (int, bool)):
        kind = ast.Name(type(node.value).__name__, ast.Load())
        return ast.Call(kind, [node], [])
    return node


def compiled(module: ModuleType, *names: str, **known: Any) -> list[Callable[..., Any]]:
    """Return those functions of `module`, compiled; generators become plain functions.

    They may call one another. The functions of `known` replace what `module` imports.
    """
    tree = ast.parse(inspect.getsource(module))
    tree.body = [
        node for node in tree.body if isinstance(node, ast.FunctionDef) and node.name in names
    ]
    tree = ast.fix_missing_locations(Compilable({*names, *known}).visit(tree))
    namespace = {**vars(module), **known}
    exec(compile(tree, str(module.__file__), "exec"), namespace)
    for name in names:
        namespace[name] = njit(namespace[name], cache=KEPT)
    return [namespace[name] for name in names]
