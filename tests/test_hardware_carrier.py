# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""The carrier board: its copper is its circuit, and its files are what a fab takes."""

import copy
import csv
import dataclasses
import importlib
import io
import itertools
import json
import re
import shutil
import subprocess
import sys

import pytest

if sys.version_info < (3, 11):
    pytest.importorskip("tomli", reason="needs the hardware extra")
pytest.importorskip("numpy", reason="needs the hardware extra")
pytest.importorskip("shapely", reason="needs the hardware extra")

from maker import erc, generate, model, sheet
from maker.carrier import check, copper, fab, files, gerber, kicad, layout
from maker.carrier.layout import BACK, FRONT, Ink, Track, Via
from tests import spice
from tests.sampled import sampled
from tests.spice import Bench
from tests.test_hardware_circuit import replaced

TEXT = (model.root() / "hardware" / "carrier.toml").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def routed():
    return files.build(layout.design())


@pytest.fixture
def board(routed):
    """A copy of the board to spoil."""
    design = copy.deepcopy(routed.design)
    tracks, vias = list(routed.tracks), list(routed.vias)
    return dataclasses.replace(routed, design=design, tracks=tracks, vias=vias)


def names(faults):
    return {fault.rule for fault in faults}


SLOW = pytest.param(generate.pictures, marks=pytest.mark.slow)


def changed(*pairs):
    """Return the circuit with pieces of the file replaced."""
    return layout.design(replaced(TEXT, *pairs))


def pad(board, name):
    return next(each for each in board.pads if str(each) == name)


def test_the_board_and_the_cases_have_no_fault():
    """Neither copper, nor fit, nor printing, nor a label in a picture is at fault."""
    pytest.importorskip("manifold3d", reason="needs the hardware extra")
    assert generate.shape_faults(model.load()) == []


def test_a_short_is_caught(board):
    one, other = pad(board, "R3.1"), pad(board, "R3.2")
    board.tracks.append(Track("BUZZER", one.at, other.at, 0.25, FRONT))
    (fault,) = check.connectivity(board)
    assert fault.rule == "copper_short"
    assert "R3.1" in fault.message and "R3.2" in fault.message


def test_every_track_that_is_cut_is_caught(routed, board):
    """Without one track its net falls apart, unless other copper of the net does its work."""
    caught = 0
    for track in routed.tracks:
        if track.net in ("SDA", "BUZZER", "LATCH"):
            board.tracks = [each for each in routed.tracks if each is not track]
            caught += names(check.connectivity(board)) == {"copper_open"}
    assert caught >= 3


def without_via(board):
    board.vias = [via for via in board.vias if via.net != "LIGHT"]


def near_pad(board):
    x, y = pad(board, "SW1.1").at
    # The pad's radius is 1.1: this leaves 0.125 mm.
    board.tracks.append(Track("SDA", (x - 1, y + 1.35), (x + 1, y + 1.35), 0.25, BACK))


def at_edge(board):
    board.tracks.append(Track("GND", (-36.7, 0.0), (-36.7, 5.0), 0.25, FRONT))


def moved_hole(board):
    board.design.raw["outline"]["hole_at"][0] = [-31.5, -9.0]


def via(name, dx, dy, diameter=0.7, net="GND"):
    """Add a via beside a pad, or below the pig's eyes, where there is none."""

    def spoil(board):
        x, y = pad(board, name).at if name else (0.0, -17.0)
        board.vias.append(Via(net, (x + dx, y + dy), diameter, 0.35))

    return spoil


def more_current(board):
    next(row for row in board.design.raw["net"] if row["name"] == "VSYS")["ma"] = 3000


def parts_too_near(board):
    (x, y), board.places = board.places["R1"].at, dict(board.places)
    board.places["R2"] = dataclasses.replace(board.places["R2"], at=(x + 2.0, y))


def ink(name, width):
    def spoil(board):
        x, y = pad(board, name).at if name else (0.0, 0.0)
        board.silk = [Ink(((x - 1, y), (x + 1, y)), FRONT, width)]

    return spoil


def without_plus(board):
    board.design.raw["text"] = [row for row in board.design.raw["text"] if row["text"] != "+"]


