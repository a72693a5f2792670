"""A figure in a document with a name in a comment behind it, `805<!--chip_title_ms-->`, is right.

It agrees, as far as it is written, with the rules or the tree, or with the figure that `make bench`
has last recorded in tests/tools/bench.json. Some sentences have numbers of the handheld's code.
"""

import json
import re

import pytest

import pocketpig
from handheld import ahead, folders
from handheld.methods import backup, control
from handheld.power import LOW_BATTERY, Power
from handheld.service import caller, qr, self_test
from handheld.service.ask import HOLD_MS, LIMIT_MS, OFF_MS
from host_sim.desk.terminal_picture import LAYOUTS
from host_sim.simulated.fingers import LONG_US
from tests.project.test_documents import DOCUMENTS, ROOT
from tests.tools.bench import RECORDED

TABLES = ROOT / "firmware" / "tables"
QUOTED = re.compile(r"(\d[\d,.]*)<!--(\w+)-->")


def sizes(pattern):
    return sum(path.stat().st_size for path in TABLES.glob(pattern))


def first_player(**options):
    return 100 * pocketpig.odds(pocketpig.new_game("pig", **options)).win


def heap_asked_for():
    text = (ROOT / "firmware" / "settings.toml").read_text("utf-8")
    return int(re.search(r"^CIRCUITPY_HEAP_START_SIZE *= *(\d+)", text, re.MULTILINE)[1])


COMPUTED = {
    "tables_bytes": lambda: sizes("*.bin"),
    "gran_cerdo_tables_bytes": lambda: sizes("gran_cerdo*.bin"),
    "first_player_percent": first_player,
    "first_player_of_equal_turns_percent": lambda: first_player(end="equal_turns"),
    "heap_asked_for": heap_asked_for,
}


def agrees(written, value):
    """Return whether a figure is the value, rounded to its last digit that is not a zero."""
    digits = written.replace(",", "")
    decimals = len(digits.partition(".")[2])
    zeros = 0 if decimals else len(digits) - len(digits.rstrip("0"))
    return abs(float(digits) - value) <= 0.5000001 * 10 ** (zeros - decimals)


QUOTES = [
    pytest.param(written, name, id=f"{path.stem}-{name}")
    for path in DOCUMENTS
    for written, name in QUOTED.findall(path.read_text("utf-8"))
]


@pytest.mark.parametrize("written, name", QUOTES)
def test_a_quoted_figure_agrees(written, name):
    recorded = json.loads(RECORDED.read_text("utf-8"))
    value = COMPUTED[name]() if name in COMPUTED else recorded[name]
    assert agrees(written, value), f"{name} is {value:,}"


def test_every_recorded_figure_is_quoted():
    named = {quote.values[1] for quote in QUOTES}
    assert named == {*COMPUTED, *json.loads(RECORDED.read_text("utf-8"))}


PACES = [str(pace) for pace in reversed(caller.PACES) if pace]
KB = {name: value // 1024 for name, value in vars(folders).items() if isinstance(value, int)}
SAID = [
    ("handheld", "pace: {}, {} or {} seconds, none".format(*PACES)),
    ("protocol", f"asks for {LIMIT_MS // 1000} s: A held for {HOLD_MS // 1000} s agrees"),
    ("protocol", f"within {backup._AGAIN_MS // 60_000} minutes (or until the next start)"),
    ("protocol", f"computers do at most {control.LONGEST:,} actions"),
    ("internals/chip", "fewer than {_LEAST} KB are free, in menus {_IN_MENUS} KB,".format(**KB)),
    ("internals/chip", "{_WITH_CLIENT} KB there with a client".format(**KB)),
    ("internals/chip", "while {_AHEAD} KB more than that are free,".format(**KB)),
    ("internals/chip", "{_AHEAD_WITH_CLIENT} KB with a client".format(**KB)),
    ("internals/chip", f"After {ahead._QUIET_MS} ms without a press"),
    ("bring-up", f"press and release it within {self_test._ASKED_MS // 1000} seconds"),
    ("fair-dice", f"Several come in turn, {qr._TURN_MS / 1000} seconds each"),
    ("handheld", f"Below {LOW_BATTERY} % every screen shows the charge. At {Power.EMPTY} %"),
    ("handheld", f"the screen says so for {OFF_MS // 1000} seconds, then"),
    ("simulator", "({0.width} by {0.height}), or half blocks where {1.width} by {1.height} fit"
        .format(*LAYOUTS)),
    ("simulator", f"hold a button for {('one', 'two')[LONG_US // 1_000_000 - 1]} seconds"),
]  # fmt: skip


@pytest.mark.parametrize("page, sentence", SAID)
def test_a_sentence_has_the_number_of_the_code(page, sentence):
    text = (ROOT / "docs" / f"{page}.md").read_text("utf-8")
    assert sentence in " ".join(text.split())


@pytest.mark.parametrize(
    "written, value, right",
    [
        ("1,400", 1449, True),
        ("1,400", 1451, False),
        ("53.06", 53.0592, True),
        ("53.06", 53.07, False),
        ("805", 805.3, True),
        ("805", 806, False),
    ],
)
def test_a_figure_is_right_as_far_as_it_is_written(written, value, right):
    assert agrees(written, value) == right
