# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Whom a person plays like: the rivals' losses on the drive, and what people are told."""

import itertools

import pytest

from handheld import skill
from handheld.language import lines_of
from handheld.saves.journal_start import open_journal
from handheld.saves.moves_read import short
from handheld.stats import Stats
from host_sim.link.statistics import in_words
from host_sim.simulated.chips.nvm_flash import SimulatedStore
from host_sim.theory.levels import FILE, GAMES_OF, PLAYERS, Table, mean_losses
from shared_rules.players import KINDS
from tests.driven import Driven
from tests.levels_told import ORDER, Person, told
from tests.sampled import sampled

THINKING = 4000


def losses_of(variant):
    """Return {(player, opponent): tenths of a per cent} of the file."""
    rows = [[int(word) for word in line.split()] for line in lines_of("losses", variant)]
    assert [len(row) for row in rows] == [len(PLAYERS) - 1] * len(PLAYERS)
    return {
        (player, opponent): loss
        for opponent, row in zip(PLAYERS, rows)
        for player, loss in zip(PLAYERS[1:], row)
    }


class TestFile:
    def test_it_has_the_games_and_no_others(self):
        sections = [line[1:-1] for line in FILE.read_text("utf-8").splitlines() if line[0] == "["]
        assert sections == list(GAMES_OF)

    @pytest.mark.parametrize(
        "variant, pair",
        sampled(
            [
                (variant, pair)
                for variant in ("piglet", *GAMES_OF[:-1])
                for pair in itertools.combinations_with_replacement(PLAYERS, 2)
                if pair[1] != "perfect"
            ],
            50,
        ),
    )
    def test_playing_again_gives_the_same(self, variant, pair):
        """Other rules, other players or another solver make the file stale."""
        found = mean_losses(Table(variant, pair), pair)
        kept = losses_of(variant)
        if pair[0] == "perfect":
            assert found == [0, kept[pair[::-1]]]
        elif pair[0] != pair[1]:
            assert found == [kept[pair], kept[pair[::-1]]]
        else:
            assert kept[pair] in found

    @pytest.mark.parametrize("variant", GAMES_OF)
    def test_the_levels_are_in_order(self, variant):
        kept = losses_of(variant)
        for opponent in PLAYERS:
            row = [kept[player, opponent] for player in ORDER[:4]]
            assert row == sorted(row, reverse=True)

    @pytest.mark.parametrize("variant", GAMES_OF)
    def test_against_perfect_play_they_are_what_is_missing_to_one_half(self, variant):
        """Of the shares won of docs/players.md, from a million games."""
        text = FILE.parents[3].joinpath("docs/players.md").read_text("utf-8")
        row = text.split(f"\n| `{variant}` |")[1].split("\n")[0]
        shares = [float(cell.strip(" %")) for cell in row.strip(" |").split("|")]
        for player, share in zip(ORDER[:5], shares):
            # A thousand games: three standard errors.
            missing = 10 * (50 - share)
            assert abs(losses_of(variant)[player, "perfect"] - missing) < 4 + 0.12 * missing


class TestTold:
    def told(self, *games):
        """Return the report on games (variant, rival, loss in wins)."""
        person = Person()
        for game in games:
            person.play(*game)
        return skill.report(person)

    def test_too_few_games(self):
        games = [("pig", "medium", 0.02)] * (skill.FEWEST - 1)
        assert self.told(*games) == {"games": skill.FEWEST - 1, "kind": None}
        assert self.told(*games, ("pig", "medium", 0.02))["kind"] == "hard"

    def test_games_whose_losses_are_not_known_do_not_count(self):
        assert self.told(*[("skunk", "medium", 0.02)] * 20)["games"] == 0

    @pytest.mark.parametrize("rival", KINDS.split(" "))
    def test_each_game_is_compared_with_games_against_the_same_rival(self, rival):
        met = rival if rival in PLAYERS else {
            "keep_pace": "practical", "gambler": "medium", "banker": "easy", "hold20": "hard",
            "random": "careless",
        }[rival]  # fmt: skip
        for player in PLAYERS[1:]:
            loss = losses_of("pig")[player, met]
            found = self.told(*[("pig", rival, loss / 1000)] * 20)
            assert found["kind"] == player
            assert found["loss"] == pytest.approx(found["players"][player], abs=1e-4)
            assert found["players"]["perfect"] == 0

    def test_several_games_are_mixed_in_proportion(self):
        found = self.told(*[("pig", "hard", 0.0)] * 30, *[("big", "easy", 0.1)] * 10)
        assert found["games"] == 40 and found["loss"] == pytest.approx(0.025)
        pig, big = losses_of("pig")["medium", "hard"], losses_of("big")["medium", "easy"]
        expected = (30 * pig + 10 * big) / 40_000
        assert found["players"]["medium"] == pytest.approx(expected)

    def test_the_limits_are_those_of_a_mean_whose_variance_is_proportional_to_it(self):
        for loss in (0.0, 0.05):
            found = self.told(*[("pig", "hard", loss)] * 20)
            for limit in (found["min"], found["max"]):
                error = 1.96 * (0.13 * limit / 20) ** 0.5
                assert abs(limit - loss) == pytest.approx(error)

    @pytest.mark.parametrize("player", ORDER)
    def test_people_of_known_loss_are_told_their_own_level(self, player):
        found = told(player, 60, 60, ("pig",), ("hard",), (20, 100))
        assert found[20].near >= 0.9
        assert found[100].near == 1 and found[100].own >= 0.7 and found[100].inside >= 0.85