@pytest.mark.parametrize(
    ("spoil", "rule", "found"),
    [
        (without_via, check.connectivity, "copper_open"),
        (near_pad, check.clearances, "copper_clearance"),
        (at_edge, check.clearances, "copper_edge"),
        (moved_hole, check.clearances, "hole_copper"),
        (moved_hole, check.holes, "hole_to_hole"),
        (via("", 0, 0, 0.5), check.holes, "annular"),
        (via("U1.40", -1.0, 0, net="VBUS"), check.holes, "hole_to_hole"),
        (via("", 36.7, 0), check.holes, "hole_edge"),
        (via("C1.2", 0, 0), check.holes, "via_at_pad"),
        (via("C1.2", 1.05, 0), check.holes, "via_at_pad"),
        (more_current, check.widths, "width"),
        (parts_too_near, check.courtyards, "courtyard"),
        (ink("R3.1", 0.15), check.silkscreen, "silk_on_pad"),
        (ink("", 0.1), check.silkscreen, "silk_thin"),
        (without_plus, check.silkscreen, "silk_polarity"),
    ],
)
def test_a_fault_of_the_board_is_caught(board, spoil, rule, found):
    spoil(board)
    assert names(rule(board)) == {found}


def test_width_for_a_current_is_that_of_the_standard():
    """IPC-2221 for outer copper: 1 A, 10 kelvin, 35 um takes about 0.3 mm."""
    assert check.least_width(1000, 10, 35) == pytest.approx(0.30, abs=0.01)
    assert check.least_width(2000, 10, 35) == pytest.approx(0.78, abs=0.02)


@pytest.mark.parametrize(
    ("rule", "pairs"),
    [
        ("panel_order", [("JP1.A JP2.B", "JP1.B JP2.B"), ("U1.3V3 JP1.B", "U1.3V3 JP1.A")]),
        ("panel_order", [("DS1.1 JP1.C", "DS1.2 JP1.C"), ("DS1.2 JP2.C", "DS1.1 JP2.C")]),
        ("charge_current", [("ohm = 10000.0", "ohm = 2000.0")]),
        ("pull_up", [("ohm = 4700.0", "ohm = 10000.0")]),
        ("pull_up", [("U1.3V3 JP1.B JP2.A R1.1", "U1.3V3 JP1.B JP2.A")]),
        ("gpio_current", [("ohm = 330.0", "ohm = 100.0")]),
        ("signal", [("U1.{charge} D2.A", "U1.GP22 D2.A")]),
        (
            "stat",
            [("U1.{charge} D2.A", "D2.A TP3.1"), ("U2.STAT D1.K", "U1.{charge} U2.STAT D1.K")],
        ),
        ("stat", [("Q3.G R5.1 R6.1", "Q3.G R6.1"), ("J3.3V3 TP5.1", "J3.3V3 TP5.1 R5.1")]),
        ("carrier_told", [("U1.{carrier} JP1.A", "JP1.A")]),
        ("pull_down", [("Q6.G R10.1", "Q6.G R6.1"), ("R5.1 R6.1", "R5.1 R10.1")]),
        ("floating_pin", [("LATCH_OFF", "LATCH_OFF2"), ("R9.2 Q4.G Q5.D Q6.D", "R9.2 Q4.G Q6.D")]),
        ("floating_button", [("SW1.2 SW2.2", "SW2.2")]),
        ("pin_on_two_nets", [("U1.GP0 J3.GP0", "U1.GP0 U1.VBUS J3.GP0")]),
    ],
)
def test_a_fault_of_the_circuit_is_caught(rule, pairs):
    assert rule in names(erc.check_carrier(changed(*pairs)))


def test_a_footprint_with_other_pins_is_refused():
    with pytest.raises(model.DesignError, match="not those of"):
        layout.place(
            changed(('pins = "STAT VSS VBAT VDD PROG"', 'pins = "STAT VSS VBAT PROG VDD X"'))
        )
    with pytest.raises(model.DesignError, match="no footprint"):
        layout.place(changed(('footprint = "PIEZO"', 'footprint = "PIEZZO"')))


