"""The device's own boot.py, code.py and board_pico, with simulated CircuitPython modules."""

import base64
import json
import os
import pathlib
import random
import runpy
import sys

import pytest

from handheld.drawing.open_panel import opener
from handheld.drawing.panel import Panel
from handheld.drawing.ssd1306 import WindowedSSD1306  # before our busio is on the path
from handheld.power import LOW_BATTERY
from handheld.saves.journal_start import MARK, end_mark, open_journal
from host_sim.simulated.board import SimulatedBoard
from host_sim.simulated.chips.nvm_flash import SimulatedStore
from host_sim.simulated.chips.supply import Supply
from tests.boards.conftest import AS_WRITTEN, FIRMWARE, identify
from tests.support.driven import Driven

MAKE = opener(Panel(None), WindowedSSD1306)


def boot(bench, **options):
    """Power on and run boot.py; return the Pico, ready for code.py."""
    pico = bench.power_on(**options)
    runpy.run_path(str(FIRMWARE / "boot.py"))
    pico.leave_boot()
    return pico


def make_board():
    from board_pico.board import PicoBoard

    return PicoBoard()


@pytest.fixture
def pico(bench):
    """A Pico that boot.py has run on."""
    return boot(bench)


@pytest.fixture
def board(pico):
    return make_board()


def run_code(bench):
    """Run code.py until it ends or restarts, or the Pico is switched off."""
    try:
        runpy.run_path(str(FIRMWARE / "code.py"), run_name="__main__")
    except (bench.SwitchedOff, bench.Restart):
        pass


def words(pico):
    """Return the lines that safemode.py shows."""
    import terminalio

    return terminalio.read(pico.panel.picture())


def proven(contents):
    """Tell whether the game that is kept there goes on with a commitment."""
    handheld = Driven(SimulatedBoard(contents=contents), test_mode=False)
    handheld.press("a")
    return bool(handheld.app.match.fair.commitment)


