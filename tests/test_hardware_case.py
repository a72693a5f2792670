# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Both cases can be printed and everything fits; what does not fit is noticed."""

import copy
import sys

import pytest

if sys.version_info < (3, 11):
    pytest.importorskip("tomli", reason="needs the hardware extra")
pytest.importorskip("manifold3d", reason="needs the hardware extra")
pytest.importorskip("shapely", reason="needs the hardware extra")
pytest.importorskip("PIL", reason="needs the hardware extra")

from maker import fit, generate, model, slices
from maker.carrier import case as carrier_case
from maker.carrier import layout
from maker.carrier.case import Case
from maker.enclosure import BUTTONS, printing
from maker.render import Camera, Item, render
from maker.solids import box, cylinder, differs, dump, load, triangles
from maker.wired_case import WiredCase

DESIGN = model.load()
PRINTER = DESIGN.raw["printer"]


KEY = [row["ref"] for row in layout.design().raw["part"]].index("SW5")


def wired(change=lambda raw: None):
    design = copy.deepcopy(DESIGN)
    change(design.raw)
    return WiredCase(design)


def carrier(change=lambda raw: None):
    raw = copy.deepcopy(layout.design().raw)
    change(raw)
    return Case(layout.place(model.build(raw)))


@pytest.fixture(scope="module")
def printed():
    """The plastic of both builds as they should be."""
    return {make: make().parts() for make in (wired, carrier)}


both = pytest.mark.parametrize("make", [wired, carrier])


def rules(faults):
    return {fault.rule for fault in faults}


def noticed(faults, *wanted):
    """Return True as soon as one of the faults breaks one of the rules `wanted`."""
    return any(fault.rule in wanted for fault in faults)


def setter(keys, value):
    def change(raw):
        for key in keys[:-1]:
            raw = raw[key]
        raw[keys[-1]] = value

    return change


def moved(ref, *shift):
    """Move a part: a solid of the hand-wired build, or a place on the carrier board."""

    def change(raw):
        rows = raw["solid"] if "perfboard" in raw else {row["ref"]: row for row in raw["part"]}
        rows[ref]["at"] = [value + by for value, by in zip(rows[ref]["at"], shift)]

    return change


@pytest.mark.parametrize(
    ("make", "ref", "shift", "found"),
    [
        *((wired, "U1", (by, 0, 0), "overlap mount") for by in (1.5, -1.5)),
        *((wired, "U1", (0, by, 0), "overlap mount") for by in (1.5, -1.5)),
        *((wired, "U1", (0, 0, by), "overlap mount") for by in (1.5, -1.5)),
        (wired, "DS1", (1.5, 0, 0), "window"),
        (wired, "DS1", (0, -1.5, 0), "mount"),
        (wired, "DS1", (0, 0, 0.5), "glass"),
        (wired, "PB1", (0, 1.0, 0), "mount"),
        (wired, "PB1", (0, 0, 1.0), "overlap"),
        (wired, "SW5", (2.0, 0, 0), "switch_slot"),
        (wired, "BT1", (0, 3.0, 0), "overlap"),
        (carrier, "SW3", (2.0, 0), "overlap cap"),
        (carrier, "U1", (0, 3.0), "usb_opening bootsel"),
        (carrier, "DS1", (2.0, 0), "window"),
        (carrier, "D1", (3.0, 0), "hole"),
        (carrier, "SW5", (0, -2.0), "hole"),
        (carrier, "SW6", (3.0, 0), "hole"),
        (carrier, "J2", (-8.0, 0), "overlap clearance"),
    ],
)
def test_a_part_that_moved_without_the_case_is_noticed(printed, make, ref, shift, found):
    assert noticed(fit.fits(make(moved(ref, *shift)), PRINTER, printed[make]), *found.split())


