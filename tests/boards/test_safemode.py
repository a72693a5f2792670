"""firmware/safemode.py with simulated CircuitPython modules; what they show about damaged files."""

import runpy
import sys

import pytest

from host_sim.drive.drive_files import TABLES, drive_files, manifest, unfinished
from tests.boards.conftest import identify
from tests.boards.test_board_pico import (
    FIRMWARE,
    boot,
    make_board,
    proven,
    run_code,
    words,
)  # noqa: E501, F401  # fixtures

LIST = "pocketpig-files.txt"
HELP = ["To repair: hold B,", "then pocketpig deploy", "A: start again"]


@pytest.fixture
def safemode(bench, tmp_path):
    """The module, with an empty folder as its drive."""
    bench.power_on()
    import safemode

    safemode.DRIVE = str(tmp_path) + "/"
    return safemode


def run_safemode(tmp_path, drive):
    """Run it as CircuitPython does."""
    source = (FIRMWARE / "safemode.py").read_text().replace('DRIVE = "/"', f"DRIVE = '{drive}/'")
    path = tmp_path / "safemode.py"
    path.write_text(source)
    return runpy.run_path(str(path), run_name="__main__")


def test_the_pins_that_it_falls_back_on_are_the_picos(safemode):
    from board_pico import pins

    for name in ("SDA", "SCL", "PANEL", "UP", "DOWN", "A", "B"):
        assert getattr(safemode.PicoPins, name) == getattr(pins, name)


def test_its_own_words_fit(safemode):
    assert all(len(line) <= safemode.COLUMNS for line in (*safemode.HELP, *safemode.OPEN))
    assert safemode.WORDS_ROWS + len(safemode.HELP) == 6 >= len(safemode.OPEN)


@pytest.mark.parametrize("address", [0x3C, 0x3D])
def test_words_on_either_kind_of_panel(bench, safemode, address):
    bench.pico.panel.address = address
    safemode.show(["First line", "", "Third: é is unknown", "4", "5", "123456789012345678901234"])
    assert bench.pico.panel.on and bench.pico.panel.unknown_commands == []
    expected = ["First line", "", "Third: ? is unknown", "4", "5", "123456789012345678901"]
    assert words(bench.pico) == expected
    safemode.show(["Again"])
    assert words(bench.pico) == ["Again", "", "", "", "", ""]


def test_b_has_to_be_held(bench, safemode):
    pico = bench.pico
    pico.at(1000, lambda: pico.press("b"))
    pico.at(2000, lambda: pico.release("b"))
    pico.at(20_000, lambda: pico.press("b"))
    safemode.wait("ImportError: no module named 'handheld.drawing.canvas'")
    assert 21_400 <= pico.clock.now_us() // 1000 <= 22_000
    assert "".join(words(pico)[:3]) == "ImportError: no module named 'handheld.drawing.canvas'"
    assert words(pico)[3:] == HELP
    assert pico.watchdog.mode == "reset"
    assert pico.watchdog.longest_us < 1_000_000


@pytest.mark.parametrize(
    "before, moves, restart",
    [
        ("a", [(9000, "release", "a"), (12_000, "press", "a")], "reset"),  # held from before
        ("", [(1000, "press", "up"), (12_000, "press", "down")], "boot loader"),
    ],
)
def test_buttons_that_restart(bench, safemode, before, moves, restart):
    pico = bench.pico
    if before:
        pico.press(before)
    for ms, move, button in moves:
        pico.at(ms, lambda move=move, button=button: getattr(pico, move)(button))
    with pytest.raises(bench.Restart, match=restart):
        safemode.wait("Something")
    assert pico.clock.now_us() >= 12_000_000


def test_one_restart_then_words_until_b_which_ends_the_proof(bench, tmp_path, kept_game):
    memory = bytearray(256)
    bench.power_on(safe_mode="HARD_FAULT", sleep_memory=memory)
    with pytest.raises(bench.Restart, match="reset"):
        run_safemode(tmp_path, tmp_path)
    assert memory[0] == 1
    pico = bench.power_on(nvm=kept_game, safe_mode="HARD_FAULT", sleep_memory=memory)
    seen = []
    pico.at(5000, lambda: seen.extend(words(pico)))
    pico.at(6000, lambda: pico.press("b"))
    run_safemode(tmp_path, tmp_path)  # it returns, so CircuitPython opens drive and console
    assert seen == ["CircuitPython failed:", "HARD_FAULT", "", *HELP]
    assert words(pico)[0] == "The computer has"
    assert memory[0] == 0 and not proven(pico.flash.contents)


