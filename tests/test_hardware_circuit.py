# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""The circuit in hardware/pins.toml: its rule check, and the files generated from it."""

import csv
import json
import re
import sys

import pytest

if sys.version_info < (3, 11):
    pytest.importorskip("tomli", reason="needs the hardware extra")

from host_sim.cli import main
from maker import board_plan, documents, energy, erc, generate, model, sheet, wiring
from maker.carrier import layout

TEXT = (model.root() / "hardware" / "pins.toml").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def design():
    return model.load()


def replaced(text, *pairs):
    """Return the text with pieces of it replaced; each must occur in it."""
    for old, new in pairs:
        assert old in text, old
        text = text.replace(old, new, 1)
    return text


def changed(*pairs):
    """Return the design with pieces of the file replaced."""
    return model.parse(replaced(TEXT, *pairs))


def rules(design):
    return {fault.rule for fault in erc.check(design)}


@pytest.mark.parametrize(
    ("rule", "pairs"),
    [
        ("i2c_role", [('sda = "GP4"', 'sda = "GP5"'), ('scl = "GP5"', 'scl = "GP4"')]),
        ("i2c_role", [('sda = "GP4"', 'sda = "GP7"')]),
        ("i2c_bus", [('sda = "GP4"', 'sda = "GP6"')]),
        ("gpio_twice", [('up = "GP10"', 'up = "GP15"')]),
        ("no_such_gpio", [('up = "D5"', 'up = "D33"')]),
        ("pwm", [('buzzer = "D12"', 'buzzer = "D17"')]),
        ("pin_on_two_nets", [('pins = "U1.{up} SW1.1"', 'pins = "U1.{up} U1.GP15 SW1.1"')]),
        ("signal", [('pins = "U1.{sda} DS1.SDA"', 'pins = "U1.GP8 DS1.SDA"')]),
        (
            "panel_bus",
            [("U1.{sda} DS1.SDA", "U1.{sda} DS1.SCL"), ("U1.{scl} DS1.SCL", "U1.{scl} DS1.SDA")],
        ),
        ("floating_button", [("DS1.GND SW1.2 SW2.2", "DS1.GND SW2.2")]),
        ("floating_button", [('pins = "U1.{up} SW1.1"', 'pins = "U1.{up} U1.GP20"')]),
        ("pull_up", [('pull = "internal"', 'pull = ""')]),
        ("pull_up", [("SDA = 4700, ", "")]),
        ("pull_up", [("SDA = 4700", "SDA = 10000")]),
        ("unsupplied", [("DS1.GND SW1.2", "SW1.2")]),
        ("unsupplied", [("U1.GND.1 U1.GND.2", "U1.GND.2")]),
        (
            "wrong_level",
            [
                ('pins = "U1.3V3 DS1.VCC"', 'pins = "U1.3V3 TP1.1"'),
                ('pins = "U1.VBUS U2.5V"', 'pins = "U1.VBUS U2.5V DS1.VCC"'),
            ],
        ),
        ("floating_pin", [("BZ1.- U2.G", "U2.G")]),
        ("no_connect_used", [('pins = "SW5.ON D1.A"', 'pins = "SW5.ON SW5.OFF D1.A"')]),
        (
            "pwm_slice",
            [('role = "test"\npins = "U1.GP0 TP1.1"', 'role = "pwm"\npins = "U1.GP14 TP1.1"')],
        ),
        ("gpio_current", [("ohm = 330.0", "ohm = 220.0")]),
        ("rail_current", [("load_ma = 30.0 ", "load_ma = 330.0 ")]),
        ("usb_current", [("pico_ma = 95.0", "pico_ma = 400.0")]),
        ("charge_current", [("charge_ma = 100.0", "charge_ma = 1000.0")]),
        ("unwired", [('from = "U1.{b}"\nto = "SW4.1"', 'from = "U1.{b}"\nto = "U1.{b}"')]),
        ("short", [('from = "U1.{b}"\nto = "SW4.1"', 'from = "U1.{b}"\nto = "SW4.2"')]),
        ("single_pin_net", [('pins = "U1.SWCLK TP3.1"', 'pins = "U1.SWCLK"')]),
    ],
)
def test_deliberate_fault_is_caught(rule, pairs):
    assert rule in rules(changed(*pairs))


