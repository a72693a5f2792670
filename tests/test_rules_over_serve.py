# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Random games over `pocketpig serve`, compared with the second implementation of the rules.

The client here is written only from the protocol's page. The dice are scripted. After every action
the answer is compared with the reference's state. Illegal requests must be refused with the error
that the protocol names.
"""

import json
import random
import re
import socket
import subprocess
import sys

import pytest

from tests.reference_rules import SHARED, VARIANTS, Reference

BAD_PARAMETERS = -32602
ILLEGAL_ACTION = -32002
# Fields that only some states have.
SOMETIMES = (
    "dice_range",
    "standing",
    "round",
    "three_dice",
    "oinks",
    "most_rolls",
    "victory_points",
    "milestones",
)
LONGEST = 120  # actions of one game
SECONDS = 30  # to wait for one answer


class Refusal(Exception):
    """An error answer: `code`, `data`."""

    def __init__(self, error):
        super().__init__(f"{error['code']}: {error['message']}")
        self.code = error["code"]
        self.data = error.get("data") or {}


class Client:
    """JSON-RPC 2.0, one object a line, over TCP."""

    def __init__(self, port):
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=SECONDS)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.lines = self.socket.makefile("rb")
        self.number = 0

    def calls(self, *requests):
        """Send all (method, params) at once; return the results in order, exceptions for errors."""
        first = self.number + 1
        text = ""
        for method, params in requests:
            self.number += 1
            call = {"jsonrpc": "2.0", "id": self.number, "method": method, "params": params}
            text += json.dumps(call) + "\n"
        self.socket.sendall(text.encode())
        results = []
        for number in range(first, self.number + 1):
            answer = json.loads(self.lines.readline())
            assert answer["jsonrpc"] == "2.0" and answer["id"] == number, answer
            results.append(Refusal(answer["error"]) if "error" in answer else answer["result"])
        return results

    def call(self, method, **params):
        """Make one call; return its result. Raises Refusal."""
        (result,) = self.calls((method, params))
        if isinstance(result, Refusal):
            raise result
        return result

    def close(self):
        self.lines.close()
        self.socket.close()


@pytest.fixture(scope="module")
def client():
    """A client of a served handheld in test mode."""
    command = [sys.executable, "-m", "host_sim.cli", "serve", "--tcp", "127.0.0.1:0"]
    with subprocess.Popen(
        command + ["--test-mode"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as server:
        try:
            line = server.stdout.readline()
            found = re.search(r":(\d+)\s*$", line)
            assert found, line + server.stderr.read()
            connection = Client(int(found[1]))
            yield connection
            connection.close()
        finally:
            server.terminate()
        assert server.wait(SECONDS) == 0


def random_settings(dice):
    """Return (variant, options, players, first) of a short game."""
    variant = dice.choice(sorted(VARIANTS))
    fewest, most, rows = VARIANTS[variant]
    options = {}
    for name, (default, allowed) in rows.items():
        if name == "target":
            options[name] = dice.choice((1, 5, 20, 40, 60, default))
        elif dice.random() < 0.8:
            options[name] = dice.choice((allowed[0], allowed[-1], default, dice.choice(allowed)))
    players = dice.choice((fewest, fewest, min(3, most), most))
    return variant, options, players, 0 if variant in SHARED else dice.randrange(players)


def roll_for(dice, reference):
    """Return (number of dice if chosen, faces) of a random roll, with more special rolls."""
    count = reference.dice_count()
    number = None
    if count is None:
        number = count = min(dice.choice((1, 2, 3, 40)), reference.options["max_dice"])
    faces = [dice.choice(reference.faces_of(die)) for die in range(count)]
    if dice.random() < 0.3:  # fewer busts, longer games
        faces = [face or 1 if reference.variant == "piglet" else max(face, 2) for face in faces]
    if count > 1 and dice.random() < 0.2:
        faces = [dice.choice((1, faces[0]))] * count
    return number, faces


def same(state, reference, what):
    """Assert that a state equals the reference's; other fields are allowed."""
    expected = reference.state()
    seen = {name: state[name] for name in state if name in expected or name in SOMETIMES}
    assert seen == expected, what