def test_one_truth():
    """Pins: pins.toml, firmware, schematic and copper say the same."""
    wired, circuit = model.load(), layout.design()
    pins = importlib.import_module("board_pico.pins")
    drawing = sheet.sheet(circuit, sheet.CARRIER)
    groups = check.groups(files.build(circuit))
    for signal in (*model.SIGNALS, *model.CARRIER_SIGNALS):
        name = wired.reference.pins[signal]
        assert getattr(pins, signal.upper()) == name
        number = circuit.mcu.number(name)
        (net,) = (each for each in circuit.nets if each.signal == signal)
        assert any(shape.text == f"{number} {name}" for shape in drawing.shapes)
        (group,) = (each for each in groups if f"U1.{number}" in each)
        assert group == {f"{p.ref}.{circuit.parts[p.ref].number(p.name)}" for p in net.pins}
    # The same buttons, panel and buzzer hang on the same signals in both builds.
    for signal in model.SIGNALS:
        ends = [
            {circuit_.parts[pin.ref].data.get("label", pin.name) for pin in net.pins}
            for circuit_ in (wired, circuit)
            for net in circuit_.nets
            if net.signal == signal
        ]
        assert len(ends) == 2 and ends[0] <= ends[1]  # the carrier's pull-ups are on top


@pytest.mark.parametrize("make", [generate.boards, SLOW])
def test_stored_files_follow_from_the_design(make):
    assert list(generate.stale(make(model.load()), model.root())) == []


@pytest.mark.slow
def test_the_same_board_gives_the_same_bytes(routed):
    again = files._build.__wrapped__(json.dumps(layout.design().raw))
    assert kicad.pcb(again) == kicad.pcb(routed)
    assert gerber.files(again) == gerber.files(routed)


def test_comparing_files_notices_a_track_and_a_plane(routed, board):
    board.tracks = board.tracks[1:]
    fewer = dataclasses.replace(routed, fills={FRONT: routed.fills[FRONT], BACK: []})
    for suffix, make in (
        ("zip", lambda each: gerber.archive(gerber.files(each))),
        ("kicad_pcb", lambda each: kicad.pcb(each).encode()),
    ):
        stored = make(routed)
        assert not generate.same(f"x.{suffix}", stored, make(board))
        assert not generate.same(f"x.{suffix}", stored, make(fewer))


def test_comparing_files_allows_other_corners_of_the_same_plane(routed):
    text = kicad.pcb(routed)
    corner = text.partition("(filled_polygon")[2].split("\n")[1]
    more = text.replace(corner, f"{corner}\n{corner}", 1)
    assert more != text and generate.same("x.kicad_pcb", text.encode(), more.encode())


def test_lists_for_the_fab_name_the_same_parts(routed):
    """No ranges, none missing, none twice, and no part that is soldered by hand."""
    bom = list(csv.DictReader(io.StringIO(fab.bom(routed))))
    positions = list(csv.DictReader(io.StringIO(fab.positions_jlcpcb(routed))))
    listed = [ref for row in bom for ref in row["Designator"].split(",")]
    placed = [row["Designator"] for row in positions]
    wanted = {p.ref for p in routed.design.parts.values() if p.data["fit"] == "fab"}
    assert sorted(listed) == sorted(placed) == sorted(wanted)
    hand = list(csv.DictReader(io.StringIO(fab.by_hand(routed))))
    by_hand = {ref for row in hand for ref in row["refs"].split()}
    assert all(float(row["each in US dollars"]) > 0 for row in hand)
    every = {p.ref for p in routed.design.parts.values() if p.data["fit"] != "none"}
    assert by_hand | wanted == every and not by_hand & wanted
    # One machine run, from the front: no part of the fab's has a hole or sits on the back.
    assert {row["Layer"] for row in positions} == {"Top"}
    assert not any(each.drill for each in routed.pads if each.ref in wanted)


def test_two_lists_of_places_for_two_kinds_of_fabs(routed):
    """One has the angles of the board. JLCPCB counts those of the SOT-23 from the other side."""
    plain = list(csv.DictReader(io.StringIO(fab.positions(routed))))
    jlcpcb = list(csv.DictReader(io.StringIO(fab.positions_jlcpcb(routed))))
    assert [row["Ref"] for row in plain] == [row["Designator"] for row in jlcpcb]
    for one, other in zip(plain, jlcpcb):
        assert (f"{one['PosX']}mm", f"{one['PosY']}mm") == (other["Mid X"], other["Mid Y"])
        part = routed.places[one["Ref"]]
        assert int(one["Rot"]) == part.turn
        half = one["Package"].startswith("SOT-23")
        assert (int(other["Rotation"]) - part.turn) % 360 == (180 if half else 0)


