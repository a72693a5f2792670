"""A Pico of simulated modules to run the firmware on."""

import gc
import os
import pathlib
import threading
import time

import pytest

from tests.support.driven import Driven

FIRMWARE = pathlib.Path(__file__).parents[2] / "firmware"


@pytest.fixture
def bench(circuitpython, monkeypatch, tmp_path):
    """The module whose ``power_on`` makes a Pico to run the firmware on."""
    (tmp_path / "drive").mkdir()
    monkeypatch.chdir(tmp_path / "drive")
    identify()
    pathlib.Path("code.py").write_bytes(b"oink")
    # Alone: the folder that it is in has a code.py too.
    (tmp_path / "root").mkdir()
    (tmp_path / "root" / "safemode.py").symlink_to(FIRMWARE / "safemode.py")
    monkeypatch.syspath_prepend(str(tmp_path / "root"))
    monkeypatch.setattr(gc, "mem_free", lambda: 100_000, raising=False)
    monkeypatch.setattr(gc, "mem_alloc", lambda: 50_000, raising=False)
    real_sleep = time.sleep

    def sleep(seconds):
        if threading.current_thread() is threading.main_thread():
            circuitpython.pico.sleep(seconds)
        else:
            real_sleep(seconds)  # some other test's

    monkeypatch.setattr(time, "sleep", sleep)
    return circuitpython


AS_WRITTEN = (
    f"Adafruit CircuitPython {os.uname().version}; {os.uname().machine}\r\n"
    "Board ID:raspberry_pi_pico\r\nUID:0001020304050607\r\nboot.py output:\r\n"
).encode()


def identify(text=AS_WRITTEN):
    """Write boot_out.txt, as CircuitPython does."""
    pathlib.Path("boot_out.txt").write_bytes(text)


@pytest.fixture
def kept_game():
    """The contents of a sector with a game in progress."""
    handheld = Driven(test_mode=False)
    handheld.start("pig")
    handheld.app.act("roll", 0)
    return handheld.board.store.contents