def illegal_action(dice, reference):
    """Return (params, error code) of an action that is not allowed now."""
    movers, legal = reference.to_move(), reference.legal()
    outsiders = [player for player in range(reference.players) if player not in movers]
    wrong = [action for action in ("roll", "hold", "stand", "sit") if action not in legal]
    kind = dice.randrange(4)
    if kind == 0 and outsiders and legal:
        params = {"player": dice.choice(outsiders), "action": legal[0]}
        if reference.choosing_dice():
            params["dice"] = 1
        return params, ILLEGAL_ACTION
    if kind == 1 and reference.choosing_dice():
        number = dice.choice((0, -1, reference.options["max_dice"] + 1))
        return {"player": movers[0], "action": "roll", "dice": number}, BAD_PARAMETERS
    if kind == 2:
        return {"player": reference.players, "action": dice.choice(legal or ["roll"])}, None
    return {"player": (movers or [0])[0], "action": dice.choice(wrong)}, ILLEGAL_ACTION


def offer_what_is_illegal(dice, client, reference):
    """Send an illegal `act`; assert that it is refused and changes nothing."""
    params, code = illegal_action(dice, reference)
    refusal, state = client.calls(("act", params), ("state", {}))
    assert isinstance(refusal, Refusal), params
    assert refusal.code in ((code,) if code else (BAD_PARAMETERS, ILLEGAL_ACTION)), (
        refusal,
        params,
    )
    if refusal.code == ILLEGAL_ACTION:
        assert refusal.data["legal"] == reference.legal(), params
        assert refusal.data["to_move"] == reference.to_move(), params
    same(state, reference, params)


def offer_impossible_faces(client, reference):
    """Queue impossible faces; assert that they are refused, now or at the roll."""
    player = reference.to_move()[0]
    act = {"player": player, "action": "roll"}
    count = reference.dice_count()
    if count is None:
        count = act["dice"] = 1
    bad = [2 if reference.variant == "piglet" else 0] * count
    queued, acted, _, state = client.calls(
        ("dice", {"faces": [bad]}), ("act", act), ("dice", {"faces": []}), ("state", {})
    )
    if isinstance(queued, Refusal):
        assert queued.code == BAD_PARAMETERS
        # Nothing was queued, so the roll was random: play on from there.
        reference.act(player, "roll", state["dice"], act.get("dice"))
    else:
        assert isinstance(acted, Refusal) and acted.code == BAD_PARAMETERS
    same(state, reference, "impossible faces")


def play(client, seed):
    """Play one random game; return the number of actions."""
    dice = random.Random(seed)
    variant, options, players, first = random_settings(dice)
    reference = Reference(variant, options, players, first)
    seats = [{"kind": "human", "name": f"P{number}"} for number in range(players)]
    state = client.call("new_game", variant=variant, options=options, players=seats, first=first)
    same(state, reference, "new_game")
    boldness = dice.choice((0.4, 0.7, 0.9))
    steps = 0
    while not reference.over and steps < LONGEST:
        if dice.random() < 0.1:
            offer_what_is_illegal(dice, client, reference)
        if dice.random() < 0.01 and "roll" in reference.legal():
            offer_impossible_faces(client, reference)
            if reference.over:
                break
        player, legal = dice.choice(reference.to_move()), reference.legal()
        action = legal[0] if len(legal) == 1 or dice.random() < boldness else legal[1]
        act = {"player": player, "action": action}
        if action == "roll":
            number, faces = roll_for(dice, reference)
            if number is not None:
                act["dice"] = number
            queued, state = client.calls(("dice", {"faces": [faces]}), ("act", act))
            assert queued == {"queued": 1}
            reference.act(player, action, faces, number)
        else:
            (state,) = client.calls(("act", act))
            reference.act(player, action)
        if isinstance(state, Refusal):
            raise state
        same(state, reference, (variant, options, act, reference.last_roll))
        steps += 1
    if reference.over:
        offer_what_is_illegal(dice, client, reference)
    if not reference.choices:  # hidden choices are not in the record
        text = client.call("record")["text"]
        same(client.call("load", text=text), reference, "load")
    return steps


def test_random_games_over_tcp(client):
    for seed in range(40):
        play(client, f"served {seed}")


@pytest.mark.slow
def test_two_thousand_random_games_over_tcp(client):
    for seed in range(2000):
        play(client, f"served long {seed}")
