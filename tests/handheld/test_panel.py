"""The bus traffic of a frame, and panels that are unplugged, reset or hang."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from handheld.drawing.panel import Panel
from handheld.drawing.ssd1306 import WindowedSSD1306
from host_sim.simulated.board import SimulatedBoard
from host_sim.simulated.chips.i2c_bus import I2CBus
from host_sim.simulated.chips.ssd1306 import SSD1306
from host_sim.testing import frames as framedump
from tests.support.sampled import examples
from tests.support.targets import Bench

FRAME = bytearray(range(256)) * 4


frames = st.lists(
    st.lists(st.tuples(st.integers(0, 1023), st.integers(0, 255)), max_size=40), max_size=6
)


@given(frames)
def test_any_sequence_of_changes_ends_in_the_same_picture(sequence):
    chip = SSD1306()
    bus = I2CBus([chip])
    display = WindowedSSD1306(128, 64, bus)
    frame = bytearray(1024)
    for changes in sequence:
        for at, value in changes:
            frame[at] = value
        before = bus.bytes_sent
        display.show_changes(frame)
        assert bus.bytes_sent - before <= 1034 + 8 * (8 + 2)
        assert shown(chip) == framedump.to_lines(frame)
    assert chip.unknown_commands == []


def shown(chip):
    return ["".join(".#"[dot] for dot in row) for row in chip.picture()]


@pytest.fixture
def board():
    """A board whose clock stands still but for transfers."""
    return SimulatedBoard()


@pytest.fixture
def panel(board):
    """The panel of `board`, which shows `FRAME` since 0 ms."""
    panel = Panel(board)
    assert panel.missing
    panel.update(0, FRAME)
    assert not panel.missing and shows(board)
    return panel


def shows(board, frame=FRAME):
    return shown(board.panel) == framedump.to_lines(frame)


def test_a_quiet_panel_is_sent_nothing_and_asked_once_a_second(board, panel):
    board.bus.bytes_sent = board.bus.probes = 0
    for now in range(10, 5010, 10):
        panel.update(now, FRAME)
    # Its status byte is read, at 1000, 2000, … 5000 ms.
    assert (board.bus.bytes_sent, board.bus.probes) == (0, 5)


def test_a_missing_panel_is_looked_for_once_a_second():
    board = SimulatedBoard(panel_present=False)
    panel = Panel(board)
    for now in range(0, 3000, 10):
        panel.update(now, FRAME)
    assert panel.missing
    assert (board.bus.bytes_sent, board.bus.probes) == (0, 3)
    board.panel.present = True
    panel.update(2990, FRAME)
    assert panel.missing
    panel.update(3000, FRAME)
    assert shows(board)


def test_a_panel_without_power_for_a_moment_gets_its_settings_and_its_picture_again(board, panel):
    panel.contrast(40)
    panel.flip(True)
    panel.update(1, FRAME)
    before = shown(board.panel)
    for now in range(1000, 9000, 1000):
        board.panel.power_on_reset()
        assert set("".join(shown(board.panel))) == {"."}
        panel.update(now, FRAME)
        assert not panel.missing
        assert shown(board.panel) == before and board.panel.contrast == 40


def test_a_dark_panel_that_lost_power_lights_up_again(board, panel):
    panel.power(False)
    board.panel.power_on_reset()
    board.bus.bytes_sent = 0
    for now in range(1000, 5000, 1000):
        panel.update(now, FRAME)
        assert not board.panel.on and not board.bus.bytes_sent
    panel.power(True)
    panel.update(5000, FRAME)
    assert shows(board)


def test_a_panel_that_always_says_it_is_off_is_not_believed_for_long():
    board = SimulatedBoard()
    board.panel.read = lambda: 0xFF
    panel = Panel(board)
    panel.update(0, FRAME)
    sent = []
    for now in range(1000, 10_000, 1000):
        board.bus.bytes_sent = 0
        panel.update(now, FRAME)
        sent.append(board.bus.bytes_sent > 1024)
    assert sent == [True] * 3 + [False] * 6
    assert not panel.missing
    assert shows(board)
    del board.panel.read
    panel.update(10_000, FRAME)  # its status makes sense again, and is believed again
    board.panel.power_on_reset()
    panel.update(11_000, FRAME)
    assert shows(board)


def test_a_panel_that_hangs_for_ever_takes_an_eighth_of_the_time_at_most(board, panel):
    board.panel.hang_after(0)
    start_us, board.bus.probes = board.clock.now_us(), 0
    while board.clock.now_us() < 100e6:
        board.clock.advance_ms(10)  # the rest of the loop
        panel.update(board.ticks_ms(), FRAME)
    waited = board.bus.probes * 1e6
    assert 5e6 < waited <= (board.clock.now_us() - start_us) / 8 + 1e6
    board.panel.present = False
    board.panel.present = True
    for _ in range(2):
        board.clock.advance_ms(8000)
        panel.update(board.ticks_ms(), FRAME)
    assert shows(board)
    board.panel.present = False
    panel.update(board.ticks_ms() + 1000, FRAME)
    board.panel.present = True
    panel.update(board.ticks_ms() + 2000, FRAME)
    assert not panel.missing, "looked for once a second again"


def test_a_panel_that_goes_and_comes_back_is_told():
    bench = Bench()
    bench.client.call("subscribe", on=True)
    for present in (False, True):
        bench.board.panel.present = present
        bench.step(2500)
        assert bench.client.call("hello")["panel"] == ("ok" if present else "missing")
    missing = [e["missing"] for e in bench.client.events if e["kind"] == "panel"]
    assert missing == [True, False]


edits = st.lists(st.tuples(st.integers(0, 1023), st.integers(0, 255)), max_size=20)
faults = st.one_of(
    st.none(), st.sampled_from(["out", "in", "no power"]), st.integers(0, 2500), st.floats(0, 2500)
)


@given(st.lists(st.tuples(edits, faults, st.booleans()), max_size=8))
@examples(60)
def test_whatever_happens_a_panel_that_stays_shows_the_frame(story):
    board = SimulatedBoard()
    panel = Panel(board)
    frame = bytearray(1024)
    now = 0
    for changes, fault, flipped in story:
        for at, value in changes:
            frame[at] = value
        if fault == "out":
            board.panel.present = False
        elif fault == "in" and not board.panel.present:
            board.panel.present = True
        elif fault == "no power":
            board.panel.power_on_reset()
        elif isinstance(fault, int):
            board.panel.fail_after(fault)
        elif isinstance(fault, float):
            board.panel.hang_after(int(fault))
        panel.flip(flipped)
        panel.update(now, frame)
        now += 1000
    now += 8000  # in case it hung
    board.panel.present = False  # unplugged long enough to be noticed
    panel.update(now + 1000, frame)
    board.panel.present = True
    board.panel.unknown_commands.clear()  # from bytes that came before its initialisation
    panel.flip(False)
    panel.update(now + 2000, frame)
    assert not panel.missing
    assert shows(board, frame)
    assert board.panel.unknown_commands == []