def test_lists_for_a_board_without_battery(routed):
    """The pull-ups, their capacitor and the piezo's resistor."""
    places = list(csv.DictReader(io.StringIO(fab.positions(routed, battery=False))))
    parts = list(csv.DictReader(io.StringIO(fab.bom(routed, battery=False))))
    assert {row["Ref"] for row in places} == {"R1", "R2", "R3", "C4"}
    assert sum(len(row["Designator"].split(",")) for row in parts) == 4


def test_the_interactive_page_shows_the_board(routed):
    """Only where KiCad is installed can it be made, so it may be old: `make ibom` mends that."""
    text = (FOLDER / "ibom.html").read_text(encoding="utf-8")
    data = json.loads(re.search(r"^var pcbdata = (.*)$", text, re.MULTILINE)[1])
    assert data["metadata"]["revision"] == routed.design.raw["project"]["revision"]
    shown = {
        (part["ref"], pad["net"], *pad["pos"])
        for part in data["footprints"]
        for pad in part["pads"]
    }
    # KiCad's sheet has 0, 0 at its upper left, and y grows downwards.
    wanted = {
        (each.ref, each.net, round(each.at[0] + 100, 4), round(100 - each.at[1], 4))
        for each in routed.pads
    }
    free = {each for each in shown if each[1].startswith("unconnected-")}
    shown = shown - free | {(ref, "", x, y) for ref, _, x, y in free}
    assert {each for each in shown if not each[0].startswith("H")} == wanted
    values = data["bom"]["fields"]
    index = {part["ref"]: str(number) for number, part in enumerate(data["footprints"])}
    for part in routed.design.parts.values():
        if part.data["fit"] != "none":
            assert part.value in values[index[part.ref]]


def test_gerbers_are_plain(routed):
    texts = gerber.files(routed)
    assert len(texts) == 10
    for name, text in texts.items():
        if name.endswith(".gbr"):
            assert not any(word in text for word in ("%TF", "%TA", "%TO", "%TD"))
            assert text.startswith("G04") and text.endswith("M02*\n")


def read_back(text, tmp_path):
    """Return a gerber's area as another library reads it."""
    gerbonara = pytest.importorskip("gerbonara", reason="needs the hardware extra")
    from gerbonara.graphic_primitives import ArcPoly, Circle, Line, Rectangle
    from shapely.geometry import LineString, Point, Polygon, box
    from shapely.ops import unary_union

    path = tmp_path / "layer.gbr"
    path.write_text(text)
    shapes = []
    for thing in gerbonara.GerberFile.open(path).objects:
        for item in thing.to_primitives(gerbonara.utils.MM):
            if isinstance(item, Circle):
                shapes.append(Point(item.x, item.y).buffer(item.r))
            elif isinstance(item, Line):
                line = LineString([(item.x1, item.y1), (item.x2, item.y2)])
                shapes.append(line.buffer(item.width / 2))
            elif isinstance(item, Rectangle):
                assert not item.rotation
                w, h = item.w / 2, item.h / 2
                shapes.append(box(item.x - w, item.y - h, item.x + w, item.y + h))
            else:
                assert isinstance(item, ArcPoly) and not any(item.arc_centers)
                shapes.append(Polygon(item.outline).buffer(0))
    return unary_union(shapes)


@pytest.mark.parametrize("layer", [FRONT, BACK])
def test_gerbers_read_back_are_the_board(routed, board, tmp_path, layer):
    from shapely.ops import unary_union

    name = f"pocketpig-carrier-{layout.SIDES[layer]}_Cu.gbr"
    text = gerber.files(routed)[name]
    laid = (shape for shapes in copper.laid(routed, layer).values() for shape in shapes)
    wanted = unary_union([*laid, *routed.fills[layer]])
    assert read_back(text, tmp_path).symmetric_difference(wanted).area < 1.5
    # A pad more on the board than in the file would be seen.
    lost = copper.pad_shape(pad(board, "R3.1" if layer == FRONT else "SW1.1")).area
    assert lost > 1.4


