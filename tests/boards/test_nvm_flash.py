"""The flash model compared with CircuitPython's ``nvm`` on the RP2040: one sector."""

import os
import stat

import pytest

from handheld.begin.resume import last_counted
from handheld.saves.journal_start import open_journal
from host_sim.simulated.board import SimulatedBoard
from host_sim.simulated.chips.nvm_flash import PowerCut, SimulatedStore
from tests.support.driven import Driven


@pytest.fixture
def flash():
    return SimulatedStore()


class TestWriting:
    @pytest.mark.parametrize(
        "writes, found, erases, programmed",
        [
            ([], b"\xff" * 20, 0, 0),
            ([(1, b"abc"), (4, b"def")], b"\xffabcdef\xff", 0, 6),
            ([(1, b"abc"), (3, b"xyz")], b"\xffabxyz\xff", 1, 3 + 4096),
            ([(1, b"abcdef"), (3, b"x")], b"\xffabxdef\xff", 1, 6 + 4096),
            # CircuitPython checks only whether all target bytes are 0xFF.
            ([(0, b"\xf0"), (0, b"\0"), (0, b"\0")], b"\0\xff", 2, 1 + 2 * 4096),
            ([(5, b"\xfe"), (0, bytes(6))], bytes(6) + b"\xff", 1, 1 + 4096),
        ],
    )
    def test_it_erases_what_is_not_blank(self, flash, writes, found, erases, programmed):
        for offset, data in writes:
            flash.write(offset, data)
        assert flash.contents == found.ljust(4096, b"\xff")
        counts = flash.writes, flash.erases, flash.bytes_programmed
        assert counts == (len(writes), erases, programmed)

    @pytest.mark.parametrize("offset, n", [(-1, 1), (4096, 1), (4090, 7), (0, 4097)])
    def test_outside_the_sector_is_an_error(self, flash, offset, n):
        with pytest.raises(ValueError):
            flash.read(offset, n)
        with pytest.raises(ValueError):
            flash.write(offset, bytes(n))

    def test_times_of_erase_and_program(self):
        busy = []
        flash = SimulatedStore(busy_us=busy.append)
        flash.write(255, bytes(258))  # from page 0 into page 2
        assert sum(busy) == 3 * 400
        flash.write(255, b"x")  # an erase, and 16 pages
        assert sum(busy) == 3 * 400 + 45_000 + 16 * 400


class TestPowerCut:
    def test_programming_stops_after_n_bytes_and_without_power_nothing_works(self, flash):
        for n in range(6):
            flash.supply.cut_after(n)
            with pytest.raises(PowerCut):
                flash.write(9 * n, b"abcde")
            for use in (lambda: flash.read(0, 1), lambda: flash.write(99, b"x")):
                with pytest.raises(PowerCut):
                    use()
            flash.supply.restore()
            assert flash.read(9 * n, 6) == b"abcde\xff"[:n].ljust(6, b"\xff")

    def test_after_an_erase_the_rest_of_the_sector_is_lost(self, flash):
        flash.write(0, bytes(4096))
        flash.supply.cut_after(100)
        with pytest.raises(PowerCut):
            flash.write(50, b"x")
        assert flash.contents == bytes(50) + b"x" + bytes(49) + b"\xff" * 3996

    @pytest.mark.parametrize("how", ["cut_in_erase", "cut_after"])
    def test_a_cut_in_an_erase_sets_some_bits(self, flash, how):
        flash.write(0, b"\x0f" * 4096)
        if how == "cut_in_erase":
            flash.supply.cut_in_erase()
        else:
            flash.supply.cut_after(0)
        with pytest.raises(PowerCut):
            flash.write(0, b"x")
        left = flash.contents
        assert all(byte & 0x0F == 0x0F for byte in left)
        assert len({byte >> 4 for byte in left}) == 16

    def test_weak_programming_leaves_bits_set_that_it_should_clear(self, flash):
        wanted = bytes(range(256)) * 4
        flash.supply.cut_in_program()
        with pytest.raises(PowerCut):
            flash.write(0, wanted)
        left = flash.contents[: len(wanted)]
        assert all(found & byte == byte for found, byte in zip(left, wanted))
        # Each bit that should be cleared is cleared in some bytes and not in others.
        for bit in range(8):
            found = {byte >> bit & 1 for byte, want in zip(left, wanted) if not want >> bit & 1}
            assert found == {0, 1}
        assert flash.contents[len(wanted) :] == b"\xff" * (4096 - len(wanted))


def test_the_image_holds_what_a_power_cut_left(tmp_path):
    image = tmp_path / "state.bin"
    store = SimulatedStore(image)
    store.write(100, b"flash")
    store.supply.cut_after(2)
    with pytest.raises(PowerCut):
        store.write(0, b"abc")
    assert image.read_bytes() == b"ab".ljust(100, b"\xff") + b"flash" + b"\xff" * 3991
    assert SimulatedStore(image).read(99, 7) == b"\xffflash\xff"
    assert [path.name for path in tmp_path.iterdir()] == ["state.bin"]


class Disk:
    """A computer's disk, which loses what was not flushed: contents of files, names in a folder."""

    def __init__(self, folder, monkeypatch):
        self.folder = folder
        self.contents = {}
        self.names = {}
        monkeypatch.setattr(os, "fsync", self.fsync)

    def fsync(self, descriptor):
        flushed = os.fstat(descriptor)
        inodes = {path: path.stat().st_ino for path in self.folder.iterdir()}
        if stat.S_ISDIR(flushed.st_mode):
            self.names = {path.name: inode for path, inode in inodes.items()}
        for path, inode in inodes.items():
            if inode == flushed.st_ino:
                self.contents[inode] = path.read_bytes()

    def after_a_power_cut(self, name):
        return self.contents.get(self.names.get(name), b"")


def test_a_power_cut_of_the_computer_loses_no_roll_and_no_result(tmp_path, monkeypatch):
    disk = Disk(tmp_path, monkeypatch)
    handheld = Driven(SimulatedBoard(image=tmp_path / "state"), test_mode=False)
    handheld.start("pig", options={"target": 10})
    while not handheld.game.over:
        handheld.app.act("hold" if handheld.game.turn_total else "roll", handheld.game.player)
        assert disk.after_a_power_cut("state") == handheld.board.store.contents
    kept = SimulatedStore(contents=disk.after_a_power_cut("state"))
    assert last_counted(open_journal(kept)) == handheld.app.match.number == 1
