# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Advice of the coach: from the tables of perfect play, else an estimate, else a rule of thumb."""

import os

from shared_rules.errors import UnknownStrategy

# The perfect player with its checked table, if it was loaded ahead.
_kept = []  # type: list


def has_odds(game, files):
    """Return True if the odds are known or can be estimated; `files`: module `table_file`."""
    if game.players == 1:
        return False
    if game.SHARED_ROLL or "target" not in game.options:
        try:
            from shared_rules.players.tables.table import table_name

            return game.players == 2 and bool(os.stat(files.FOLDER + table_name(game)))
        except (ImportError, OSError):
            return False
    return True


def from_tables(game, player, files, keep=False):
    """Generator; returns the perfect player's advice, or None. `keep`: the table stays open."""
    if game.players != 2:
        return None  # the tables are for two players
    if _kept:
        from shared_rules.players.tables.advice import advice

        answer = yield from advice(_kept[0], game, player)
        if "actions" in answer:
            return answer
        _kept.pop()  # the tables may have changed since
    # Loading a module takes 12 ms and more, so this is done in steps.
    yield None
    if not files.installed():
        return None
    try:
        perfect = files.perfect_player()
    except (ImportError, UnknownStrategy):
        return None
    yield None
    from shared_rules.players.tables.advice import advice

    yield None
    answer = yield from advice(perfect, game, player)
    if "actions" not in answer:
        return None
    if keep:
        _kept.append(perfect)
    return answer


def steps(game, player, source, files):
    """Generator; returns the advice as docs/protocol.md has it.

    It is from the tables of perfect play, else estimated; without an estimate it is only the
    practical player's choice.
    """
    if game.players == 1:
        from shared_rules.players.alone import advice

        return (yield from advice(game))
    answer = yield from from_tables(game, player, files)
    if answer:
        return answer
    if "target" in game.options and not game.SHARED_ROLL:
        from .estimate import Estimate

        chances = yield from Estimate(game).actions(game)
        # In a fixed order, so that ties give the same action everywhere.
        action = ""
        for name in sorted(chances):
            chances[name] = min(1.0, max(0.0, chances[name]))
            if not action or chances[name] > chances[action]:
                action = name
        return {
            "action": action,
            "win": chances[action],
            "actions": chances,
            "source": "approximate",
        }
    from shared_rules.players import make

    action = make("practical").choose(game, player, source)[0]
    return {"action": action, "source": "approximate"}