def test_drill_files_read_back_are_the_holes(routed, tmp_path):
    gerbonara = pytest.importorskip("gerbonara", reason="needs the hardware extra")
    texts = gerber.files(routed)
    found = []
    for name in ("pocketpig-carrier-PTH.drl", "pocketpig-carrier-NPTH.drl"):
        path = tmp_path / name
        path.write_text(texts[name])
        for hole in gerbonara.ExcellonFile.open(path).objects:
            found.append((round(hole.x, 3), round(hole.y, 3), round(hole.aperture.diameter, 3)))
    wanted = [(*p.at, p.drill) for p in routed.pads if p.drill]
    wanted += [(*v.at, v.drill) for v in routed.vias]
    wanted += [(*at, routed.outline["hole"]) for at in routed.holes]
    assert sorted(found) == sorted((round(x, 3), round(y, 3), round(d, 3)) for x, y, d in wanted)


# --- before KiCad's own check and in ngspice, where those programs are installed

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


with_kicad = pytest.mark.skipif(not _has_pcbnew(), reason="KiCad's pcbnew is not installed")
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


@with_kicad
@pytest.mark.parametrize("fill", ["as stored", "refill"])
def test_kicad_finds_no_fault(copied, fill):
    """With our ground planes, and with those that KiCad pours itself."""
    assert report(copied, fill) == ({}, 0)


@with_kicad
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


@with_kicad
def test_footprints_are_those_of_kicads_library():
    """Pad numbers, their places to each other, and their holes; ours may have larger pads."""
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
        turned = name in ("HEADER_4", "HOLES_4")
        theirs = [
            (str(n), -y if turned else x, x if turned else y, d)
            for n, x, y, d in library[row["kicad"]]
        ]
        ours = [(str(n), x, y, drill) for n, x, y, _, _, _, drill in row["pads"]]

        def first(pads):
            pad = min(pads, key=lambda pad: (pad[0], round(pad[1], 2), -round(pad[2], 2)))
            return pad[1], pad[2]

        def about_first(pads):
            x0, y0 = first(pads)
            return sorted((n, round(x - x0, 2), round(y - y0, 2), d) for n, x, y, d in pads)

        assert about_first(ours) == about_first(theirs), name
        # The model of a part with legs has its first one at 0, 0, that of another its middle.
        x, y = first(theirs)
        assert ours[0][3] == 0 or (x, y) == (0, 0), name


PRESS, OFF = (0.05, 0.10), (0.30, 0.35)
CORNERS = [*itertools.product((3.0, 4.2), (spice.P_LOW, spice.P_HIGH), (spice.N_LOW, spice.N_HIGH))]


@ngspice
@pytest.mark.parametrize(("cell", "p", "n"), sampled(CORNERS, 3))
def test_on_stays_on_and_off_stays_off(cell, p, n):
    """With transistors at both ends of their data sheets' thresholds, cell empty and full."""
    trace = spice.run(layout.design(), Bench(cell=cell, pressed=PRESS, off=OFF, p=p, n=n, end=1.0))
    assert max(trace.between("vsys", 0.02, 0.045)) < 0.05
    assert max(trace.between("cell", 0.02, 0.045)) < 12e-6
    # Let go of the button at 0.10: it stays on, and less than 60 mV are lost.
    assert min(trace.between("vsys", 0.10, 0.30)) > cell - 0.06
    assert max(trace.between("cell", 0.04, 0.30)) < 2.5
    # The firmware's 50 ms are enough, and nothing switches on again while the Pico dies.
    assert trace.at("cell", 0.50) < 1e-3
    assert max(trace.between("vsys", 0.6, 1.0)) < 0.3
    assert abs(trace.at("cell", 0.99)) < 12e-6


@ngspice
@pytest.mark.parametrize(("cell", "p", "n"), sampled(CORNERS, 3))
def test_the_key_off_switches_off(cell, p, n):
    """It is pressed for 30 ms while the firmware holds POWER_OFF low."""
    bench = Bench(cell=cell, pressed=PRESS, off_key=(0.30, 0.33), p=p, n=n, end=0.9)
    trace = spice.run(layout.design(), bench)
    assert trace.at("vsys", 0.29) > cell - 0.06
    assert max(trace.between("vsys", 0.8, 0.9)) < 0.3