class TestBoot:
    @pytest.mark.parametrize(
        "held, computer_mode",
        [((), False), (("b",), True), (("a", "b"), False), (("b", "up"), False)],
        ids=str,
    )
    def test_b_alone_gives_the_computer_drive_and_console(self, bench, held, computer_mode, capsys):
        """Nothing is printed, which CircuitPython would write to the drive."""
        pico = boot(bench, held=held)
        assert capsys.readouterr() == ("", "")
        assert pico.usb == ({"console", "data", "drive"} if computer_mode else {"data"})
        assert pico.drive_readonly
        assert make_board().computer_mode is computer_mode

    @pytest.mark.parametrize("written", [True, False])
    def test_a_first_start_writes_what_circuitpython_would(self, bench, monkeypatch, written):
        """Where the drive came from `deploy --uf2`, or a power cut during that came before.

        `written`: what another look at the file finds. If it is, a restart leaves the directory.
        """
        real = open
        monkeypatch.setattr(
            "builtins.open", lambda path, mode="r": real(path, mode, 0 if written else -1)
        )
        after = AS_WRITTEN.index(b"UID:") + 4
        chance = random.Random(1)
        for unknown in (
            AS_WRITTEN[:after] + b"\xff" * 16 + AS_WRITTEN[after + 16 :],
            b"\xff" * len(AS_WRITTEN),
            AS_WRITTEN[:60] + b"\xff" * len(AS_WRITTEN[60:]),
            *(bytes(byte | chance.randrange(256) for byte in AS_WRITTEN) for _ in range(9)),
            *(AS_WRITTEN.replace(*bits) for bits in ((b"Board", b"Coard"), (b"t:\r", b"t:\x8d"))),
        ):
            identify(unknown)
            if written:
                with pytest.raises(bench.Restart, match="reset"):
                    boot(bench)
                assert pathlib.Path("boot_out.txt").read_bytes() == AS_WRITTEN
            pico = boot(bench)
            assert pathlib.Path("boot_out.txt").read_bytes() == AS_WRITTEN
            assert not pico.panel.on and pico.usb == {"data"}
        # What else CircuitPython may tell is left alone.
        identify(AS_WRITTEN.replace(b"\r\nboot.py", b"\r\nMAC:01\r\nboot.py"))
        assert not boot(bench).panel.on

    def test_where_circuitpython_will_write_it_says_so(self, bench):
        for text in (
            b"",
            AS_WRITTEN[:-17],
            AS_WRITTEN.replace(b"04", b"03"),
            AS_WRITTEN.replace(os.uname().version.encode(), b"9.2.8"),
            b"\xff" * 600,
        ):
            identify(text)
            pico = boot(bench)
            assert words(pico)[0] == "Do not unplug yet." and pico.usb == {"data"}
            assert pathlib.Path("boot_out.txt").read_bytes() == text
        os.remove("boot_out.txt")
        assert words(boot(bench))[0] == "Do not unplug yet."
        assert not os.path.exists("boot_out.txt")

    @pytest.mark.parametrize("cut", [None, "end", "header"])
    def test_b_alone_held_ends_the_proof_of_the_kept_game(self, bench, kept_game, cut):
        """Before USB starts, so that nobody at the console can stop it. A write that was cut does
        not prevent it: a byte of a torn step, or the sign that a rewrite had begun."""
        store = SimulatedStore(contents=kept_game)
        end = open_journal(store).end
        if cut:
            store.write(*((end, b"\x7f") if cut == "end" else (MARK, end_mark(end))))
        for held, stays in (((), True), (("a", "b"), True), (("b",), False)):
            left = boot(bench, held=held, nvm=store.contents).flash.contents
            assert proven(left) is stays
        assert boot(bench, held=("b",), nvm=left).flash.contents == left

    @pytest.mark.parametrize(
        "nvm",
        [b"", b"garbage" * 585, b"PP\x03".ljust(16, b"\xff") + b"newer"],
        ids=["blank", "foreign", "newer"],
    )
    def test_other_contents_of_the_sector_are_not_changed(self, bench, nvm):
        pico = boot(bench, held=("b",), nvm=nvm)
        assert pico.flash.contents == nvm.ljust(4096, b"\xff")
        assert "drive" in pico.usb

    def test_without_boot_py_the_app_runs_in_computer_mode(self, bench):
        pico = bench.power_on()
        pico.leave_boot()
        board = make_board()
        assert board.computer_mode
        assert not board.link.connected
        assert board.link.read(10) == b""
        assert board.link.write(b"hello") == 0


class TestDisplay:
    @pytest.mark.parametrize("address", [0x3C, 0x3D])
    def test_a_frame_arrives_with_either_strapping_of_the_panel(self, pico, board, address):
        pico.panel.address = address
        assert board.probe_display()
        (bus,) = pico.buses
        assert (bus.frequency, bus.transactions) == (400_000, 0), "probing is an address alone"
        display = board.open_display(MAKE)
        assert pico.panel.on and not any(map(any, pico.panel.picture()))
        frame = bytes(range(256)) * 4
        display.show_all(frame)
        assert pico.panel.gddram == frame
        assert pico.panel.unknown_commands == []

    def test_a_panel_that_comes_later_or_goes_is_set_up_over_one_bus(self, pico):
        pico.panel.present = False
        board = make_board()
        for _ in range(3):
            assert not board.probe_display()
            with pytest.raises(OSError):
                board.open_display(MAKE)
        assert pico.buses == []
        for _ in range(2):
            pico.panel.present = True
            assert not pico.panel.on and board.probe_display()
            display = board.open_display(MAKE)
            display.show_all(b"\x5a" * 1024)
            assert pico.panel.on and pico.panel.gddram == b"\x5a" * 1024
            pico.panel.fail_after(100)
            with pytest.raises(OSError):
                display.show_all(bytes(1024))
            assert not board.probe_display()
            with pytest.raises((OSError, ValueError)):
                board.open_display(MAKE)
        assert len(pico.buses) == 1


