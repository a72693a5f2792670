# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""What a screen reader is told in place of the panel's signs."""

from handheld.language import say
from handheld.widgets.list_screen import ListScreen


def spoken(app):
    """Return the row of a list or the position of a game, for JSON; None: the panel's words do."""
    screen = app.screen
    if isinstance(screen, ListScreen):
        rows = screen.rows()  # type: ignore[attr-defined] # each subclass has it
        key, label, value = rows[screen.at]
        found = {"row": label if value is None else "%s %s" % (label, value)}
        found.update({"at": screen.at + 1, "of": len(rows), "line": screen.line(key)})
        return found
    mover = screen.mover() if screen.ID == "play" else None
    # While people hand it over, nothing is told but the words on the panel.
    if mover is None or getattr(screen, "waiting", False) or getattr(screen, "choice", ""):
        return None
    match = app.match
    game = match.game
    dice = screen.dice_number()
    return {
        "mover": match.name(mover),
        "waits": match.computer() is None,
        "scores": [(match.name(p), game.scores[p]) for p in range(game.players)],
        "faces": list(game.dice) if game.roll_number else [],
        "total": game.turn_total,
        "holding": game.scores[mover] + game.turn_total,
        "last": screen.last,
        "dice": dice and "%d %s" % (dice, say("dice" if dice > 1 else "die")),
    }