# The two transistors of the latch at opposite ends, and its capacitors and resistors in the worst
# way for each case.
UNLIKE = [{"Q4": spice.N_HIGH, "Q5": spice.N_LOW}, {"Q4": spice.N_LOW, "Q5": spice.N_HIGH}]


def latch(c3, c5, r9):
    """Return the circuit with parts of the latch that differ by these factors."""
    pairs = []
    for ref, old, new in (
        ("C3", "100nF", f"{c3 * 100:g}nF"),
        ("C5", "100nF", f"{c5 * 100:g}nF"),
        ("R9", "470000.0", f"{r9 * 470e3}"),
    ):
        part = TEXT[TEXT.index(f'ref = "{ref}"') :].partition("[[part]]")[0]
        assert old in part
        pairs.append((part, part.replace(old, new)))
    return changed(*pairs)


@ngspice
@pytest.mark.parametrize(
    ("cell", "p", "n_of"),
    sampled(itertools.product((3.0, 4.2), (spice.P_LOW, spice.P_HIGH), UNLIKE), 3),
)
def test_unlike_transistors_hold_both_states(cell, p, n_of):
    bench = Bench(cell=cell, pressed=PRESS, off_key=(0.30, 0.33), p=p, n_of=n_of, end=0.9)
    trace = spice.run(latch(0.8, 1.2, 1.05), bench)
    assert max(trace.between("vsys", 0.02, 0.045)) < 0.05
    assert trace.at("vsys", 0.29) > cell - 0.06
    assert max(trace.between("vsys", 0.8, 0.9)) < 0.3


def slow(design, rise):
    """Return VSYS after a cell that came slowly, on the worst transistors."""
    bench = Bench(cell=4.2, rise=rise, p=spice.P_LOW, n_of=UNLIKE[1], end=rise + 0.3)
    return spice.run(design, bench).at("vsys", rise + 0.25)


@ngspice
@pytest.mark.parametrize("rise", [0.001, 0.01, 0.03])
def test_a_cell_that_comes_slowly_switches_nothing_on(rise):
    """As when its protection wakes on USB: C5 keeps LATCH_OFF low until LATCH is up."""
    assert slow(latch(1.2, 0.8, 0.95), rise) < 0.1


@ngspice
def test_without_c5_a_slow_cell_is_seen():
    assert slow(latch(1.2, 0.001, 1.0), 0.01) > 4.0


@ngspice
@pytest.mark.parametrize(("stat", "low"), [("low", True), ("open", False), ("high", False)])
def test_the_charging_light_does_not_lie(stat, low):
    """With either charger chip: `open` is the MCP73832's STAT, `high` the MCP73831's."""
    bench = Bench(pressed=(0.01, 0.06), usb=(0.1, 0.4), stat=stat, end=0.8)
    trace = spice.run(layout.design(), bench)
    # RP2040 data sheet: below 0.8 V is low, above 2.0 V is high; 3.6 V are the most for a pin.
    charge, light = trace.at("charge", 0.38), trace.at("light", 0.38)
    assert (charge < 0.8, light > 1.5) == (low, low)
    assert low or (2.0 < charge < 3.6 and light < 0.5)
    # Pulled out: dark, whatever STAT does.
    assert trace.at("light", 0.78) < 0.5


@ngspice
def test_a_latch_that_does_not_hold_is_seen():
    part = TEXT[TEXT.index('ref = "R8"') :].partition("[[part]]")[0]
    worse = changed((part, part.replace("ohm = 10000.0", "ohm = 470000.0")))
    bench = Bench(pressed=PRESS, n=spice.N_LOW, end=0.4)
    trace = spice.run(worse, bench)
    assert trace.at("vsys", 0.35) < 3.0


