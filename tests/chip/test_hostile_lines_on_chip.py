"""Hostile lines, and games with any seats, on the real CircuitPython: no crash, no leak.

These need CircuitPython and the boot ROM (see test_emulate.py) and take half an hour or more.
POCKETPIG_LINES: hostile lines (10,000); POCKETPIG_GAMES: games (100).
"""

import contextlib
import json
import os
import random

import pytest

from host_sim.emulator.pico import EmulatedPico
from host_sim.link.client import Client, Refused
from tests.support.random_presses import METHODS
from tests.tools.fuzz.edits import made_bad
from tests.tools.fuzz.targets import CODES, TARGETS

PROTOCOL = next(target for target in TARGETS if target.name == "protocol")
BATCH = 50  # lines sent together
ANSWER_MS = 60_000.0  # of chip time
LEAST_FREE = 32 * 1024  # bytes of heap, with up to 30 seats and all kinds of players
KINDS = ("human", "hold20", "perfect", "random", "practical", "hard")


@pytest.fixture(scope="module")
def pico(emulator_files):
    with EmulatedPico(*emulator_files, test_mode=True) as pico:
        yield pico


def client_of(pico):
    client = Client(pico.link, timeout=600)
    client.send(b"")
    return client


def answers(pico, lines, ident):
    """Return the objects that come back for these lines, up to the answer to a final `hello`."""
    hello = json.dumps({"jsonrpc": "2.0", "id": ident, "method": "hello"}).encode()
    pico.link.write(b"\n".join([*lines, b"", hello]) + b"\n")
    data = bytearray()
    end = f'"id":"{ident}"'.encode()

    def complete():
        data.extend(pico.link.received)
        pico.link.received.clear()
        return end in data and data.endswith(b"\n")

    if not pico.run_until(complete, ANSWER_MS):
        return None
    messages = [json.loads(line) for line in data.splitlines()]
    return [message for message in messages if message.get("method") != "event"]


@pytest.mark.slow
def test_hostile_lines(pico):
    chance = random.Random(11)
    number = int(os.environ.get("POCKETPIG_LINES", "10000"))
    free = []
    for sent in range(0, number, BATCH):
        lines = [made_bad(chance.choice(PROTOCOL.seeds), chance, PROTOCOL) for _ in range(BATCH)]
        found = answers(pico, lines, f"after {sent}")
        if found is None:
            # One request is waiting: disconnect its client; the next client is answered.
            pico.link.close()
            found = answers(pico, [], f"again {sent}")
            assert found, lines
        for message in found:
            assert ("result" in message) != ("error" in message), message
            if "error" in message:
                assert message["error"]["code"] in CODES, message
        assert pico.resets == 0
        if sent % 500 == 0:
            client = client_of(pico)
            assert client.call("report")["crash"] is None
            client.call("reset", storage="keep")
            free.append(client.call("memory")["free"])
    # Interned names of the screens, and their table, are never freed.
    assert free[-1] > min(free[:3]) - 10_000


def turn(device, state, chance):
    """Ask something and act; return the state after it."""
    with contextlib.suppress(Refused):
        device.call(chance.choice(METHODS))
    if not state["to_move"]:
        return state
    action = chance.choice(state["legal"])
    more = {"dice": chance.randint(*state["dice_range"])} if "dice_range" in state else {}
    return device.call("act", player=state["to_move"][0], action=action, **more)


@pytest.mark.slow
def test_every_game_for_two_and_for_many_leaves_room(pico):
    chance = random.Random(5)
    device = client_of(pico)
    device.call("reset", storage="erase")
    variants = device.call("variants")
    free, used = {}, []
    for count in range(int(os.environ.get("POCKETPIG_GAMES", "100"))):
        row = variants[count % len(variants)]
        players = chance.choice((2, row["max_players"]))
        kinds = ["human", *chance.choices(KINDS, k=players - 1)]
        seats = [{"kind": kind} for kind in kinds]
        state = device.call("new_game", variant=row["id"], players=seats)
        for _ in range(9):
            state = turn(device, state, chance)
            now = device.call("memory")["free"]
            free[row["id"], players] = min(free.get((row["id"], players), now), now)
        if count % 10 == 9:
            assert device.call("report")["crash"] is None
            device.call("reset", storage="keep")
            used.append(device.call("memory")["used"])
    print(f"\nleast free heap by game and players: {free}; used on the title: {used}")
    assert pico.resets == 0
    assert used[-1] <= used[0] + 10_000
    assert min(free.values()) >= LEAST_FREE
