"""The bridge on the MicroPython VM: the same answers as on CPython, and its heap."""

import ast
import json
import pathlib
import re

import pytest

from host_sim.testing.conformance.test_control import REFUSED
from host_sim.testing.conformance.test_framing import HOSTILE, NOT_A_REQUEST, NOT_JSON
from tests.handheld.test_same_on_micropython import BOARD, on_cpython
from tests.support.micropython_vm import run_on_micropython

ROOT = pathlib.Path(__file__).parents[2]

BOARD_ON_A_LINE = r"""
from handheld import folders
from handheld.runner import Runner
from portable_board import PortableBoard


class Line:
    connected = True

    def __init__(self):
        self.to_app = b""
        self.from_app = b""

    def read(self, n):
        data = self.to_app[:n]
        self.to_app = self.to_app[n:]
        return data

    def write(self, data):
        taken = min(len(data), 100)
        self.from_app += bytes(data[:taken])
        return taken


folders.spare = lambda more=0: False  # what nothing uses goes after each answer
board = PortableBoard("store.bin")
board.link = Line()
runner = Runner(board)
runner.step()
runner.app.test_mode = True


def ask(line):
    board.link.to_app = line + b"\n"
    board.link.from_app = b""
    steps = 0
    while (board.link.to_app or runner.app.bridge.busy) and steps < 3000:
        runner.step()
        steps += 1
        board.advance_clock(1)
    for _ in range(IDLE_STEPS):
        runner.step()
"""
SESSION = f"""
IDLE_STEPS = 15
{BOARD_ON_A_LINE}
for line in LINES:
    ask(line)
    print(board.link.from_app.decode(), end="")
"""


def request(method, **params):
    return json.dumps({"jsonrpc": "2.0", "id": 1, "method": method, "params": params}).encode()


def lines():
    """Return requests of every kind, valid and invalid."""
    humans = [{"kind": "human", "name": "Żoë \U0001f437"}] * 2
    found = [request(m) for m in "hello variants state screen stats memory record".split()]
    found += [request("subscribe", on=True), request("press", button="a", count=2)]
    found += [request("seed", seed=99), request("wait", screen="menu", timeout_ms=5)]
    for variant in ("pig", "skunk", "hog", "gran_cerdo"):
        found += [
            request("new_game", variant=variant, players=humans),
            request("act", player=0, action="hold"),
            request("act", player=0, action="roll", **({"dice": 3} if variant == "hog" else {})),
            request("act", player=1, action="roll"),
            request("state"),
            request("screen"),
            request("frame"),
            request("record"),
        ]
    players = [{"kind": "hold20"}, {"kind": "random"}]
    found += [request("new_game", variant="pig", players=players), request("record")]
    found += [request("load", text="pp1 pig target=20 : 5 6 h 1 3"), request("clock", advance_ms=9)]
    found += [request("new_game", variant="pig", players=humans[:1] * 2, options={"target": 9})]
    found += [request(method, **params) for method, params, _ in REFUSED]
    found += NOT_JSON + [line for _, lines in NOT_A_REQUEST for line in lines] + [b"x" * 5000]
    found += HOSTILE + [line + b"}" * 80 for line in HOSTILE]
    found += [(b"[" + b'"\\u00e9",' * 290).ljust(4095) + b"]", b'"'.ljust(4095, b"x") + b'"']
    found += [b'{"jsonrpc":"2.0","id":"\\ud83d\\udc37 \xc3\xa9","method":"nope"}']
    found += [request("state") + b"\r", b"\r", b" " * 4096, b" " * 4096 + b"\r", b" " * 4097]
    found += [request("reset", storage="erase"), request("hello")]
    return found


def answers(printed):
    """Return the objects in the lines, but for what differs between interpreters."""
    # The VM warns of `raise ... from error`.
    lines = [line for line in printed.splitlines() if not line.startswith("Warning: ")]
    assert all(line.isascii() for line in lines)
    found = [json.loads(line) for line in lines]
    for answer in found:
        if "interpreter" in (answer.get("result") or ()):
            del answer["result"]["interpreter"]
    return found


def stack_asked_for():
    """Return the bytes for calls in progress, by default CircuitPython's."""
    text = (ROOT / "firmware" / "settings.toml").read_text(encoding="utf-8")
    found = re.search(r"^CIRCUITPY_PYSTACK_SIZE *= *(\d+)", text, re.MULTILINE)
    return int(found[1]) if found else 2048


