# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""The control methods: what each does, and every parameter that it refuses."""

import time

import pytest

from host_sim.client import BadParameters, IllegalAction, NoGame, NotSupported, TimedOut
from tests.targets import Bench

HUMANS = [{"kind": "human"}] * 2
A_GAME = {"variant": "pig", "players": HUMANS}


# --- refused parameters: method, parameters, words that the message must hold
REFUSED = [
    ("press", {}, "button up down a b"),
    ("press", {"button": "c"}, "button 'c' up down a b"),
    ("press", {"button": 2}, "button"),
    ("press", {"button": None}, "button"),
    ("press", {"button": "a", "ms": -1}, "ms -1 0"),
    ("press", {"button": "a", "ms": 10**9}, "ms"),
    ("press", {"button": "a", "ms": 1.5}, "ms"),
    ("press", {"button": "a", "ms": True}, "ms"),
    ("press", {"button": "a", "ms": "30"}, "ms"),
    ("press", {"button": "a", "count": 0}, "count 0 1"),
    ("press", {"button": "a", "count": 10**6}, "count"),
    ("press", {"button": "a", "times": 2}, "times button ms count"),
    ("down", {}, "button"),
    ("down", {"button": "x"}, "button"),
    ("down", {"button": "a", "ms": 1}, "ms button"),
    ("up", {}, "button"),
    ("up", {"button": "A"}, "button 'A'"),
    ("wait", {"timeout_ms": 1}, "screen"),
    ("wait", {"screen": "title"}, "timeout_ms"),
    ("wait", {"screen": 1, "timeout_ms": 1}, "screen"),
    ("wait", {"screen": "title", "timeout_ms": -1}, "timeout_ms -1"),
    ("wait", {"screen": "title", "timeout_ms": "1"}, "timeout_ms"),
    ("new_game", {"players": HUMANS}, "variant"),
    ("new_game", {"variant": "pig"}, "players"),
    ("new_game", {"variant": "chess", "players": HUMANS}, "variant 'chess' pig gran_cerdo"),
    ("new_game", {"variant": 1, "players": HUMANS}, "variant 1"),
    ("new_game", {"variant": "pig", "players": 2}, "players 2 list"),
    ("new_game", {"variant": "pig", "players": []}, "players 0 2 10"),
    ("new_game", {"variant": "pig", "players": HUMANS[:1]}, "players 1 2 10"),
    ("new_game", {"variant": "pig", "players": HUMANS * 6}, "players 12 2 10"),
    ("new_game", {"variant": "gran_cerdo", "players": [{"kind": "human"}] * 3}, "players 3 2"),
    ("new_game", {"variant": "pig", "players": ["human", "human"]}, "players[0]"),
    ("new_game", {"variant": "pig", "players": [{"kind": "human"}, {}]}, "players[1].kind"),
    ("new_game", {"variant": "pig", "players": [{"kind": 1}] * 2}, "players[0].kind 1"),
    (
        "new_game",
        {"variant": "pig", "players": [{"kind": "cheat"}] * 2},
        "players kind 'cheat' hold20 random human",
    ),
    ("new_game", {"variant": "pig", "players": [{"kind": "human", "name": 1}] * 2}, "name"),
    ("new_game", {"variant": "pig", "players": [{"kind": "human", "age": 1}] * 2}, "age kind name"),
    ("new_game", {**A_GAME, "first": 2}, "first 2 0 1"),
    ("new_game", {**A_GAME, "first": -1}, "first -1"),
    ("new_game", {**A_GAME, "first": True}, "first"),
    ("new_game", {"variant": "skunk", "players": HUMANS, "first": 1}, "first 1 0"),
    ("new_game", {**A_GAME, "options": []}, "options"),
    ("new_game", {**A_GAME, "options": {"target": 0}}, "target 0 1 1000"),
    ("new_game", {**A_GAME, "options": {"target": 1001}}, "target 1001"),
    ("new_game", {**A_GAME, "options": {"target": "100"}}, "target '100'"),
    ("new_game", {**A_GAME, "options": {"target": True}}, "target"),
    ("new_game", {**A_GAME, "options": {"end": "last"}}, "end 'last' first equal_turns"),
    ("new_game", {**A_GAME, "options": {"goal": 1}}, "goal target end"),
    ("new_game", {**A_GAME, "seed": 1}, "seed variant options players first"),
    ("act", {"action": "roll"}, "player"),
    ("act", {"player": 0}, "action"),
    ("act", {"player": "0", "action": "roll"}, "player '0'"),
    ("act", {"player": False, "action": "roll"}, "player"),
    ("act", {"player": -1, "action": "roll"}, "player -1"),
    ("act", {"player": 2, "action": "roll"}, "player 2 0 to 1"),
    ("act", {"player": 0, "action": 1}, "action 1"),
    ("act", {"player": 0, "action": "roll", "dice": 1}, "dice"),
    ("act", {"player": 0, "action": "roll", "dice": "1"}, "dice '1'"),
    ("act", {"player": 0, "action": "roll", "faces": [1]}, "faces player action dice"),
    ("dice", {}, "faces"),
    ("dice", {"faces": 6}, "faces"),
    ("dice", {"faces": [6]}, "faces 6"),
    ("dice", {"faces": [[]]}, "faces"),
    ("dice", {"faces": [[7]]}, "faces 7"),
    ("dice", {"faces": [[-1]]}, "faces -1"),
    ("dice", {"faces": [["6"]]}, "faces '6'"),
    ("dice", {"faces": [[True]]}, "faces"),
    ("dice", {"faces": [[1.0]]}, "faces"),
    ("dice", {"faces": [[1] * 41]}, "faces"),
    ("dice", {"faces": [[1]], "more": 1}, "more faces"),
    ("seed", {}, "seed"),
    ("seed", {"seed": -1}, "seed -1 0 4294967295"),
    ("seed", {"seed": 1 << 32}, "seed 4294967296 4294967295"),
    ("seed", {"seed": "1"}, "seed"),
    ("seed", {"seed": True}, "seed"),
    ("load", {}, "text"),
    ("load", {"text": 1}, "text 1"),
    ("load", {"text": ""}, "text pp1"),
    ("load", {"text": "pp1 chess"}, "text chess"),
    ("load", {"text": "pp1 pig : 7"}, "text 7"),
    ("load", {"text": "pp1 pig : h"}, "text h"),
    ("load", {"text": "pp1 pig scores=1"}, "text scores"),
    ("clock", {}, "advance_ms"),
    ("clock", {"advance_ms": -1}, "advance_ms -1 0"),
    ("clock", {"advance_ms": 1 << 29}, "advance_ms"),
    ("clock", {"advance_ms": 0.5}, "advance_ms"),
    ("reset", {}, "storage keep erase"),
    ("reset", {"storage": "all"}, "storage 'all' keep erase"),
    ("reset", {"storage": None}, "storage"),
]


