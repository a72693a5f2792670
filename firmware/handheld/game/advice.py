"""Advice of the coach: from the tables of perfect play, else a rule of thumb."""

from . import table_file as files
from .parts import kept


def has_odds(game):
    """Return True if a table has the odds, or nearly."""
    if game.players == 1:
        return False
    from shared_rules.players.tables.table import nearest_table, table_name

    try:
        open(files.FOLDER + nearest_table(game, table_name(game)), "rb").close()
        return True
    except OSError:
        return False


def steps(game, player):
    """Generator; returns the advice as docs/protocol.md has it. The table stays open.

    Without a table it is the practical player's choice. Without "actions" the table does not cover
    the position.
    """
    if game.players == 1:
        from shared_rules.players import alone

        return (yield from alone.advice(game, kept))
    # Loading a module takes 12 ms and more, so this is done in steps.
    yield None
    # The worths of a player alone are kept in the same place.
    if not (kept and hasattr(kept[0], "fault")):
        kept[:] = [files.perfect_player()]
    perfect = kept[0]
    yield None
    from shared_rules.players.tables import advice

    yield None
    opened = perfect.table
    answer = yield from advice.advice(perfect, game, player)
    if opened and perfect.fault:  # the tables may have changed since
        answer = yield from advice.advice(perfect, game, player)
    return answer
