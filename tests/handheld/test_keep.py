"""Achievements, badges, wins by rival, reviewed games and challenges."""

import pathlib

import pytest

from handheld import language
from handheld.begin.new_match import start_challenge
from handheld.begin.proof import text as record_text
from handheld.game.parts import HUMAN
from handheld.language import wrap
from handheld.records import achievements, stats
from handheld.records.account import count
from handheld.records.achievements import LEAST, NAMES
from handheld.records.records import Records
from handheld.records.stats import judge
from shared_rules import challenges
from shared_rules.notation import position_text
from shared_rules.players import KINDS
from shared_rules.variants import ids
from tests.support.driven import Driven
from tests.support.fair_records import judged
from tests.support.sampled import sampled

EARNED = NAMES.split(" ")
PAGES = pathlib.Path(language.FOLDER)


def switched_on(board=None):
    handheld = Driven(board, test_mode=False)
    handheld.set(motion="off")
    return handheld


@pytest.fixture
def handheld():
    return switched_on()


def report(handheld):
    return stats.report(handheld.app.journal)


class TestAchievements:
    def test_a_review_without_a_mistake(self, handheld):
        records = Records(handheld.app.journal)
        judge(records, 49, 9)
        judge(records, 50, 30)
        records.save()
        assert report(handheld)["achievements"] == []
        judge(records, 49, 10)
        records.save()
        assert report(handheld)["achievements"] == ["sound_choices"]

    @pytest.mark.parametrize("code", language.CODES)
    def test_a_line_for_each_that_fits(self, code):
        language.load(code)
        for place in range(len(EARNED)):
            name, how = achievements.texts(place)
            assert len(name) <= 15 and len(wrap(how)) <= 2, (name, how)
            assert max(map(len, wrap(how))) <= 21
        line = PAGES.joinpath(code, "feats.txt").read_text("utf-8").splitlines()
        assert len(line) == 1 + len(EARNED)
        assert (LEAST[7], LEAST[9]) == (len(ids()), len(KINDS.split(" ")))
        assert len(wrap(language.say("badge_of_rival"))) == 1
        language.load("en")


class TestBestResults:
    def test_the_most_victory_points_and_who_had_them(self, handheld):
        """By hand: most truffles 5, every 50 1, and 3 for equal longest rounds."""
        journal = handheld.app.journal
        handheld.start("gran_cerdo", kinds=[HUMAN, "easy"])
        match = handheld.app.match
        match.game.over = True
        for number, name, scores, best in (
            (1, "YOU", [100, 50], (10, "")),  # 5 + 2 + 3
            (2, "Ñ B", [160, 50], (11, "Ñ B")),
            (3, "YOU", [160, 50], (11, "Ñ B")),  # the first of equals
            (4, "YOU", [100, 500], (11, "Ñ B")),  # a rival's do not count
        ):
            match.number, match.game.scores = number, scores
            match.seats = [(HUMAN, name), match.seats[1]]
            count(journal, match)
            expected = {"gran_cerdo>": dict(zip(("result", "name"), best))}
            assert report(handheld)["best_results"] == expected


def to_the_end(handheld, most=20, cut=lambda handheld: handheld):
    """Play until the game is over; the human stops at `most`. Return the last handheld.

    `cut(handheld)` is what goes on before each action.
    """
    while not handheld.game.over:
        handheld = cut(handheld)
        game, player = handheld.game, handheld.app.match.human()
        if player is None:
            before = position_text(game, True)
            while position_text(game, True) == before:
                handheld.step(ms=2000)
            continue
        legal = game.legal_actions()
        stops = game.turn_total >= most and not {"hold", "sit"}.isdisjoint(legal)
        goes_on = "stand" if "stand" in legal else "roll"
        action = ("sit" if "sit" in legal else "hold") if stops else goes_on
        dice = game.dice_range() and game.dice_range()[0]
        handheld.app.act(action, player, dice or None)
    return handheld


class TestChallenges:
    # One of each game, found by trying numbers.
    @staticmethod
    def of(variant):
        return next(n for n in range(1, 1000) if challenges.setup(n)[0] == variant)

    @pytest.mark.parametrize("variant", sampled([[name] for name in ids()], 3))
    def test_the_same_game_for_everybody(self, variant):
        """Of another chip's noise, and with power cuts before the first actions."""
        number = self.of(variant)

        def power_cut(handheld):
            if handheld.game.turn > 2:
                return handheld
            again = switched_on(handheld.board)
            again.press("a")
            assert again.app.match.number == -number
            return again

        records = set()
        for seed, cut in enumerate((lambda handheld: handheld, power_cut)):
            handheld = switched_on()
            handheld.board.entropy = lambda n, seed=seed: bytes([seed] * n)
            start_challenge(handheld.app, number)
            records.add(record_text(to_the_end(handheld, cut=cut).app.match))
        (record,) = records
        assert f" challenge={number} unproven=1 seal=" in record
        verdict = judged(record)
        assert (verdict.kind, verdict.facts["challenge"]) == ("nothing", number)
        assert "dice of a challenge" in verdict.found
