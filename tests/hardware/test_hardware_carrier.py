"""The carrier board agrees with firmware, guide and lists; KiCad, where it is, checks the rest."""

import csv
import re
import runpy
import shutil
import zipfile

import pytest

from maker import board_file, fab
from tests.hardware.test_hardware_pins import FOLDER, PICO, ROOT

BOARD = board_file.CARRIER.read_text(encoding="utf-8")
PARTS = board_file.read(BOARD).parts
# Where each of the firmware's pins leads: a part and the function of its pad.
LEADS = {
    **{"SDA": ("DS1", "SDA"), "SCL": ("DS1", "SCL"), "BUZZER": ("R3", "1")},
    **{"UP": ("SW1", "1"), "DOWN": ("SW2", "1"), "A": ("SW3", "1"), "B": ("SW4", "1")},
    **{"CHARGE": ("D2", "A"), "POWER_OFF": ("Q6", "G"), "CARRIER": ("TP7", "1")},
}
PINS = runpy.run_path(str(ROOT / "firmware" / "board_pico" / "pins.py"))


def loose(parts, pins=PINS):
    """Yield what does not agree: the firmware's pins, holes of the Pico, and what hangs on them."""
    pico = parts["U1"]
    for number, pad in enumerate(sorted(pico.pads, key=lambda pad: int(pad.number)), 1):
        # Pico data sheet, chapter 2, seen with the USB socket up.
        row, side = (number, -8.89) if number <= 20 else (41 - number, 8.89)
        at = (side, 24.13 - 2.54 * (row - 1)) if number <= 40 else (2.54 * (number - 42), -23.9)
        if (pad.number, pad.function.partition(".")[0]) != (str(number), PICO[number - 1]):
            yield f"pad {pad.number} of U1 is called {pad.function}, not {PICO[number - 1]}"
        if max(abs(a - b) for a, b in zip(pad.at, pico.point(*at))) > 0.01:
            yield f"pad {pad.number} of U1 is not where the Pico has its hole"
    nets = {(ref, pad.function): pad.net for ref, part in parts.items() for pad in part.pads}
    for name, (ref, function) in LEADS.items():
        if nets["U1", pins[name]] != nets[ref, function]:
            yield f"{name}: {pins[name]} of U1 does not lead to {ref}.{function}"
        if ref[:2] == "SW" and (parts[ref].fields["Label"], nets[ref, "2"]) != (name, "GND"):
            yield f"{ref} is not the button {name} to GND"


def of_pad(number, old, new, text=BOARD):
    """Return the board's text with something changed in a pad of U1."""
    start = text.index(f'(pad "{number}" ', text.index('"PocketPig:PICO"'))
    end = text.index("(uuid", start)
    assert old in text[start:end]
    return text[:start] + text[start:end].replace(old, new) + text[end:]


def test_the_copper_leads_where_the_firmware_thinks_and_what_does_not_hold_is_noticed():
    """Two nets that change places, a pin that moved, another name, another pin in the firmware."""
    assert list(loose(PARTS)) == []
    swapped = of_pad(14, '"BUTTON_UP"', '"BUTTON_DOWN"')
    swapped = of_pad(15, '"BUTTON_DOWN"', '"BUTTON_UP"', swapped)
    for text, words in (
        (swapped, "UP: GP10 of U1 does not lead to SW1.1"),
        (of_pad(6, "(at 8.89", "(at 6.35"), "pad 6 of U1 is not where"),
        (of_pad(7, '"GP5"', '"GP6"'), "pad 7 of U1 is called"),
    ):
        assert any(words in fault for fault in loose(board_file.read(text).parts)), words
    (fault,) = loose(PARTS, {**PINS, "BUZZER": "GP14"})
    assert fault == "BUZZER: GP14 of U1 does not lead to R3.1"
    with pytest.raises(ValueError, match="brackets are missing"):
        board_file.read(BOARD[:-200])
    with pytest.raises(ValueError, match="no rectangle"):
        board_file.read(BOARD.replace('"Edge.Cuts"', '"F.Fab"', 2))


def test_the_guide_bridges_the_pads_that_fit_the_panel():
    guide = " ".join((FOLDER / "carrier.md").read_text("utf-8").split())
    orders = re.findall(r"`(\w+) (\w+) SCL SDA`: bridge.*?\*\*(left|right)\*\*", guide)
    assert [side for *_, side in orders] == ["left", "right"]
    for first, second, side in orders:
        for ref, name in ("JP1", first), ("JP2", second):
            left, _, right = sorted(PARTS[ref].pads, key=lambda pad: pad.at)
            assert {"left": left, "right": right}[side].net == {"VCC": "3V3"}.get(name, name)


