# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""The carrier board: its copper is its circuit, and its files are what a fab takes."""

import copy
import csv
import dataclasses
import importlib
import io
import json
import sys
import zipfile

import pytest

if sys.version_info < (3, 11):
    pytest.importorskip("tomli", reason="needs the hardware extra")
pytest.importorskip("numpy", reason="needs the hardware extra")
pytest.importorskip("shapely", reason="needs the hardware extra")

from host_sim.hardware import generate, model, netlist
from host_sim.hardware.carrier import check, copper, fab, files, gerber, layout, rules, sheet
from host_sim.hardware.carrier.layout import BACK, FRONT, Track, Via
from host_sim.hardware.carrier.lettering import Ink

TEXT = (model.root() / "hardware" / "carrier.toml").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def routed():
    return files.build(layout.design())


@pytest.fixture
def board(routed):
    """A copy of the board to spoil."""
    spoiled = copy.copy(routed.board)
    spoiled.tracks = list(routed.board.tracks)
    spoiled.vias = list(routed.board.vias)
    spoiled.pads = list(routed.board.pads)
    spoiled.design = copy.deepcopy(routed.board.design)
    return spoiled


def names(faults):
    return {fault.rule for fault in faults}


SLOW = pytest.param(generate.pictures, marks=pytest.mark.slow)


def changed(*pairs):
    """Return the circuit with pieces of the file replaced; each must occur in it."""
    text = TEXT
    for old, new in pairs:
        assert old in text, old
        text = text.replace(old, new, 1)
    return layout.design(text)


def pad(board, name):
    return next(each for each in board.pads if str(each) == name)


def test_the_board_has_no_fault(routed):
    assert routed.faults() == []


def test_a_short_is_caught(routed, board):
    one, other = pad(board, "R3.1"), pad(board, "R3.2")
    board.tracks.append(Track("BUZZER", one.at, other.at, 0.25, FRONT))
    faults = check.connectivity(board, routed.fills)
    assert names(faults) == {"copper_short"}
    assert "R3.1" in faults[0].message and "R3.2" in faults[0].message


def test_every_track_that_is_cut_is_caught(routed, board):
    """Without one track its net falls apart, unless other copper of the net does its work."""
    caught = 0
    for track in routed.board.tracks:
        if track.net in ("SDA", "BUZZER", "LATCH"):
            board.tracks = [each for each in routed.board.tracks if each is not track]
            caught += names(check.connectivity(board, routed.fills)) == {"copper_open"}
    assert caught >= 3


def test_a_missing_via_is_caught(routed, board):
    board.vias = [via for via in board.vias if via.net != "CHARGE"]
    assert names(check.connectivity(board, routed.fills)) == {"copper_open"}


def test_swapped_nets_are_caught(routed, board):
    board.design = changed(
        ("U1.{up} SW1.1", "U1.{down} SW1.1"), ("U1.{down} SW2.1", "U1.{up} SW2.1")
    )
    assert names(check.connectivity(board, routed.fills)) >= {"copper_short", "copper_open"}


def test_a_track_too_near_is_caught(routed, board):
    x, y = pad(board, "SW1.1").at
    # The pad's radius is 1.1: this leaves 0.125 mm.
    board.tracks.append(Track("SDA", (x - 1, y + 1.35), (x + 1, y + 1.35), 0.25, BACK))
    assert "copper_clearance" in names(check.clearances(board, routed.fills))


def test_a_track_at_the_edge_is_caught(routed, board):
    board.tracks.append(Track("GND", (-36.7, 0.0), (-36.7, 5.0), 0.25, FRONT))
    assert "copper_edge" in names(check.clearances(board, routed.fills))


def test_a_moved_hole_is_caught(routed, board):
    board.design.raw["outline"]["hole_at"][0] = [-31.5, -9.0]
    assert "hole_copper" in names(check.clearances(board, routed.fills))
    assert names(check.holes(board)) == {"hole_to_hole"}


def test_holes_at_fault_are_caught(board):
    board.vias.append(Via("GND", (0.0, 0.0), 0.5, 0.35))
    assert names(check.holes(board)) == {"annular"}
    x, y = pad(board, "U1.40").at
    board.vias[-1] = Via("VBUS", (x - 1.0, y), 0.7, 0.35)
    assert names(check.holes(board)) == {"hole_to_hole"}
    board.vias[-1] = Via("GND", (36.7, 0.0), 0.7, 0.35)
    assert "hole_edge" in names(check.holes(board))
    board.vias[-1] = Via("GND", pad(board, "C1.2").at, 0.7, 0.35)
    assert "via_in_pad" in names(check.holes(board))