@pytest.mark.parametrize("method, params, words", REFUSED, ids=lambda value: repr(value)[:70])
def test_refused_parameters(target, method, params, words):
    state = target.new_game("pig")
    with pytest.raises(BadParameters) as refused:
        target.call(method, **params)
    for word in words.split():
        assert word in refused.value.message
    assert target.call("state") == state


# --- buttons


def test_press(target):
    before = target.call("screen")
    answer = target.call("press", button="a")
    assert answer == {"frame_id": before["frame_id"] + 1, "screen": "menu"}
    assert target.call("screen")["frame_id"] == answer["frame_id"]


def test_press_several_times(target):
    target.press("a")
    once = target.call("press", button="down")
    assert once["screen"] == "menu"
    other = target.call("press", button="down", count=2, ms=0)
    assert other["frame_id"] > once["frame_id"]
    target.call("press", button="up", count=3)
    assert target.call("press", button="a")["screen"] == "play"


def test_press_lasts_as_long_as_it_says():
    bench = Bench()
    for ms in (0, 30, 500):
        bench.client.call("subscribe", on=True)
        start = bench.board.clock.now_us()
        bench.client.call("press", button="b", ms=ms)
        bench.client.call("subscribe", on=False)
        assert ms <= (bench.board.clock.now_us() - start) / 1000 <= ms + 50
        buttons = [e["down"] for e in bench.client.events if e["kind"] == "button"]
        assert buttons == [True, False]
        bench.client.events.clear()