@pytest.mark.parametrize(
    ("words", "pairs"),
    [
        ("no such pin", [('pins = "U1.3V3 DS1.VCC"', 'pins = "U1.3V3 DS1.VDD"')]),
        ("defined twice", [('ref = "SW2"', 'ref = "SW1"')]),
        ("no signal", [("U1.{up} SW1.1", "U1.{left} SW1.1")]),
        ("no board", [('reference_board = "pico"', 'reference_board = "uno"')]),
        ("not TOML", [("[project]", "[project")]),
        ("board pico is defined twice", [('id = "pico_w"', 'id = "pico"')]),
        ("no board 'pico9' above", [('like = "pico"', 'like = "pico9"')]),
        ("no sda", [('sda = "GP4"\n', "")]),
    ],
)
def test_a_file_that_makes_no_sense_is_refused(words, pairs):
    with pytest.raises(model.DesignError, match=words):
        changed(*pairs)


@pytest.mark.parametrize(
    "pair, words",
    [
        (('SW2 = { "1" = ["I1", "I6"]', 'SW2 = { "1" = ["B1", "I6"]'), "B1 holds"),
        (('path = ["E13", "D13"]', 'path = ["E13", "E11"]'), "touches BZ1.+|runs between"),
        (('hole = "B6"', 'hole = "D6"'), "lands in D6"),
        (('R1 = { "1" = ["I16"]', 'R1 = { "1" = ["K16"]'), "no hole"),
    ],
)
def test_button_board_faults_are_caught(pair, words):
    assert re.search(words, " ".join(board_plan.check(changed(pair))))


def test_changing_a_pin_changes_everything_made_from_it():
    moved = changed(('buzzer = "GP15"', 'buzzer = "GP18"'))
    assert erc.check(moved) == []
    assert 'BUZZER = "GP18"' in documents.firmware_pins(moved, moved.reference)
    assert documents.boards_table(moved).count("`GP18`") == 3
    assert "Pico hole 24 (GP18)" in documents.wiring_table(moved)
    assert '(ref "U1") (pin "24")' in documents.netlist(moved)
    for drawing in (wiring.diagram(moved), board_plan.diagram(moved)):
        assert any("GP18" in shape.text for shape in drawing.shapes)
    drawn = sheet.build(moved, sheet.WIRED)
    ends = {name: end for name, end, _, _ in drawn.spots["U1"].ends()}
    assert ends["GP18"] in [at for name, at, _ in drawn.names if name == "BUZZER"]
    assert ends["GP15"] in drawn.free


def test_the_schematic_names_every_net():
    design = model.load()
    drawn = sheet.build(design, sheet.WIRED)
    assert {name for name, _, _ in drawn.names} == {net.name for net in design.nets} - {"GND"}


@pytest.mark.parametrize("make", [model.load, layout.design])
def test_netlist_holds_the_same_nets(make):
    design = make()
    wanted = {
        net.name: [(pin.ref, str(design.parts[pin.ref].number(pin.name))) for pin in net.pins]
        for net in design.nets
    }
    text = documents.netlist(design)
    found = re.findall(r'\(net \(code "\d+"\) \(name "(.+?)"\)((?:\s+\(node.+)+)', text)
    node = re.compile(r'\(ref "(.+?)"\) \(pin "(.+?)"\)')
    assert {name: node.findall(nodes) for name, nodes in found} == wanted
    assert text.count("(") == text.count(")")


def test_parts_list_counts_every_part(design):
    rows = list(csv.DictReader(documents.bom(design).splitlines()))
    listed = [ref for row in rows for ref in row["refs"].split()]
    wanted = [part.ref for part in design.parts.values() if part.kind != "pad"]
    assert sorted(ref for ref in listed if ref in design.parts) == sorted(wanted)
    for row in rows:
        if row["refs"].split()[0] in design.parts:
            assert int(row["quantity"]) == len(row["refs"].split())


def test_overlapping_labels_are_caught(design):
    drawing = wiring.diagram(design)
    drawing.text(45, 44, "in the way", 20)
    drawing.text(1490, 500, "off the sheet", 20)
    assert len(drawing.faults()) == 2


def test_generated_texts_are_up_to_date(design):
    assert list(generate.stale(generate.texts(design), model.root())) == []