def test_the_answers_are_the_same_with_the_stack_of_the_chip(tmp_path):
    """Here it holds less, since each import takes one call more."""
    script = f"LINES = {lines()!r}\n{SESSION}"
    expected = answers(on_cpython(script, tmp_path))
    assert len(expected) > len(lines())
    stack = stack_asked_for()
    found = answers(run_on_micropython(script, files={"/portable_board.py": BOARD}, stack=stack))
    for ours, theirs in zip(expected, found):
        assert theirs == ours
    assert len(found) == len(expected)


LOADED = f"""
IDLE_STEPS = 60
{BOARD_ON_A_LINE}
import sys
for lines in GROUPS:
    for line in lines:
        ask(line)
    print(sorted(sys.modules))
"""


def modules_after(*groups):
    """Return the app's modules that are loaded on the VM after each group of requests."""
    printed = run_on_micropython(
        f"GROUPS = {groups!r}\n{LOADED}", files={"/portable_board.py": BOARD}
    )
    rows = [ast.literal_eval(line) for line in printed.splitlines() if line.startswith("['")]
    # `collections` has no file on the chip.
    return [{name for name in row if not name.startswith("collections")} for row in rows]


def test_what_one_request_needed_is_given_back():
    game = request("new_game", variant="pig", players=[{"kind": "human"}] * 2)
    reset = request("reset", storage="erase")
    passing = [request("self_test", timeout_ms=10), request("stats"), request("advice"), reset]
    title, before, after, left = modules_after(
        [reset, request("state")],
        [game],
        [reset, request("variants"), game],
        [*passing, request("state")],
    )
    # What variants share stays from its first use on, as what no folder that can go has.
    stays = {f"shared_rules.{name}" for name in ("dice_pool", "doubles", "shared_roll")}
    stays |= {"os", "os.path", "handheld.game.table_file", "handheld.ui.text_screen"}
    assert after - stays == before - stays
    # After a restart, modules of a game may be loaded, but not those of a single request.
    stays |= {f"handheld.{room}" for room in ("coach", "records", "service")}
    assert left - stays <= title | before


# Rounds differ, because new names and ids must not stay in memory either.
ROUND = r"""
class CountingLine(Line):
    answers = 0

    def write(self, data):
        data = bytes(data[:100])
        self.answers += data.count(b"\n")
        return len(data)


board.link = CountingLine()
asked = 0


def some(number, start):
    global asked
    new = '{"jsonrpc":"2.0","id":"new%d","method":"new%d"}' % (number, number)
    name = '{"jsonrpc":"2.0","id":%d,"method":"hello","params":{"new%d":1}}' % (number, number)
    for line in ([new.encode(), name.encode()] + LINES)[start : start + AT_ONCE]:
        ask(line)
        asked += 1
"""
# The VM collects only between scripts, so they are short. Its collector is conservative: what it
# keeps by mistake settles in the first rounds.
AT_ONCE = 10
COLLECT = "import gc\ngc.collect()"
IN_USE = "print('heap', gc.mem_alloc(), asked, board.link.answers)"
# The smallest object has 16 bytes, so a leak in each request of a round would show.
SAME_BYTES = 1024


def rounds(first, last, lines):
    for number in range(first, last):
        for start in range(0, len(lines) + 2, AT_ONCE):
            yield f"some({number}, {start})"
            yield COLLECT


@pytest.mark.parametrize(
    "some, requests, warm_up", [(3, 70, 2), pytest.param(1, 10_000, 14, marks=pytest.mark.slow)]
)
def test_the_heap_is_where_it_was(some, requests, warm_up, capsys):
    asked_for = lines()[:-2:some] + lines()[-2:]  # a restart last
    last = warm_up + -(-requests // (len(asked_for) + 2))
    setting = f"IDLE_STEPS = 5\nAT_ONCE = {AT_ONCE}\nLINES = {asked_for!r}\n"
    printed = run_on_micropython(
        setting + BOARD_ON_A_LINE + ROUND,
        *rounds(0, warm_up, asked_for),
        IN_USE,
        *rounds(warm_up, last, asked_for),
        IN_USE,
        files={"/portable_board.py": BOARD},
        timeout=600,
    )
    rows = [line.split() for line in printed.splitlines() if line.startswith("heap ")]
    (before, *at_first), (after, *at_last) = [[int(word) for word in row[1:]] for row in rows]
    asked, answered = at_last[0] - at_first[0], at_last[1] - at_first[1]
    with capsys.disabled():
        print(f"\n{asked:,} requests, {answered:,} answers: heap {before:,} bytes, then {after:,}")
    assert asked >= requests and answered > 0.9 * asked
    assert abs(after - before) <= SAME_BYTES
