"""Take back a person's newest hold, a choice that is not revealed yet, or a typed roll."""

# The rule is `shared_rules.reading.undo`; `Match.held` says who can. The dice do not change: the
# next roll has the number, and so the faces, that it had before.

from shared_rules.game import ROLL

from ..board import DOUBLE_MS, elapsed
from ..game.moves import UNDO
from ..game.parts import HUMAN
from .act import append


def undo(app, acted_ms=None):
    """Take back what can be; save it, tell the bridge, show the game.

    `acted_ms`: the time of the choice. The second press of a double tap does not take it back. Of a
    roll that was typed in ask for the faces again.
    """
    from shared_rules import reading

    match = app.match
    player, dice = match.held, len(match.game.dice)
    roll = player is None
    if roll:
        if not match.undoable():
            return
    elif acted_ms is not None and elapsed(app.now, acted_ms) < DOUBLE_MS and not app.test_mode:
        return
    game, match.record = reading.undo(match.game, match.record, player, roll)
    match.game, match.held = game, None
    if roll:
        match.dirty = True
        player = game.to_move()[0]
    else:
        for other in reading.undoable(game, match.record):
            if match.seats[other][0] == HUMAN:
                match.held = other
    append(app, UNDO, player if roll or game.SHARED_ROLL else None)
    event = {"player": player, "turn": game.turn, "scores": list(game.scores)}
    app.bridge.event("undo", event)
    app.show("play")
    if roll:
        app.screen.choose(ROLL, player, dice)
