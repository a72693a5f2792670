# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Take back a person's newest hold, a choice that is not revealed yet, or a typed roll."""

# The rule is `shared_rules.reading.undo`; `Match.held` says who can. The dice do not change: the
# next roll has the number, and so the faces, that it had before.

from shared_rules.game import ROLL

from ..board import DOUBLE_MS, elapsed
from ..game.parts import HUMAN
from . import saved_game
from .moves import UNDO


def undo(app, acted_ms=None):
    """Take back what can be; save it, tell the bridge, show the game.

    `acted_ms`: the time of the choice. The second press of a double tap does not take it back.
    """
    from shared_rules import reading

    match = app.match
    player = match.held
    double = acted_ms is not None and elapsed(app.now, acted_ms) < DOUBLE_MS
    if player is None:
        return _take_back_roll(app)
    if double and not app.test_mode:
        return
    game, match.record = reading.undo(match.game, match.record, player)
    match.game = game
    match.held = match.thinking = None
    for other in reading.undoable(game, match.record):
        if match.seats[other][0] == HUMAN:
            match.held = other
    asked = None if game.SHARED_ROLL else player
    saved_game.append(app.journal, match, UNDO, player, asked, app.rewrite)
    _tell(app, player)
    app.show("play")


def _tell(app, player):
    game = app.match.game
    event = {"player": player, "turn": game.turn, "scores": list(game.scores)}
    app.bridge.event("undo", event)


def _take_back_roll(app):
    """Take back the newest roll if it was typed in, and ask for its faces again."""
    from shared_rules import reading

    match = app.match
    if not match.undoable():
        return
    dice = len(match.game.dice)
    match.game, match.record = reading.undo(match.game, match.record, None, True)
    match.thinking = None
    match.dirty = True
    player = match.game.to_move()[0]
    saved_game.append(app.journal, match, UNDO, player, None, app.rewrite)
    _tell(app, player)
    app.show("play")
    app.screen.choose(ROLL, player, dice)
