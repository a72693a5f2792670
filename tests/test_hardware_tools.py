# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""The carrier board before KiCad's own check and in ngspice, where those programs are installed."""

import re
import shutil
import subprocess
import sys

import pytest

if sys.version_info < (3, 11):
    pytest.importorskip("tomli", reason="needs the hardware extra")
pytest.importorskip("numpy", reason="needs the hardware extra")
pytest.importorskip("shapely", reason="needs the hardware extra")

from host_sim.hardware import model
from host_sim.hardware.carrier import layout, spice
from host_sim.hardware.carrier.spice import Bench

FOLDER = model.root() / "hardware" / "carrier"
NAME = "pocketpig-carrier"
# KiCad's module belongs to the system's Python, not to that of the tests.
PYTHON = "/usr/bin/python3"


def _has_pcbnew():
    try:
        done = subprocess.run([PYTHON, "-c", "import pcbnew"], capture_output=True, timeout=60)
    except (OSError, subprocess.TimeoutExpired):
        return False
    return done.returncode == 0


kicad = pytest.mark.skipif(not _has_pcbnew(), reason="KiCad's pcbnew is not installed")
ngspice = pytest.mark.skipif(not shutil.which("ngspice"), reason="ngspice is not installed")

CHECK = """
import sys, pcbnew
board = pcbnew.LoadBoard(sys.argv[1])
if sys.argv[3] == "refill":
    pcbnew.ZONE_FILLER(board).Fill(board.Zones())
pcbnew.WriteDRCReport(board, sys.argv[2], pcbnew.EDA_UNITS_MILLIMETRES, True)
print(len(board.GetFootprints()), len(board.GetTracks()))
"""


