# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""What the coach says: from the tables of perfect play, else an estimate, else a rule of thumb."""

from shared_rules.errors import UnknownStrategy

from .table_file import installed, perfect_player


def has_odds(game):
    """True where the odds can be estimated; else they come from a table, or there are none."""
    return "target" in game.options and not game.SHARED_ROLL


def from_tables(game, player):
    """Generator: None while it takes thought, at last the perfect player's advice, or nothing."""
    if game.players > 2 or not installed():
        return  # more than two are not in the tables
    try:
        perfect = perfect_player()
    except UnknownStrategy:
        return
    for answer in perfect.advice(game, player):
        if answer is None or "actions" in answer:
            yield answer


def steps(game, player, source):
    """Generator: None while it takes thought, at last the advice as docs/protocol.md has it.

    From the tables of perfect play, else estimated; without an estimate it is the practical
    player's choice alone.
    """
    answer = None
    for answer in from_tables(game, player):
        yield answer
    if answer:
        return
    if has_odds(game):
        from .estimate import Estimate

        chances = None
        for chances in Estimate(game).actions(game):
            if chances is None:
                yield None
        # Names in a fixed order: the first of the best.
        action = ""
        for name in sorted(chances):
            chances[name] = min(1.0, max(0.0, chances[name]))
            if not action or chances[name] > chances[action]:
                action = name
        yield {
            "action": action,
            "win": chances[action],
            "actions": chances,
            "source": "approximate",
        }
    else:
        from shared_rules.players import make

        action = make("practical").choose(game, player, source)[0]
        yield {"action": action, "source": "approximate"}
