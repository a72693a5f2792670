"""Save the game in progress after every action, so that it goes on after a power cut."""

# The journal holds `number name,name,… `, the head of the record with the words about its dice but
# without the commitment and usual options, and then the actions as steps (see `moves`). Names like
# P1 are left out; `=` is "you", in any language. Choices of a shared roll are steps like all
# others, even while they are hidden.
#
# `number` is 0 for a game that does not count for statistics, else one more than that of the last
# counted game. The statistics store it in the same write that counts the game. So a finished game
# counts once, even if the power fails: see `resume.is_there`, `App.finish`.

from shared_rules.game import ROLL

from ..game.moves import NOT_COUNTED, code, encode
from ..saves.journal import GAME, STEP_CODES

LONGEST = 1360  # bytes; a longer game is saved anew from its present position


def append(journal, match, action, player, asked, rewrite):
    """Save the last action; `asked`: the player who was first to choose before it.

    `rewrite()` makes room in the journal.
    """
    game = match.game
    if (match.dirty or journal.size(GAME) > LONGEST) and not game.over:
        from ..begin.resume import save

        save(journal, match)
    elif journal.size(GAME) and match.fair and action == ROLL:
        journal.step(STEP_CODES[len(game.dice) - 1 :][:1])
    elif journal.size(GAME):
        faces = "".join([str(face) for face in game.dice]) if action == ROLL else ""
        journal.step(encode(action, faces, None if player == asked else player))
    if match.fair and not journal.saved and (game.over or action == ROLL):
        # After a power cut a roll would fall again; and at the end of a game its secret is told.
        if GAME in journal.waiting:
            rewrite()
        if GAME in journal.waiting:
            from ..begin.resume import mark_unsaved

            if mark_unsaved(journal):
                match.fair.commitment = ""


def count_no_more(journal):
    """Save that the game no longer counts for statistics."""
    if journal.size(GAME):
        journal.step(code(NOT_COUNTED))
