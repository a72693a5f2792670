# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""The case can be printed and everything fits; what does not fit is noticed."""

import copy

import pytest

pytest.importorskip("manifold3d", reason="needs the hardware extra")
pytest.importorskip("PIL", reason="needs the hardware extra")

from host_sim.hardware import enclosure, fit, generate, model, pictures, stl
from host_sim.hardware.render import Camera, Item, render
from host_sim.hardware.solids import box


@pytest.fixture(scope="module")
def design():
    return model.load()


@pytest.fixture
def spoiled(design):
    """A copy of the design to spoil."""
    return copy.deepcopy(design)


def rules(faults):
    return {fault.rule for fault in faults}


def test_everything_fits(design):
    assert fit.check(design) == []


def test_labels_of_the_pictures_do_not_overlap(design):
    for drawing in pictures.lettering(design):
        assert drawing.faults() == [], drawing.title


@pytest.mark.parametrize("axis", [0, 1, 2])
@pytest.mark.parametrize("shift", [1.5, -1.5])
def test_a_shifted_pico_does_not_fit(design, spoiled, axis, shift):
    spoiled.raw["solid"]["U1"]["at"][axis] += shift
    assert {"overlap", "mount"} & rules(fit.check(spoiled, built=design))


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
    assert rule in rules(fit.check(spoiled, built=design))


def test_a_thicker_cell_does_not_fit(spoiled):
    spoiled.raw["solid"]["BT1"]["boxes"][0]["size"][2] = 9.0
    assert {"overlap", "clearance"} & rules(fit.check(spoiled))


def test_measures_that_spoil_the_case_are_noticed(design):
    for keys, value, rule in (
        (("case", "usb_opening"), [9.0, 5.0], "usb_opening"),
        (("case", "window_margin"), -1.0, "window"),
        (("case", "window_margin"), 3.5, "window"),
        (("case", "sound"), {"hole": 0.8, "ring": 3.6, "count": 6}, "sound"),
        (("printer", "bed"), [70.0, 70.0, 70.0], "bed"),
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
        assert rule in rules(fit.check(spoiled)), keys


def test_a_part_in_two_pieces_is_noticed(design):
    printed = {"base": box((10, 10, 2), (0, 0), 0) + box((10, 10, 2), (30, 0), 0)}
    assert rules(fit.printable(design, printed)) == {"pieces"}


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