class TestSoundAndStore:
    def test_tones(self, pico, board):
        sound = board.sound
        assert pico.tones[-1][1] == 0
        for hz, duty, heard in ((880, 500, 32767), (0, 500, 0), (20, 1000, 65535)):
            sound.tone(hz, duty)
            assert pico.tones[-1][1] == heard
            assert not hz or pico.tones[-1][0] == hz

    def test_the_store_is_the_nvm(self, bench, pico, board):
        store = board.store
        assert store.size == 4096
        store.write(10, b"abc")
        store.write(13, memoryview(b"def"))
        assert type(store.read(0, 1)) is bytes
        assert pico.flash.erases == 0
        boot(bench, nvm=pico.flash.contents)
        assert make_board().store.read(9, 8) == b"\xffabcdef\xff"


class TestLink:
    def test_reading_without_data_does_not_block(self, pico, board):
        link = board.link
        assert (pico.serial.timeout, pico.serial.write_timeout) == (0, 0)
        assert link.read(4096) == b""
        taken = link.write(b"x" * 1000)
        assert taken < 1000
        assert link.write(b"x") == 0
        assert pico.serial.host_read() == b"x" * taken
        pico.serial.host_write(b"abcdef")
        assert [board.link.read(4) for _ in range(3)] == [b"abcd", b"ef", b""]

    def test_the_next_client_gets_none_of_the_lines_of_the_one_before(self, pico, board):
        link, serial = board.link, pico.serial
        serial.connected = True
        assert link.connected
        link.write(b"x" * 1000)
        serial.host_write(b"half a line")
        for serial.connected in (False, True):
            assert bool(link.connected) == serial.connected
        assert link.read(99) == b""
        # The USB controller keeps a packet.
        assert serial.host_read() == b"x" * 64 + b"\n"


class TestTheRest:
    def test_it_says_what_it_is(self, board, monkeypatch):
        assert (board.name, board.target) == ("pico", "device")
        assert len(board.entropy(16)) == 16
        assert board.entropy(16) != board.entropy(16)
        assert board.noise()[:8] == bytes(range(8)) and len(board.noise()) == 8 + 8 + 8 * 4
        monkeypatch.setattr("time.monotonic_ns", lambda: 5_061_035)
        assert board.fine_ticks() == 5061
        assert board.memory() == (100_000, 50_000)
        assert not board.advance_clock(1000)


def true_charge(cell_mv):
    """Return the per cent of the discharge curve that the gauge is to follow."""
    points = [(3300, 0), (3600, 10), (3700, 25), (3800, 50), (3900, 70), (4000, 85), (4150, 100)]
    for (low_mv, low), (mv, charge) in zip(points, points[1:]):
        if cell_mv <= mv:
            return low + (charge - low) * (cell_mv - low_mv) / (mv - low_mv)
    return 100


class TestBattery:
    @pytest.mark.parametrize("adc_error", [-0.01, 0, 0.01])
    @pytest.mark.parametrize(
        "carrier, lost_mv", [(True, 0), (True, 30), (False, 200), (False, 250)]
    )
    def test_charge_of_the_cell(self, bench, carrier, lost_mv, adc_error):
        """Over all that is lost in either build; the warning comes in time, and not too early."""
        pico = boot(bench)
        pico.supply = Supply(carrier=carrier, lost_mv=lost_mv, adc_error=adc_error)
        board = make_board()
        assert board.battery() is None, "USB supplies it"
        pico.supply.usb = False
        warned = []
        for mv in range(3300, 4101, 5):
            pico.supply.cell_mv = mv
            true, shown = true_charge(mv), board.battery()
            assert abs(shown - true) <= (17 if adc_error else 8), mv
            if shown < LOW_BATTERY:
                warned.append(true)
                assert not board.power_good()
        least, most = (8, 25) if adc_error else (10, 20)
        assert least <= max(warned) <= most

    @pytest.mark.parametrize("carrier, charging", [(True, True), (True, False), (False, True)])
    def test_only_the_carrier_board_knows_that_it_charges(self, bench, carrier, charging):
        pico = boot(bench)
        pico.supply = Supply(carrier=carrier, charging=charging)
        board = make_board()
        assert board.charging() is charging
        pico.supply.charging = not charging
        assert board.charging() is not (carrier and charging)
        pico.supply.usb = False
        assert not board.charging()

    @pytest.mark.parametrize("usb", [False, True])
    def test_a_board_that_senses_nothing_trusts_usb_alone(self, pico, board, monkeypatch, usb):
        from board_pico.this_board import pins

        pico.supply.usb = usb
        assert board.usb_power() is board.charging() is usb
        monkeypatch.setattr(pins, "BATTERY", "")
        assert board.power_good() is usb
        assert board.battery() is None
        assert not board.charging()


