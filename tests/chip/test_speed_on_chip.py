"""On the real CircuitPython nothing is slower than bench.json says, in the chip's own time.

Chip time is counted in instructions, so the computer's speed decides nothing here. This needs
CircuitPython and the boot ROM (see test_emulate.py) and takes some minutes.
"""

import json

import pytest

from tests.tools import bench, bench_chip

ROOM = 1.05  # from one build to the next luck moves a figure a little


@pytest.mark.slow
def test_nothing_is_slower_than_recorded(emulator_files):
    recorded = json.loads(bench.RECORDED.read_text("utf-8"))
    found = bench_chip.figures(emulator_files)
    assert found.pop("chip_heap_free_least") >= recorded["chip_heap_free_least"] / 1.02
    assert {n: ms for n, ms in found.items() if ms > recorded[n] * ROOM} == {}
