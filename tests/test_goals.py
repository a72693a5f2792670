# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Something for tomorrow: a goal on the title, the next challenge in the menu; both can be off."""

import pytest

from handheld import feats, language
from handheld.saves.journal import FEATS, STATISTICS
from handheld.screens import menu
from shared_rules.challenges import LARGEST
from shared_rules.players import KINDS
from tests.driven import Driven

EVERY_RIVAL = (1 << len(KINDS.split(" "))) - 1
EVERY_MEDAL = (1 << len(feats.NAMES.split(" "))) - 1


def switched_on(games=0, rivals=0, medals=0, board=None, **settings):
    """Return a handheld after so many games; `rivals`, `medals`: bits of what is earned."""
    handheld = Driven(board, test_mode=False)
    journal = handheld.app.journal
    if games:
        journal.put(STATISTICS, b"%d 0 0 0 0 0 0 0 0 0\npig %d" % (games, games))
    saved = feats.Feats(journal)
    saved.earned = rivals << feats.BADGE | medals
    saved.save()
    for name, value in settings.items():
        handheld.app.settings[name] = value
    handheld.app.show("title")
    handheld.step(60)
    return handheld


def top(handheld):
    """Return what stands above the title."""
    return "" if handheld.words()[0].startswith("POCKET") else handheld.words()[0]


class TestTitle:
    def test_the_goal_comes_after_twenty_games(self):
        assert top(switched_on(19, 0b11)) == ""
        assert top(switched_on(20, 0b11)) == "Beaten 2/11"

    def test_games_that_were_added_since_count(self):
        handheld = switched_on(19, 1)
        handheld.app.journal.append(STATISTICS, b"\n=LwB9N123456 -120 C")
        handheld.app.show("title")
        handheld.step(60)
        assert top(handheld) == "Beaten 1/11"

    def test_then_the_medals_then_none(self):
        assert top(switched_on(50, EVERY_RIVAL, 0b101)) == "Medals 2/12"
        assert top(switched_on(50, EVERY_RIVAL, EVERY_MEDAL)) == ""

    def test_it_can_be_switched_off(self):
        assert top(switched_on(50, 1, goals_shown="off")) == ""

    def test_in_the_settings(self):
        handheld = switched_on(50, 1)
        handheld.app.show("settings")
        shown = {row[0]: row[2] for row in handheld.app.screen.rows()}
        assert shown["goals_shown"] == "on" and shown["pig_face"] == "off"
        handheld.choose("goals_shown")
        handheld.press("down", "a", "b", "b")
        handheld = Driven(handheld.board, test_mode=False)
        handheld.step(60)
        assert handheld.app.settings["goals_shown"] == "off" and top(handheld) == ""

    def test_a_warning_goes_before_it(self):
        handheld = switched_on(50, 1)
        handheld.app.journal.damaged = -1
        handheld.app.dirty = True
        assert "Save lost" in top(handheld)

    def test_it_saves_nothing(self):
        handheld = switched_on(50, 1)
        before = bytes(handheld.board.store.contents)
        handheld.app.show("title")
        handheld.step(60)
        assert bytes(handheld.board.store.contents) == before

    @pytest.mark.parametrize("code", language.CODES)
    def test_it_leaves_room_for_the_battery(self, code):
        language.load(code, True)
        for key in ("goal_of_rivals", "goal_of_medals"):
            assert len(language.say(key, 10, 12)) <= 12  # the charge begins at pixel 74
        language.load("en")


class TestNextChallenge:
    def played(self, *results, day=0, **settings):
        """Return the menu after these challenges, (number, margin)."""
        handheld = switched_on(**settings)
        saved = feats.Feats(handheld.app.journal)
        saved.best, saved.day = list(results), day
        saved.save()
        handheld.app.show("menu")
        return handheld

    def row(self, handheld):
        """Return the text of the last row."""
        return handheld.app.screen.rows()[-1][1]

    def test_the_number_without_challenges(self):
        handheld = switched_on()
        handheld.app.journal.put(FEATS, feats._NEW)
        assert handheld.app.journal.size(FEATS) == menu.NO_CHALLENGES

    def test_no_challenge_yet(self):
        assert self.row(self.played()) == "More"

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
    def test_the_challenge_after_the_last_one(self, results, day, number):
        handheld = self.played(*results, day=day)
        assert self.row(handheld) == "Next challenge"
        handheld.choose("challenge")
        assert handheld.screen == "challenge" and number in handheld.words()
        handheld.press("b")
        assert handheld.screen == "menu"
        assert handheld.app.screen.rows()[handheld.app.screen.at][0] == "challenge"

    def test_number_0_is_none(self):
        handheld = self.played((42, 3))
        handheld.app.show("challenge", "menu", 100000)
        handheld.press("down", *"aaaaa")
        assert handheld.words() == ["Challenge", "000000", "B  Back  ▲▼"]
        handheld.press("a", "up")
        assert handheld.screen == "challenge" and "Play" in handheld.words()[-1]

    def test_where_the_date_is_known_it_is_the_game_of_the_day(self):
        handheld = self.played((42, 3))
        handheld.board.today = 261122
        assert self.row(handheld) == "Game of the day"

    def test_it_can_be_switched_off(self):
        assert self.row(self.played((42, 3), goals_shown="off")) == "More"
