"""One truth about pins: pins.toml, firmware, guides and drawings, and what the chips can do."""

import csv
import pathlib
import re
import runpy
import shutil
import tomllib

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
FOLDER = ROOT / "hardware"
SIGNALS = ("sda", "scl", "up", "down", "a", "b", "buzzer")
FREE = ("charge", "power_off", "carrier")
PINS = (*SIGNALS, *FREE, "battery", "usb_power")
# Holes 1 to 40 as in the Pico data sheet, figure 4; 41 to 43 are the three DEBUG holes.
PICO = """
GP0 GP1 GND GP2 GP3 GP4 GP5 GND GP6 GP7 GP8 GP9 GND GP10 GP11 GP12 GP13 GND GP14 GP15
GP16 GP17 GND GP18 GP19 GP20 GP21 GND GP22 RUN GP26 GP27 GND GP28 ADC_VREF 3V3 3V3_EN
GND VSYS VBUS SWCLK SWD_GND SWDIO
""".split()


def boards(text):
    """Return id -> row of pins.toml, with the pins that it has from another row."""
    found = {}
    for row in tomllib.loads(text)["board"]:
        pins = {key: found[row["like"]][key] for key in PINS} if "like" in row else {}
        found[row["id"]] = {**pins, **row}
    return found


TEXT = (FOLDER / "pins.toml").read_text(encoding="utf-8")
BOARDS = boards(TEXT)


def impossible(row):
    """Yield what a chip cannot do with a row's pins.

    RP2040 data sheet, table 2: the GPIOs are SDA0 SCL0 SDA1 SCL1, repeated; each has PWM. On a Pico
    the board itself uses 23 to 25 and 29. A Raspberry Pi has one bus, and PWM on 12, 13, 18 and 19.
    """
    used = [row[name] for name in (*SIGNALS, *FREE) if row[name]]
    if len({*used}) < len(used):
        yield "two signals on one pin"
    pi = row["chip"] == "bcm2711"
    names = r"SDA|SCL|D([4-9]|1\d|2[0-7])" if pi else r"GP(\d|1\d|2[0-2678])"
    if not all(re.fullmatch(names, name) for name in used):
        yield "no such pin"
    elif pi:
        if (row["sda"], row["scl"]) != ("SDA", "SCL") or not re.fullmatch(
            "D1[2389]", row["buzzer"]
        ):
            yield "no such role"
    elif (int(row["sda"][2:]) % 4, int(row["scl"][2:]) % 4) not in ((0, 1), (2, 3)):
        yield "no such role"


def wrong_files(rows, folder):
    """Yield a sentence for each pin file that is not its row."""
    files = {row["file"]: row for row in rows.values() if "file" in row}
    for path in sorted((folder / "firmware" / "board_pico").glob("pins*.py")):
        if path.relative_to(folder).as_posix() not in files:
            yield f"{path.name}: add its board to hardware/pins.toml"
    for name, row in files.items():
        pins = runpy.run_path(str(folder / name)) if (folder / name).exists() else {}
        wanted = {key.upper(): row[key] for key in PINS}
        wanted["BUTTONS"] = tuple(row[key] for key in ("up", "down", "a", "b"))
        if differs := [key for key in wanted if pins.get(key, "") != wanted[key]]:
            yield f"{name}: make {', '.join(differs)} as in hardware/pins.toml"
    for name, row in rows.items():
        like = rows.get(row.get("like"), {})
        if "file" not in row and any(row[key] != like.get(key) for key in PINS):
            yield f"{name}: its pins are its own: give it a file, see the top of hardware/pins.toml"


def test_the_table_is_possible_and_each_pin_file_is_its_row():
    assert [(name, fault) for name, row in BOARDS.items() for fault in impossible(row)] == []
    assert list(wrong_files(BOARDS, ROOT)) == []


def test_pins_that_cannot_be_and_files_that_are_not_their_row_are_noticed(tmp_path):
    for name, pins, fault in (
        ("pico", {"sda": "GP5", "scl": "GP4"}, "no such role"),
        ("pico", {"sda": "GP2", "scl": "GP5"}, "no such role"),  # two buses
        ("pico2", {"up": "GP15"}, "two signals on one pin"),
        ("pico", {"buzzer": "GP23"}, "no such pin"),
        ("raspberry_pi", {"buzzer": "D17"}, "no such role"),
    ):
        assert list(impossible({**BOARDS[name], **pins})) == [fault]
    own = {**BOARDS, "pico_w": {**BOARDS["pico_w"], "buzzer": "GP3"}}
    assert [text.partition(":")[0] for text in wrong_files(own, ROOT)] == ["pico_w"]
    for name in ("board_pico", "board_blinka"):
        shutil.copytree(ROOT / "firmware" / name, tmp_path / "firmware" / name)
    path = tmp_path / "firmware" / "board_pico" / "pins.py"
    path.write_text(path.read_text().replace('"GP10"', '"GP18"'))
    shutil.copy(path, path.with_name("pins_zero.py"))
    first, second = wrong_files(BOARDS, tmp_path)
    assert first == "pins_zero.py: add its board to hardware/pins.toml"
    assert second.endswith("pins.py: make UP, BUTTONS as in hardware/pins.toml")


