"""The targets of fuzzing. A target takes any bytes and returns the outcome in a word.

It raises for anything that is neither an answer nor a defined refusal.
"""

import json
import random
import struct
from binascii import crc32
from collections.abc import Callable
from typing import NamedTuple

from handheld import settings
from handheld.app import App
from handheld.line import protocol
from handheld.records.account import count
from handheld.runner import Runner
from handheld.saves.journal import BUDGET, INITIALS
from handheld.saves.journal_rewrite import rewrite
from handheld.saves.journal_start import open_journal
from host_sim.link.client import REFUSALS, InternalError
from host_sim.simulated.board import SimulatedBoard
from host_sim.simulated.chips.nvm_flash import SimulatedStore
from host_sim.testing.conformance.test_control import REFUSED
from host_sim.testing.conformance.test_framing import HOSTILE
from pocketpig.computer_players import Bytes
from shared_rules.errors import RulesError
from shared_rules.game import ROLL
from shared_rules.notation import RECORD_LIMIT, position_text
from shared_rules.players.perfect import Perfect
from shared_rules.players.tables.advice import advice
from shared_rules.players.tables.table import HEAD, MAGIC, SECTION, VERSION, table_name
from shared_rules.reading import parse_position, replay
from shared_rules.thinking import answer_of
from shared_rules.variants import ids
from tests.support.targets import Bench
from tests.tools.fuzz.requests import GRAMMAR, HUMANS, PARSER, sequence

ANSWERED, REFUSED_IT = "answered", "refused"


class Target(NamedTuple):
    """`make()` returns the function to fuzz. `seeds`: valid inputs; `words`: their vocabulary.

    `share`: of the inputs.
    """

    name: str
    make: Callable[[], Callable[[bytes], str]]
    seeds: list
    words: list
    share: float


STEPS = 400  # of the app until a request is answered or waits
LIFE = 2000  # inputs for one app
HELLO = b'{"jsonrpc":"2.0","id":"hello","method":"hello"}\n'
CODES = set(REFUSALS) - {InternalError.code} | {protocol.PARSE, protocol.INVALID_REQUEST}


class Protocol:
    """Lines for an app in test mode, which must then understand the next valid line.

    `done`: how many were more than the parser refuses.
    """

    def __init__(self):
        self.asked = self.parsed = 0
        self.lives = 0
        self.bench = None
        self.story = []  # what was sent to this app

    def __call__(self, data):
        if self.lives % LIFE == 0:
            self.bench = Bench(panel_present=False)
            self.bench.client.call("new_game", variant="pig", players=HUMANS)
            self.story.clear()
        self.story.append(data)
        self.lives += 1
        bench = self.bench
        answers = self.exchange(data + b"\n")
        assert len(answers) <= data.count(b"\n") + 1, answers
        for answer in answers:
            assert ("result" in answer) != ("error" in answer), answer
            assert "error" not in answer or answer["error"]["code"] in CODES, answer
            self.asked += 1
            self.parsed += "result" in answer or answer["error"]["code"] not in PARSER
        # An unfinished request may be pending: disconnect the client, discard what is on the
        # line, and connect the next one.
        bench.link.to_app.clear()
        bench.link.connected = False
        bench.step(2)
        bench.link.from_app.clear()
        bench.link.connected = True
        (hello,) = self.exchange(HELLO)
        assert hello["result"]["product"] == "pocketpig", hello
        assert isinstance(bench.app, App)
        return ANSWERED if any("result" in answer for answer in answers) else REFUSED_IT

    @property
    def done(self):
        share = self.parsed / max(1, self.asked)
        return f"{share:.0%} of {self.asked:,} requests past the parser; "

    def exchange(self, data):
        """Return the answers that come within STEPS, without events."""
        bench = self.bench
        bench.link.to_app += data
        quiet = 0
        for _ in range(STEPS):
            bench.step()
            idle = not (bench.link.to_app or bench.app.bridge.busy)
            quiet = quiet + 1 if idle else 0
            if quiet > 2:
                break
        lines = bytes(bench.link.from_app).split(b"\n")
        bench.link.from_app.clear()
        messages = [json.loads(line) for line in lines[:-1]]
        return [message for message in messages if message.get("method") != "event"]


def request(method, params):
    return json.dumps({"jsonrpc": "2.0", "id": 1, "method": method, "params": params}).encode()


