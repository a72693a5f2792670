"""Taking back a hold or a hidden choice where a rival plays; presses.txt shows the others."""

from tests.support.targets import Bench


def test_a_rival_that_thinks_already_thinks_anew(handheld):
    handheld.start("hog", kinds=["human", "practical"])
    handheld.dice((6,))
    handheld.press("a", "b")
    match = handheld.app.match
    assert match.computer() == 1
    handheld.app.think(match.think())
    handheld.press("b")
    assert not handheld.app.job and match.human() == 0
    handheld.press("b")
    handheld.step(100)
    assert handheld.game.turn > 2 or handheld.game.roll_number


def test_the_event_of_a_hidden_choice_tells_nothing_of_it():
    seen = set()
    for action in ("sit", "stand"):
        bench = Bench(test_mode=True)
        bench.client.call("new_game", variant="skunk", players=[{"kind": "human"}] * 2)
        bench.client.call("dice", faces=[[6, 6]])
        bench.client.call("act", player=0, action="roll")
        bench.client.call("act", player=0, action=action)
        bench.client.call("subscribe", on=True)
        bench.client.call("press", button="b")
        assert bench.client.call("state")["to_move"] == [0, 1]
        events = [{**event, "dropped": 0} for event in bench.client.events]
        assert "button" not in {event["kind"] for event in events}
        assert {"kind": "undo", "player": 0, "turn": 1, "scores": [0, 0], "dropped": 0} in events
        seen.add(str(events) + bench.client.call("record")["text"])
    assert len(seen) == 1
