"""Start the files of a folder as a Pico does, with simulated CircuitPython modules.

    python -S -B damaged_drive.py DRIVE

Prints the panel's text at the end: that of safemode.py or of the crash screen, or "plays". The
path has only the folder and the simulation, so that a missing file is not found elsewhere.
"""

import gc
import os
import pathlib
import runpy
import sys
import time

drive = pathlib.Path(sys.argv[1])
here = pathlib.Path(__file__).parent
sys.path[:] = [entry for entry in sys.path if pathlib.Path(entry).resolve() != here]
sys.path[:0] = [
    str(drive),
    str(drive / "lib"),
    str(here.parent / "support" / "circuitpython"),
    str(drive.parent / "host"),
]

gc.mem_free = lambda: 100_000
gc.mem_alloc = lambda: 50_000

import simulated_pico  # noqa: E402
import terminalio  # noqa: E402

pico = simulated_pico.power_on()
said = [""]


def pass_time(seconds):
    """Replace time.sleep in safemode.py: let the Pico's time pass."""
    pico.clock.advance_ms(round(seconds * 1000))
    pico.ticks_ms()


def run(name, ms):
    """Run a file for at most `ms`; return how it ended. Put the panel's text into `said`."""
    end = pico.clock.now_us() // 1000 + ms
    pico.at(end - 1, lambda: said.append(told()))
    pico.switch_off_at(end)
    try:
        runpy.run_path(str(drive / name), run_name="__main__")
    except simulated_pico.SwitchedOff:
        return "runs"
    except simulated_pico.Restart as restart:
        return str(restart)
    return "ends"


def fresh():
    """Reset the virtual machine: no modules are loaded, no pins in use."""
    pico.leave_boot()
    for name in list(sys.modules):
        if name.split(".")[0] in ("board_pico", "handheld", "safemode", "shared_rules"):
            del sys.modules[name]


def told():
    """Return the panel's text."""
    # One whose __init__ failed may linger, without its last attributes.
    objects = [o for o in gc.get_objects() if type(o).__name__ in ("App", "CrashedApp")]
    from_crash = [o for o in objects if type(o).__name__ == "CrashedApp" and hasattr(o, "canvas")]
    if from_crash:
        return " ".join(from_crash[-1].canvas.lines())
    apps = [o for o in objects if type(o).__name__ == "App" and hasattr(o, "screen")]
    return "plays" if apps else " ".join(terminalio.read(pico.panel.picture()))


time.sleep = pass_time
# These read the drive's files in "/"; with another folder they are not as the list says.
readers = ("safemode.py",)
for name in readers:
    if (drive / name).exists():
        source = (drive / name).read_bytes()
        changed = f"DRIVE = {str(drive) + '/'!r}".encode()
        (drive / name).write_bytes(source.replace(b"DRIVE = '/'", changed))
files = drive / "pocketpig-files.txt"
files.write_text("".join(line for line in files.open() if line.split()[1] not in readers))
os.chdir(drive)
pathlib.Path("boot_out.txt").write_bytes(
    f"Adafruit CircuitPython {os.uname().version}; {os.uname().machine}\r\n"
    "Board ID:raspberry_pi_pico\r\nUID:0001020304050607\r\nboot.py output:\r\n".encode()
)
state = run("boot.py", 3000)
if state == "ends":
    fresh()
    state = run("code.py", 3000)
    if state == "soft":
        fresh()
        state = run(pathlib.Path(pico.next_file).name, 3000)
print(state, sorted(pico.usb), said[-1], sep="|")