REQUESTS = [
    (method, {name: values[-1] for name, values in params.items()})
    for method, params in GRAMMAR.items()
]
# Words of JSON and of the protocol, and edge cases of both.
JSON_WORDS = b'{ } [ ] , : " \\ \\u0000 \\ud83d null true false -1 0 1e999 NaN \xff \x00'.split()
PROTOCOL_WORDS = [
    *JSON_WORDS,
    *[b'"%s"' % method.encode() for method, _ in REQUESTS],
    *[b'"%s":' % name.encode() for _, params in REQUESTS for name in params],
    b"\n", b"\r\n", b"[" * 20, b'"id":null,', b"9" * 30, b" " * 4096, b'"data":1,', b'"human"',
    b"9" * 4000, b"[]," * 300, b'{"a":' * 9, b'"%s"' % ("\u00e9" * 2000).encode(), b"\\u00e9" * 64,
    b"1e-999", b"9007199254740992", b'"id":' * 3, b"0." + b"0" * 40, b'"\\udc37\\ud83d"',
]  # fmt: skip

STARTS = [
    "pp1 pig target=100 end=first players=2 first=0",
    "pp1 pig target=100 end=equal_turns players=3 first=1 scores=99,0,3 turn=4",
    "pp1 two_dice double_one=wipe target=100 end=first players=2 first=0 scores=12,0 "
    "turn_total=7 roll_number=1 turn=3 dice=3,4",
    "pp1 big players=2 first=0 scores=4,0 turn=3",
    "pp1 fast max_dice=10 target=100 end=first players=2 first=0",
    "pp1 hog max_dice=5 players=2 first=0",
    "pp1 gran_cerdo players=2 first=0",
    "pp1 skunk players=3 first=0",
    "pp1 swine_herd players=4 first=0",
    "pp1 piglet target=10 players=2",
    "pp1 piggy players=10 first=9",
    "pp1 sevens players=2",
    "pp1 pig_dice players=2",
]
MOVES = ["5 6 h 1 3", "h", "43 12 h", "tts ttt", "1 0 1 h", "555 h", "66 11 77 h", "2 2 2 2 2 h"]
FIELDS = (
    "scores turn_total roll_number turn dice over event standing choices busts closing round oinks "
    "most_rolls three_dice target end players first max_dice double_one"
).split()
TEXT_WORDS = [
    *[word.encode() for word in ids()],
    *[b" %s=" % name.encode() for name in FIELDS],
    *[move.encode() for move in MOVES],
    *b"pp1 pp2 : = , - 0 1 9 -1 \xc2\xb2 first equal_turns one_more_roll sit stand s t h".split(),
    b" ", b"\n", b"=0,0", b"=1", b"9" * 19, b"9" * 5000, b"5 6 h 1 " * 50,
]  # fmt: skip


def a_text(data):
    return data.decode("utf-8", "surrogateescape")


def same(game, other):
    """Return True if both are the same position, including what is hidden."""
    assert position_text(game, True) == position_text(other, True)


def record(data):
    """An accepted record is the same after it is written and read again."""
    try:
        game, kept = replay(a_text(data))
    except RulesError:
        return REFUSED_IT
    text = kept.text()
    assert len(text) <= max(RECORD_LIMIT, len(kept.start) + 2), text
    again, _ = replay(text)
    assert position_text(game) == position_text(again)
    json.dumps(game.state(), allow_nan=False)
    return ANSWERED


PLIES = 12


def position(data):
    """An accepted position can be written, read again, and played on from."""
    text = a_text(data)
    try:
        game = parse_position(text)
    except RulesError:
        return REFUSED_IT
    same(game, parse_position(position_text(game, True)))
    choices = data[::-1]
    for ply in range(PLIES):
        legal = game.legal_actions()
        assert bool(legal) != game.over and bool(game.to_move()) != game.over
        if game.over:
            break
        choice = choices[ply % len(choices)]
        action = legal[choice % len(legal)]
        faces = None
        if action == ROLL:
            least, most = game.dice_range() or (game.dice_count(), game.dice_count())
            low, high = game.FACES
            count = least + choice % (most - least + 1)
            faces = [low + (choice >> n) % (high - low + 1) for n in range(count)]
            denominator, outcomes = game.chance_outcomes(count)
            assert sum(weight for weight, _ in outcomes) == denominator
        game.apply(action, faces, game.to_move()[choice % len(game.to_move())])
        same(game, parse_position(position_text(game, True)))
    json.dumps(game.state(), allow_nan=False)
    return ANSWERED