@pytest.mark.parametrize(
    ("make", "keys", "value", "rule"),
    [
        (wired, ("case", "usb_opening"), [9.0, 5.0], "usb_opening"),
        (wired, ("case", "window_margin"), -1.0, "window"),
        (wired, ("case", "window_margin"), 3.5, "window"),
        (wired, ("case", "sound"), {"hole": 0.8, "ring": 3.6, "count": 6}, "sound"),
        (wired, ("case", "pilot"), 2.2, "screw"),
        (wired, ("case", "lip", "gap"), -0.5, "overlap"),
        *((make, ("case", "lip", "gap"), 0.2, "lip") for make in (wired, carrier)),
        *((make, ("case", "cap", "lead"), 0.0, "cap") for make in (wired, carrier)),
        *((make, ("case", "cap", "socket_gap"), 0.5, "cap") for make in (wired, carrier)),
        *((make, ("case", "film", "ledge"), 0.5, "film") for make in (wired, carrier)),
        *((make, ("case", "film", "thickness"), 0.8, "film") for make in (wired, carrier)),
        *((make, ("case", "eye", "apart"), 3.0, "eye") for make in (wired, carrier)),
        (wired, ("solid", "DS1", "at", 2), 18.7, "glass"),
        (wired, ("case", "screw", "length"), 6.0, "screw"),
        (wired, ("case", "cap", "gap"), 0.1, "clearance"),
        (wired, ("case", "cap", "flange"), 9.0, "cap"),
        (wired, ("case", "cap", "proud"), 0.2, "cap"),
        (wired, ("case", "post"), 1.0, "mount"),
        (wired, ("solid", "BT1", "boxes", 0, "size", 2), 9.0, "clearance"),
        (carrier, ("case", "screw", "length"), 12.0, "screw"),
        (carrier, ("case", "panel_z"), 5.4, "glass"),
        (carrier, ("case", "frame", "play"), 4.0, "frame"),
        (carrier, ("part", KEY, "label"), "SWITCH IT ON HERE", "label"),
        (carrier, ("case", "post"), [2.0, 2.0, 4.6], "mount"),
    ],
)
def test_measures_that_spoil_the_case_are_noticed(make, keys, value, rule):
    assert noticed(fit.fits(make(setter(keys, value)), PRINTER), rule)


@pytest.mark.parametrize(
    ("make", "keys", "value", "found"),
    [
        (wired, ("solid", "U1", "bootsel", "centre"), [10.0, 3.4], "bootsel"),
        (wired, ("case", "light", "z"), 5.0, "light"),
        (carrier, ("outline", "hole_at", 0), [-32.0, 27.0], "mount"),
        (carrier, ("case", "cell", "size", 2), 6.5, "overlap"),
        (carrier, ("case", "screw", "length"), 18.0, "screw"),
        (carrier, ("case", "panel_z"), 4.9, "frame"),
    ],
)
def test_measures_that_the_plastic_does_not_follow_are_noticed(printed, make, keys, value, found):
    assert noticed(fit.fits(make(setter(keys, value)), PRINTER, printed[make]), found)


def test_a_part_moved_on_the_board_moves_the_case():
    """The case is built from the board's file: what moves on both still fits."""

    def change(raw):
        moved("D1", 0.5, 0.0)(raw)
        moved("R5", 0.6, 0.0)(raw)

    case = carrier(change)
    assert list(fit.apertures(case, case.parts(), case.bought(), PRINTER)) == []


def test_a_part_that_is_no_part_is_noticed():
    whole = box((10, 10, 2), (0, 0), 0)
    two = {"base": whole + box((10, 10, 2), (30, 0), 0)}
    assert rules(fit.printable(two, PRINTER)) == {"pieces"}
    small = {**PRINTER, "bed": [9.0, 180.0, 180.0]}
    assert rules(fit.printable({"base": whole}, small)) == {"bed"}
    assert rules(fit.printable({"base": whole - whole}, PRINTER)) == {"not_watertight"}
    # Two blocks that meet along an edge, which has four faces then.
    edge = whole + box((5, 5, 1), (0, 0), 2) + box((5, 5, 1), (5, 5), 2)
    assert "not_watertight" in rules(fit.printable({"base": edge}, PRINTER))


