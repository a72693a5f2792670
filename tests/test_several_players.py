# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""The perfect player against several opponents; the documents' tables of strength."""

import sys

import pytest

from handheld.game.parts import computer_player
from shared_rules.chance import Pcg32
from shared_rules.game import ROLL
from shared_rules.variants import new_game

SOURCE = Pcg32(1)


def game_at(scores, player, turn_total, **options):
    """Return a game of Pig in which the player must choose after a roll of 2."""
    game = new_game("pig", options, len(scores))
    game.turn = len(scores) + player + 1
    game.scores = list(scores)
    game.apply(ROLL, (2,))
    game.turn_total = turn_total
    return game


@pytest.mark.parametrize("end", ["first", "equal_turns"])
def test_the_tables_and_the_solver_choose_alike(end):
    pytest.importorskip("numba")
    from pocketpig.simulation.optimal import Optimal

    optimal, perfect = Optimal("pig", {"end": end}), computer_player("perfect")
    differ = 0
    for mine in range(0, 100, 9):
        for best in range(0, 100, 9):
            for total in range(14, 30, 3):
                game = game_at((mine, best, 5), 0, total, end=end)
                differ += perfect.choose(game, 0, SOURCE) != optimal.choose(game, 0, SOURCE)
                assert not perfect.fault and not perfect.exact
    # Holding and rolling may be equal within the precision of the table.
    assert differ <= 3


def test_one_who_is_past_the_target_must_be_beaten():
    game = game_at((90, 104, 5), 0, 12, end="equal_turns")
    perfect = computer_player("perfect")
    assert perfect.choose(game, 0, SOURCE)[0] == ROLL
    game.turn_total = 15
    assert perfect.choose(game, 0, SOURCE)[0] == "hold"


# -- the tables: the games played for them, and writing them --------------------------------------


@pytest.fixture
def tournament():
    pytest.importorskip("numba")
    from tests import tournament

    return tournament


@pytest.mark.parametrize("players, fields", [(3, 10 + 15), (4, 10 + 20), (6, 10 + 6)])
def test_every_rule_alone_and_every_set_of_good_ones(tournament, players, fields):
    """Sets of 2, 3 and 5 of six rules."""
    found = list(tournament.fields_of(players))
    assert len(found) == len(set(found)) == fields
    assert {len(others) for others in found} == {players - 1}


def test_a_lead_and_its_interval(tournament):
    """60 and 20 of 100 games won: the lead is 0.4, the variance 0.8 - 0.16."""
    from pocketpig.simulation.tally import Tally

    tally = Tally(3)
    tally.games = 100
    for player, won in enumerate((60, 20, 20)):
        tally.won[player, 0] = tally.squares[player, 0] = won
    lead, half = tally.lead(0, 1)
    assert lead == pytest.approx(0.4)
    assert half == pytest.approx(1.96 * 0.08, abs=1e-5)


def test_fields_of_one_tournament_are_separate_contests(tournament):
    import numpy as np

    from pocketpig.simulation import contest

    fields = tournament.play_fields("piglet", 3, 3000)
    assert [field.others for field in fields] == list(tournament.fields_of(3))
    for field in fields:
        assert field.tally.games == 3000
        assert np.sum(field.tally.won) == pytest.approx(3000)
    alone = contest("piglet", ["perfect", "hold25", "hold25"], 3000, 1).tally
    again = next(field for field in fields if field.others == ("hold25", "hold25")).tally
    assert again.overall(0)[0] == pytest.approx(alone.overall(0)[0], abs=0.05)


def test_a_table_is_written_between_its_marks(tournament, tmp_path, monkeypatch, capsys):
    document = tmp_path / "players.md"
    document.write_text("before\n<!-- levels -->\nold\n<!-- end of levels -->\nafter\n")
    monkeypatch.setattr(tournament, "DOCUMENT", document)
    table = (lambda variant: [f"| `{variant}` | 50 % |"], ("game", "share"), ("pig", "hog"))
    monkeypatch.setitem(tournament.TABLES, "levels", table)
    monkeypatch.setattr(sys, "argv", ["tournament", "levels", "--write"])
    tournament.main()
    lines = document.read_text().splitlines()
    assert lines[0] == "before" and lines[-1] == "after" and "old" not in lines
    assert lines[3:7] == [
        "| game | share |",
        "| --- | --- |",
        "| `pig` | 50 % |",
        "| `hog` | 50 % |",
    ]
    assert capsys.readouterr().out.splitlines() == lines[3:7]
    monkeypatch.setattr(sys, "argv", ["tournament", "levels", "pig", "--write"])
    with pytest.raises(SystemExit):
        tournament.main()