class TestPowerOff:
    def test_deep_sleep_until_any_button(self, bench, board):
        with pytest.raises(bench.DeepSleep) as sleep:
            board.power_off()
        assert sorted(sleep.value.args[0]) == ["GP10", "GP11", "GP12", "GP13"]

    def test_a_latch_switches_the_cell_off(self, bench, monkeypatch, pico, board):
        from board_pico.this_board import pins

        monkeypatch.setattr(pins, "POWER_OFF", "GP9", raising=False)
        begun = pico.clock.now_us()
        pico.switch_off_at(begun / 1000 + 100)
        with pytest.raises(bench.SwitchedOff):
            board.power_off()
        assert pico.outputs == [("GP9", True)]

    def test_it_restarts_into_the_boot_loader(self, bench, board):
        with pytest.raises(bench.Restart, match="boot loader"):
            board.boot_loader()

    def test_a_board_that_cannot_stays_on(self, monkeypatch, board):
        monkeypatch.setitem(sys.modules, "alarm", None)
        board.power_off()
        assert board.buttons.poll() == -1

    @pytest.mark.parametrize("woken", [False, True])
    def test_a_button_that_wakes_is_no_chord(self, bench, woken):
        pico = bench.power_on(held=("b",))
        pico.wake_alarm = object() if woken else None
        runpy.run_path(str(FIRMWARE / "boot.py"))
        assert ("console" in pico.usb) is not woken


class TestWatchdog:
    def test_the_app_feeds_it_at_every_step(self, bench, pico):
        assert pico.watchdog.mode is None
        pico.switch_off_at(3000)
        run_code(bench)
        assert pico.watchdog.mode == "reset"
        assert 0 < pico.watchdog.longest_us < 2_000_000  # it sleeps for a second at most

    def test_after_a_minute_safe_mode_may_restart_again(self, bench):
        pico = boot(bench, sleep_memory=bytearray([3] * 256))
        board = make_board()
        board.alive()
        pico.clock.advance_ms(59_000)
        board.alive()
        assert pico.sleep_memory[0] == 3
        pico.clock.advance_ms(1_000)
        board.alive()
        assert pico.sleep_memory == bytes([0] + [3] * 254 + [0])


class TestSleep:
    """``sleep`` ends with the time, or some ms after a press, a byte, or a change of the client."""

    def slept_ms(self, pico, board, ms):
        begun = pico.clock.now_us()
        board.sleep(ms)
        return (pico.clock.now_us() - begun) / 1000

    def test_the_time_is_over(self, pico, board):
        for ms in (0, 7, 95, 1000):
            assert ms <= self.slept_ms(pico, board, ms) <= 1.2 * ms

    def test_each_button(self, pico, board):
        for index, name in enumerate(("up", "down", "a", "b")):
            at = pico.clock.now_us() // 1000 + 500
            pico.at(at, lambda name=name: pico.press(name))
            slept = self.slept_ms(pico, board, 1000)
            assert 499 <= slept <= 500 + 24 + 11  # bounce and scan, and a nap
            assert board.buttons.poll() == index
            pico.release(name)
            pico.clock.advance_ms(50)
            assert self.slept_ms(pico, board, 1000) < 1
            assert board.buttons.poll() == index + 4

    def test_bytes_and_clients(self, pico, board):
        assert not board.link.connected
        pico.at(100, lambda: setattr(pico.serial, "connected", True))
        assert self.slept_ms(pico, board, 1000) < 112
        pico.at(300, lambda: pico.serial.host_write(b"{}\n"))
        assert self.slept_ms(pico, board, 1000) < 212
        assert board.link.read(10) == b"{}\n"
        pico.at(500, lambda: setattr(pico.serial, "connected", False))
        assert self.slept_ms(pico, board, 1000) < 212