def report(folder, fill="as stored"):
    """Return KiCad's report of the board in a folder: each kind of violation and its count."""
    done = subprocess.run(
        [PYTHON, "-c", CHECK, folder / f"{NAME}.kicad_pcb", folder / "drc.txt", fill],
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert done.returncode == 0, done.stderr
    footprints, tracks = map(int, done.stdout.split()[-2:])
    assert footprints > 40 and tracks > 200
    text = (folder / "drc.txt").read_text()
    found = re.findall(r"^\[(\w+)\]", text, re.MULTILINE)
    unconnected = int(re.search(r"Found (\d+) unconnected", text)[1])
    return {kind: found.count(kind) for kind in found}, unconnected


@pytest.fixture
def copied(tmp_path):
    for suffix in ("kicad_pcb", "kicad_pro"):
        shutil.copy(FOLDER / f"{NAME}.{suffix}", tmp_path)
    return tmp_path


@kicad
@pytest.mark.parametrize("fill", ["as stored", "refill"])
def test_kicad_finds_no_fault(copied, fill):
    """With our ground planes, and with those that KiCad pours itself."""
    assert report(copied, fill) == ({}, 0)


@kicad
def test_kicad_would_find_faults(copied):
    path = copied / f"{NAME}.kicad_pcb"
    text = path.read_text()
    number = re.search(r'\(net (\d+) "SDA"\)', text)[1]
    without = re.sub(rf"  \(segment .*\(net {number}\) .*\n", "", text)
    assert without != text
    path.write_text(without)
    _, unconnected = report(copied)
    assert unconnected
    moved = re.sub(r"\(width 0\.4\)", "(width 1.4)", text)
    path.write_text(moved)
    kinds, _ = report(copied)
    assert "clearance" in kinds


LIBRARY = """
import json, sys, pcbnew
found = {}
for name in sys.argv[1:]:
    library, _, footprint = name.partition(":")
    part = pcbnew.FootprintLoad("/usr/share/kicad/footprints/%s.pretty" % library, footprint)
    pads = []
    for pad in part.Pads():
        at, drill = pad.GetPos0(), pad.GetDrillSize()
        pads.append([pad.GetNumber(), at.x / 1e6, -at.y / 1e6, drill.x / 1e6])
    found[name] = pads
print(json.dumps(found))
"""


@kicad
def test_footprints_are_those_of_kicads_library():
    """Pad numbers, their places to each other, and their holes; ours may have larger pads."""
    import json

    rows = layout.design().raw["footprint"]
    wanted = [row["kicad"] for row in rows.values() if "kicad" in row]
    done = subprocess.run(
        [PYTHON, "-c", LIBRARY, *wanted], capture_output=True, text=True, timeout=120
    )
    if done.returncode:
        pytest.skip("KiCad's footprints are not installed")
    library = json.loads(done.stdout.splitlines()[-1])
    for name, row in rows.items():
        if "kicad" not in row:
            continue
        # KiCad's 4-pin header stands upright: ours lies.
        turned = name == "HEADER_4"
        theirs = [
            (str(n), -y if turned else x, x if turned else y, d)
            for n, x, y, d in library[row["kicad"]]
        ]
        ours = [(str(n), x, y, drill) for n, x, y, _, _, _, drill in row["pads"]]

        def about_first(pads):
            _, x0, y0, _ = min(pads, key=lambda pad: (pad[0], round(pad[1], 2), -round(pad[2], 2)))
            return sorted((n, round(x - x0, 2), round(y - y0, 2), d) for n, x, y, d in pads)

        assert about_first(ours) == about_first(theirs), name


@pytest.fixture(scope="module")
def circuit():
    return layout.design()


PRESS, OFF = (0.05, 0.10), (0.30, 0.35)
CORNERS = [
    (cell, p, n)
    for cell in (3.0, 4.2)
    for p in (spice.P_LOW, spice.P_HIGH)
    for n in (spice.N_LOW, spice.N_HIGH)
]


@ngspice
@pytest.mark.parametrize(("cell", "p", "n"), CORNERS)
def test_on_stays_on_and_off_stays_off(circuit, cell, p, n):
    """With transistors at both ends of their data sheets' thresholds, cell empty and full."""
    trace = spice.run(circuit, Bench(cell=cell, pressed=PRESS, off=OFF, p=p, n=n, end=1.0))
    assert max(trace.between("vsys", 0.02, 0.045)) < 0.05
    assert max(trace.between("cell", 0.02, 0.045)) < 12e-6
    # Let go of the button at 0.10: it stays on, and less than 50 mV are lost.
    assert min(trace.between("vsys", 0.10, 0.30)) > cell - 0.05
    assert max(trace.between("cell", 0.04, 0.30)) < 2.5
    # The firmware's 50 ms are enough, and nothing switches on again while the Pico dies.
    assert trace.at("cell", 0.50) < 1e-3
    assert max(trace.between("vsys", 0.6, 1.0)) < 0.3
    assert abs(trace.at("cell", 0.99)) < 12e-6


@ngspice
def test_a_latch_that_does_not_hold_is_seen():
    text = (model.root() / "hardware" / "carrier.toml").read_text(encoding="utf-8")
    ref = text.index('ref = "R8"')
    worse = text[:ref] + text[ref:].replace("ohm = 10000.0", "ohm = 470000.0", 1)
    bench = Bench(pressed=PRESS, n=spice.N_LOW, end=0.4)
    trace = spice.run(layout.design(worse), bench)
    assert trace.at("vsys", 0.35) < 3.0


@ngspice
@pytest.mark.parametrize("cell", [3.0, 3.7, 4.2])
def test_usb_in_and_out_does_not_interrupt(circuit, cell):
    bench = Bench(cell=cell, pressed=(0.01, 0.05), usb=(0.1, 0.4), end=0.8)
    trace = spice.run(circuit, bench)
    assert min(trace.between("vsys", 0.06, 0.8)) > 2.2  # the Pico runs down to 1.8 V
    assert min(trace.between("vsys", 0.2, 0.39)) > 4.5
    # The cell is charged with at most 100 mA, and feeds nothing.
    assert -0.101 < min(trace.between("cell", 0.15, 0.39))
    assert max(trace.between("cell", 0.15, 0.39)) < 1e-3
    assert trace.at("vsys", 0.79) > cell - 0.05


@ngspice
def test_usb_alone_runs_and_leaves_the_latch_alone(circuit):
    trace = spice.run(circuit, Bench(usb=(0.05, 0.4), end=0.8))
    assert trace.at("vsys", 0.2) > 4.5
    assert trace.at("vsys", 0.79) < 0.1


@ngspice
@pytest.mark.parametrize("cell", [3.0, 3.7])
def test_full_load(circuit, cell):
    """Buzzer, every pixel and a busy Pico: 650 mW at VSYS. The board loses less than 60 mV."""
    trace = spice.run(circuit, Bench(cell=cell, pressed=(0.01, 0.05), milliwatt=650))
    lost = cell - trace.at("vsys", 0.4)
    inside_the_cell = 0.15 * trace.at("cell", 0.4)
    assert 0 < lost - inside_the_cell < 0.06


@ngspice
def test_a_reversed_cell_harms_nothing(circuit):
    trace = spice.run(circuit, Bench(cell=-3.7, pressed=(0.01, 0.05)))
    assert max(map(abs, trace.between("cell", 0.02, 0.6))) < 10e-6
    assert min(trace.between("bat", 0.0, 0.6)) > -0.3
    # With USB the charger feeds 10 mA through the guard: the cell is discharged, nothing is below
    # ground, and the handheld runs.
    trace = spice.run(circuit, Bench(cell=-3.7, usb=(0.05, 0.5)))
    assert min(trace.between("bat", 0.0, 0.6)) > -0.3
    assert min(trace.between("cell", 0.1, 0.45)) > -0.015
    assert trace.at("vsys", 0.3) > 4.5


@ngspice
def test_without_the_guard_a_reversed_cell_is_seen():
    text = (model.root() / "hardware" / "carrier.toml").read_text(encoding="utf-8")
    bare = text.replace('pins = "J2.+ Q1.D"', 'pins = "Q1.D TP9.1"')
    bare = bare.replace("Q2.S Q1.S", "J2.+ Q2.S Q1.S").replace(
        '[[part]]\nref = "TP1"',
        '[[part]]\nref = "TP9"\nkind = "pad"\nvalue = "x"\nneed = "always"\nfootprint = "PAD"\n'
        'fit = "none"\nat = [0.0, 0.0]\npins = "1"\n\n[[part]]\nref = "TP1"',
    )
    trace = spice.run(layout.design(bare), Bench(cell=-3.7))
    assert min(trace.between("bat", 0.0, 0.6)) < -0.3
