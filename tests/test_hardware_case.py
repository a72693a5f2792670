# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""The case can be printed and everything fits; what does not fit is noticed."""

import copy

import pytest

pytest.importorskip("manifold3d", reason="needs the hardware extra")
pytest.importorskip("PIL", reason="needs the hardware extra")

from host_sim.hardware import enclosure, fit, generate, model, pictures, slices, stl
from host_sim.hardware.render import Camera, Item, render
from host_sim.hardware.solids import box, cylinder


@pytest.fixture(scope="module")
def design():
    return model.load()


@pytest.fixture
def spoiled(design):
    """A copy of the design to spoil."""
    return copy.deepcopy(design)


def rules(faults):
    return {fault.rule for fault in faults}


def noticed(faults, *wanted):
    """Return True as soon as one of the faults breaks one of the rules `wanted`."""
    return any(fault.rule in wanted for fault in faults)


def test_everything_fits(design):
    assert fit.check(design) == []


def test_labels_of_the_pictures_do_not_overlap(design):
    for drawing in pictures.lettering(design):
        assert drawing.faults() == [], drawing.title


@pytest.mark.parametrize("axis", [0, 1, 2])
@pytest.mark.parametrize("shift", [1.5, -1.5])
def test_a_shifted_pico_does_not_fit(design, spoiled, axis, shift):
    spoiled.raw["solid"]["U1"]["at"][axis] += shift
    assert noticed(fit.fits(spoiled, built=design), "overlap", "mount")


@pytest.mark.parametrize(
    ("ref", "axis", "shift", "rule"),
    [
        ("DS1", 0, 1.5, "window"),
        ("DS1", 1, -1.5, "mount"),
        ("DS1", 2, 0.5, "overlap"),
        ("PB1", 1, 1.0, "mount"),
        ("PB1", 2, 1.0, "overlap"),
        ("SW5", 0, 2.0, "switch_slot"),
        ("BT1", 1, 3.0, "overlap"),
    ],
)
def test_a_shifted_part_does_not_fit(design, spoiled, ref, axis, shift, rule):
    spoiled.raw["solid"][ref]["at"][axis] += shift
    assert noticed(fit.fits(spoiled, built=design), rule)


def test_a_thicker_cell_does_not_fit(spoiled):
    spoiled.raw["solid"]["BT1"]["boxes"][0]["size"][2] = 9.0
    assert noticed(fit.fits(spoiled), "overlap", "clearance")


def test_measures_that_spoil_the_case_are_noticed(design):
    for keys, value, rule in (
        (("case", "usb_opening"), [9.0, 5.0], "usb_opening"),
        (("case", "window_margin"), -1.0, "window"),
        (("case", "window_margin"), 3.5, "window"),
        (("case", "sound"), {"hole": 0.8, "ring": 3.6, "count": 6}, "sound"),
        (("case", "pilot"), 2.2, "screw"),
        (("case", "lip", "gap"), -0.5, "overlap"),
        (("case", "cap", "gap"), 0.1, "clearance"),
        (("case", "cap", "flange"), 9.0, "cap"),
        (("case", "cap", "proud"), 0.2, "cap"),
        (("case", "post"), 1.0, "mount"),
    ):
        spoiled = copy.deepcopy(design)
        table = spoiled.raw
        for key in keys[:-1]:
            table = table[key]
        table[keys[-1]] = value
        assert noticed(fit.fits(spoiled), rule), keys


def test_a_small_bed_is_noticed(spoiled):
    spoiled.raw["printer"]["bed"] = [70.0, 70.0, 70.0]
    assert "bed" in rules(fit.printable(spoiled, {"base": enclosure.base(spoiled)}))


def test_a_part_in_two_pieces_is_noticed(design):
    printed = {"base": box((10, 10, 2), (0, 0), 0) + box((10, 10, 2), (30, 0), 0)}
    assert rules(fit.printable(design, printed)) == {"pieces"}


def laid(design, solid):
    return rules(slices.check("part", solid, design.raw["printer"]))


def test_what_a_printer_cannot_make_is_noticed(design):
    """Each pair: as it should not be, and as it may be."""
    block = box((30, 10, 10), (0, 0), 0)
    counterbore = cylinder(4.4, (0, 0), -1, 6)
    cone = cylinder(4.4, (0, 0), 6, 7.05, 2.3)
    hole = cylinder(2.3, (0, 0), -1, 11)
    for rule, bad, good in (
        # A ceiling around a hole hangs; a cone of 45 degrees does not.
        ("overhang", block - counterbore - hole, block - counterbore - cone - hole),
        # A shelf that sticks out; a slope of 45 degrees under it.
        (
            "overhang",
            block + box((40, 10, 2), (0, 0), 8),
            cylinder(10, (0, 0), 0, 5, 20) + cylinder(20, (0, 0), 5, 8),
        ),
        ("overhang", cylinder(5, (0, 0), 0, 3, 15), cylinder(5, (0, 0), 0, 5, 15)),
        ("bridge", block - box((16, 20, 5), (0, 0), 3), block - box((12, 20, 5), (0, 0), 3)),
        ("neck", block + box((0.6, 10, 20), (0, 0), 0), block + box((0.9, 10, 20), (0, 0), 0)),
    ):
        assert laid(design, bad) == {rule}, rule
        assert laid(design, good) == set(), rule


