"""The line that helps through the first game, if that is Pig (the first one) with a rival."""

from shared_rules.variants import ids

from ..game.parts import HUMAN
from ..language import explain
from ..saves.journal import TUTORIAL

_ENOUGH = 20  # a turn total to hold at, see docs/players.md


def needed(app):
    """Return True if the match needs hints.

    Hints end with the first game, with the tutorial, or in the menu of the game.
    """
    kinds = [kind for kind, _ in app.match.seats]
    return app.match.game.ID == ids()[0] and len(kinds) == 2 and kinds.count(HUMAN) == 1


def end(app):
    """End the hints for good."""
    if not app.test_mode:
        app.journal.put(TUTORIAL, b"1")


def line(match):
    """Return what to say in this position."""
    game = match.game
    if game.over:
        return ""
    computer = match.computer()
    if computer is not None:
        if game.event == "bust" and not game.roll_number:
            return explain("hint_of_a_bust")
        return explain("hint_of_a_rival") % match.name(computer)
    total = game.turn_total
    if not game.roll_number:
        return explain("hint_to_begin")
    if game.options["end"] == "first" and game.goal() <= game.scores[match.human()] + total:
        return explain("hint_of_a_win")
    if total >= _ENOUGH:
        return explain("hint_to_hold")
    return explain("hint_to_go_on" if game.roll_number & 1 else "hint_to_take_care") % total


def draw(canvas, match):
    """Draw the line over the title."""
    text = line(match)
    if text:
        canvas.words[:] = [word for word in canvas.words if word[0] >= 8]
        canvas.fill_rect(0, 0, 128, 8, 0)
        canvas.text(0, 0, text)