def test_down_and_up(target):
    target.call("subscribe", on=True)
    down = target.call("down", button="a")
    assert down["screen"] == "menu"
    assert target.call("up", button="a") == down
    buttons = [(e["button"], e["down"]) for e in target.client.events if e["kind"] == "button"]
    assert buttons == [("a", True), ("a", False)]


def test_a_button_held_by_a_client_that_goes_is_let_go():
    bench = Bench()
    events = []
    handle = bench.app.handle
    bench.app.handle = lambda event: (events.append(event), handle(event))
    bench.client.call("down", button="b")
    bench.link.connected = False
    bench.step(3)
    assert events == [3, 7]


def test_through_the_menu_to_the_result(target):
    target.press("a", "a")
    assert target.call("screen")["id"] == "play"
    target.call("dice", faces=[[6]] * 17)
    target.call("press", button="a", count=17)
    assert target.call("state")["turn_total"] == 102
    target.press("b")
    state = target.call("state")
    assert state["over"] and state["winners"] == [0] and state["scores"] == [102, 0]
    if target.kind != "port":
        target.call("clock", advance_ms=5000)
    assert target.call("wait", screen="result", timeout_ms=10000)["screen"] == "result"


# --- waiting


def test_wait_for_what_is_shown(target):
    assert target.call("wait", screen="title", timeout_ms=0)["screen"] == "title"


def test_wait_in_vain(target):
    with pytest.raises(TimedOut) as refused:
        target.call("wait", screen="menu", timeout_ms=50)
    assert "menu" in str(refused.value) and "title" in str(refused.value)


def test_other_requests_go_on_while_some_wait(target):
    client = target.client
    waiting = [client.request("wait", screen="menu", timeout_ms=60000) for _ in range(4)]
    assert client.call("hello")["product"] == "pocketpig"
    press = client.request("press", button="a")
    answered = set()
    while len(answered) < 5:
        message = client.receive()
        assert message["result"]["screen"] == "menu"
        answered.add(message["id"])
    assert answered == {*waiting, press}


def test_a_fifth_wait_holds_up_what_follows(target):
    client = target.client
    waiting = [client.request("wait", screen="menu", timeout_ms=200) for _ in range(5)]
    state = client.request("state")
    numbers = [client.receive()["id"] for _ in range(6)]
    assert sorted(numbers) == [*waiting, state]
    assert numbers.index(waiting[4]) < numbers.index(state)


# --- games


def test_new_game(target):
    state = target.call(
        "new_game",
        variant="pig",
        options={"target": 50, "end": "equal_turns"},
        players=[{"kind": "human", "name": "Ann"}, {"kind": "human", "name": "Bo"}],
        first=1,
    )
    assert state["options"] == {"target": 50, "end": "equal_turns"}
    assert state["players"] == 2 and state["to_move"] == [1] and state["phase"] == "roll"
    screen = target.call("screen")
    assert screen["id"] == "play"
    assert any("Ann" in line for line in screen["lines"])
    assert any("Bo" in line for line in screen["lines"])


@pytest.mark.parametrize("players", [2, 10])
@pytest.mark.parametrize("variant", ["pig", "two_dice", "piglet"])
def test_a_whole_game_among_humans(target, variant, players):
    target.call("seed", seed=players)
    state = target.new_game(variant, players=players, target=9, first=players - 1)
    while not state["over"]:
        (player,) = state["to_move"]
        stop = state["scores"][player] + state["turn_total"] >= 9
        action = "hold" if stop and "hold" in state["legal"] else "roll"
        state = target.call("act", player=player, action=action)
    assert state["winners"] == [state["scores"].index(max(state["scores"]))]
    assert state["to_move"] == state["legal"] == []
    assert (state["turn_total"], state["roll_number"], state["dice_count"]) == (0, 0, None)
    assert state["phase"] == "over"


