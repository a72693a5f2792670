"""Every state of the gallery on the MicroPython VM, from the modules as they go onto the drive."""

import base64
import pathlib
import re

import pytest

from handheld import language
from host_sim.testing.golden import golden_text
from tests.support.micropython_vm import run_on_micropython
from tests.tools.bench import files_with
from tests.tools.catalogue import change
from tests.tools.gallery import SCREENS

TESTS = pathlib.Path(__file__).parents[1]
SHOW = r"""
import sys
from binascii import b2a_base64
from portable_board import use_native_bus_device
use_native_bus_device()
from tests.support.driven import Driven
from tests.tools.gallery import SCREENS

def show(place, code):
    picture = b""
    try:
        handheld = Driven(test_mode=False)
        handheld.set(language=code, motion="off")
        handheld.app.show("title")
        SCREENS[place][1](handheld)
        handheld.step(2)
        picture = handheld.frame() + "\n".join(handheld.words()).encode()
    except Exception as error:
        sys.print_exception(error, sys.stdout)
    print("=" + b2a_base64(picture).decode(), end="")
"""


@pytest.fixture(scope="module")
def drive():
    modules = {
        f"tests/{name}.py": (TESTS / f"{name}.py").read_bytes()
        for name in ("support/driven", "tools/gallery")
    }
    modules["host_sim/simulated/board.py"] = (
        b"from portable_board import PortableBoard as SimulatedBoard"
    )
    states = (TESTS / "tools/gallery.txt").read_bytes()
    files = files_with({**modules, "show.py": SHOW.encode()})
    return {**files, "/tests/tools/gallery.txt": states}


@pytest.mark.parametrize(
    "code, step",
    [("en", 16), *[pytest.param(c, 1, marks=pytest.mark.slow) for c in language.CODES]],
)
def test_every_picture_is_its_golden(drive, code, step):
    places = range(0, len(SCREENS), step)
    # A script each: the VM collects between them.
    scripts = [f"import show\nshow.show({place}, {code!r})" for place in places]
    printed = run_on_micropython(*scripts, base=drive)
    told = re.findall(r"((?:[^=].*\n)*)=(.*)\n", printed)
    assert len(told) == len(places)
    for (name, _), (errors, picture) in zip(SCREENS[::step], told):
        assert not errors, f"{name}: {errors}"
        data = base64.b64decode(picture)
        golden = golden_text(data[:1024], data[1024:].decode().split("\n"))
        assert not (changed := change(name, code, golden)), changed
