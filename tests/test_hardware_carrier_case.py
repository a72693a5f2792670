# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""The case of the carrier board fits the board of the same file, and prints without support."""

import copy
import sys

import pytest

if sys.version_info < (3, 11):
    pytest.importorskip("tomli", reason="needs the hardware extra")
pytest.importorskip("manifold3d", reason="needs the hardware extra")
pytest.importorskip("shapely", reason="needs the hardware extra")

from host_sim.hardware import model
from host_sim.hardware.carrier import case_check, layout
from host_sim.hardware.carrier.case import Case
from host_sim.hardware.fit import overlaps
from host_sim.hardware.solids import box, cylinder


@pytest.fixture(scope="module")
def built():
    case = Case(layout.place(layout.design()))
    return case, case.parts()


@pytest.fixture(scope="module")
def printer():
    return model.load().raw["printer"]


def rules(faults):
    return {fault.rule for fault in faults}


def spoiled(change):
    """Return the case of a board whose tables were changed; the printed parts stay the old ones."""
    circuit = layout.design()
    raw = copy.deepcopy(circuit.raw)
    change(raw)
    return Case(layout.place(model.build(raw)))


def part(raw, ref):
    return next(row for row in raw["part"] if row["ref"] == ref)


def test_everything_fits(built, printer):
    case, printed = built
    assert case_check.check(case, printer, printed) == []


def test_board_and_case_share_their_holes(built):
    """A post, a boss and a screw's way at each hole of the board; a moved hole is noticed."""
    case, printed = built
    assert len(case.board.holes) == 4
    assert case_check.screws(case, printed) == []

    def move(raw):
        raw["outline"]["hole_at"][0] = [-32.0, 27.0]

    assert {"mount", "screw"} & rules(case_check.screws(spoiled(move), printed))


@pytest.mark.parametrize(
    ("ref", "shift", "found"),
    [
        ("SW3", (2.0, 0.0), {"overlap", "cap"}),
        ("U1", (0.0, 3.0), {"usb_opening", "bootsel"}),
        ("DS1", (2.0, 0.0), {"window"}),
        ("D1", (3.0, 0.0), {"hole"}),
        ("SW5", (0.0, -2.0), {"hole"}),
        ("SW6", (3.0, 0.0), {"hole"}),
        ("J2", (-8.0, 0.0), {"overlap", "clearance"}),
    ],
)
def test_a_part_moved_on_the_board_alone_is_noticed(built, ref, shift, found):
    _, printed = built

    def move(raw):
        at = part(raw, ref)["at"]
        part(raw, ref)["at"] = [at[0] + shift[0], at[1] + shift[1]]

    case = spoiled(move)
    bought = case.bought()
    faults = overlaps(printed, bought, "board") + case_check.clearances(case, printed, bought)
    faults += case_check.apertures(case, printed)
    assert found & rules(faults)


def test_a_part_moved_on_the_board_moves_the_case():
    """The case is built from the board's file: what moves on both still fits."""

    def move(raw):
        part(raw, "D1")["at"] = [18.5, 19.5]
        part(raw, "R5")["at"] = [22.6, 19.5]

    case = spoiled(move)
    assert case_check.apertures(case, case.parts()) == []


def test_a_bare_cell_is_noticed(built):
    case, printed = built
    bought = case.bought()
    assert case_check.sharp_to_cell(case, printed, bought) == []
    without = {name: solid for name, solid in printed.items() if name != "cover"}
    assert rules(case_check.sharp_to_cell(case, without, bought)) == {"sharp_to_cell"}


def test_a_part_that_does_not_print_is_noticed(built, printer):
    case, printed = built
    at = case.board.holes[0]
    flat = dict(printed)
    flat["base"] = printed["base"] - cylinder(4.4, at, 0, 4.04)
    assert rules(case_check.printable({"base": flat["base"]}, printer)) == {"overhang"}
    loose = printed["cover"] + box((3, 3, 3), (60, 60), 0)
    assert rules(case_check.printable({"cover": loose}, printer)) == {"pieces"}


def test_a_thicker_cell_does_not_fit(built):
    _, printed = built

    def swell(raw):
        raw["case"]["cell"]["size"][2] = 6.5

    case = spoiled(swell)
    assert "overlap" in rules(overlaps(printed, case.bought(), "board"))
