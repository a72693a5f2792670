"""The library and the tools stay small, and `import pocketpig` loads only what everybody has."""

import ast
import pathlib
import subprocess
import sys

import pytest

ROOT = pathlib.Path(__file__).parents[2]
MOST_LINES, MOST_PARAMETERS = 60, 8
# {folder: lines of Python at most}
LIMITS = {"pocketpig": 6000, "tools": 900}


def sources(folder):
    return {path: path.read_text(encoding="utf-8") for path in (ROOT / folder).rglob("*.py")}


def parameters(function):
    """Return the number of parameters, without `self`."""
    given = function.args
    names = [each.arg for each in (*given.posonlyargs, *given.args, *given.kwonlyargs)]
    names += [each.arg for each in (given.vararg, given.kwarg) if each]
    return len([name for name in names if name not in ("self", "cls")])


@pytest.mark.parametrize("folder", LIMITS)
def test_functions_and_folders_are_small(folder):
    large = []
    texts = sources(folder)
    assert texts
    for path, text in texts.items():
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
                lines = node.end_lineno - node.lineno + 1
                if lines > MOST_LINES or parameters(node) > MOST_PARAMETERS:
                    large.append(f"{path.name}: {node.name} has {lines} lines, {parameters(node)}")
    assert not large, f"Split what has more than {MOST_LINES} lines; bundle parameters: {large}"
    lines = sum(len(text.splitlines()) for text in texts.values())
    assert lines <= LIMITS[folder], f"{folder} has {lines} lines: take some away"


# What takes longest to import, and is seldom needed.
SLOW_TO_IMPORT = {"copy", "dataclasses", "decimal", "fractions", "hashlib", "pathlib", "struct"}


def test_the_library_imports_nothing_slow_and_nothing_that_must_be_installed():
    script = "import sys, pocketpig; print(*{name.split('.')[0] for name in sys.modules})"
    # -S: what a site package loads at each start is not the library's.
    command = [sys.executable, "-S", "-c", script]
    run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    loaded = set(run.stdout.split()) - {"__main__", "__mp_main__"}
    allowed = sys.stdlib_module_names | {"pocketpig", "shared_rules"}
    assert "pocketpig" in loaded and not loaded - allowed
    advice = "Import it in the function that needs it: `import pocketpig` takes 0.1 s at most."
    assert not loaded & SLOW_TO_IMPORT, advice
