"""The perfect player's advice."""

from ...game import HOLD, ROLL
from .table import ONE


def worths(perfect, game, player):
    """Generator; returns ({action: worth}, mix or None, True if they are exact).

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
            if not game.SHARED_ROLL:
                from . import race as race

                yield None
                return (yield from _of_turn(perfect, game, player))
            from . import shared as shared

            yield None
            from . import shared_odds as rows
        yield None
        return (yield from rows.worths(perfect, game, player))
    except Exception as error:
        perfect.forget_table(game, error)
        return None


def _of_turn(perfect, game, player):
    """Generator like `worths`, in games of turns."""
    from .race import RacePosition

    allowed = game.dice_range()
    by_action = {}
    if allowed:
        by_action = {"roll %d" % n: 0 for n in range(allowed[0], allowed[1] + 1)}
    exact = True
    held = () if allowed else None
    # The most dice first: they need the most worths of holding, and the others the same ones.
    each = game.rolls() if allowed else ((None, perfect.outcomes_of(game)),)
    for n, outcomes in each:
        position = RacePosition(perfect.table, game, player)
        position.held = held
        yield None
        yield from position.work(outcomes, game.turn_total)
        held = position.held
        by_action["roll %d" % n if n else ROLL] = position.roll_worth
        exact = exact and position.exact
    if HOLD in game.legal_actions():
        by_action[HOLD] = position.hold_worth
    return by_action, None, exact


def advice(perfect, game, player):
    """Generator; returns the advice as the bridge's dict.

    Without a table it has neither "win" nor "actions".
    """
    worked_out = yield from worths(perfect, game, player)
    if worked_out is None:
        yield None
        from ..practical import Practical

        action = Practical().choose(game, player, None)[0]
        return {"action": action, "source": "approximate"}
    values, mix, exact = worked_out
    action = HOLD
    for name in sorted(mix or values):
        if action not in values or (mix or values)[name] > (mix or values)[action]:
            action = name
    answer = {
        "action": action,
        "win": values[action] / ONE,
        "actions": {name: values[name] / ONE for name in values},
        "source": "perfect" if exact and not perfect.near else "approximate",
    }
    if mix:
        answer["mix"] = mix
    return answer