def test_computers_move_by_themselves(target):
    target.call("seed", seed=1)
    players = [{"kind": "hold20"}, {"kind": "human"}, {"kind": "random"}]
    state = target.call("new_game", variant="pig", players=players)
    assert state["to_move"] == [1] and state["turn"] == 2
    target.call("dice", faces=[[1]])
    state = target.call("act", player=1, action="roll")
    assert state["to_move"] == [1] and state["turn"] == 5


def test_computers_alone_play_to_the_end(target):
    state = target.call("new_game", variant="pig", players=[{"kind": "hold20"}] * 2)
    assert state["over"] and max(state["scores"]) >= 100
    assert target.call("record")["text"].startswith("pp1 pig")


def test_the_app_keeps_stepping_while_computers_move():
    bench = Bench()
    request = bench.client.request(
        "new_game", variant="pig", options={"target": 1000}, players=[{"kind": "hold20"}] * 2
    )
    bench.step()
    steps = 0
    while not bench.link.from_app:
        turn = bench.app.match.game.turn
        bench.step()
        assert bench.app.match.game.turn - turn <= 1
        steps += 1
    assert steps > 100
    assert bench.client.wait_for(request)["over"]
    assert bench.app.hurry is False


def test_a_game_replaces_the_one_before(target):
    target.new_game("pig")
    target.roll(5)
    assert target.new_game("two_dice")["variant"] == "two_dice"
    assert target.call("state")["turn_total"] == 0


def test_a_person_who_leaves_the_game_ends_the_waiting():
    bench = Bench()
    forever = [{"kind": "hold999"}, {"kind": "hold999"}]
    options = {"target": 1000, "end": "equal_turns"}
    request = bench.client.request("new_game", variant="pig", options=options, players=forever)
    bench.step(20)
    bench.board.press("down")
    bench.step(60)
    bench.board.release("down")
    state = bench.client.wait_for(request)
    assert not state["over"]
    assert bench.client.call("screen")["id"] == "pause"


# --- acting


def test_act(target):
    target.new_game("pig")
    state = target.roll(4)
    assert state["turn_total"] == 4 and state["legal"] == ["roll", "hold"]
    state = target.call("act", player=0, action="hold")
    assert state["scores"] == [4, 0] and state["to_move"] == [1]
    assert (state["turn_total"], state["roll_number"], state["dice"]) == (0, 0, [4])


@pytest.mark.parametrize(
    "player, action",
    [(0, "hold"), (1, "roll"), (1, "hold"), (0, "stand"), (0, ""), (0, "ROLL"), (0, "fly")],
)
def test_an_illegal_action(target, player, action):
    state = target.new_game("pig")
    with pytest.raises(IllegalAction) as refused:
        target.call("act", player=player, action=action)
    assert refused.value.data == {"legal": ["roll"], "to_move": [0]}
    assert target.call("state") == state


def test_nothing_is_legal_after_the_end(target):
    target.new_game("piglet", target=1)
    target.roll(1)
    over = target.call("act", player=0, action="hold")
    for action in ("roll", "hold"):
        with pytest.raises(IllegalAction) as refused:
            target.call("act", player=1, action=action)
        assert refused.value.data == {"legal": [], "to_move": []}
    assert target.call("state") == over


def test_act_without_a_game(target):
    with pytest.raises(NoGame):
        target.call("act", player=0, action="roll")


def test_act_shows_the_play_screen(target):
    target.new_game("pig")
    target.press("down")
    assert target.call("screen")["id"] == "pause"
    with pytest.raises(IllegalAction):
        target.call("act", player=0, action="hold")
    assert target.call("screen")["id"] == "pause"
    target.roll(3)
    assert target.call("screen")["id"] == "play"


