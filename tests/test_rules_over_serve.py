# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Random games over `pocketpig serve`, compared with the second implementation of the rules.

The dice are scripted. After every action the state must be the reference's. Illegal requests must
be refused with the error that the protocol names, and change nothing.
"""

import random
import re
import subprocess
import sys

import pytest

from host_sim.link import client as link
from shared_rules.errors import BadDice, IllegalAction
from tests.reference_rules import VARIANTS
from tests.test_rules_reference import play, random_options, settings


@pytest.fixture(scope="module")
def client():
    """A client of a served handheld in test mode."""
    command = [sys.executable, "-m", "host_sim.cli", "serve", "--tcp", "127.0.0.1:0"]
    with subprocess.Popen([*command, "--test-mode"], stdout=subprocess.PIPE, text=True) as server:
        try:
            with link.Client.open(
                re.search(r"socket://\S+", server.stdout.readline())[0]
            ) as client:
                yield client
        finally:
            server.terminate()
        assert server.wait(30) == 0


class Served:
    """A game on the served handheld, used as one of the engine's."""

    def __init__(self, client, variant, options, players, first):
        seats = [{"kind": "human"}] * players
        self.call = client.call
        game = {"variant": variant, "options": options, "players": seats, "first": first}
        self._state = self.call("new_game", **game)

    def state(self):
        return {name: self._state[name] for name in self._state if name != "commitment"}

    def apply(self, action, faces, player):
        act = {"player": player, "action": action}
        if action == "roll" and "dice_range" in self._state:
            act["dice"] = len(faces)
        try:
            if action == "roll":
                self.call("dice", faces=[faces])
            self._state = self.call("act", **act)
        except link.Refused as refused:
            self.call("dice", faces=[])
            self._state = self.call("state")
            if isinstance(refused, link.IllegalAction):
                raise IllegalAction(str(refused), **refused.data) from None
            assert isinstance(refused, link.BadParameters)
            assert action == "roll" or player not in range(self._state["players"])
            raise BadDice(str(refused)) from None


@pytest.mark.parametrize("games", [1, pytest.param(50, marks=pytest.mark.slow)])
def test_random_games_over_tcp(client, games):
    """With every value of every option that is a word."""
    for variant, words in settings():
        for number in range(games):
            seed = f"served {variant} {words} {number}"
            dice = random.Random(seed)
            options = random_options(dice, variant, words)
            if "target" in options:
                options["target"] = dice.choice((1, 5, 20, 40, 60))
            fewest, most, _ = VARIANTS[variant]
            players = dice.choice((fewest, min(3, most), most))
            game = play(seed, variant, options, players, lambda *names: Served(client, *names))
            loaded = client.call("load", text=client.call("record")["text"])
            assert {**loaded, "commitment": None} == {**game.state(), "commitment": None}