class TestCode:
    def test_what_fails_before_the_runner_is_told_by_safemode_py(
        self, bench, pico, monkeypatch, capsys
    ):
        monkeypatch.setitem(sys.modules, "handheld.runner", None)
        run_code(bench)
        console = capsys.readouterr().err
        assert console.startswith("Traceback")
        assert "handheld.runner" in console.splitlines()[-1]
        assert pico.next_file == "/safemode.py"
        assert b"handheld.runner" in pico.sleep_memory

    def test_a_start_that_hung_is_told_and_the_next_one_tried(self, bench, pico):
        """The watchdog restarts it; sleep_memory survives."""
        pico.switch_off_at(1000)
        run_code(bench)
        hung = bytes(pico.sleep_memory)
        for reason, told in (("watchdog", True), ("software", False), ("reset pin", False)):
            pico = boot(bench, sleep_memory=bytearray(hung))
            pico.reset_reason = reason
            pico.switch_off_at(1000)
            run_code(bench)
            assert (pico.next_file == "/safemode.py") is told
            assert (b"The start hung." in pico.sleep_memory) is told
            if told:
                pico = boot(bench, sleep_memory=bytearray(pico.sleep_memory))
                pico.reset_reason = "software"  # after A
                pico.switch_off_at(1000)
                run_code(bench)
                assert pico.next_file == "/code.py"

    @pytest.mark.parametrize("ms", [0, 1, 30, 300, 2000])
    def test_control_c_ends_it_with_words_on_the_panel(self, bench, ms):
        """Whatever it does, and whether the bus is free or in use."""
        pico = boot(bench, held=("b",))

        def interrupt():
            raise KeyboardInterrupt

        pico.at(pico.clock.now_us() / 1000 + ms, interrupt)
        run_code(bench)
        assert pico.next_file == "/code.py"
        assert words(pico)[0] == "Stopped by Ctrl-C."


@pytest.mark.parametrize("held", [(), ("a", "b")], ids=str)
def test_the_whole_device_shows_the_title_and_says_so(bench, held):
    """From power-on, with requests over USB; A and B held at the start are test mode."""
    pico = boot(bench, held=held)
    pico.at(500, lambda: pico.release("a"))
    pico.at(600, lambda: pico.release("b"))
    for ident, method in enumerate(("hello", "screen", "frame", "memory")):
        request = {"jsonrpc": "2.0", "id": ident, "method": method}
        line = json.dumps(request).encode() + b"\n"
        pico.at(1000 + 100 * ident, lambda line=line: pico.serial.host_write(line))
    pico.serial.connected = True
    pico.switch_off_at(2000)
    run_code(bench)
    messages = [json.loads(line) for line in pico.serial.received.splitlines()]
    hello, screen, frame, memory = [message["result"] for message in messages]
    assert (hello["product"], hello["protocol"]) == ("pocketpig", 1)
    assert (hello["target"], hello["board"]) == ("device", "pico")
    assert hello["test_mode"] is bool(held)
    assert screen["id"] == "title"
    assert base64.b64decode(frame["data"]) == pico.panel.gddram
    assert memory == {"free": 100_000, "used": 50_000}
    assert any(map(any, pico.panel.picture()))
    assert pico.panel.unknown_commands == []
