"""The observing methods: what each returns, and what it hides."""

import json
from typing import Any

import pytest

from host_sim.testing.conformance import rows
from host_sim.testing.handheld import Handheld
from shared_rules import __version__
from shared_rules.variants import ids, new_game, variant_class

WITHOUT_PARAMETERS = (
    "hello", "variants", "state", "screen", "frame", "record", "stats", "memory",
)  # fmt: skip
# {method: good parameters}
CONTROL: dict[str, dict[str, Any]] = dict(rows("control"))


def test_hello(handheld: Handheld) -> None:
    hello = handheld.call("hello")
    assert hello["firmware"] == __version__
    simulated = handheld.kind in ("in-process", "sh1106", "tcp", "pty")
    assert hello["target"] == "simulator" or (hello["target"] == "device" and not simulated)
    assert isinstance(hello["board"], str) and isinstance(hello["interpreter"], str)
    assert hello["panel"] in ("ok", "missing")


def test_variants(handheld: Handheld) -> None:
    rows = handheld.call("variants")
    assert [row["id"] for row in rows] == ids()
    for row in rows:
        variant = variant_class(row["id"])
        assert row["name"] == variant.NAME
        limits = (variant.MIN_PLAYERS, variant.MAX_PLAYERS)
        assert (row["min_players"], row["max_players"]) == limits
        options = {name: {"default": default} for name, default, _ in variant.OPTIONS}
        for name, _, allowed in variant.OPTIONS:
            if "allowed" in row["options"][name]:
                options[name]["allowed"] = list(allowed)
            else:
                options[name]["min"], options[name]["max"] = allowed
        assert row["options"] == options


def test_state_at_the_start_of_every_game(handheld: Handheld) -> None:
    for variant in ids():
        expected = json.loads(json.dumps(new_game(variant).state()))
        state = handheld.new_game(variant)
        assert handheld.call("state") == state
        state.pop("commitment", None)
        assert state == expected


def test_screen(handheld: Handheld) -> None:
    first = handheld.call("screen")
    assert first["id"] == "title"
    assert "POCKET PIG" in first["lines"]
    assert handheld.call("screen") == first
    handheld.press("b")
    second = handheld.call("screen")
    assert handheld.call("press", button="down")["frame_id"] == second["frame_id"] + 1
    assert second["id"] == "menu" and second["frame_id"] > first["frame_id"]
    for screen in (first, second):
        assert set(screen) == {"id", "lines", "frame_id"}
        assert any("TEST" in line for line in screen["lines"])


def test_frame(handheld: Handheld) -> None:
    fields = handheld.call("frame")
    assert (fields["width"], fields["height"]) == (128, 64)
    assert 0 <= fields["contrast"] <= 255
    assert fields["inverted"] is False and fields["on"] is True
    title = handheld.client.frame()
    assert len(title) == 1024 and any(title)
    assert fields["frame_id"] == handheld.call("screen")["frame_id"]
    handheld.new_game("pig")
    before = handheld.client.frame()
    assert before != title
    handheld.client.notify("dice", faces=[[6]])
    handheld.client.notify("act", player=0, action="roll")
    assert handheld.client.frame() != before, "a picture is never stale"
    assert any("6" in line for line in handheld.call("screen")["lines"])


def test_a_record_is_never_longer_than_its_limit(handheld: Handheld) -> None:
    rolls = 1720
    text = "pp1 pig target=1000 players=2 first=0 :" + " 2" * rolls
    assert handheld.call("load", text=text)["turn_total"] == 2 * rolls
    handheld.call("dice", faces=[[2]] * 60)
    for more in range(1, 61):
        handheld.act(0, "roll")
        text = handheld.call("record")["text"]
        assert len(text) <= 3500, more
    assert handheld.call("load", text=text)["turn_total"] == 2 * (rolls + 60)


def test_stats_do_not_count_test_mode(handheld: Handheld) -> None:
    before = handheld.call("stats")
    assert set(before) == {
        "games", "variants", "streak", "best_streak", "best_turn", "biggest_bust", "luck", "rolls",
        "loss", "decisions", "gave", "faces", "coin", "against_rivals", "reviewed_games",
        "achievements", "badges_of_rivals", "best_of_challenges", "challenge_days", "best_results",
        "own_dice",
    }  # fmt: skip
    assert before["games"] == 0
    handheld.new_game("piglet", target=1)
    handheld.roll(1)
    assert handheld.call("act", player=0, action="hold")["over"]
    assert handheld.call("stats") == before


def test_events_come_only_after_subscribe(handheld: Handheld) -> None:
    handheld.press("b", "b")
    assert not handheld.client.events
    assert handheld.call("subscribe", on=True) == {"on": True}
    handheld.press("b")
    events = list(handheld.client.events)
    assert sorted(event["kind"] for event in events) == ["button", "button", "screen"]
    buttons = [(event["button"], event["down"]) for event in events if event["kind"] == "button"]
    assert buttons == [("b", True), ("b", False)]
    handheld.client.events.clear()
    assert handheld.call("subscribe", on=False) == {"on": False}
    handheld.press("b")
    assert not handheld.client.events


def test_events_of_a_game(handheld: Handheld) -> None:
    handheld.new_game("pig", target=10)
    handheld.call("subscribe", on=True)
    for player, faces in (0, (6, 1)), (1, (5,)), (0, (6, 4)):
        for face in faces:
            handheld.roll(face, player=player)
        if faces[-1] != 1:
            handheld.call("act", player=player, action="hold")
    handheld.call("subscribe", on=False)
    events = [e for e in handheld.client.events if e["kind"] in ("roll", "scores", "result")]
    assert events == rows("events")


def test_time_can_be_moved_on_a_simulator(handheld: Handheld) -> None:
    if not handheld.simulated:
        pytest.skip("time cannot be moved on a device")
    assert handheld.call("clock", advance_ms=1) == {"advanced_ms": 1}
