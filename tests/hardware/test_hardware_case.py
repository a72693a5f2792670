"""Both cases can be printed and everything fits; what does not fit is noticed."""

import dataclasses
import functools
import itertools
import json
import re
import shutil

import pytest

pytest.importorskip("manifold3d", reason="needs the group hardware")


from maker import board_file, cases, fab, fit, slicer
from maker.carrier_case import CarrierCase
from maker.solids import box, differs, dump, load, tables, tapered
from maker.wired_case import WiredCase
from tests.hardware.test_hardware_pins import FOLDER
from tests.support.sampled import sampled

BOARD = board_file.read()
PRINTER = tables()["printer"]
# What moves while the plastic stays, or (*) a measure that the plastic follows to its harm: its
# name in case.toml or on the board, its new value or its way, and the rules that notice it.
ROWS = """
wired.part.U1.at [12.6, 11.5, 6.7] overlap mount
wired.part.PB1.at [0, -15.1, 12] mount
wired.part.SW5.at [-14, 31, 9] overlap
wired.panel_z 18.8 glass
wired.bootsel.at [10, 3.4] bootsel
SW3 [2, 0] overlap cap
DS1 [2, 0] window
D1 [3, 0] hole
J2 [-8, 0] overlap clearance
carrier.cell.size [36, 29, 6.5] overlap
* case.usb_opening [9, 5] usb_opening
* case.pilot 2.2 screw
* case.cap.flange 9 cap
* carrier.frame.play 4 frame
* carrier.tilt 0 closing
"""


def make(name, new):
    """Return the case with a measure changed, or with a part of the board moved."""
    data, board = tables(), BOARD
    if name in BOARD.parts:
        part = BOARD.parts[name]
        part = dataclasses.replace(part, at=(part.at[0] + new[0], part.at[1] + new[1]))
        board = dataclasses.replace(BOARD, parts={**BOARD.parts, name: part})
    elif name:
        *path, last = name.split(".")
        row = functools.reduce(dict.get, path, data)
        assert last in row
        row[last] = new
    return WiredCase(data) if name.startswith("wired") else CarrierCase(data, board)


@functools.cache
def plastic(wired):
    return make("wired.panel_z" if wired else "", 18.3).parts()


def test_nothing_is_wrong_on_the_carrier_board():
    case, printed = make("", 0), plastic(False)
    assert [*fit.printable(printed, PRINTER), *fit.fits(case, PRINTER, printed)] == []


@pytest.mark.slow
@pytest.mark.parametrize("panel", tables()["panels"])
def test_nothing_is_wrong_with_either_panel(panel):
    assert list(cases.faults(tables(panel))) == []


@pytest.mark.parametrize("line", sampled([(row,) for row in ROWS.strip().splitlines()], 4))
def test_what_does_not_fit_is_noticed(line):
    name, _, rest = line.removeprefix("* ").partition(" ")
    value, end = json.JSONDecoder().raw_decode(rest)
    printed = None if line[0] == "*" else plastic(name.startswith("wired"))
    faults = itertools.islice(fit.fits(make(name, value), PRINTER, printed), 8)
    assert {fault.rule for fault in faults} & {*rest[end:].split()}


def test_a_lip_with_less_play_on_any_side_is_noticed():
    case, printed = make("", 0), plastic(False)
    for way in ((0.04, 0, 0), (-0.04, 0, 0), (0, 0.04, 0), (0, -0.04, 0)):
        moved = {**printed, "base": printed["base"].translate(way)}
        assert "lip" in {fault.rule for fault in fit.closing(case, moved, [])}, way


def test_a_part_that_the_measures_do_not_know_is_named():
    parts = {**BOARD.parts, "R1": dataclasses.replace(BOARD.parts["R1"], footprint="R_1206")}
    with pytest.raises(ValueError, match="R1: case.toml has no body for the footprint R_1206"):
        CarrierCase(tables(), dataclasses.replace(BOARD, parts=parts)).bought()