def test_the_lid_and_base_of_revision_1_are_refused(design):
    """Its lip began in mid-air 0.2 mm beside the wall, and its counterbores ended flat."""
    case = design.raw["case"]
    split, at = case["split"], case["boss_at"][0]
    lid = enclosure.lid(design)
    ring = enclosure._room(design, split - 2.4, split + 0.5, 0.2)
    lid += ring - enclosure._room(design, split - 3, split + 1, 1.4)
    assert {"overhang", "bridge"} & laid(design, enclosure.printing(design, "lid", lid))
    base = enclosure.base(design)
    seat = split - case["boss_floor"]
    base -= cylinder(case["screw_head"], at, 0, seat + 1.04)
    assert "overhang" in laid(design, enclosure.printing(design, "base", base))


def test_a_bare_cell_is_noticed(design):
    """Without the cover, or with a hole in it, a cut leg could reach the cell."""
    printed, placed = fit.assemble(design)
    assert fit.sharp_to_cell(design, printed, placed) == []
    whole = dict(printed)
    del printed["cover"]
    assert rules(fit.sharp_to_cell(design, printed, placed)) == {"sharp_to_cell"}
    whole["cover"] -= box((2, 2, 20), (0, -15), 0)
    assert rules(fit.sharp_to_cell(design, whole, placed)) == {"sharp_to_cell"}


def test_boot_button_and_light_can_be_reached(design, spoiled):
    printed = enclosure.parts(design)
    assert fit.light_and_boot(design, printed) == []
    spoiled.raw["solid"]["U1"]["bootsel"]["centre"] = [10.0, 3.4]
    assert rules(fit.light_and_boot(spoiled, printed)) == {"bootsel"}
    spoiled = copy.deepcopy(design)
    spoiled.raw["case"]["light"]["z"] = 5.0
    assert rules(fit.light_and_boot(spoiled, printed)) == {"light"}


def test_other_panels_fit_and_a_larger_one_does_not(design, spoiled):
    assert fit.other_panels(design) == []
    spoiled.raw["panel_variant"][0]["spacing"] = [20.0, 20.0]
    assert {"overlap", "mount"} & rules(fit.other_panels(spoiled))


def test_stored_solids_are_watertight_and_follow_from_the_design(design):
    for output in generate.models(design):
        data = (model.root() / output.path).read_bytes()
        assert stl.open_edges(data) == 0
        assert len(stl.load(data).decompose()) == 1
        assert output.same(data, output.make()), output.path


def test_stl_notices_a_hole_and_another_solid(design):
    cap = enclosure.printing(design, "cap", enclosure.cap(design, "SW1"))
    data = stl.dump(cap)
    assert stl.dump(cap) == data
    assert not stl.differs(data, cap)
    assert stl.differs(data, cap - box((1, 1, 2), (0, 3.5), 0))
    count = int.from_bytes(data[80:84], "little")
    holed = data[:80] + (count - 1).to_bytes(4, "little") + data[84:-50]
    assert stl.open_edges(holed) > 0
    with pytest.raises(ValueError):
        stl.load(data[:-10])


def test_all_caps_are_alike(design):
    first = stl.dump(enclosure.printing(design, "cap", enclosure.cap(design, "SW1")))
    for ref in enclosure.BUTTONS[1:]:
        other = enclosure.printing(design, "cap", enclosure.cap(design, ref))
        assert not stl.differs(first, other, 0.01)


def test_renderer_shows_the_nearer_solid():
    camera = Camera(0, 90, 4.0, (0, 0, 0), (40, 40))
    red, blue = (255, 0, 0), (0, 0, 255)
    picture = render(
        [Item(box((4, 4, 1), (0, 0), 0), red), Item(box((2, 2, 1), (0, 0), 2), blue)], camera
    )
    assert picture[20, 20, 2] > 150 and picture[20, 20, 0] < 50
    assert picture[20, 14, 0] > 150
    assert (picture[2, 2] == 255).all()


def test_a_changed_picture_is_noticed(design):
    output = next(item for item in generate.pictures(design) if item.path.endswith("wiring.png"))
    stored = (model.root() / output.path).read_bytes()
    assert output.same(stored, output.make())
    other = (model.root() / "hardware/generated/schematic.png").read_bytes()
    assert not output.same(stored, other)
    assert not output.same(b"no picture", stored)
    text = (model.root() / "hardware" / "pins.toml").read_text(encoding="utf-8")
    recoloured = model.parse(text.replace('colour = "purple"', 'colour = "grey"', 1))
    other = next(item for item in generate.pictures(recoloured) if item.path == output.path)
    assert not output.same(stored, other.make())