def test_the_builder_buys_what_the_fab_does_not_solder():
    """The fab solders one side in one run: none of its parts is on the back or has a leg."""
    rows = list(csv.DictReader((FOLDER / "parts_carrier.csv").open(encoding="utf-8")))
    listed = {ref: row for row in rows for ref in row["refs"].split()}
    for ref, part in PARTS.items():
        if ref in listed:
            row, needed = listed[ref], part.fields.get("Needed", "always")
            told = (row["part number"], row["side"] == "back", row["needed"])
            assert told == (part.fields["MPN"], part.back, needed) and "LCSC" not in part.fields
        elif part.fields.get("MPN"):
            assert part.fields["LCSC"] and not part.back and not part.pads[0].drill, ref
    guide = (FOLDER / "carrier.md").read_text(encoding="utf-8")
    assert {*re.findall(r"\b(?:[UQRCFJ]|SW|BZ|DS|JP|TP)\d+\b", guide)} <= {*PARTS}
    assert listed.keys() - {"SW1", "SW2", "SW3", "SW4", "DS1"} <= {*re.findall(r"\w+\d", guide)}


def test_lists_for_jlcpcb_and_for_other_fabs(tmp_path):
    """JLCPCB counts the angles of a SOT-23 from the other side; four parts need no battery."""
    real = {ref: part for ref, part in PARTS.items() if "LCSC" in part.fields}
    empty = {"JLCPCB Rotation": "", "Needed": "", "Val": "", "Side": "top"}
    places = [
        {**empty, **part.fields, "Ref": ref, "Package": part.footprint}
        | {"PosX": part.at[0], "PosY": part.at[1], "Rot": part.turn - 360}
        for ref, part in real.items()
    ]
    fab.lists(places, places, tmp_path)
    found = {path.stem: list(csv.DictReader(path.open())) for path in tmp_path.iterdir()}
    for kind, refs in (("", {*real}), ("usb_only_", {"R1", "R2", "R3", "C4"})):
        bom = [ref for row in found[f"{kind}bom"] for ref in row["Designator"].split(",")]
        assert sorted(bom) == sorted(refs)
        rows = zip(found[f"{kind}positions"], found[f"{kind}positions_jlcpcb"], strict=True)
        for one, other in rows:
            part = real[one["Ref"]]
            x, y = (f"{value:.4f}mm" for value in part.at)
            assert [*other.values()][:4] == [one["Ref"], x, y, "Top"]
            assert int(one["Rot"]) == part.turn % 360
            turn = part.turn + 180 * part.footprint.startswith("SOT-23")
            assert int(other["Rotation"]) == turn % 360
    with pytest.raises(fab.FabError, match=f"have {places[0]['Ref']}: see"):
        fab.lists(places, places[1:], tmp_path)
    with pytest.raises(fab.FabError, match=f"no LCSC or MPN: {places[0]['Ref']}"):
        fab.lists([{**places[0], "LCSC": ""}, *places[1:]], places, tmp_path)


with_kicad = pytest.mark.skipif(
    int(fab.version().partition(".")[0] or 0) < 9, reason="there is no kicad-cli of KiCad 9"
)


@pytest.fixture
def project(tmp_path):
    for kind in ("pro", "sch", "pcb"):
        shutil.copy(fab.SOURCE / f"{fab.NAME}.kicad_{kind}", tmp_path)
    return tmp_path


@with_kicad
def test_kicad_finds_no_fault(project):
    assert list(fab.check(project, project)) == []


@with_kicad
@pytest.mark.slow
@pytest.mark.parametrize(
    ("suffix", "old", "new", "words"),
    [
        ("pcb", r"\t\(segment\n(\t\t.*\n){4}\t\t\(net 5\)\n.*\n\t\)\n", "", "unconnected_items"),
        ("pcb", r"(\t\(segment\n\t\t)\(start [\d.]+ ", r"\1(start 80 ", "drc: "),
        ("pcb", r'(\(net \d+ )"BUZZER"\)', r'\1"BUZZER2")', "net_conflict"),
        ("sch", r'\(global_label "SDA"', '(global_label "SDB"', "net_conflict"),
        ("sch", r"\t\(no_connect\n(\t\t.*\n)+\t\)\n", "", "erc: .*pin_not_connected"),
    ],
)
def test_kicad_finds_planted_faults_and_nothing_is_made(project, capsys, suffix, old, new, words):
    path = project / f"{fab.NAME}.kicad_{suffix}"
    changed = re.sub(old, new, path.read_text(), count=1)
    assert changed != path.read_text()
    path.write_text(changed)
    assert fab.main(project, project / "fab") == 1
    assert re.search(words, capsys.readouterr().err)
    assert {file.name for file in (project / "fab").iterdir()} == {"erc.txt", "drc.txt"}


@with_kicad
@pytest.mark.slow
def test_make_fab_makes_everything(project):
    assert fab.main(project, project / "fab") == 0
    found = zipfile.ZipFile(project / "fab" / f"{fab.NAME}-fab.zip").namelist()
    assert {"front.png", "back.png", "schematic.pdf"} <= {*found} and len(found) == 13
    assert len(zipfile.ZipFile(project / "fab" / f"{fab.NAME}-gerbers.zip").namelist()) == 10
    positions = (project / "fab" / "positions_jlcpcb.csv").read_text()
    assert "Q1,22.6000mm,2.4000mm,Top,180\n" in positions
