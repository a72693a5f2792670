# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""The observing methods: what each tells, with and without test mode, and what stays hidden."""

import json

import pytest

from host_sim.client import BadParameters, IllegalAction, NoGame, NotSupported, TestModeOff
from shared_rules import __version__
from shared_rules.variants import ids, new_game, variant_class
from tests.targets import Bench

WITHOUT_PARAMETERS = (
    "hello", "variants", "state", "screen", "frame", "record", "stats", "memory",
)  # fmt: skip
CONTROL = {
    "press": {"button": "a"},
    "down": {"button": "a"},
    "up": {"button": "a"},
    "wait": {"screen": "title", "timeout_ms": 0},
    "new_game": {"variant": "pig", "players": [{"kind": "human"}] * 2},
    "act": {"player": 0, "action": "roll"},
    "dice": {"faces": [[6]]},
    "seed": {"seed": 1},
    "load": {"text": "pp1 pig : 6"},
    "clock": {"advance_ms": 1},
    "self_test": {"timeout_ms": 0},
    "reset": {"storage": "keep"},
}


def test_hello(target):
    hello = target.call("hello")
    assert hello["product"] == "pocketpig"
    assert hello["firmware"] == __version__
    assert hello["protocol"] == 1
    assert hello["target"] in ("simulator", "device")
    assert target.kind == "port" or hello["target"] == "simulator"
    assert isinstance(hello["board"], str) and isinstance(hello["interpreter"], str)
    assert hello["test_mode"] is True
    assert hello["display"] == {"width": 128, "height": 64}
    assert hello["buttons"] == ["up", "down", "a", "b"]
    assert hello["max_line"] == 4096
    assert hello["panel"] in ("ok", "missing")


def test_variants(target):
    rows = target.call("variants")
    assert [row["id"] for row in rows] == ids()
    for row in rows:
        variant = variant_class(row["id"])
        assert row["name"] == variant.NAME
        assert (row["min_players"], row["max_players"]) == (
            variant.MIN_PLAYERS,
            variant.MAX_PLAYERS,
        )
        assert set(row["options"]) == {option[0] for option in variant.OPTIONS}
        for name, default, allowed in variant.OPTIONS:
            option = row["options"][name]
            assert option["default"] == default
            if "allowed" in option:
                assert tuple(option["allowed"]) == allowed and set(option) == {"default", "allowed"}
            else:
                assert (option["min"], option["max"]) == allowed
                assert set(option) == {"default", "min", "max"}


def test_pig_among_the_variants(target):
    pig = next(row for row in target.call("variants") if row["id"] == "pig")
    assert pig == {
        "id": "pig",
        "name": "Pig",
        "min_players": 2,
        "max_players": 10,
        "options": {
            "target": {"default": 100, "min": 1, "max": 1000},
            "end": {"default": "first", "allowed": ["first", "equal_turns"]},
        },
    }


def test_state_before_any_game(target):
    assert target.call("state") is None


@pytest.mark.parametrize("variant", ids())
def test_state_at_the_start_of_every_game(target, variant):
    expected = json.loads(json.dumps(new_game(variant).state()))
    assert target.new_game(variant) == expected
    assert target.call("state") == expected


def test_state_has_every_field(target):
    target.new_game("two_dice", target=50)
    assert target.roll(4, 3) == {
        "variant": "two_dice",
        "options": {"double_one": "wipe", "target": 50, "end": "first"},
        "players": 2,
        "scores": [0, 0],
        "turn_total": 7,
        "dice": [4, 3],
        "dice_count": 2,
        "phase": "choose",
        "to_move": [0],
        "legal": ["roll", "hold"],
        "roll_number": 1,
        "turn": 1,
        "over": False,
        "winners": [],
    }


def test_screen(target):
    first = target.call("screen")
    assert first["id"] == "title"
    assert "POCKET PIG" in first["lines"]
    assert target.call("screen") == first
    target.press("a")
    second = target.call("screen")
    assert second["id"] == "menu" and second["frame_id"] > first["frame_id"]
    assert set(second) == {"id", "lines", "frame_id"}


def test_every_screen_shows_test_mode(target):
    for name in ("title", "menu"):
        screen = target.call("screen")
        assert screen["id"] == name
        assert any("TEST" in line for line in screen["lines"])
        target.press("a")


