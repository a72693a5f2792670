"""The codes on the panel, as two other programs read them from the panel's pixels."""

import json
import random
import types

import numpy as np
import pytest

import pocketpig
from handheld.begin.proof import pieces
from handheld.begin.proof import text as record_text
from handheld.drawing.qr import Code
from handheld.game.match import Match
from host_sim.simulated.board import SimulatedBoard
from pocketpig._codes import look, record_of
from pocketpig._verify import fallen
from shared_rules import challenges
from shared_rules.chance import Pcg32
from shared_rules.compact import encode
from shared_rules.fair_dice import NONE, FairDice
from shared_rules.notation import RECORD_LIMIT
from shared_rules.players import KINDS
from shared_rules.thinking import answer_of
from shared_rules.variants import ids, new_game, variant_class
from tests.support.driven import Driven
from tests.support.fair_records import act, handheld_of, options_of, played

zxingcpp = pytest.importorskip("zxingcpp", reason="a test's extra: test")

USUAL, FAST, FOR_CAMERAS = 0x80, 0xF0, 32


def read(rows):
    """Return the text of the code in a picture (rows of 0 and 1), as another program reads it."""
    pixels = np.frombuffer(b"".join(map(bytes, rows)), np.uint8).reshape(64, 128)[:, :80]
    picture = np.kron(pixels * 255, np.ones((3, 3), np.uint8))
    [code] = zxingcpp.read_barcodes(picture)
    return code.text


def on_panel(handheld):
    handheld.step(20)
    return read(handheld.board.panel.picture())


def light(handheld):
    panel = handheld.board.panel
    return panel.contrast, panel.clock, panel.inverted


@pytest.fixture
def handheld():
    handheld = handheld_of(1)
    handheld.set(motion="off")
    return handheld


def ended(handheld, seed=1):
    """Play a game of Pig to its end, show the result; return the record."""
    handheld.start("pig", options={"target": 30})
    record = played(handheld, seed)
    handheld.app.show("result")
    return record


def shown(handheld):
    """Return the frames that the panel shows by turns."""
    handheld.press("down")
    while not handheld.app.screen.codes:
        handheld.step()
    texts = {on_panel(handheld)}
    while len(texts) < len(handheld.app.screen.codes):
        texts.add(on_panel(handheld))
    return list(texts)


class TestRecord:
    def test_it_is_proven_by_what_the_panel_shows(self, handheld):
        handheld.start("pig", options={"target": 30})
        handheld.app.show("fair_dice", "pause")
        commitment = json.loads(look(on_panel(handheld)))["commitment"]
        handheld.app.show("play")
        source = random.Random(3)
        while not handheld.game.over:
            assert b"secret" not in b"".join(pieces(handheld.app.match))
            act(handheld, source)
        record = record_text(handheld.app.match)
        assert handheld.app.match.fair.secret in record
        handheld.app.show("result")
        read_back = record_of(shown(handheld))
        assert read_back == record
        assert pocketpig.verify(read_back, commitment).kind == "proven"

    def test_several_codes_come_by_turns_and_by_presses(self, handheld):
        handheld.start("hog", players=10, options={"target": 300})
        record = played(handheld, 1)
        handheld.app.show("result")
        codes = shown(handheld)
        assert len(codes) > 1 and record_of(codes) == record
        screen = handheld.app.screen
        handheld.press("up")
        first = on_panel(handheld)
        handheld.press("down")
        assert on_panel(handheld) != first
        handheld.press("up")
        assert on_panel(handheld) == first
        handheld.press("b")
        assert handheld.screen == "result" and screen.codes

    def test_an_end_that_a_power_cut_would_take_back_has_none(self, handheld):
        ended(handheld)
        assert "QR" in handheld.words()[-1]
        handheld.app.journal.waiting[3] = b""  # the game is still in the flash
        handheld.app.dirty = True
        assert "QR" not in handheld.words()[-1]
        handheld.press("down")
        assert handheld.screen == "result"


def test_the_panel_dims_and_wakes(handheld):
    usual = light(handheld)
    handheld.set(dim=1)
    ended(handheld)
    handheld.press("down")
    handheld.step(3, 30_000)
    assert light(handheld) == (1, USUAL, False)
    handheld.board.press("a")
    handheld.step(4)
    handheld.board.release("a")
    handheld.step(4)
    assert on_panel(handheld) and light(handheld) == (FOR_CAMERAS, FAST, False)
    handheld.press("b")
    assert light(handheld) == usual


