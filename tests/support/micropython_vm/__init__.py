"""Run the device's code on a real MicroPython VM: MicroPython 1.27 as WebAssembly under Node.

    from tests.support.micropython_vm import run_on_micropython
    out = run_on_micropython("import shared_rules\\nprint(shared_rules.__version__)")

By default the VM's file system looks like the device's drive: `shared_rules` and `handheld` at the
root, the Adafruit display libraries in /lib. Pointers have 32 bits as on the device, so
`heap_in_use` is comparable. Floats have 64 bits, on the device only 30.
"""

import base64
import importlib.util
import json
import os
import pathlib
import subprocess

from host_sim.drive.drive_files import TEXTS, made_texts

RUNNER = pathlib.Path(__file__).with_name("run_vm.mjs")
BOARD = pathlib.Path(__file__).parents[1] / "portable_board.py"
PACKAGES = ("shared_rules", "handheld")
LIBRARIES = ("adafruit_ssd1306", "adafruit_framebuf", "adafruit_bus_device")

# Modules of this VM that CircuitPython on a Pico lacks. Hidden, they fail to import as on the
# device. Without a built-in framebuf the display driver uses adafruit_framebuf, with the same heap
# as on the device.
ABSENT_ON_DEVICE = (
    "abc", "base64", "contextlib", "copy", "dataclasses", "datetime", "enum", "framebuf",
    "functools", "heapq", "itertools", "operator", "pathlib", "platform", "string",
    "typing",
)  # fmt: skip

_HIDE = """
def _hide(absent):
    import builtins
    import sys
    real_import = builtins.__import__
    def import_as_on_the_device(name, *rest):
        if name in absent and name not in sys.modules:
            raise ImportError("no module named '" + name + "'")
        return real_import(name, *rest)
    builtins.__import__ = import_as_on_the_device
_hide({absent!r})
del _hide
"""


class VmError(Exception):
    """The script ended with an exception or took too long, or the VM could not start."""

    def __init__(self, message, stdout):
        super().__init__(message)
        self.stdout = stdout


def device_files(packages=PACKAGES, libraries=LIBRARIES):
    """Return {path in the VM: Path on the host} of the app's packages and libraries."""
    files = {}
    for root, names in (("/", packages), ("/lib/", libraries)):
        for name in names:
            spec = importlib.util.find_spec(name)
            for folder in spec.submodule_search_locations or ():
                files.update(_tree(root + name, pathlib.Path(folder)))
            if not spec.submodule_search_locations:
                files[f"{root}{name}.py"] = pathlib.Path(spec.origin)
    files = {name: path for name, path in files.items() if not name.startswith("/" + TEXTS)}
    return {**files, **{"/" + name: data for name, data in made_texts().items()}}


def _tree(vm_root, folder):
    for path in sorted(folder.rglob("*")):
        if path.is_file() and "__pycache__" not in path.parts:
            yield f"{vm_root}/{path.relative_to(folder).as_posix()}", path


def run_on_micropython(
    *scripts,
    files=None,
    base=None,
    absent=ABSENT_ON_DEVICE,
    timeout=600,
    heap=1 << 20,
    stack=1 << 13,
):
    """Run the scripts on a fresh VM and return what they printed, unchanged, as str.

    The scripts share one namespace. Use several if a collection must happen in between: on this VM
    `gc.collect()` only requests one, which happens at the end of the script.

    files: {absolute path in the VM: Path on the host, bytes or str}, in addition to `base`
    (default `device_files()`; {} for an empty file system). absent: modules of the VM to hide.
    timeout: in seconds. heap: its initial size in bytes. stack: bytes for the calls in progress.

    Raises VmError with the VM's traceback, or with what is missing to start the VM.
    """
    contents = dict(device_files() if base is None else base)
    contents.update(files or {})
    job = {
        "files": [[path, _base64(content)] for path, content in contents.items()],
        "scripts": [_HIDE.format(absent=tuple(absent)), *scripts],
        "heap": heap,
        "stack": stack,
    }
    node = os.environ.get("NODE", "node")
    try:
        done = subprocess.run(
            [node, str(RUNNER)],
            input=json.dumps(job).encode(),
            capture_output=True,
            timeout=timeout,
            check=False,
        )
    except FileNotFoundError:
        raise VmError(f"Node.js is needed and '{node}' is not on the PATH", "") from None
    except subprocess.TimeoutExpired as expired:
        raise VmError(f"no end after {timeout} s", (expired.stdout or b"").decode()) from None
    if done.returncode:
        raise VmError(done.stderr.decode(), done.stdout.decode())
    return done.stdout.decode()


def heap_in_use(script, **options):
    """Return the bytes of heap in use after `script` and a collection."""
    printed = run_on_micropython(
        script, "import gc\ngc.collect()", "print('\\n%d' % gc.mem_alloc())", **options
    )
    return int(printed.split()[-1])


def _base64(content):
    if isinstance(content, pathlib.Path):
        content = content.read_bytes()
    elif isinstance(content, str):
        content = content.encode()
    return base64.b64encode(content).decode()