def test_what_a_printer_cannot_make_is_noticed():
    """Each row: as it should not be, and as it may be."""
    block = box((30, 10, 10), (0, 0), 0)
    bored = block - cylinder(4.4, (0, 0), -1, 6) - cylinder(2.3, (0, 0), -1, 11)
    shelf = block + box((40, 10, 2), (0, 0), 8)
    slope = cylinder(10, (0, 0), 0, 5, 20) + cylinder(20, (0, 0), 5, 8)
    for rule, bad, good in (
        # A ceiling around a hole hangs; a cone of 45 degrees does not.
        ("overhang", bored, bored - cylinder(4.4, (0, 0), 6, 7.05, 2.3)),
        ("overhang", shelf, slope),
        ("overhang", cylinder(5, (0, 0), 0, 3, 15), cylinder(5, (0, 0), 0, 5, 15)),
        ("bridge", block - box((16, 20, 5), (0, 0), 3), block - box((12, 20, 5), (0, 0), 3)),
        ("neck", block + box((0.6, 10, 20), (0, 0), 0), block + box((0.9, 10, 20), (0, 0), 0)),
        ("slit", block - box((0.3, 8, 20), (0, 0), 5), block - box((0.5, 8, 20), (0, 0), 5)),
    ):
        assert rules(slices.check("part", bad, PRINTER)) == {rule}, rule
        assert rules(slices.check("part", good, PRINTER)) == set(), rule


def test_the_lid_and_base_of_revision_1_are_refused(printed):
    """Its lip began in mid-air 0.2 mm beside the wall, and its counterbores ended flat."""
    case = wired()
    split, (base, lid) = case.data["split"], (printed[wired][name] for name in ("base", "lid"))
    lid += case.room(split - 2.4, split + 0.5, -0.2) - case.room(split - 3, split + 1, -1.4)
    screw = case.data["screw"]
    base -= cylinder(screw["head"], case.screws[0], 0, screw["seat"] + 1.04)
    assert {"overhang", "bridge"} & rules(fit.printable({"lid": lid}, PRINTER))
    assert "overhang" in rules(fit.printable({"base": base}, PRINTER))


@both
def test_posts_that_stand_free_in_a_corner_are_refused(make):
    """Between them and the walls there would be pockets, as narrow as a needle."""
    case = make()
    case.pillar = lambda size, at, z0, z1: cylinder(size, at, z0, z1) ^ case.room(z0, z1)
    assert {"slit", "not_watertight"} & rules(fit.printable({"base": case.base()}, PRINTER))


@both
def test_a_bare_cell_is_noticed(printed, make):
    """Without the cover, or with a hole in it, a cut leg could reach the cell."""
    case, plastic = make(), dict(printed[make])
    cover = plastic.pop("cover")
    assert rules(fit.sharp_to_cell(case, plastic, case.bought())) == {"sharp_to_cell"}
    if make is wired:
        plastic["cover"] = cover - box((2, 2, 20), (0, -15), 0)
        assert rules(fit.sharp_to_cell(case, plastic, case.bought())) == {"sharp_to_cell"}


@pytest.mark.parametrize("name", model.panels(DESIGN))
def test_the_window_is_the_panel_s_and_a_panel_that_does_not_fit_is_noticed(name):
    """test_hardware_carrier.py: the cases have no fault with either panel."""
    design = model.with_panel(DESIGN, name)
    row = design.raw["solid"]["DS1"]["panel"]
    assert WiredCase(design).window[1] == tuple(row["active"]["size"])
    spoiled = copy.deepcopy(design.raw)
    for row in spoiled["panel"]:
        row["glass"]["size"][2] += 0.5
    model.choose_panel(spoiled, name)
    design = model.build(spoiled)
    for case in (WiredCase(design), Case(layout.place(layout.design(pins=design)))):
        assert noticed(fit.fits(case, PRINTER), "glass")


def test_an_unknown_panel_is_named_with_those_that_there_are():
    with pytest.raises(model.DesignError, match="no panel '1.5': there are 0.96, 1.3"):
        model.load(panel="1.5")


def test_one_file_serves_both_builds_where_the_part_is_the_same():
    files = {path.rpartition("/")[2] for path in generate.models(DESIGN)}
    assert {"cap.stl", "cover.stl", "carrier_lid.stl", "carrier_frame_1.3.stl"} <= files
    assert not {"carrier_cap.stl", "carrier_cover.stl", "base_1.3.stl"} & files


