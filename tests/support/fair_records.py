"""Records for tests of fair dice: from a handheld, and written by somebody."""

import hashlib
import random

import pocketpig
from handheld.begin.proof import text as record_text
from host_sim.simulated.board import SimulatedBoard
from shared_rules.game import ROLL
from shared_rules.variants import variant_class
from tests.support import fair_check
from tests.support.driven import Driven

OPTIONS = {"target": 30, "max_dice": 40}


def judged(record, commitment="", number="", earlier=()):
    """Return the verdict on a record; both checkers must come to the same."""
    kind, word = fair_check.check(record, commitment, number, earlier)
    try:
        verdict = pocketpig.verify(record, commitment, number, earlier)
    except ValueError:
        assert kind == "no record", record
        raise
    assert (kind, word) == (verdict.kind, verdict.word), (verdict.found, record)
    if verdict.facts:
        told = fair_check.turns((*earlier, record))
        assert verdict.facts["turns"] == (told or verdict.facts["turns"]), record
    return verdict


def handheld_of(seed, test_mode=False, contents=b"", held=()):
    """Return a handheld whose noise is reproducible."""
    entropy = random.Random(seed).randbytes
    return Driven(SimulatedBoard(entropy=entropy, contents=contents, held=held), test_mode)


def again(handheld, held=()):
    """Return the handheld after a power cut, going on with its game."""
    handheld = handheld_of(99, contents=handheld.board.store.contents, held=held)
    for button in held:
        handheld.board.release(button)
    handheld.step(3)
    handheld.press("a")
    return handheld


def act(handheld, source):
    """Do an action at random."""
    game = handheld.game
    legal = game.legal_actions()
    action = ROLL if ROLL in legal and source.random() < 0.8 else source.choice(legal)
    allowed = game.dice_range() if action == ROLL else None
    dice = source.choice([1, 2, 3, 4, 5, 6, 7, 8, 9, allowed[1]]) if allowed else None
    handheld.app.act(action, source.choice(game.to_move()), dice)


def played(handheld, seed):
    """Play the game to its end; return the record."""
    source = random.Random(seed)
    while not handheld.game.over:
        act(handheld, source)
    return record_text(handheld.app.match)


def options_of(variant):
    known = {row[0]: row[2] for row in variant_class(variant).OPTIONS}
    return {name: value for name, value in OPTIONS.items() if name in known}


def rolled_off(handheld):
    """Begin a game of three after a roll-off."""
    app = handheld.app
    app.show("menu")
    app.setup.choose_variant("pig")
    app.setup.options["target"] = 30
    app.setup.choose_players(1, 2)
    app.setup.first = -1
    handheld.press("a")
    while handheld.screen == "roll_off":
        handheld.press("a")


def sha256(text):
    return hashlib.sha256(text.encode()).hexdigest()


def commitment_of(secret):
    return sha256("pocketpig-1 secret " + secret)


def written(position, proof, steps):
    """Return a record with a good seal; `proof`: its words by name, None is left out."""
    words = [f"{name}={value}" for name, value in proof.items() if value is not None]
    text = " ".join([position, *words])
    seal = sha256(f"pocketpig-1 record {text} : {steps}")[:16]
    return f"{text} seal={seal} : {steps}"


def parts_of(record):
    """Return (position, words of the proof but the seal by name, steps) of a record."""
    head, _, steps = record.partition(" : ")
    position, _, proof = head.partition(" commitment=")
    words = dict(word.split("=") for word in f"commitment={proof}".split())
    del words["seal"]
    return position, words, steps
