# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""The perfect player's advice."""

from ...game import HOLD
from .table import ONE


def worths(perfect, game, player):
    """Generator; returns ({action: worth}, mix or None).

    None if the table does not cover the position, or is bad (see `perfect.fault`).
    """
    if game.SHARED_ROLL and game.roll_number and game.must_roll():
        return None  # the tables are of choices, and all have made theirs
    try:
        yield from perfect.open(game)
        # Load one module at a time: each takes 15 ms on the device.
        yield None
        if perfect.table.section(b"n") and not game.SHARED_ROLL:
            from . import gran_cerdo as rows
        else:
            from . import turn as turn

            yield None
            if game.SHARED_ROLL:
                from . import shared as shared

                yield None
                from . import shared_odds as rows
            else:
                from . import race as race

                yield None
                from . import race_odds as rows
        yield None
        return (yield from rows.worths(perfect, game, player))
    except Exception as error:
        perfect.give_up(game, error)
        return None


def advice(perfect, game, player):
    """Generator; returns the advice as the bridge's dict.

    Without a table it has neither "win" nor "actions".
    """
    found = yield from worths(perfect, game, player)
    if found is None:
        from ..practical import Practical

        action = Practical().choose(game, player, None)[0]
        return {"action": action, "source": "approximate"}
    values, mix = found
    action = HOLD
    for name in sorted(mix or values):
        if action not in values or (mix or values)[name] > (mix or values)[action]:
            action = name
    answer = {
        "action": action,
        "win": values[action] / ONE,
        "actions": {name: values[name] / ONE for name in values},
        "source": "perfect" if perfect.exact else "approximate",
    }
    if mix:
        answer["mix"] = mix
    return answer