def test_a_track_too_thin_for_its_current_is_caught(board):
    assert check.widths(board) == []
    for row in board.design.raw["net"]:
        if row["name"] == "VSYS":
            row["ma"] = 3000
    assert names(check.widths(board)) == {"width"}


def test_width_for_a_current_is_that_of_the_standard():
    """IPC-2221 for outer copper: 1 A, 10 kelvin, 35 um takes about 0.3 mm."""
    assert check.least_width(1000, 10, 35) == pytest.approx(0.30, abs=0.01)
    assert check.least_width(2000, 10, 35) == pytest.approx(0.78, abs=0.02)


def test_parts_in_each_others_way_are_caught(board):
    board.places = dict(board.places)
    near = board.places["R1"]
    board.places["R2"] = dataclasses.replace(board.places["R2"], at=(near.at[0] + 2.0, near.at[1]))
    assert names(check.courtyards(board)) == {"courtyard"}


def test_silkscreen_at_fault_is_caught(routed, board):
    x, y = pad(board, "R3.1").at
    on_pad = Ink(((x - 1, y), (x + 1, y)), FRONT, 0.15)
    assert names(check.silkscreen(board, [on_pad])) == {"silk_on_pad"}
    thin = Ink(((0.0, 0.0), (1.0, 0.0)), FRONT, 0.1)
    assert names(check.silkscreen(board, [thin])) == {"silk_thin"}
    board.design.raw["text"] = [row for row in board.design.raw["text"] if row["text"] != "+"]
    assert "silk_polarity" in names(check.silkscreen(board, routed.silk))


@pytest.mark.parametrize(
    ("rule", "pairs"),
    [
        ("panel_order", [("JP1.A JP2.B", "JP1.B JP2.B"), ("U1.3V3 JP1.B", "U1.3V3 JP1.A")]),
        ("panel_order", [("DS1.1 JP1.C", "DS1.2 JP1.C"), ("DS1.2 JP2.C", "DS1.1 JP2.C")]),
        ("charge_current", [("ohm = 10000.0", "ohm = 2000.0")]),
        ("pull_up", [("ohm = 4700.0", "ohm = 10000.0")]),
        ("pull_up", [("U1.3V3 JP1.B JP2.A R1.1", "U1.3V3 JP1.B JP2.A")]),
        ("gpio_current", [("ohm = 330.0", "ohm = 100.0")]),
        ("signal", [("U1.{charge} U2.STAT", "U1.GP22 U2.STAT")]),
        ("floating_pin", [("LATCH_OFF", "LATCH_OFF2"), ("R9.2 Q4.G Q5.D Q6.D", "R9.2 Q4.G Q6.D")]),
        ("floating_button", [("SW1.2 SW2.2", "SW2.2")]),
        ("pin_on_two_nets", [("U1.GP0 TP1.1", "U1.GP0 U1.VBUS TP1.1")]),
    ],
)
def test_a_fault_of_the_circuit_is_caught(rule, pairs):
    assert rule in names(rules.check(changed(*pairs)))


def test_a_footprint_with_other_pins_is_refused():
    with pytest.raises(model.DesignError, match="not those of"):
        layout.place(
            changed(('pins = "STAT VSS VBAT VDD PROG"', 'pins = "STAT VSS VBAT PROG VDD X"'))
        )
    with pytest.raises(model.DesignError, match="no footprint"):
        layout.place(changed(('footprint = "PIEZO"', 'footprint = "PIEZZO"')))


def test_one_truth():
    """Pins: pins.toml, firmware, schematic, netlist and copper say the same."""
    wired, circuit = model.load(), layout.design()
    pins = importlib.import_module("board_pico.pins")
    text = netlist.nets(netlist.dump(circuit))
    drawing = sheet.sheet(circuit)
    groups = check.groups(files.build(circuit).board, files.build(circuit).fills)
    for signal in (*model.SIGNALS, *model.CARRIER_SIGNALS):
        name = wired.reference.pins[signal]
        assert getattr(pins, signal.upper()) == name
        number = circuit.mcu.number(name)
        (net,) = (each for each in circuit.nets if each.signal == signal)
        assert f"U1.{number}" in text[net.name]
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
    assert files.pcb(again) == files.pcb(routed)
    assert files.gerbers(again) == files.gerbers(routed)


