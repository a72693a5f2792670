"""Send hostile lines and mixed requests to the real CircuitPython: no crash, no leak.

These need CircuitPython and the boot ROM (see test_emulate.py) and take half an hour or more.
POCKETPIG_LINES: hostile lines (10,000); POCKETPIG_REQUESTS: mixed requests (1,000).
"""

import contextlib
import json
import os
import random

import pytest

from host_sim.emulator.pico import EmulatedPico
from host_sim.link.client import REFUSALS, Client, InternalError, Refused
from tests.tools.fuzz.edits import made_bad
from tests.tools.fuzz.targets import CODES, TARGETS

PROTOCOL = next(target for target in TARGETS if target.name == "protocol")
BATCH = 50  # lines sent together
ANSWER_MS = 60_000.0  # of chip time
LEAST_FREE = 32 * 1024  # bytes of heap, with up to 30 seats and all kinds of players


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
def test_hostile_lines(pico, capsys):
    chance = random.Random(11)
    number = int(os.environ.get("POCKETPIG_LINES", "10000"))
    seen = dict.fromkeys(sorted(CODES), 0)
    free = []
    unanswered = 0
    for sent in range(0, number, BATCH):
        lines = [made_bad(chance.choice(PROTOCOL.seeds), chance, PROTOCOL) for _ in range(BATCH)]
        found = answers(pico, lines, f"after {sent}")
        if found is None:
            # One request is waiting: disconnect its client; the next client is answered.
            unanswered += 1
            pico.link.close()
            found = answers(pico, [], f"again {sent}")
            assert found, lines
        for message in found:
            assert ("result" in message) != ("error" in message), message
            if "error" in message:
                assert message["error"]["code"] in CODES, message
                seen[message["error"]["code"]] += 1
        assert pico.resets == 0
        if sent % 500 == 0:
            client = client_of(pico)
            assert client.call("report")["crash"] is None
            client.call("reset", storage="keep")
            free.append(client.call("memory")["free"])
            with capsys.disabled():
                print(f"\n{sent + BATCH} lines; free after a restart: {free[-1]:,}", end="")
    with capsys.disabled():
        print(f"\nrefusals {seen}; batches that waited: {unanswered}; heap free after each 500")
        print(f"lines and a restart: first {free[0]:,}, least {min(free):,}, last {free[-1]:,}")
    # Interned names of the screens, and their table, are never freed.
    assert free[-1] > min(free[:3]) - 10_000


KINDS = ("human", "hold20", "perfect", "random", "practical", "hard")
UNKNOWN = "nobody"  # a game with such a player is refused, and the old one goes on


def a_game(chance, variants):
    """Return parameters for `new_game`, often with the most seats."""
    row = chance.choice(variants)
    most = row["max_players"]
    players = most if chance.random() < 0.4 else chance.randint(row["min_players"], most)
    kinds = ["human"] + [chance.choice(KINDS) for _ in range(players - 1)]
    if chance.random() < 0.1:
        kinds[-1] = UNKNOWN
    options = {}
    for name, option in row["options"].items():
        if chance.random() < 0.5 and "allowed" in option:
            options[name] = chance.choice(option["allowed"])
    return {"variant": row["id"], "options": options, "players": [{"kind": kind} for kind in kinds]}


def a_request(chance, device, state):
    """Return (method, parameters) for a game in that state."""
    look = ("state", "screen", "frame", "record", "stats", "variants", "advice", "backup", "report")
    if state and state["to_move"] and chance.random() < 0.5:
        action = chance.choice(state["legal"])
        params = {"player": state["to_move"][0], "action": action}
        if "dice_range" in state and action == "roll":
            params["dice"] = chance.randint(*state["dice_range"])
        return "act", params
    method = chance.choice((*look, "press", "load"))
    if method == "press":
        return method, {"button": chance.choice(("up", "down", "a", "b"))}
    if method == "load":
        with contextlib.suppress(Refused):
            return method, {"text": device.call("record")["text"]}
    return (method if method in look else "state"), {}


@pytest.mark.slow
def test_mixed_requests_over_all_games(pico, capsys):
    chance = random.Random(5)
    device = client_of(pico)
    device.call("reset", storage="erase")
    variants = device.call("variants")
    least, where = 1 << 20, ""
    used = []
    refused = dict.fromkeys(REFUSALS, 0)
    number = int(os.environ.get("POCKETPIG_REQUESTS", "1000"))
    state, what = None, {}
    for count in range(number):
        if count % 12 == 0 or not state or state["over"]:
            what = a_game(chance, variants)
            method, params = "new_game", what
        else:
            method, params = a_request(chance, device, state)
        try:
            answer = device.call(method, **params)
        except Refused as error:
            refused[error.code] += 1
            assert error.code != InternalError.code, (method, params, what)
        else:
            if method in ("new_game", "act", "load"):
                state = answer
        free = device.call("memory")["free"]
        if free < least:
            least, where = free, f"{method} in {json.dumps(what)}"
        if count % 100 == 99:
            assert device.call("report")["crash"] is None
            device.call("reset", storage="keep")
            state = None
            used.append(device.call("memory")["used"])
            with capsys.disabled():
                print(
                    f"\n{count + 1} requests; least free {least:,}; on the title {used[-1]:,}",
                    end="",
                )
        assert pico.resets == 0
    with capsys.disabled():
        print(f"\nleast free heap {least:,} bytes after {where}")
        print(f"used on the title after each 100 requests: {used}; refusals: {refused}")
    assert used[-1] <= used[0] + 10_000
    assert least >= LEAST_FREE