def test_the_number_of_dice_where_it_is_chosen(target):
    state = target.new_game("hog")
    assert state["dice_range"] == [1, 10] and state["dice_count"] is None
    assert state["phase"] == "choose" and state["legal"] == ["roll"]
    for params in ({}, {"dice": 11}):
        with pytest.raises(BadParameters) as refused:
            target.call("act", player=0, action="roll", **params)
        assert "dice" in str(refused.value) and "1 to 10" in str(refused.value)
    with pytest.raises(BadParameters):
        target.call("act", player=0, action="roll", dice=0)
    state = target.roll(2, 3, 4, dice=3)
    assert state["turn_total"] == 9 and state["dice_count"] == 3
    assert "dice_range" not in state
    with pytest.raises(BadParameters) as refused:
        target.call("act", player=0, action="roll", dice=3)
    assert "dice" in str(refused.value)
    assert target.roll(2, 2, 2)["turn_total"] == 15


# --- dice


def test_scripted_dice_fall_in_order_and_then_chance_again(target):
    target.new_game("pig")
    assert target.call("dice", faces=[[2], [3]]) == {"queued": 2}
    assert target.call("dice", faces=[[4]]) == {"queued": 3}
    for face in (2, 3, 4):
        assert target.call("act", player=0, action="roll")["dice"] == [face]
    assert target.call("dice", faces=[[5]]) == {"queued": 1}
    assert target.call("dice", faces=[]) == {"queued": 0}
    faces = set()
    for seed in range(40):
        target.call("seed", seed=seed)
        target.new_game("pig")
        faces.update(target.call("act", player=0, action="roll")["dice"])
    assert faces == {1, 2, 3, 4, 5, 6}


@pytest.mark.parametrize("faces", [[0], [3, 4], [1, 2, 3]])
def test_faces_that_cannot_fall_are_refused_when_they_come_up(target, faces):
    state = target.new_game("pig")
    assert target.call("dice", faces=[faces, [5]]) == {"queued": 2}
    with pytest.raises(BadParameters):
        target.call("act", player=0, action="roll")
    assert target.call("state") == state
    assert target.call("act", player=0, action="roll")["dice"] == [5]


def test_a_refused_action_takes_nothing_from_the_queue(target):
    target.new_game("pig")
    target.call("dice", faces=[[5]])
    with pytest.raises(IllegalAction):
        target.call("act", player=1, action="roll")
    assert target.call("act", player=0, action="roll")["dice"] == [5]


def test_refused_faces_queue_nothing(target):
    with pytest.raises(BadParameters):
        target.call("dice", faces=[[5], [9]])
    assert target.call("dice", faces=[[1]]) == {"queued": 1}


def test_the_queue_is_bounded(target):
    with pytest.raises(BadParameters) as refused:
        for _ in range(10):
            target.call("dice", faces=[[1]] * 900)
    assert "full" in str(refused.value)


def test_dice_and_seed_come_before_a_game_and_survive_its_start(target):
    target.call("dice", faces=[[6], [1]])
    target.new_game("pig")
    assert target.call("act", player=0, action="roll")["dice"] == [6]
    target.new_game("pig")
    assert target.call("act", player=0, action="roll")["dice"] == [1]


def play(target, seed):
    """The record of a game between a computer and one who rolls twice."""
    target.call("seed", seed=seed)
    players = [{"kind": "human"}, {"kind": "random"}]
    state = target.call("new_game", variant="pig", players=players, options={"target": 40})
    while not state["over"]:
        action = "roll" if state["roll_number"] < 2 else "hold"
        state = target.call("act", player=0, action=action)
    return target.call("record")["text"]


def test_the_same_seed_gives_the_same_game(target):
    assert play(target, 12345) == play(target, 12345)
    assert play(target, 0) != play(target, 4294967295)


