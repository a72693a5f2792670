"""Play a thousand games on any target over the line; each record must verify.

On the real interpreter: `pytest -p tests.support.on_chip -o pocketpig_targets=emulator -s -m slow
tests/rules/test_fair_games.py`.
POCKETPIG_GAMES: how many games (1,000).
"""

import os
import random

import pytest

from shared_rules.game import ROLL
from tests.support.fair_records import judged

GAMES = int(os.environ.get("POCKETPIG_GAMES", "1000"))
PEOPLE = [{"kind": "human"}] * 2


@pytest.mark.slow
def test_every_game_verifies(target, capsys):
    target.call("reset", storage="erase")  # ends the seed of the fixture, which is no fair dice
    source = random.Random(9)
    variants = target.call("variants")
    rolls = 0
    for number in range(GAMES):
        row = variants[number % len(variants)]
        # Short games: whoever chooses at random takes hundreds of rolls for Piglet's ten.
        points = row["options"].get("target")
        options = {"target": points["default"] // 10} if points else {}
        state = target.call("new_game", variant=row["id"], options=options, players=PEOPLE)
        commitment = state["commitment"]
        while not state["over"]:
            legal = state["legal"]
            action = ROLL if ROLL in legal and source.random() < 0.5 else source.choice(legal)
            rolls += action == ROLL
            dice = {}
            if action == ROLL and "dice_range" in state:
                dice["dice"] = source.randint(*state["dice_range"])
            state = target.call("act", player=state["to_move"][0], action=action, **dice)
        record = target.call("record")["text"]
        assert judged(record, commitment).kind == "proven", record
    with capsys.disabled():
        print(f"\n{GAMES} games with {rolls} rolls verified")
