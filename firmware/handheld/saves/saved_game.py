# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""The game in progress, kept after every action, so that it goes on after a power cut."""

# The journal holds `number seat seat …|position:` and then the actions as steps (see `moves`). A
# seat is a kind and, if it has a name of its own, `=name`. Choices of a shared roll are steps like
# all others, though nobody may see them yet.
#
# `number` is 0 for a game that does not count for statistics, else one more than the last game that
# did. These remember the number in the same write that counts the game, so whatever a power cut
# leaves of action, count and deletion, a game counts once: see `resume.is_there`, `App.finish`.

from shared_rules.game import ROLL

from .journal import GAME, STATISTICS
from .moves import NOT_COUNTED, encode

LONGEST = 860  # bytes; a longer game starts anew from its position


def add(journal, match, action, player, asked):
    """Keep an action that has been done; `asked` was the first player whose choice was awaited."""
    game = match.game
    if journal.size(GAME) > LONGEST and not game.over:
        from .resume import keep

        keep(journal, match)
    elif journal.size(GAME):
        faces = "".join([str(face) for face in game.dice]) if action == ROLL else ""
        journal.step(encode(action, faces, None if player == asked else player))


def count_no_more(journal):
    """From now on the game does not count for statistics."""
    if journal.size(GAME):
        journal.step(encode(NOT_COUNTED))


def tend(app):
    """The sector is due to be rewritten: do it if that puts no game at stake."""
    journal = app.journal
    # A game that goes on in memory alone can only win.
    if GAME in journal.waiting or not journal.size(GAME):
        rewrite(app)
    if not journal.saved:
        app.dirty = True  # the picture says so, every other second


def rewrite(app):
    """Rewrite the sector, if the power is known to last."""
    if app.board.power_good():
        from . import journal_rewrite

        if app.journal.size(STATISTICS):
            app.stats().keep()
        journal_rewrite.rewrite(app.journal, None, app.bridge.free_line)
        app.dirty = True