def test_a_roll_off_takes_one_roll_of_two_faces_a_player(target):
    target.call("dice", faces=[[3, 3], [6, 1], [4]])
    target.press("a", *["up"] * 7)  # the row of who starts, from the end of the menu
    target.press("a", "down", "a")
    target.press(*["down"] * 7, "a")
    assert target.call("screen")["id"] == "roll_off"
    target.press("a", "a", "a")
    assert target.call("screen")["id"] == "play"
    assert target.call("state")["to_move"] == [1]
    assert target.call("act", player=1, action="roll")["dice"] == [4]


# --- load


def test_load(target):
    state = target.call("load", text="pp1 pig players=3 first=1 target=30 : 5 6 h 1 3")
    assert state["scores"] == [0, 11, 0] and state["to_move"] == [0]
    assert state["turn_total"] == 3 and state["dice"] == [3]
    assert target.call("screen")["id"] == "play"
    assert target.call("act", player=0, action="hold")["scores"] == [3, 11, 0]


def test_load_a_finished_game(target):
    state = target.call("load", text="pp1 piglet target=2 : 1 1 h")
    assert state["over"] and state["winners"] == [0]


def test_load_with_white_space_and_defaults(target):
    assert target.call("load", text="  pp1  two_dice ")["options"]["double_one"] == "wipe"


# --- clock and reset


def test_clock(target):
    if target.kind == "port" and target.call("hello")["target"] == "device":
        with pytest.raises(NotSupported):
            target.call("clock", advance_ms=1000)
        return
    target.call("load", text="pp1 piglet target=1 : 1 h")
    assert target.call("screen")["id"] == "play"
    assert target.call("clock", advance_ms=10000)["advanced_ms"] == 10000
    assert target.call("wait", screen="result", timeout_ms=1000)["screen"] == "result"


def test_clock_where_time_is_real():
    bench = Bench()
    bench.board.advance_clock = lambda ms: False
    with pytest.raises(NotSupported):
        bench.client.call("clock", advance_ms=1)


def test_reset_answers_first_and_stays_in_test_mode(target):
    target.new_game("pig")
    target.call("subscribe", on=True)
    assert target.call("reset", storage="keep") == {"storage": "keep"}
    assert target.call("hello")["test_mode"] is True
    assert target.call("state") is None
    assert target.call("screen")["id"] == "title"
    target.client.events.clear()
    target.press("a")
    assert not target.client.events


def test_requests_behind_a_reset_are_for_the_new_app(target):
    target.new_game("pig")
    client = target.client
    waiting = client.request("wait", screen="menu", timeout_ms=60000)
    numbers = [client.request(*request) for request in (["state"], ["reset"], ["state"])]
    with pytest.raises(BadParameters):
        client.wait_for(numbers[1])
    assert client.wait_for(numbers[2])["variant"] == "pig"
    reset = b'{"jsonrpc":"2.0","id":"r","method":"reset","params":{"storage":"keep"}}'
    state = b'{"jsonrpc":"2.0","id":"s","method":"state"}'
    client.send(state + b"\n" + reset + b"\n" + state)
    messages = [client.receive() for _ in range(4)]
    assert [message["id"] for message in messages] == ["s", "r", waiting, "s"]
    assert messages[0]["result"]["variant"] == "pig"
    assert messages[2]["error"]["code"] == -32005
    assert messages[3]["result"] is None


def test_reset_keeps_or_erases_what_is_saved():
    bench = Bench()
    key = 63
    for storage, expected in (("keep", b"saved"), ("erase", None)):
        bench.app.journal.put(key, b"saved")
        bench.client.call("reset", storage=storage)
        bench.client.call("hello")
        assert bench.app.journal.get(key) == expected


def test_a_press_takes_its_time_on_a_real_clock(target):
    if target.kind == "in-process":
        pytest.skip("time stands still there")
    start = time.monotonic()
    target.call("press", button="b", ms=200)
    assert time.monotonic() - start < 2
