"""Advice of the coach: from the tables of perfect play, else a rule of thumb."""

from . import table_file as files
from .parts import kept


def has_odds(game):
    if game.players == 1:
        return False
    from shared_rules.players.tables.table import nearest_table, table_name

    try:
        open(files.FOLDER + nearest_table(game, table_name(game)), "rb").close()
        return True
    except OSError:
        return False


def from_tables(game, player):
    """Generator; returns the perfect player's advice, None without a table. The table stays open.

    Without "actions" the table does not cover the position.
    """
    # It keeps the worths of a player alone in the same place.
    perfect = kept[0] if kept and hasattr(kept[0], "fault") else None
    while True:
        fresh = perfect is None
        # Loading a module takes 12 ms and more, so this is done in steps.
        yield None
        if fresh:
            if not files.installed():
                return None
            perfect = files.perfect_player()
            kept[:] = [perfect]
            yield None
        from shared_rules.players.tables.advice import advice

        yield None
        answer = yield from advice(perfect, game, player)
        if not perfect.fault:
            return answer
        kept.clear()
        if fresh:
            return None
        perfect = None  # the tables may have changed since


def steps(game, player, source):
    """Generator; returns the advice as docs/protocol.md has it.

    It is from the tables of perfect play. Without a table it is only the practical player's
    choice.
    """
    if game.players == 1:
        from shared_rules.players.alone import advice

        return (yield from advice(game, kept))
    answer = yield from from_tables(game, player)
    if answer:
        return answer
    yield None
    from shared_rules.players.practical import Practical

    return {"action": Practical().choose(game, player, source)[0], "source": "approximate"}
