"""Start the files of a folder as a Pico does, with simulated CircuitPython modules.

    python -S -B damaged_drive.py DRIVE

Prints the USB functions, the file that runs at the end, or "crashed", and what safemode.py shows.
The path has only the folder and the simulation, so that a missing file is not found elsewhere.
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
simulation = here.parent / "support" / "circuitpython"
sys.path[:0] = map(str, (drive, drive / "lib", simulation, drive.parent / "host"))

gc.mem_free = lambda: 100_000
gc.mem_alloc = lambda: 50_000

import simulated_pico  # noqa: E402
import terminalio  # noqa: E402

pico = simulated_pico.power_on()
time.sleep = pico.sleep
shown = []


def run(name):
    """Run a file for some seconds; return True if it ends or reloads before."""
    for module in list(sys.modules):
        if module.split(".")[0] in ("board_pico", "handheld", "safemode", "shared_rules"):
            del sys.modules[module]
    end = pico.clock.now_us() // 1000 + 3000
    pico.at(end - 1, lambda: shown.append(terminalio.read(pico.panel.picture())))
    pico.switch_off_at(end)
    try:
        runpy.run_path(str(drive / name), run_name="__main__")
    except simulated_pico.Restart:
        return True
    except simulated_pico.SwitchedOff:
        return False
    return True


# This reads the drive's files in "/"; with another folder it is not as the list says.
source = (drive / "safemode.py").read_text()
(drive / "safemode.py").write_text(source.replace("DRIVE = '/'", f"DRIVE = '{drive}/'"))
files = drive / "pocketpig-files.txt"
files.write_text("".join(line for line in files.open() if "safemode.py" not in line))
os.chdir(drive)
pathlib.Path("boot_out.txt").write_bytes(
    f"Adafruit CircuitPython {os.uname().version}; {os.uname().machine}\r\n"
    "Board ID:raspberry_pi_pico\r\nUID:0001020304050607\r\nboot.py output:\r\n".encode()
)
name = "boot.py"
while run(name):
    pico.leave_boot()
    name = pathlib.Path(pico.next_file).name
ran = "crashed" if "handheld.crash" in sys.modules else name
print(*sorted(pico.usb), ran, " ".join(shown[-1]), sep="|")