def test_comparing_files_notices_a_track(routed, board):
    board.tracks = board.tracks[1:]
    other = dataclasses.replace(routed, board=board)
    assert files.same_text(files.pcb(routed), files.pcb(routed))
    assert not files.same_text(files.pcb(routed), files.pcb(other))
    assert not files.same_archive(files.gerbers(routed), files.gerbers(other))
    fewer = dataclasses.replace(routed, fills={FRONT: routed.fills[FRONT], BACK: []})
    assert not files.same_archive(files.gerbers(routed), files.gerbers(fewer))


def lists(routed):
    bom = list(csv.DictReader(io.StringIO(fab.bom(routed.board))))
    positions = list(csv.DictReader(io.StringIO(fab.positions(routed.board))))
    return bom, positions


def test_lists_for_the_fab_have_its_columns(routed):
    bom, positions = lists(routed)
    assert list(bom[0])[:4] == ["Comment", "Designator", "Footprint", "JLCPCB Part #"]
    assert list(positions[0]) == ["Designator", "Mid X", "Mid Y", "Layer", "Rotation"]


def test_lists_for_the_fab_name_the_same_parts(routed):
    """No ranges, none missing, none twice, and no part that is soldered by hand."""
    bom, positions = lists(routed)
    listed = [ref for row in bom for ref in row["Designator"].split(",")]
    placed = [row["Designator"] for row in positions]
    wanted = {p.ref for p in routed.board.design.parts.values() if p.data["fit"] == "fab"}
    assert sorted(listed) == sorted(placed) == sorted(wanted)
    hand = list(csv.DictReader(io.StringIO(fab.by_hand(routed.board))))
    by_hand = {ref for row in hand for ref in row["refs"].split()}
    every = {p.ref for p in routed.board.design.parts.values() if p.data["fit"] != "none"}
    assert by_hand | wanted == every and not by_hand & wanted
    # One machine run, from the front: no part of the fab's has a hole or sits on the back.
    assert {row["Layer"] for row in positions} == {"Top"}
    assert not any(each.drill for each in routed.board.pads if each.ref in wanted)


def test_rotations_are_those_of_the_fab(routed):
    """The pin that the list's angle puts first is pin 1: it is turned back and compared."""
    _, positions = lists(routed)
    turns = {row["Designator"]: float(row["Rotation"]) for row in positions}
    for ref, turn in turns.items():
        place = routed.board.places[ref]
        assert (turn - place.footprint.get("fab_turn", 0)) % 360 == place.turn % 360
    # Other tools turn SOT-23 by half a turn for this fab; so pin 1 is where its preview has it.
    assert (turns["Q4"], turns["Q1"], turns["U2"]) == (180, 0, 180)


def test_gerbers_are_plain(routed):
    texts = gerber.files(routed.board, routed.fills, routed.silk)
    assert len(texts) == 10
    for name, text in texts.items():
        if name.endswith(".gbr"):
            assert not any(word in text for word in ("%TF", "%TA", "%TO", "%TD"))
            assert text.startswith("G04") and text.endswith("M02*\n")
    with zipfile.ZipFile(io.BytesIO(files.gerbers(routed))) as packed:
        assert sorted(packed.namelist()) == sorted(texts)


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

    name = f"pocketpig-carrier-{gerber.NAMES[layer]}_Cu.gbr"
    text = gerber.files(routed.board, routed.fills, routed.silk)[name]
    wanted = unary_union(list(copper.everything(routed.board, routed.fills, layer).values()))
    assert read_back(text, tmp_path).symmetric_difference(wanted).area < 1.5
    # A pad more on the board than in the file would be seen.
    lost = copper.pad_shape(pad(board, "R3.1" if layer == FRONT else "SW1.1")).area
    assert lost > 1.4


def test_drill_files_read_back_are_the_holes(routed, tmp_path):
    gerbonara = pytest.importorskip("gerbonara", reason="needs the hardware extra")
    texts = gerber.files(routed.board, routed.fills, routed.silk)
    found = []
    for name in ("pocketpig-carrier-PTH.drl", "pocketpig-carrier-NPTH.drl"):
        path = tmp_path / name
        path.write_text(texts[name])
        for hole in gerbonara.ExcellonFile.open(path).objects:
            found.append((round(hole.x, 3), round(hole.y, 3), round(hole.aperture.diameter, 3)))
    wanted = [(*p.at, p.drill) for p in routed.board.pads if p.drill]
    wanted += [(*v.at, v.drill) for v in routed.board.vias]
    wanted += [(*at, routed.board.outline["hole"]) for at in routed.board.holes]
    assert sorted(found) == sorted((round(x, 3), round(y, 3), round(d, 3)) for x, y, d in wanted)
