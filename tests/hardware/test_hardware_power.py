"""The carrier board's power path and latch: `power.cir` is the schematic, and keeps its limits."""

import itertools
import re
import shutil
import subprocess

import pytest

from maker import board_file
from tests.support.sampled import sampled

TABLE, _, DECK = board_file.CARRIER.with_name("power.cir").read_text("utf-8").partition("\n\n")
PINS = {"M": "DGS", "D": "AK", "R": "12", "C": "12"}


def test_the_deck_is_the_board():
    """Each part of the power path has its nets and its value; only the fuse's ohms are its own."""
    deck = {}
    for kind, ref, ends in re.findall(r"^([RCMD])([RCQDF]\d+) (.+)$", DECK, re.MULTILINE):
        *nodes, what = ends.split()
        deck[ref] = dict(zip(PINS[kind], nodes)), what
    known = {node for nodes, _ in deck.values() for node in nodes.values()}
    for ref, part in board_file.read().parts.items():
        ends = {pad.function: pad.net.lower().replace("gnd", "0") for pad in part.pads}
        if ref in deck:
            nodes, what = deck[ref]
            assert nodes == ends, ref
            assert ref[0] not in "RC" or what == part.fields["Value"].removesuffix("F"), ref
        else:
            assert ref[0] not in "RCQDF" or not known >= {*ends.values()}, f"add {ref} to the deck"


# The same limits notice a latch that does not hold, one without C5, and a board without its guard.
SPOILED = [("off=", "RR8=470k n=.65"), ("press=9 cell", "CC5=.1n"), ("cell=-3.7:", "MQ1=nfet4")]
ROWS = [row.split(":") for row in re.findall(r"^\*@ (.*)$", TABLE.replace("\n*+", ""), re.M)]


def each(words):
    """Return each choice of words that have commas."""
    names, choices = zip(*(word.split("=") for word in words.split()))
    return [dict(zip(names, row)) for row in itertools.product(*(c.split(",") for c in choices))]


def run(folder, changes):
    """Run the deck; return times, and signal -> values."""
    text = DECK
    for key, new in changes.items():
        pattern = rf"(?<=[ \n])({key}=)\S+" if key.islower() else rf"(^{key} .* )\S+$"
        text, count = re.subn(pattern, rf"\g<1>{new}", text, count=1, flags=re.MULTILINE)
        assert count, key
    (folder / "board.cir").write_text(text)
    subprocess.run(["ngspice", "-b", "board.cir"], cwd=folder, capture_output=True, timeout=120)
    rows = [line.split() for line in (folder / "power.txt").read_text().splitlines()]
    columns = [[float(word) for word in column] for column in zip(*rows)]
    names = ("vsys", "bat", "latch", "cell", "vbus", "usb", "charge", "light")
    signals = {name: columns[2 * index + 1] for index, name in enumerate(names)}
    # ngspice counts what flows into the plus of a source.
    return columns[0], {**signals, "cell": [-amp for amp in signals["cell"]]}


def broken(folder, changes, limits):
    """Yield the limits that a run does not keep."""
    times, signals = run(folder, changes)
    cell = float(changes.get("cell", 3.7))
    for limit in limits.split(";"):
        name, start, end, *bounds = limit.split()
        low, high = (float(text.rstrip("c")) + cell * text.endswith("c") for text in bounds)
        found = [v for t, v in zip(times, signals[name]) if float(start) <= t <= float(end)]
        if not found or min(found) < low or max(found) > high:
            yield f"{limit.strip()}: {min(found, default=None)} to {max(found, default=None)}"


with_ngspice = pytest.mark.skipif(not shutil.which("ngspice"), reason="ngspice is not installed")
RUNS = [(changes, limits) for words, limits in ROWS for changes in each(words)]


@with_ngspice
@pytest.mark.parametrize(("changes", "limits"), sampled(RUNS, 13))
def test_the_board_keeps_its_limits(tmp_path, changes, limits):
    assert list(broken(tmp_path, changes, limits)) == []


@with_ngspice
@pytest.mark.parametrize(("begin", "spoil"), sampled(SPOILED, 2))
def test_a_board_that_would_not_is_noticed(tmp_path, begin, spoil):
    words, limits = next(row for row in ROWS if ":".join(row).startswith(begin))
    assert list(broken(tmp_path, {**each(words)[0], **each(spoil)[0]}, limits)) != []