def test_check_notices_a_changed_file(tmp_path, capsys):
    arguments = ["--quick", "--out", str(tmp_path)]
    assert main(["hardware", *arguments]) == 0
    assert main(["hardware", *arguments, "--check"]) == 0
    target = tmp_path / "hardware" / "generated" / "wiring.md"
    target.write_text(target.read_text() + "scribble\n")
    capsys.readouterr()
    assert main(["hardware", *arguments, "--check", "--json"]) == 1
    assert json.loads(capsys.readouterr().out)["stale"] == ["hardware/generated/wiring.md"]


def test_a_faulty_design_writes_nothing(tmp_path):
    pins = tmp_path / "pins.toml"
    pins.write_text(TEXT.replace('sda = "GP4"', 'sda = "GP5"', 1))
    out = tmp_path / "out"
    assert main(["hardware", "--quick", "--pins", str(pins), "--out", str(out)]) == 1
    assert not out.exists()
    assert (
        main(["hardware", "--quick", "--pins", str(tmp_path / "none.toml"), "--out", str(out)]) == 2
    )


def test_the_option_panel_makes_the_case_alone(tmp_path, monkeypatch, capsys):
    def case(design):
        return {"lid.stl": lambda: design.raw["solid"]["DS1"]["panel"]["id"].encode()}

    monkeypatch.setattr(generate, "case", case)
    monkeypatch.setattr(generate, "case_faults", lambda design: [])
    assert main(["hardware", "--panel", "1.3", "--out", str(tmp_path)]) == 0
    assert [path.read_text() for path in tmp_path.iterdir()] == ["1.3"]
    assert main(["hardware", "--panel", "1.5", "--out", str(tmp_path)]) == 2
    assert "no panel '1.5': there are 0.96, 1.3" in capsys.readouterr().err


@pytest.mark.parametrize("name", ["README.md", "hand_wired.md", "carrier.md"])
def test_guides_name_only_what_exists(name):
    """Every part that a guide mentions exists."""
    guide = (model.root() / "hardware" / name).read_text(encoding="utf-8")
    design = layout.design() if name == "carrier.md" else model.load()
    parts = set(design.parts) | {"PB1"}
    for ref in re.findall(r"\b(?:U|SW|BZ|DS|BT|TP|PB|JP|Q|R|C)\d+\b", guide):
        assert ref in parts, ref


def test_the_guide_of_the_carrier_board_names_every_part_to_solder():
    guide = (model.root() / "hardware" / "carrier.md").read_text(encoding="utf-8")
    for part in layout.design().parts.values():
        if part.data["fit"] == "hand" and part.kind not in ("button", "panel"):
            assert re.search(rf"\b{part.ref}\b", guide), part.ref
    pictures = {path.name for path in (model.root() / "hardware/pictures").glob("carrier_*.png")}
    shown = {name for name in pictures if name in guide}
    assert pictures - shown == {"carrier_board_back.png"}


class TestEnergy:
    def test_a_cell_without_losses(self):
        data = {
            "cell": {"volts": 4.0, "usable": 1.0, "diode_volts": 0.0},
            "board": {"asleep_ma": 10.0, "awake_ma": 30.0, "off_ma": 1.0},
            "panel": {"lit_ma": 10.0, "off_ma": 0.0, "regulator": 1.0},
            "state": [
                {"name": "play", "board": "running", "awake": 0.5, "panel": "lit", "minutes": 60},
                {"name": "off", "board": "off", "awake": 0.0, "panel": "off"},
            ],
        }
        found = energy.budget(model.load(), data)
        assert found.mwh == 500 * 4.0
        play, off = found.states
        assert play.mw == pytest.approx(20 * 5 + 10 * 3.3)
        assert off.hours == pytest.approx(2000 / 5)
        assert found.forgotten_days == pytest.approx((2000 - 133) / 5 / 24)

    def test_the_file_agrees_with_the_firmware(self):
        from handheld import power, settings

        data = model.read("energy.toml")
        defaults = {row[0]: row[1] for row in settings.ROWS}
        assert data["cell"]["usable"] == 1 - power.EMPTY_BATTERY / 100
        minutes = [state.get("minutes") for state in data["state"]]
        assert minutes[0] == minutes[1] == defaults["dim"]
        assert sum(minutes[:3]) == defaults["auto_off"]
        assert minutes[3] is None

    def test_the_command(self, capsys):
        assert main(["hardware", "--energy"]) == 0
        assert "a full cell lasts" in capsys.readouterr().out