@ngspice
@pytest.mark.parametrize("cell", [3.0, 3.7, 4.2])
def test_usb_in_and_out_does_not_interrupt(cell):
    bench = Bench(cell=cell, pressed=(0.01, 0.05), usb=(0.1, 0.4), end=0.8)
    trace = spice.run(layout.design(), bench)
    assert min(trace.between("vsys", 0.06, 0.8)) > 2.2  # the Pico runs down to 1.8 V
    assert min(trace.between("vsys", 0.2, 0.39)) > 4.5
    # The cell is charged with at most 100 mA, and feeds nothing.
    assert -0.101 < min(trace.between("cell", 0.15, 0.39))
    assert max(trace.between("cell", 0.15, 0.39)) < 1e-3
    assert trace.at("vsys", 0.79) > cell - 0.06


@ngspice
def test_usb_alone_runs_and_leaves_the_latch_alone():
    trace = spice.run(layout.design(), Bench(usb=(0.05, 0.4), end=0.8))
    assert trace.at("vsys", 0.2) > 4.5
    assert trace.at("vsys", 0.79) < 0.1


@ngspice
@pytest.mark.parametrize("cell", [3.0, 3.7])
def test_full_load(cell):
    """Buzzer, every pixel and a busy Pico: 650 mW at VSYS. The board loses less than 100 mV."""
    trace = spice.run(layout.design(), Bench(cell=cell, pressed=(0.01, 0.05), milliwatt=650))
    lost = cell - trace.at("vsys", 0.4)
    inside_the_cell = 0.15 * trace.at("cell", 0.4)
    assert 0 < lost - inside_the_cell < 0.1


@ngspice
def test_the_weakest_cell_and_fuse_carry_full_load():
    """An old, empty cell of 0.35 ohm, and the fuse at the upper end of its data sheet."""
    bench = Bench(cell=3.0, cell_ohm=0.35, pressed=(0.01, 0.06), milliwatt=650, p=spice.P_HIGH)
    trace = spice.run(changed(("ohm = 0.15 ", "ohm = 0.29 ")), bench)
    assert trace.at("vsys", 0.4) > 2.5  # the Pico runs down to 1.8 V
    # What the empty capacitors take at first: less than the fuse needs a second for.
    assert sum(amp > 1.5 for amp in trace.between("cell", 0.0, 0.4)) * 50e-6 < 0.01


@ngspice
def test_a_reversed_cell_that_is_plugged_in_while_usb_is_there():
    trace = spice.run(layout.design(), Bench(cell=-3.7, usb=(0.05, 0.5), plugged=0.2))
    assert min(trace.between("bat", 0.0, 0.6)) > -0.3
    assert min(trace.between("vsys", 0.15, 0.45)) > 4.5
    # The fuse and the cell limit the first moment, the charger what follows.
    assert min(trace.between("cell", 0.21, 0.45)) > -0.015


@ngspice
def test_a_reversed_cell_harms_nothing():
    trace = spice.run(layout.design(), Bench(cell=-3.7, pressed=(0.01, 0.05)))
    assert max(map(abs, trace.between("cell", 0.02, 0.6))) < 10e-6
    assert min(trace.between("bat", 0.0, 0.6)) > -0.3
    # With USB the charger feeds 10 mA through the guard: the cell is discharged, nothing is below
    # ground, and the handheld runs.
    trace = spice.run(layout.design(), Bench(cell=-3.7, usb=(0.05, 0.5)))
    assert min(trace.between("bat", 0.0, 0.6)) > -0.3
    assert min(trace.between("cell", 0.1, 0.45)) > -0.015
    assert trace.at("vsys", 0.3) > 4.5


@ngspice
def test_without_the_guard_a_reversed_cell_is_seen():
    bare = changed(
        ('pins = "F1.2 Q1.D"', 'pins = "Q1.D TP9.1"'),
        ("Q2.S Q1.S", "F1.2 Q2.S Q1.S"),
        (
            '[[part]]\nref = "TP1"',
            '[[part]]\nref = "TP9"\nkind = "pad"\nvalue = "x"\nneed = "always"\n'
            'footprint = "PAD"\nfit = "none"\nat = [0.0, 0.0]\npins = "1"\n\n[[part]]\nref = "TP1"',
        ),
    )
    trace = spice.run(bare, Bench(cell=-3.7))
    assert min(trace.between("bat", 0.0, 0.6)) < -0.3