def test_frame(target):
    fields = target.call("frame")
    assert (fields["width"], fields["height"]) == (128, 64)
    assert 0 <= fields["contrast"] <= 255
    assert fields["inverted"] is False and fields["on"] is True
    title = target.client.frame()
    assert len(title) == 1024 and any(title)
    assert fields["frame_id"] == target.call("screen")["frame_id"]
    target.press("a")
    assert target.client.frame() != title


def test_the_frame_is_what_the_panel_shows():
    bench = Bench()
    bench.client.call("press", button="a")
    bench.step(50)
    frame = bench.client.frame()
    picture = bench.board.panel.picture()
    for y in range(64):
        assert [frame[y // 8 * 128 + x] >> y % 8 & 1 for x in range(128)] == list(picture[y])


def test_a_picture_is_never_stale(target):
    target.new_game("pig")
    before = target.client.frame()
    target.client.notify("dice", faces=[[6]])
    target.client.notify("act", player=0, action="roll")
    assert target.client.frame() != before
    assert any("6" in line for line in target.call("screen")["lines"])


def test_record(target):
    with pytest.raises(NoGame):
        target.call("record")
    target.new_game("pig", players=3, first=2, target=20)
    target.roll(6, player=2)
    target.roll(1, player=2)
    target.roll(5, player=0)
    state = target.call("act", player=0, action="hold")
    text = target.call("record")["text"]
    assert text == "pp1 pig target=20 end=first players=3 first=2 : 6 1 5 h"
    target.call("reset", storage="keep")
    assert target.call("load", text=text) == state
    assert target.call("record")["text"] == text


def test_a_record_is_never_longer_than_its_limit(target):
    target.new_game("pig", target=1000)
    for _ in range(4):
        target.call("dice", faces=[[2]] * 900)
        for _ in range(499):
            target.call("act", player=0, action="roll")
        target.call("dice", faces=[])
        text = target.call("record")["text"]
        assert len(text) <= 3500
    assert target.call("load", text=text)["turn_total"] == 4 * 499 * 2


def test_stats_do_not_count_test_mode(target):
    before = target.call("stats")
    assert before["games"] == 0
    target.new_game("piglet", target=1)
    target.roll(1)
    assert target.call("act", player=0, action="hold")["over"]
    assert target.call("stats") == before


def test_memory(target):
    memory = target.call("memory")
    assert set(memory) == {"free", "used"}
    assert all(value is None or value > 0 for value in memory.values())


def test_advice_is_of_the_player_to_move(target):
    with pytest.raises(NoGame):
        target.call("advice")
    target.new_game("pig")
    with pytest.raises(IllegalAction) as refused:
        target.call("advice", player=1)
    assert refused.value.data == {"legal": ["roll"], "to_move": [0]}
    with pytest.raises(BadParameters):
        target.call("advice", player="0")


def test_advice_without_perfect_play():
    bench = Bench()
    bench.client.call("new_game", **CONTROL["new_game"])
    if hasattr(bench.app, "advice"):
        pytest.skip("this firmware has perfect play")
    for params in ({}, {"player": 0}):
        with pytest.raises(NotSupported):
            bench.client.call("advice", **params)


def test_advice_comes_from_the_app():
    bench = Bench()
    bench.client.call("new_game", **CONTROL["new_game"])
    bench.app.advice = lambda player: {"action": "roll", "win": 0.5, "player": player}
    assert bench.client.call("advice") == {"action": "roll", "win": 0.5, "player": 0}


@pytest.mark.parametrize("method", WITHOUT_PARAMETERS)
def test_methods_without_parameters_refuse_any(target, method):
    with pytest.raises(BadParameters) as refused:
        target.call(method, nope=1)
    assert "nope" in str(refused.value) and "none" in str(refused.value)


@pytest.mark.parametrize("params", [{}, {"on": 1}, {"on": None}, {"on": True, "all": True}])
def test_subscribe_refuses(target, params):
    with pytest.raises(BadParameters):
        target.call("subscribe", **params)


# --- events


def test_events_come_only_after_subscribe(target):
    target.press("a", "b")
    target.call("hello")
    assert not target.client.events
    assert target.call("subscribe", on=True) == {"on": True}
    target.press("a")
    kinds = [event["kind"] for event in target.client.events]
    assert sorted(kinds) == ["button", "button", "screen"]
    target.client.events.clear()
    assert target.call("subscribe", on=False) == {"on": False}
    target.press("b")
    assert not target.client.events


def test_events_of_a_game(target):
    target.new_game("pig", target=10)
    target.call("subscribe", on=True)
    target.roll(6)
    target.roll(1)
    target.roll(5, player=1)
    target.call("act", player=1, action="hold")
    target.roll(6)
    target.roll(4)
    target.call("act", player=0, action="hold")
    target.call("subscribe", on=False)
    events = [e for e in target.client.events if e["kind"] in ("roll", "scores", "result")]
    assert events == [
        {"kind": "roll", "player": 0, "dice": [6], "effect": "add"},
        {"kind": "roll", "player": 0, "dice": [1], "effect": "bust"},
        {"kind": "roll", "player": 1, "dice": [5], "effect": "add"},
        {"kind": "scores", "turn": 2, "scores": [0, 5]},
        {"kind": "roll", "player": 0, "dice": [6], "effect": "add"},
        {"kind": "roll", "player": 0, "dice": [4], "effect": "add"},
        {"kind": "scores", "turn": 3, "scores": [10, 5]},
        {"kind": "result", "winners": [0], "scores": [10, 5]},
    ]


def test_a_panel_that_goes_and_comes_back_is_told():
    bench = Bench()
    bench.client.call("subscribe", on=True)
    bench.board.panel.present = False
    bench.step(2500)
    assert bench.client.call("hello")["panel"] == "missing"
    bench.board.panel.present = True
    bench.step(2500)
    assert bench.client.call("hello")["panel"] == "ok"
    missing = [e["missing"] for e in bench.client.events if e["kind"] == "panel"]
    assert missing == [True, False]


# --- who may do what


@pytest.mark.parametrize("method", CONTROL)
def test_control_needs_test_mode(method):
    bench = Bench(test_mode=False)
    with pytest.raises(TestModeOff):
        bench.client.call(method, **CONTROL[method])
    with pytest.raises(TestModeOff):
        bench.client.call(method, nonsense=True)
    assert bench.client.call("state") is None
    assert bench.client.call("screen")["id"] == "title"


@pytest.mark.parametrize("method", CONTROL)
def test_in_test_mode_each_of_them_works(target, method):
    if method == "act":
        target.new_game("pig")
    target.call(method, **CONTROL[method])


@pytest.mark.parametrize("method", WITHOUT_PARAMETERS)
def test_observing_works_without_test_mode(method):
    bench = Bench(test_mode=False)
    for button in ("a", "a"):
        bench.board.press(button)
        bench.step(60)
        bench.board.release(button)
        bench.step(60)
    assert bench.client.call("screen")["id"] == "play"
    bench.client.call(method)
    bench.client.call("subscribe", on=True)


def test_no_method_switches_test_mode_on():
    bench = Bench(test_mode=False)
    for method in WITHOUT_PARAMETERS:
        for params in ({"test_mode": True}, {"on": True}):
            with pytest.raises(BadParameters):
                bench.client.call(method, **params)
    assert bench.client.call("hello")["test_mode"] is False


def everything_observed(client):
    """All that an observer can read, as one text."""
    answers = [client.call(method) for method in WITHOUT_PARAMETERS]
    return json.dumps([answers, list(client.events)])


@pytest.mark.parametrize("variant", ["skunk", "swine_herd"])
def test_choices_stay_hidden_until_all_are_made(target, variant):
    faces = (3, 4) if variant == "skunk" else (3,)
    seen = []
    for choice in ("stand", "sit"):
        target.new_game(variant, players=3)
        target.roll(*faces)
        target.call("subscribe", on=True)
        target.client.events.clear()
        before = target.call("record")
        state = target.call("act", player=1, action=choice)
        assert state["to_move"] == [0, 2]
        assert state["scores"] == [0, 0, 0] and state["standing"] == [True] * 3
        assert target.call("record") == before
        seen.append((state, target.call("screen")["lines"], target.client.frame()))
        assert not [e for e in target.client.events if e["kind"] in ("roll", "scores")]
        target.call("subscribe", on=False)
    assert seen[0] == seen[1]


def test_an_observer_cannot_tell_what_falls_next():
    """The same whether the coming dice are ones or sixes, by queue or by seed."""
    seen = set()
    for method, params in (
        ("dice", {"faces": [[1], [1]]}),
        ("dice", {"faces": [[6], [6]]}),
        ("seed", {"seed": 1}),
        ("seed", {"seed": 4000000000}),
    ):
        bench = Bench()
        bench.client.call("subscribe", on=True)
        bench.client.call("new_game", **CONTROL["new_game"])
        bench.client.call(method, **params)
        bench.step(100)
        seen.add(everything_observed(bench.client))
    assert len(seen) == 1
