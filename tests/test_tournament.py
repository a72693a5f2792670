# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""The documents' tables of strength: the games played for them, and writing them."""

import sys

import pytest

pytest.importorskip("numba")

import numpy as np

from host_sim.theory.simulation import contest, tournament
from host_sim.theory.tally import Tally


@pytest.mark.parametrize("players, fields", [(3, 10 + 15), (4, 10 + 20), (6, 10 + 6)])
def test_every_rule_alone_and_every_set_of_good_ones(players, fields):
    """Sets of 2, 3 and 5 of six rules."""
    found = list(tournament.fields_of(players))
    assert len(found) == len(set(found)) == fields
    assert {len(others) for others in found} == {players - 1}


def test_a_lead_and_its_interval():
    """60 and 20 of 100 games won: the lead is 0.4, the variance 0.8 - 0.16."""
    tally = Tally(3)
    tally.games = 100
    for player, won in enumerate((60, 20, 20)):
        tally.won[player, 0] = tally.squares[player, 0] = won
    lead, half = tally.lead(0, 1)
    assert lead == pytest.approx(0.4)
    assert half == pytest.approx(1.96 * 0.08, abs=1e-5)


def test_fields_of_one_tournament_are_separate_contests():
    fields = tournament.play_fields("piglet", 3, 3000)
    assert [field.others for field in fields] == list(tournament.fields_of(3))
    for field in fields:
        assert field.tally.games == 3000
        assert np.sum(field.tally.won) == pytest.approx(3000)
    alone = contest("piglet", ["perfect", "hold25", "hold25"], 3000, 1).tally
    again = next(field for field in fields if field.others == ("hold25", "hold25")).tally
    assert again.overall(0)[0] == pytest.approx(alone.overall(0)[0], abs=0.05)


def test_a_table_is_written_between_its_marks(tmp_path, monkeypatch, capsys):
    document = tmp_path / "players.md"
    document.write_text("before\n<!-- trio -->\nold\n<!-- end of trio -->\nafter\n")
    monkeypatch.setitem(tournament.DOCUMENTS, "trio", document)
    monkeypatch.setattr(tournament, "TRIO_TARGETS", (2,))
    monkeypatch.setattr(sys, "argv", ["tournament", "trio", "--write"])
    tournament.main()
    lines = document.read_text().splitlines()
    assert lines[0] == "before" and lines[-1] == "after" and "old" not in lines
    # At a target of 2 any roll but a 1 wins, so there is no choice.
    assert lines[5] == "| `pig` to 2 | 1.000 | 1.000 | 1.000 | 1.000 |"
    assert capsys.readouterr().out.splitlines() == lines[3:6]
    monkeypatch.setattr(sys, "argv", ["tournament", "trio", "pig", "--write"])
    with pytest.raises(SystemExit):
        tournament.main()