def game_at_random(seed, cup):
    """Return a `Match` at its end, with seats and marks as they come."""
    source = random.Random(seed)
    variant = ids()[seed % len(ids())]
    rules = variant_class(variant)
    players = source.choice([2, 2, 2, *range(2, rules.MAX_PLAYERS + 1)])
    first = 0 if rules.SHARED_ROLL else source.randrange(players)
    kinds = [source.choice(["human", "human", "hold17", *KINDS.split(" ")]) for _ in range(players)]
    options = options_of(variant)
    if variant == "piglet":
        options["target"] = 5  # so many heads in a row
    fair = FairDice(f"{source.getrandbits(128):032x}")
    number = 0
    mark = source.randrange(8)
    if mark == 0:
        fair = None
    elif mark == 1:
        number = -source.randint(1, challenges.LARGEST)
        variant, kinds, first = challenges.setup(-number)
        players, options = len(kinds), {}
        fair = FairDice(challenges.secret(-number))
        fair.commitment = ""
    else:
        fair.addition = source.choice([NONE, f"{source.randrange(10**6):06}"])
        fair.again = source.choice([0, 0, source.randrange(1, 10**5)])
        if mark == 2:
            fair.commitment = ""
        if mark == 3 and players > 1 and not rules.SHARED_ROLL:
            fell, first = fallen(fair, players)
            fair.rolloff = ",".join(fell)
    game = new_game(variant, options, players, first)
    match = Match(game, [(kind, "P") for kind in kinds], cup, None, fair, mark == 0)
    match.number = number
    if mark == 4:
        match.record.room = RECORD_LIMIT - 250
    bold = 0.5 if variant == "piglet" else source.choice([0.5, 0.8, 0.9])
    while not game.over:
        legal = game.legal_actions()
        action = "roll" if "roll" in legal and source.random() < bold else source.choice(legal)
        dice = game.dice_count()
        if action == "roll" and game.dice_range():
            dice = source.randint(1, min(game.dice_range()[1], source.choice([3, 8, 40])))
        if mark == 0 and action == "roll":
            match.faces = tuple(source.randint(*game.FACES) for _ in range(dice))
        match.apply(action, source.choice(game.to_move()), dice if action == "roll" else None)
    return match


def check_games(seeds):
    """Write games, draw them on the panel's model, read them by another program, verify them."""
    board = SimulatedBoard()
    app = Driven(board, test_mode=False).app
    maker = types.SimpleNamespace(think=lambda steps, then: then(answer_of(steps)))
    frames = {}
    for seed in seeds:
        match = game_at_random(seed, app.cup)
        record = record_text(match)
        codes = answer_of(encode(pieces(match)))
        texts = []
        for code in codes:
            app.canvas.clear()
            drawn = Code(maker, code)
            drawn.draw(app.canvas, "", [])
            app.panel.update(0, app.canvas.buffer)
            texts.append(read(board.panel.picture()))
        assert texts == codes, seed
        assert record_of(texts[::-1]) == record, seed
        start = match.record.start
        whole = start.split(" ")[-1].startswith("first=")
        fair = match.fair
        number = fair.addition if fair and fair.addition != NONE else ""
        noted = fair and FairDice(fair.secret).commitment
        verdict = pocketpig.verify(record, noted or "", number)
        kind = "proven" if whole else "part"
        if not (fair and fair.commitment):
            # Of a challenge that was too long for one record, the last proves nothing.
            kind = "changed" if match.number and not whole else "nothing"
        assert verdict.kind == kind, seed
        frames.setdefault(match.game.ID, []).append(len(codes))
    return frames


def test_games_of_all_kinds():
    frames = check_games(range(60))
    assert set(frames) == set(ids())


@pytest.mark.slow
@pytest.mark.parametrize("part", range(20))
def test_twenty_thousand_games(part):
    check_games(range(1000 * part, 1000 * part + 1000))


@pytest.mark.slow
@pytest.mark.parametrize(
    "variant, kind, players, most",
    [("pig", "hard", 2, 1), ("gran_cerdo", "hard", 2, 1), ("skunk", "hard", 30, 1),
     ("hog", "hard", 10, 4), ("hog", "random", 10, 7)],
)  # fmt: skip
def test_codes_a_game(variant, kind, players, most):
    # One code holds a usual game of two (docs/fair-dice.md).
    cup = Driven(SimulatedBoard(), test_mode=False).app.cup
    cup.thoughts = Pcg32(1)
    counts = []
    for seed in range(100):
        fair = FairDice(f"{random.Random(seed).getrandbits(128):032x}")
        game = new_game(variant, {}, players)
        match = Match(game, [(kind, "P")] * players, cup, None, fair)
        while not game.over:
            choice = answer_of(match.think())
            match.apply(choice[0], match.computer(), choice[1])
        counts.append(len(answer_of(encode(pieces(match)))))
    assert sum(n <= most for n in counts) >= 95
