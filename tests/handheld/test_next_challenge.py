"""The next challenge in the menu."""

import pytest

from shared_rules.challenges import LARGEST
from tests.support.driven import Driven
from tests.tools.gallery import fill


def played(*results, day=0):
    """Return the menu after these challenges, (number, margin)."""
    handheld = Driven(test_mode=False)
    fill(handheld.app.journal, {"challenges": list(results), "challenge_days": [(day, 1)]})
    handheld.app.show("menu")
    return handheld


def row(handheld):
    """Return the text of the last row."""
    return handheld.app.screen.rows()[-1].shown()[0]


@pytest.mark.parametrize(
    "results, day, number",
    [
        ([(42, 3)], 0, "000043"),
        ([(42, 3), (43, -1)], 0, "000044"),
        ([(43, 3), (42, -1)], 0, "000044"),  # 43 has been played
        ([(261231, 5)], 261231, "270101"),
        ([(261231, 5), (42, 1)], 261231, "270101"),  # days go before other numbers
        ([(LARGEST, 1)], 0, "000001"),
    ],
)
def test_the_challenge_after_the_last_one(results, day, number):
    handheld = played(*results, day=day)
    assert row(handheld) == "Next challenge"
    handheld.choose("challenge")
    assert handheld.screen == "challenge" and number in handheld.words()
    handheld.press("b")
    assert handheld.screen == "menu"
    assert handheld.app.screen.rows()[handheld.app.screen.at].key == "challenge"
