"""The control methods: what each does; and which parameters the methods refuse."""

from typing import Any

import pytest

from host_sim.link.client import BadParameters, NotSupported, Refused, TimedOut
from host_sim.testing.conformance import rows
from host_sim.testing.handheld import Handheld

# Method, parameters that it refuses, words that the error message must contain.
REFUSED: list[tuple[str, dict[str, Any], str]] = rows("refused")


@pytest.mark.parametrize("method", sorted({row[0] for row in REFUSED}))
def test_refused_parameters(handheld: Handheld, method: str) -> None:
    state = handheld.new_game("pig")
    for params, words in [row[1:] for row in REFUSED if row[0] == method]:
        with pytest.raises(BadParameters) as refused:
            handheld.call(method, **params)
        for word in words.split():
            assert word in refused.value.message, params
        assert handheld.call("state") == state, params


def test_one_request_after_the_other(handheld: Handheld) -> None:
    """Each row: the method, its parameters, members of the answer or of its error."""
    for method, params, members in rows("answers"):
        try:
            answer = handheld.call(method, **params)
        except Refused as refused:
            answer = {"error": refused.code, "data": refused.data}
        assert {name: answer.get(name) for name in members} == members, (method, params)


def test_the_result_comes_in_its_time(handheld: Handheld) -> None:
    handheld.call("load", text="pp1 piglet target=1 : 1 h")
    with pytest.raises(TimedOut, match="menu.*play"):
        handheld.call("wait", screen="menu", timeout_ms=50)
    if handheld.simulated:
        assert handheld.call("clock", advance_ms=10000)["advanced_ms"] == 10000
    else:
        with pytest.raises(NotSupported):
            handheld.call("clock", advance_ms=1000)
    assert handheld.call("wait", screen="result", timeout_ms=60000)["screen"] == "result"


def test_other_requests_go_on_while_some_wait(handheld: Handheld) -> None:
    client = handheld.client
    waiting = [client.request("wait", screen="menu", timeout_ms=60000) for _ in range(4)]
    assert client.call("hello")["product"] == "pocketpig"
    press = client.request("press", button="b")
    answered: set[int] = set()
    while len(answered) < 5:
        message = client.receive() or {}
        assert message["result"]["screen"] == "menu"
        answered.add(message["id"])
    assert answered == {*waiting, press}


def test_a_fifth_wait_holds_up_what_follows(handheld: Handheld) -> None:
    client = handheld.client
    waiting = [client.request("wait", screen="menu", timeout_ms=200) for _ in range(5)]
    state = client.request("state")
    numbers = [(client.receive() or {})["id"] for _ in range(6)]
    assert sorted(numbers) == [*waiting, state]
    assert numbers.index(waiting[4]) < numbers.index(state)


def test_computers_move_by_themselves(handheld: Handheld) -> None:
    handheld.call("seed", seed=1)
    players = [{"kind": "hold20"}, {"kind": "human"}, {"kind": "random"}]
    state = handheld.call("new_game", variant="pig", players=players)
    assert state["to_move"] == [1] and state["turn"] == 2
    handheld.call("dice", faces=[[1]])
    state = handheld.call("act", player=1, action="roll")
    assert state["to_move"] == [1] and state["turn"] == 5
    state = handheld.call("new_game", variant="pig", players=[{"kind": "hold20"}] * 2)
    assert state["over"] and max(state["scores"]) >= 100
    assert handheld.call("record")["text"].startswith("pp1 pig")


def test_dice_without_a_script_are_chance_and_the_queue_has_an_end(handheld: Handheld) -> None:
    faces = set()
    for seed in range(40):
        handheld.call("seed", seed=seed)
        handheld.new_game("pig")
        faces.update(handheld.call("act", player=0, action="roll")["dice"])
    assert faces == {1, 2, 3, 4, 5, 6}
    with pytest.raises(BadParameters, match="full"):
        for _ in range(20):
            handheld.call("dice", faces=[[1] * 40] * 7)


def play(handheld: Handheld, seed: int) -> str:
    """Return the record of a game between a computer player and a human who rolls twice."""
    handheld.call("seed", seed=seed)
    handheld.call("dice", faces=[])  # the seed stays in force
    players = [{"kind": "human"}, {"kind": "random"}]
    state = handheld.call("new_game", variant="pig", players=players, options={"target": 40})
    while not state["over"]:
        action = "roll" if state["roll_number"] < 2 else "hold"
        state = handheld.call("act", player=0, action=action)
    return str(handheld.call("record")["text"])


def test_the_same_seed_gives_the_same_game(handheld: Handheld) -> None:
    assert play(handheld, 12345) == play(handheld, 12345)
    assert play(handheld, 0) != play(handheld, 4294967295)


def test_reset_answers_first_and_stays_in_test_mode(handheld: Handheld) -> None:
    handheld.new_game("pig")
    handheld.call("subscribe", on=True)
    assert handheld.call("reset", storage="keep") == {"storage": "keep"}
    assert handheld.call("hello")["test_mode"] is True
    assert handheld.call("state") is None
    assert handheld.call("screen")["id"] == "title"
    handheld.client.events.clear()
    handheld.press("a")
    assert not handheld.client.events


def test_requests_behind_a_reset_are_for_the_new_app(handheld: Handheld) -> None:
    handheld.new_game("pig")
    client = handheld.client
    waiting = client.request("wait", screen="menu", timeout_ms=60000)
    numbers = [client.request(method) for method in ("state", "reset", "state")]
    with pytest.raises(BadParameters):
        client.wait_for(numbers[1])
    assert client.wait_for(numbers[2])["variant"] == "pig"
    reset = b'{"jsonrpc":"2.0","id":"r","method":"reset","params":{"storage":"keep"}}'
    state = b'{"jsonrpc":"2.0","id":"s","method":"state"}'
    client.send(state + b"\n" + reset + b"\n" + state)
    messages = [client.receive() or {} for _ in range(4)]
    assert [message["id"] for message in messages] == ["s", "r", waiting, "s"]
    assert messages[0]["result"]["variant"] == "pig"
    assert messages[2]["error"]["code"] == -32005
    assert messages[3]["result"] is None


def test_alone(handheld: Handheld) -> None:
    """The advice tells expected turns in place of a chance: 12.545, one solution from outside."""
    handheld.new_game("pig", players=1)
    advice = handheld.call("advice")
    assert (advice["win"], advice["actions"], advice["measure"]) == (None, None, "turns")
    assert advice["expected"] == pytest.approx(12.545, abs=0.0005)
    assert advice["expected_actions"] == {"roll": advice["expected"]}
