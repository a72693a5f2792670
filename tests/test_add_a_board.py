# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Adding a board takes one row of pins."""

import importlib
import re
import shutil
import sys

import pytest

if sys.version_info < (3, 11):
    pytest.importorskip("tomli", reason="needs the hardware extra")

from host_sim.cli import main
from host_sim.commands import hardware
from maker import erc, model
from tests.test_board_pico import MAKE, bench, boot, make_board  # noqa: F401  # fixtures

TEXT = (model.root() / "hardware" / "pins.toml").read_text(encoding="utf-8")
FILE = "firmware/board_pico/pins_made_up_rp2350.py"
ROW = f"""
[[board]]
id = "made_up"
name = "Made-up board"
chip = "rp2350a"
sda = "GP6"
scl = "GP7"
up = "GP16"
down = "GP17"
a = "GP18"
b = "GP19"
buzzer = "GP3"
battery = ""
usb_power = ""
firmware_pins = "{FILE}"
"""
BUTTONS = {"up": "GP16", "down": "GP17", "a": "GP18", "b": "GP19"}


@pytest.fixture
def made(tmp_path, capsys):
    """The folder with everything generated with the row."""
    pins = tmp_path / "pins.toml"
    pins.write_text(TEXT + ROW, encoding="utf-8")
    out = tmp_path / "out"
    assert main(["hardware", "--quick", "--pins", str(pins), "--out", str(out)]) == 0
    assert main(["hardware", "--quick", "--pins", str(pins), "--out", str(out), "--check"]) == 0
    return out


def test_without_a_checkout_it_says_where_it_is(monkeypatch, tmp_path, capsys):
    monkeypatch.setattr(hardware, "FOLDER", tmp_path / "hardware")
    assert main(["hardware", "--quick"]) == 2
    assert "run it in a checkout" in capsys.readouterr().err


def test_a_pin_file_that_is_not_there(tmp_path, capsys):
    assert main(["hardware", "--quick", "--pins", str(tmp_path / "none.toml")]) == 2
    assert "none.toml" in capsys.readouterr().err


def test_a_faulty_pin_file_is_named(tmp_path, capsys):
    (tmp_path / "mine.toml").write_text("[")
    assert main(["hardware", "--quick", "--pins", str(tmp_path / "mine.toml")]) == 2
    assert f"{tmp_path / 'mine.toml'}: " in capsys.readouterr().err


def test_a_folder_that_cannot_be_written_is_named(tmp_path, capsys):
    (tmp_path / "file").write_text("")
    assert main(["hardware", "--quick", "--out", str(tmp_path / "file")]) == 1
    assert str(tmp_path / "file") in capsys.readouterr().err


def test_nothing_else_changes(made):
    """Only the board's pin file and the table of boards change."""
    root = model.root()
    changed = {
        path.relative_to(made).as_posix()
        for path in made.rglob("*")
        if path.is_file()
        and not (
            (root / path.relative_to(made)).exists()
            and (root / path.relative_to(made)).read_bytes() == path.read_bytes()
        )
    }
    assert changed == {FILE, "hardware/generated/boards.md"}


def test_the_firmware_runs_on_its_pins(made, bench, monkeypatch):  # noqa: F811
    monkeypatch.setattr(bench, "SCL", "GP7")
    monkeypatch.setattr(bench, "SDA", "GP6")
    monkeypatch.setattr(bench, "BUTTONS", BUTTONS)
    monkeypatch.setattr(bench, "BUZZER", "GP3")
    board_pico = importlib.import_module("board_pico")
    monkeypatch.setattr(importlib.import_module("board"), "board_id", "made_up_rp2350")
    monkeypatch.setattr(board_pico, "__path__", [*board_pico.__path__, str((made / FILE).parent)])
    pico = boot(bench, held=("b",))
    assert pico.usb == {"console", "data", "drive"}
    handheld = make_board()
    assert handheld.buttons.held() == 0b1000
    assert handheld.probe_display()
    handheld.open_display(MAKE).show_all(b"\x5a" * 1024)
    assert pico.panel.gddram == b"\x5a" * 1024
    handheld.sound.tone(440, 500)
    assert pico.tones[-1] == (440, 32767)
    pico.press("up")
    pico.clock.advance_ms(30)
    assert handheld.buttons.poll() == 0


@pytest.mark.parametrize("board_id", ["raspberry_pi_pico_w", "raspberry_pi_pico2", "another"])
def test_a_board_without_a_file_takes_the_picos_pins(bench, monkeypatch, board_id):  # noqa: F811
    monkeypatch.setattr(importlib.import_module("board"), "board_id", board_id)
    pico = boot(bench)
    make_board().open_display(MAKE).show_all(b"\x5a" * 1024)
    assert pico.panel.gddram == b"\x5a" * 1024


def test_pico_w_and_pico_2_have_the_picos_pins():
    design = model.load()
    rows = {board.id: board for board in design.boards}
    for name in ("pico_w", "pico2"):
        assert rows[name].pins == design.reference.pins
        assert not rows[name].firmware_pins


@pytest.mark.parametrize(
    "old, new", [(f'firmware_pins = "{FILE}"\n', ""), (FILE, "firmware/board_pico/pins.py")]
)
def test_a_row_whose_pins_would_go_nowhere_is_refused(old, new):
    assert old in ROW
    design = model.parse(TEXT + ROW.replace(old, new))
    assert {fault.rule for fault in erc.check(design)} == {"firmware_pins"}


def test_the_guides_example_is_a_row_that_works():
    guide = (model.root() / "hardware/generated/boards.md").read_text(encoding="utf-8")
    (row,) = re.findall(r"```\n(\[\[board\]\]\n.*?)```", guide, re.DOTALL)
    design = model.parse(TEXT + row)
    assert erc.check(design) == []
    assert design.boards[-1].pins == {**design.reference.pins, "buzzer": "GP3"}


def test_deploy_brings_the_pin_file_along(made, tmp_path, monkeypatch):
    from host_sim.drive import drive_files

    folder = tmp_path / "board_pico"
    shutil.copytree(model.root() / "firmware" / "board_pico", folder)
    shutil.copy(made / FILE, folder)
    folders = drive_files._folders
    monkeypatch.setattr(
        drive_files, "_folders", lambda name: [folder] if name == "board_pico" else folders(name)
    )
    files = dict(drive_files._module("board_pico", "board_pico"))
    assert b'SDA = "GP6"' in files["board_pico/pins_made_up_rp2350.py"]
