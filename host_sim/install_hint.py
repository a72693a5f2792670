"""Optional packages: where npm's are, and what to type when one is missing.

No package index has Pocket Pig.
"""

import importlib.metadata
import sys
from pathlib import Path

_CHECKOUT = Path(__file__).parents[1]


def install_hint(*extras: str) -> str:
    """The command that installs what these extras of pyproject.toml name, with this Python.

    In a checkout it names the extras. Installed from a wheel, it names their packages.
    """
    if (_CHECKOUT / "pyproject.toml").exists():
        wanted = ["-e", _quoted(f"{_CHECKOUT}[{','.join(extras)}]")]
    else:
        wanted = [_quoted(each) for each in _packages(extras)]
    python = _quoted(sys.executable) if " " in sys.executable else sys.executable
    return " ".join([python, "-m pip install", *wanted])


def npm_package(name: str) -> Path | None:
    """Return the folder of an npm package in node_modules of the checkout or the present folder.

    Never one of a folder above, where another user may write.
    """
    for place in (_CHECKOUT, Path.cwd()):
        folder = place / "node_modules" / name
        if folder.is_dir():
            return folder
    return None


def _quoted(word: str) -> str:
    return f'"{word}"'  # as sh, cmd and PowerShell all read it


def _packages(extras: tuple[str, ...]) -> list[str]:
    """The requirements, each once, with what they say about the computer left for pip to judge."""
    found: dict[str, None] = {}
    for requirement in importlib.metadata.requires("pocketpig") or ():
        package, _, marker = requirement.replace('"', "'").partition("; ")
        for extra in extras:
            condition = marker.removesuffix(f"extra == '{extra}'")
            if condition != marker:
                condition = condition.removesuffix(" and ")
                found[f"{package}; {condition}" if condition else package] = None
    return list(found)