def test_the_guide_s_table_and_its_example_are_right():
    guide = (FOLDER / "boards.md").read_text(encoding="utf-8")
    rows = [re.findall(r"`(\w+)`", line) for line in re.findall(r"^\|.+`.+", guide, re.MULTILINE)]
    wanted = [[row[name] for name in SIGNALS] for row in BOARDS.values()]
    assert rows == wanted, "make the table of hardware/boards.md as hardware/pins.toml"
    (example,) = re.findall(r"```\n(\[\[board\]\]\n.*?)```", guide, re.DOTALL)
    row = boards(TEXT + example)["zero"]
    assert list(impossible(row)) == [] and row["buzzer"] == "GP3"


def wrong_names(text):
    """Yield a name of the Pico in a guide, if its role or its hole in brackets is another's."""
    row = BOARDS["pico"]
    roles = {"TX": "GP0", "RX": "GP1", **{name.upper(): row[name] for name in (*SIGNALS, *FREE)}}
    for name, role in re.findall(r"\b(GP\d+)\s+\((\w+)\)", text):
        if roles.get(role, PICO[int(role) - 1] if role.isdigit() else "") != name:
            yield f"{name} ({role})"
    for name, hole in re.findall(r"\b(\w+)\s+\((?:hole )?(\d+)\)", text):
        if name in PICO and PICO[int(hole) - 1] != name:
            yield f"{name} ({hole})"
    for name in re.findall(r"\bGP\d+\b(?!\s+\(|`)", text):
        if name not in roles.values():
            yield name


def test_the_guides_name_the_right_pins():
    block = re.compile(r"```.*?```", re.DOTALL)
    texts = {path.name: path.read_text("utf-8") for path in sorted(FOLDER.glob("*.md"))}
    guides = {name: block.sub("", text) for name, text in texts.items()}
    assert {
        name: found for name, text in guides.items() if (found := list(wrong_names(text)))
    } == {}
    for name, pin, other in (
        ("carrier.md", "GP9 (POWER_OFF)", "GP10 (POWER_OFF)"),
        ("carrier.md", "GP8\n  (CHARGE)", "GP9\n  (CHARGE)"),
        ("carrier.md", "GP6 (CARRIER)", "GP5 (CARRIER)"),
        ("hand_wired.md", "VSYS (39)", "VSYS (38)"),
    ):
        assert pin in guides[name] and list(wrong_names(guides[name].replace(pin, other))), pin


# The hand-wired build: a table of wires and three drawings.
ENDS = "DS1 SDA,DS1 SCL,UP hole,DOWN hole,A hole,B hole,piezo".split(",")


def told(wires):
    """Return what the drawings must say: pins in use, holes, twice the colours at the buttons."""
    pins, buttons, found = set(), set(), {}
    holes = {tuple(row["to"].split(" hole ")) for row in wires if re.search(r" \w\d+$", row["to"])}
    for row in wires:
        for pico, other in ((row["from"], row["to"]), (row["to"], row["from"])):
            for number, pin in re.findall(r"Pico hole (\d+) \((\w+)\)", pico):
                assert PICO[int(number) - 1] == pin
                pins.add(frozenset((number, pin)))
                buttons |= {f"{row['colour']} to {number} {pin}"} if "hole" in other else set()
                found |= {name: pin for name, end in zip(SIGNALS, ENDS) if other.startswith(end)}
    assert found == {signal: BOARDS["pico"][signal] for signal in SIGNALS}
    return pins, holes, buttons, buttons


def drawn(texts):
    used = re.findall(r'class="used"[^>]*>([^<]+)', texts["wiring"])
    plans = (texts["button_board"], texts["button_board_rear"])
    ends = ({*re.findall(r">(\w+ to \d+ \w+)<", text)} for text in plans)
    holes = {*re.findall(r">(\w+)[^<]*: hole (\w+)<", texts["wiring"])}
    return {frozenset(text.split()) for text in used}, holes, *ends


def test_wires_and_drawings_are_those_of_the_pins():
    wires = list(csv.DictReader((FOLDER / "wires.csv").open(encoding="utf-8")))
    texts = {path.stem: path.read_text("utf-8") for path in FOLDER.glob("*.svg")}
    assert drawn(texts) == told(wires)
    for name, text in texts.items():
        assert drawn({**texts, name: text.replace("14 GP10", "24 GP18")}) != told(wires), name
    moved = {**texts, "wiring": texts["wiring"].replace("hole B6", "hole B7")}
    assert drawn(moved) != told(wires)
    wires[4]["from"] = "Pico hole 15 (GP11)"
    with pytest.raises(AssertionError):
        told(wires)
