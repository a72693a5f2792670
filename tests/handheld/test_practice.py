"""The practice mode: from which cost on it asks. presses.txt shows the question and its answers."""

import pytest

from shared_rules.thinking import answer_of
from tests.support.driven import Driven
from tests.tools.catalogue import in_state
from tests.tools.gallery import STATES, reach


@pytest.mark.parametrize(
    "limit, cost, asked",
    [(0, 0.5, False), (10, 0.04, False), (3, 0.029, False), (3, 0.030, True), (3, 0.031, True)],
)
def test_it_asks_from_exactly_the_limit_on(limit, cost, asked):
    def begin(handheld):
        handheld.set(practice=limit)
        reach(handheld, "load pp1 pig players=2 first=0 scores=20,95 : 6 6; 60")

    handheld = in_state(begin, "en")
    if limit:
        known = {"action": "roll", "actions": {"roll": 0.5, "hold": 0.5 - cost}}
        handheld.app.screen.practice.answer = known
    handheld.press("b")
    assert handheld.words()[0].startswith("That costs") is asked
    assert handheld.game.scores == [20 if asked else 32, 95]


def test_the_cost_is_that_of_the_advice():
    handheld = in_state(lambda handheld: reach(handheld, STATES["practice_asks"]), "en")
    advice = answer_of(handheld.app.match.advice(0))["actions"]
    cost = round(1000 * advice["roll"]) - round(1000 * advice["hold"])
    assert 30 <= cost < 40 and handheld.words()[0] == f"That costs {cost / 10:.1f}%"


def test_the_menu_offers_it_where_there_is_a_rival():
    handheld = Driven(test_mode=False)
    handheld.app.show("menu")
    for rivals in (0, 1):
        handheld.app.setup.choose_players(1, rivals)
        assert ("practice" in [row.key for row in handheld.app.screen.rows()]) == bool(rivals)