class TestKept:
    def test_the_latest_games_of_a_pair_weigh_more(self):
        person = Person()
        for loss in (0.1, 0.0):
            for _ in range(skill.MOST):
                person.play("pig", "hard", loss)
        games, lost = person.pairs["LG"]
        # At every hundredth game they are halved, so a quarter of the first hundred is left.
        assert games <= skill.MOST and lost / games == pytest.approx(100 / 4)

    def test_the_pair_with_the_fewest_games_makes_room(self):
        person = Person()
        kinds = KINDS.split(" ")
        for number in range(skill.PAIRS):
            for _ in range(2 if number != 5 else 1):
                person.play(GAMES_OF[number % 4], kinds[number // 4], 0.01)
        dropped = short(GAMES_OF[1]) + short(kinds[1])
        assert person.pairs[dropped] == (1, 10)
        person.play("hog", "random", 0.01)
        assert len(person.pairs) == skill.PAIRS and dropped not in person.pairs

    def test_they_survive_in_both_forms(self):
        journal = open_journal(SimulatedStore())
        stats = Stats(journal)
        for number in range(5):
            stats.judge(1000 * number, 20, 0, "LG" if number % 2 else "NF")
        stats.judge(3000, 20, 0)
        assert stats.pairs == {"LG": (2, 40), "NF": (3, 60)}
        assert Stats(journal).pairs == stats.pairs
        stats.save()
        assert Stats(journal).pairs == stats.pairs

    @pytest.mark.parametrize(
        "variant, options, kinds, counts",
        [
            ("pig", {}, ("human", "medium"), True),
            ("pig", {}, ("hold20", "human"), True),
            ("pig", {"target": 60}, ("human", "medium"), False),
            ("pig", {}, ("human", "human"), False),
            ("skunk", {}, ("human", "medium"), True),
        ],
    )
    def test_a_review_counts_one_person_alone_against_a_rival(
        self, variant, options, kinds, counts
    ):
        handheld = Driven(test_mode=False)
        seats = [(kind, f"P{place}") for place, kind in enumerate(kinds)]
        handheld.app.start_match(variant, options, seats, 0)
        for _ in range(3000):
            game = handheld.game
            if game.over:
                break
            human = handheld.app.match.human()
            if human is not None:
                held = "sit" if game.SHARED_ROLL else "hold"
                legal = game.legal_actions()
                choice = held if held in legal and game.turn_total > 1 else legal[0]
                handheld.app.act(choice, human)
            else:
                handheld.step()
        handheld.app.show("review", "result")
        for _ in range(THINKING):
            if not handheld.app.screen.thinks():
                break
            handheld.step()
        stats = handheld.app.stats()
        assert stats.totals["decisions"] > 0
        rival = next((kind for kind in kinds if kind != "human"), "")
        expected = {short(variant) + short(rival): (1, (stats.totals["loss"] + 50) // 100)}
        assert stats.pairs == (expected if counts else {})


class TestShown:
    def stats(self, games=30):
        handheld = Driven(test_mode=False)
        stats = handheld.app.stats()
        for _ in range(games):
            stats.judge(2000, 25, 0, "LF")
        stats.keep("pig<100", 20, "")  # so there is something to show
        stats.save()
        return handheld

    def page(self, handheld, title):
        handheld.app.show("statistics", "menu")
        for _ in range(handheld.app.screen.pages()):
            words = handheld.words()
            if title in words[0]:
                return words
            handheld.press("down")
        return []

    def test_on_the_panel(self):
        words = self.page(self.stats(), "Mistakes a game")
        assert words[1:6] == [
            "You play like LEO:", "2.0% (0.8–4.8%)", " MIA 7.9%", " LEO 2.8%", " SAM 0.8%",
        ]  # fmt: skip

    def test_too_few(self):
        text = " ".join(self.page(self.stats(3), "Mistakes a game"))
        assert "Too few games yet" in text and "3 of 10" in text

    def test_over_the_line_and_in_words(self):
        report = self.stats().app.stats().report()
        level = report["level_of_play"]
        assert (level["kind"], level["games"], level["loss"]) == ("hard", 30, pytest.approx(0.02))
        assert "plays like hard: 2.0 % a game (0.8 % to 4.8 %)" in in_words(report)
        few = self.stats(3).app.stats().report()
        assert not [line for line in in_words(few) if "plays like" in line]