@pytest.mark.parametrize("case, build", [("carrier", "carrier"), ("wired", "hand_wired")])
def test_the_screws_to_buy_are_as_long_as_the_case_needs(case, build):
    screw = f"screw M2x{tables()[case]['screw']['length']:g}"
    listed, guide = (FOLDER / f"parts_{build}.csv", FOLDER / f"{build}.md")
    assert re.search(rf'^,4,"?{screw}\b', listed.read_text("utf-8"), re.MULTILINE)
    assert f"{screw.replace('screw', 'screws')} go through the back" in guide.read_text("utf-8")


def test_a_cell_without_its_cover_is_noticed():
    case, printed = make("", 0), {**plastic(False), "cover": plastic(False)["frame"]}
    assert list(fit.sharp_to_cell(case, printed, case.bought())) != []


def test_what_a_printer_cannot_make_is_noticed():
    block = box((30, 10, 10), (0, 0), 0)
    for rule, bad, good in (
        ("pieces", block + box((9, 9, 9), (40, 0), 0), block),
        ("not_watertight", block - block, block),
        ("neck", block + box((0.6, 10, 20), (0, 0), 0), block + box((0.9, 10, 20), (0, 0), 0)),
        ("slit", block - box((0.3, 8, 20), (0, 0), 5), block - box((0.5, 8, 20), (0, 0), 5)),
    ):
        assert [fault.rule for fault in fit.printable({"base": bad}, PRINTER)] == [rule]
        assert list(fit.printable({"base": good}, PRINTER)) == [], rule


@pytest.mark.parametrize("whole", [False, pytest.param(True, marks=pytest.mark.slow)])
def test_the_stored_parts_follow_from_the_measures(whole):
    """Quickly those for the first panel."""
    parts = cases.every_part() if whole else cases.parts(tables())
    stored = {path.stem for path in cases.FOLDER.glob("*.stl")}
    assert stored == parts.keys() if whole else stored > parts.keys()
    for name, solid in parts.items():
        stored = load((cases.FOLDER / f"{name}.stl").read_bytes())
        assert not stored.is_empty() and not differs(stored, solid), f"{name}.stl: run make case"
    assert differs(stored, solid.scale((1.001, 1, 1)))


with_slicer = pytest.mark.skipif(not shutil.which("prusa-slicer"), reason="no PrusaSlicer")


@with_slicer
@pytest.mark.slow
def test_the_stored_parts_need_no_support():
    assert slicer.main() == 0


def test_make_case_for_one_panel(tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert cases.main(["--panel", "1.5"]) == 2
    assert "no panel '1.5' in case.toml: there are 0.96, 1.3" in capsys.readouterr().err
    monkeypatch.setattr(cases, "parts", lambda data: {"cover": plastic(True)["cover"]})
    for wrong, status, made in ((["too thin"], 1, []), ([], 0, ["cover.stl"])):
        monkeypatch.setattr(cases, "faults", lambda data, wrong=wrong: wrong)
        assert cases.main(["--panel", "1.3"]) == status
        assert [path.name for path in tmp_path.rglob("*.stl")] == made
    capsys.readouterr()
    assert cases.main(["--panel", "1.3"]) == 0
    assert capsys.readouterr().out == "Everything fits. The parts are in build/panel_1.3.\n"


@with_slicer
def test_a_part_that_needs_support_is_noticed(tmp_path, capsys):
    """A narrow bar over a gap is perimeters alone and needs it, as the panel's frame did; a bevel
    of 45 degrees does not, as around the window."""
    gap = box((11, 20, 1.2), (0, 0), 0)
    for name, wide in (("narrow", 2.2), ("wide", 3.4)):
        (tmp_path / f"{name}.stl").write_bytes(dump(box((19, wide, 4), (0, 0), 0) - gap))
    bevel = box((30, 20, 3), (0, 0), 0) - tapered((14, 10), (8, 4), (0, 0), -1, 2)
    (tmp_path / "bevel.stl").write_bytes(dump(bevel))
    assert slicer.main(sorted(tmp_path.glob("*.stl"))) == 1
    assert capsys.readouterr().out == "Need support: narrow.stl\n"


@pytest.mark.parametrize("command, package", [(slicer.main, "prusa-slicer"), (fab.main, "kicad")])
def test_without_a_program_it_says_what_to_install(command, package, monkeypatch, tmp_path, capsys):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert command() == 1
    assert f"apt install {package}" in capsys.readouterr().err