@both
def test_plastic_in_the_way_is_noticed(printed, make):
    """Each row: the part, what is added to it or taken away, and the rule that says so."""
    case, plastic = make(), printed[make]
    (x, y), (label, *_) = case.spot("SW1"), case.labels()
    low = plastic["cap SW1"].bounding_box()[2]
    board = case.switch_z + (1.0 if make is wired else 0.7)
    for name, solid, rule in (
        # Under a cap's flange, so that the lid cannot go over the caps; and over a board's edge.
        ("lid", plastic["lid"] + box((1, 1, 0.4), (x + 5, y), low - 0.5), "closing"),
        ("base", plastic["base"] + box((2, 2, 1), (-35, -16), board), "closing"),
        ("lid", plastic["lid"] + box((2, 2, 0.4), label.at, case.top - 0.4), "label"),
        ("lid", plastic["lid"] - box((9, 9, 9), label.at, case.top - 1), "label"),
        ("base", plastic["base"] + case.eyes(2.2), "eye"),
    ):
        assert noticed(fit.fits(case, PRINTER, {**plastic, name: solid}), rule), (name, rule)


def test_the_board_goes_in_tilted_and_not_straight_down(printed, monkeypatch):
    case, plastic = carrier(), printed[carrier]
    assert rules(fit.closing(case, plastic, case.bought())) == set()
    monkeypatch.setattr(carrier_case, "_TILT", 0.0)
    assert rules(fit.closing(case, plastic, case.bought())) == {"closing"}


def test_a_frame_of_one_edge_and_leads_without_a_way_are_noticed(printed):
    case, plastic = carrier(), printed[carrier]
    half = plastic["frame"] - box((99, 20, 99), (0, 30), 0)
    assert noticed(fit.fits(case, PRINTER, {**plastic, "frame": half}), "frame")
    base = plastic["base"] + box((2, 6, 2), (25, case.cell["at"][1]), case.data["floor"])
    assert noticed(fit.fits(case, PRINTER, {**plastic, "base": base}), "leads")


def test_stored_solids_are_watertight_and_follow_from_the_design():
    for path, make in generate.models(DESIGN).items():
        data = (model.root() / path).read_bytes()
        assert generate.same(path, data, make()), path
        if path.endswith(".stl"):
            assert len(load(data).decompose()) == 1
            assert set(fit.edge_counts(triangles(load(data)))) == {2}, path


def test_stl_notices_a_hole_and_another_solid(printed):
    cap = printing("cap", printed[wired]["cap SW1"])
    data = dump(cap)
    assert dump(cap) == data
    assert not differs(load(data), cap)
    assert differs(load(data), cap - box((1, 1, 2), (0, 3.5), 0))
    count = int.from_bytes(data[80:84], "little")
    holed = data[:80] + (count - 1).to_bytes(4, "little") + data[84:-50]
    assert load(holed).is_empty()
    with pytest.raises(ValueError):
        load(data[:-10])


@both
def test_all_caps_are_alike(printed, make):
    first, *others = (printing("cap", printed[make][f"cap {ref}"]) for ref in BUTTONS)
    assert not any(differs(first, other, 0.01) for other in others)


def test_renderer_shows_the_nearer_solid():
    camera = Camera(0, 90, 4.0, (0, 0, 0), (40, 40))
    red, blue = (255, 0, 0), (0, 0, 255)
    picture = render(
        [Item(box((4, 4, 1), (0, 0), 0), red), Item(box((2, 2, 1), (0, 0), 2), blue)], camera
    )
    assert picture[20, 20, 2] > 150 and picture[20, 20, 0] < 50
    assert picture[20, 14, 0] > 150
    assert (picture[2, 2] == 255).all()


def test_a_changed_picture_is_noticed():
    path = "hardware/generated/wiring.png"
    stored = (model.root() / path).read_bytes()
    assert generate.same(path, stored, generate.pictures(DESIGN)[path]())
    other = (model.root() / "hardware/generated/schematic.png").read_bytes()
    assert not generate.same(path, stored, other)
    assert not generate.same(path, b"no picture", stored)
    text = (model.root() / "hardware" / "pins.toml").read_text(encoding="utf-8")
    recoloured = model.parse(text.replace('colour = "purple"', 'colour = "grey"', 1))
    assert not generate.same(path, stored, generate.pictures(recoloured)[path]())
