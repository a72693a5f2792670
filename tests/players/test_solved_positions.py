"""The device's chances, from its tables, are those that the solver gave for random positions."""

import pytest

from host_sim.cli import main
from shared_rules.chance import Pcg32
from shared_rules.players.tables.advice import advice
from tests.players.solved_positions import asked, read

SOLVED = read()


@pytest.mark.parametrize("variant", SOLVED)
def test_the_device_says_what_the_solver_said(variant, monkeypatch):
    chosen = []

    def note(player, game, who):
        chosen.append(player.choose(game, who, Pcg32(1)))
        return advice(player, game, who)

    monkeypatch.setattr("host_sim.commands.odds.advice", note)
    for words, actions in SOLVED[variant]:
        device = asked(*words)
        assert device["source"] == "perfect", words
        best = max(actions.values())
        near = 3e-3 if "sit" in actions else 1e-4  # both choose at once: the tables are coarser
        for action, worth in actions.items():
            if best - worth < 0.1:  # the tables hold less of what is far worse
                assert device["actions"][action] == pytest.approx(worth, abs=near), words
        assert best - actions[device["advice"]] <= 1e-5, words
        action, dice = chosen[-1]
        if "sit" not in actions:  # where it may be chosen at random
            assert best - actions[f"{action} {dice}" if dice else action] <= 1e-5, words


@pytest.mark.parametrize(
    "words, where",
    [
        ("fast --dice 3", "a turn with chosen dice"),
        ("hog --dice 3", "a turn with chosen dice"),
        ("hog --turn-total 9 --dice 3", ""),
        ("skunk --second", "end=equal_turns or end=rounds"),
        ("pig --second", "end=equal_turns or end=rounds"),
        ("pig --second --option end=equal_turns", ""),
        ("pig --round 3", "a game of rounds"),
        ("swine_herd --round 3", "a game of rounds"),
        ("skunk --round 3 --opponent-sits", ""),
        ("pig --round 3 --second --option end=rounds", ""),
        ("pig --opponent-sits", "games with a shared roll"),
    ],
)
def test_what_a_game_does_not_have_is_refused(words, where, capsys):
    assert main(["odds", *words.split()]) == (2 if where else 0)
    assert where in capsys.readouterr().err
