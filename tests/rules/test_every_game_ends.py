"""Games between computer players end (docs/rules.md gives the rules that ensure it).

Tested are every pair and every three of the computer players, including perfect play; every word
of every option; and of numbers the smallest, the default and 2.5 times the default. `hold20`
stands for the family `hold N`: with a large N a player waits almost for ever (docs/rules.md).
"""

import itertools

import pytest

from handheld.game.parts import PERFECT, computer_player
from shared_rules.chance import Pcg32, fall
from shared_rules.game import ROLL
from shared_rules.players.by_name import names
from shared_rules.players.tables.table import table_name
from shared_rules.variants import ids, new_game, variant_class

PLAYERS = [*names(), PERFECT]
COIN = {"hold20": "hold3"}  # 20 heads in a row happen once in a million turns
SAMPLE = 50
MOST_ACTIONS = 10_000


def settings(variant):
    """Return option settings: every word; of a number the smallest, the default, 2.5 times that."""
    rows = [{}]
    for name, default, allowed in variant_class(variant).OPTIONS:
        values = allowed
        if isinstance(allowed[0], int):
            values = (allowed[0], default, min(allowed[1], default * 5 // 2))
        rows = [{**row, name: value} for row in rows for value in values]
    return rows


def fields(variant):
    """Return every two and, if the game allows, every three players, in every order."""
    players = [name if variant != "piglet" else COIN.get(name, name) for name in PLAYERS]
    for number in (2, 3):
        if number <= variant_class(variant).MAX_PLAYERS:
            yield from itertools.combinations_with_replacement(players, number)


def length_of(variant, options, field, seed):
    """Return the number of actions of one game."""
    source = Pcg32(seed)
    players = [computer_player(name) for name in field]
    game = new_game(variant, options, len(field))
    actions = 0
    while not game.over and actions <= MOST_ACTIONS:
        player = game.to_move()[0]
        action, dice = players[player].choose(game, player, source)
        faces = fall(source, game.FACES, dice or game.dice_count()) if action == ROLL else None
        # "": by its table; test_tables.py says which games have one.
        assert getattr(players[player], "fault", "") in ("", f"{table_name(game)}: missing")
        game.apply(action, faces, player)
        actions += 1
    assert game.over and game.winners()
    return actions


@pytest.mark.parametrize("variant", ids())
def test_a_sample_of_all_games_ends(variant):
    source = Pcg32(len(variant))
    rows, every = settings(variant), list(fields(variant))
    for seed in range(SAMPLE):
        options = rows[source.below(len(rows))]
        field = every[source.below(len(every))]
        assert length_of(variant, options, field, seed) <= MOST_ACTIONS, (options, field)


@pytest.mark.slow
@pytest.mark.parametrize("variant", ids())
def test_all_games_end(variant):
    for options in settings(variant):
        for seed, field in enumerate(fields(variant)):
            assert length_of(variant, options, field, seed) <= MOST_ACTIONS, (options, field)