def some_saves():
    """Return (flash contents, values in it) at several moments of a handheld's life."""
    board = SimulatedBoard(panel_present=False)
    runner = Runner(board)
    runner.step()
    app = runner.app
    app.cup.seed(5)
    found = [b""]
    for variant, players in (("pig", 2), ("skunk", 3), ("two_dice", 2), ("hog", 2)):
        seats = [("human", "ANN"), ("hold20", "P2"), ("human", "P3")][:players]
        app.start_match(variant, {}, seats, 0)
        game = app.match.game
        for _ in range(12):
            action = game.legal_actions()[-1]
            dice = 2 if action == ROLL and game.dice_range() else None
            app.act(action, game.to_move()[0], dice)
        found.append(board.store.contents)
        count(app.journal, app.match)
        settings.save(app.journal, app.settings)
    rewrite(app.journal)
    return [*found, board.store.contents]


def contents_of(journal):
    values = {key: journal.get(key) for key in range(1, len(BUDGET)) if journal.size(key)}
    for key, value in values.items():
        assert journal.size(key) == len(value)
    return values


def flash(data):
    """With any sector, a journal opens and works; a rewrite repairs it."""
    store = SimulatedStore(contents=data)
    journal = open_journal(store)
    if journal.unknown:
        return REFUSED_IT
    values, damaged = contents_of(journal), journal.damaged
    # The power fails before any write.
    journal = open_journal(store)
    assert contents_of(journal) == values
    journal.put(INITIALS, b"works")
    journal.append(INITIALS, b" on")
    if not journal.saved:
        assert rewrite(journal)
    assert contents_of(open_journal(store)) == {**values, INITIALS: b"works on"}
    assert rewrite(journal)
    journal = open_journal(store)
    assert contents_of(journal) == {**values, INITIALS: b"works on"}
    assert not journal.damaged, "the damage is said again"
    return REFUSED_IT if damaged else ANSWERED


SAVES = some_saves()
PIG = parse_position("pp1 pig scores=40,57 turn=7 turn_total=9 roll_number=2 dice=4")
TABLE = table_name(PIG)
CHECKSUM_END = 8


def a_table():
    """Return a small table for Pig in which every worth is 1/2."""
    text = f"{TABLE[:-4]} target=100".encode()
    bits = 14
    row = struct.pack("<BIh", (bits - 8) << 4, 1 << bits - 1, 0) + bytes(13)
    rows = 100
    starts = struct.pack(f"<{rows + 1}H", *range(0, len(row) * (rows + 1), len(row)))
    at = struct.calcsize(HEAD) + struct.calcsize(SECTION) + len(text)
    section = struct.pack(SECTION, b"v", 0, 0, rows, rows, at)
    head = struct.pack(HEAD, MAGIC, 0, VERSION, 1, 1, len(text))
    return with_checksum(head + section + text + starts + row * rows)


def with_checksum(data):
    if len(data) < CHECKSUM_END:
        return data
    return data[:4] + struct.pack("<I", crc32(data[CHECKSUM_END:])) + data[CHECKSUM_END:]


def table(data):
    """Any table, as it is and with a correct checksum: there is advice with or without it.

    A table for a lower target is valid but unusable: no fault, and no chance to win, is reported.
    """
    said = []
    for contents in (data, with_checksum(data)):
        perfect = Perfect(lambda name, contents=contents: Bytes(contents))
        answer = answer_of(advice(perfect, PIG, PIG.player))
        assert answer["action"] in PIG.legal_actions()
        if perfect.fault:
            assert "win" not in answer and answer["source"] == "approximate"
        json.dumps(answer, allow_nan=False)
        said.append(perfect.fault)
    assert said[0] or data == with_checksum(data)
    return REFUSED_IT if said[1] else ANSWERED


TARGETS = [
    Target(
        "protocol",
        Protocol,
        [request(*row) for row in REQUESTS]
        + [request(method, params) for method, params, _ in REFUSED]
        + [sequence(random.Random(seed)) for seed in range(30)]
        + HOSTILE,
        PROTOCOL_WORDS,
        0.28,
    ),
    Target(
        "record",
        lambda: record,
        [f"{start} : {moves}".encode() for start, moves in zip(STARTS, MOVES * 2)],
        TEXT_WORDS,
        0.32,
    ),
    Target("position", lambda: position, [start.encode() for start in STARTS], TEXT_WORDS, 0.31),
    Target("flash", lambda: flash, SAVES, TEXT_WORDS[:20], 0.04),
    Target("table", lambda: table, [a_table()], [b"v", b"w", b"\xff\xff", b"\0\0", b"\x7f"], 0.05),
]


def target_of(name):
    return {target.name: target for target in TARGETS}[name]