def test_boot_py_that_fails_opens_nothing_until_b(bench, monkeypatch, kept_game):
    """And B ends the proof of the game before that."""
    pico = bench.power_on(nvm=kept_game)
    for name in ("button_pins", "identity"):
        monkeypatch.setitem(sys.modules, f"board_pico.{name}", None)
    identify(b"of another board")
    opened = []
    pico.at(30_000, lambda: opened.append((pico.booting, proven(pico.flash.contents))))
    pico.at(31_000, lambda: pico.press("b"))
    runpy.run_path(str(FIRMWARE / "boot.py"))
    assert opened == [(True, True)] and not proven(pico.flash.contents)
    assert pico.usb == {"console", "data", "drive"}
    assert words(pico)[0] == "ModuleNotFoundError:"


def test_an_update_that_is_not_finished_says_what_to_do(bench, tmp_path):
    """In place of code.py: it stops CircuitPython from restarting it, and does not end."""
    pico = boot(bench)
    (tmp_path / "code.py").write_bytes(unfinished())
    pico.switch_off_at(60_000)
    with pytest.raises(bench.SwitchedOff):
        runpy.run_path(str(tmp_path / "code.py"))
    assert words(pico)[0] == "Update not finished." and "pocketpig deploy" in words(pico)
    assert not pico.autoreload


FILES = drive_files(source=True)
NAMED = [path for path in FILES if not path.startswith(TABLES + "/")]


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """A folder with all files."""
    folder = tmp_path_factory.mktemp("drives")
    for path, contents in {**FILES, LIST: manifest(FILES)}.items():
        (folder / "drive" / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / "drive" / path).write_bytes(contents)
    return folder / "drive"


def harm(folder, path, how):
    file = folder / path
    if how == "missing":
        file.unlink()
    elif how == "truncated":
        file.write_bytes(FILES[path][: len(FILES[path]) // 2])
    else:
        file.write_bytes(b"\xff\x00 garbage" * 40)


def named(path, how):
    """Return the message about a file; a person may edit the settings."""
    if how == "missing":
        return f"Missing file: {path}"
    return "" if path == "settings.toml" else f"Damaged file: {path}"


@pytest.mark.parametrize("how", ["missing", "truncated", "garbage"])
def test_every_file_but_tables_is_named(safemode, whole, how):
    safemode.DRIVE = str(whole) + "/"
    board = make_board()
    assert board.damaged_file() is None
    for path in NAMED if how == "missing" else ["settings.toml", *NAMED[::5]]:
        harm(whole, path, how)
        assert (board.damaged_file() or "") == named(path, how)
        (whole / path).write_bytes(FILES[path])


def test_an_unusable_file_list(safemode, tmp_path):
    for listing in (None, b"", b"\xff\xff\xff", b"no sums\n\n\n", b"x  "):
        if listing is not None:
            (tmp_path / LIST).write_bytes(listing)
        assert safemode.what(ValueError("oink")) == "ValueError: oink"
        assert safemode.what("plain words") == "plain words"


@pytest.mark.parametrize("how", ["missing", "garbage", ""])
def test_what_the_start_lacks_is_named(bench, whole, tmp_path, monkeypatch, how):
    """By the list of files, or else by the error."""
    path = "handheld/runner.py"
    if how:
        harm(whole, path, how)
    monkeypatch.setitem(sys.modules, "handheld.runner", None)
    pico = boot(bench)
    run_code(bench)
    assert pico.next_file == "/safemode.py"
    pico = bench.power_on(sleep_memory=pico.sleep_memory)
    pico.leave_boot()
    pico.switch_off_at(3000)
    with pytest.raises(bench.SwitchedOff):
        run_safemode(tmp_path, whole)
    (whole / path).write_bytes(FILES[path])
    told = named(path, how) if how else "ModuleNotFoundError: import of handheld.runner"
    assert "".join(words(pico)[:3]).replace(" ", "").startswith(told.replace(" ", ""))
    assert words(pico)[3:] == HELP
