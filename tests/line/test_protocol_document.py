"""docs/protocol.md has the methods, members, codes and numbers of the handheld, and no others."""

import pathlib
import re

import pytest

from handheld.game import scripted_dice
from handheld.line import bridge, protocol, strict_json
from handheld.line.request import METHODS
from handheld.methods import arrange, backup, control
from handheld.records import records
from handheld.service import ask
from host_sim.link import client, newcomer
from shared_rules.notation import RECORD_LIMIT
from tests.support.targets import Bench

PAGE = pathlib.Path(__file__).parents[2] / "docs" / "protocol.md"
TEXT = " ".join(PAGE.read_text("utf-8").split())
SECTIONS = {
    name: " ".join(body.split())
    for names, body in re.findall(r"### (`.*)\n([^#]*)", PAGE.read_text("utf-8"))
    for name in re.findall(r"`(\w+)`", names)
}
HOLD_MS, ASK_MS = ask.HOLD_MS, ask.LIMIT_MS
SENTENCES = (
    f"{bridge.MAX_LINE:,} bytes without its end",
    f"{strict_json.DEEPEST} arrays and objects inside each other",
    f"{strict_json.MOST_VALUES} values (all but",
    f"{strict_json.LONGEST_NUMBER} characters in a number, {protocol.ID_BYTES} bytes in a string",
    f"is whole, ±{protocol.LARGEST_ID} at most",
    f"{protocol._WORD_LENGTH} characters in names and words in `params`",
    f"{newcomer.MAX_LINE:,} bytes without its end",
    f"a JSON object and come within {newcomer.SECONDS:.0f} seconds",
    f"a line of at most {RECORD_LIMIT:,} characters",
    f"base64 of at most {backup.PART} bytes",
    f"asks for {ASK_MS // 1000} s: A held for {HOLD_MS // 1000} s agrees",
    f"within {backup._AGAIN_MS // 60_000} minutes (or until the next start)",
    f"computers do at most {control.LONGEST:,} actions",
    f"The queue holds {scripted_dice._QUEUE_BYTES:,} rolls and faces together",
    f"the latest {records.REVIEWED}, the oldest first",
    f"at most {records.CHALLENGES} {{`number`, `best_margin`}}",
    f"`max_line` {bridge.MAX_LINE};",
)
# What a code means; the classes are those that tests of the methods expect.
CODES = {
    client.UnknownMethod: "no such method",
    client.BadParameters: "a parameter is missing or wrong",
    client.InternalError: "a fault of the firmware",
    client.TestModeOff: "needs test mode",
    client.IllegalAction: "not legal",
    client.NoGame: "there is no game",
    client.NotSupported: "cannot do that",
    client.TimedOut: "timed out",
    client.NoRoom: "there is no memory",
}
RANGES = [
    (method, row[0], row[1], row[2:])
    for method, rows in {**control.PARAMS, **arrange.PARAMS}.items()
    for row in rows
    if row[0] in ("ms", "count", "seed", "timeout_ms", "advance_ms")
]


def test_it_has_every_method():
    assert set(SECTIONS) == {name for _, names in METHODS for name in names}


@pytest.mark.parametrize("sentence", SENTENCES)
def test_a_number(sentence):
    assert sentence in TEXT


BROKEN_LINES = {protocol.PARSE, protocol.INVALID_REQUEST}  # a client sends none


def test_each_code_and_its_meaning():
    told = dict(re.findall(r"- (-32\d{3}): (.*?)(?= - -32|\Z)", TEXT))
    numbers = [value for name, value in vars(protocol).items() if name.isupper()]
    device = {value for value in numbers if isinstance(value, int) and value < 0}
    assert {int(code) for code in told} == device
    assert set(client.REFUSALS) == device - BROKEN_LINES
    for kind, words in CODES.items():
        assert words in told[str(kind.code)]
    assert "not JSON" in told[str(protocol.PARSE)]
    assert "not a request" in told[str(protocol.INVALID_REQUEST)]
    assert {int(code) for code in re.findall(r"-32\d{3}", TEXT)} == device


@pytest.mark.parametrize("method, name, kind, default", RANGES)
def test_a_range(method, name, kind, default):
    words = f"`{name}` {kind[0]}–{kind[1]}" + "".join(f" ({value})" for value in default)
    assert words in SECTIONS[method]


@pytest.mark.parametrize("method", ["hello", "screen", "frame", "memory"])
def test_the_members_of_an_answer(method):
    answer = Bench().client.call(method)
    inner = [name for value in answer.values() if isinstance(value, dict) for name in value]
    assert set(re.findall(r"`(\w+)`", SECTIONS[method])) - {"data"} == {*answer, *inner} - {"data"}


def test_the_members_of_the_state():
    told = TEXT.partition("## The game state")[2]
    for variant in ("two_dice", "hog", "skunk", "swine_herd", "gran_cerdo"):
        players = [{"kind": "human"}] * 2
        state = Bench().client.call("new_game", variant=variant, players=players)
        assert [name for name in state if f"`{name}`" not in told] == []
