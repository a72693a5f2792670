"""Checks of `Game.apply`."""

from .errors import BadDice, IllegalAction

DICE = (1, 40)  # of a roll whose number of dice the player chooses


def quote(value):
    """Return `value` as text for a message."""
    if isinstance(value, (dict, list)):
        # Its JSON may be large and deeply nested.
        return "a list" if isinstance(value, list) else "an object"
    if isinstance(value, str) and len(value) > 60:
        return repr(value[:57]) + "..."
    return repr(value)


def is_count(value):
    """True for an int that is not a bool."""
    return isinstance(value, int) and not isinstance(value, bool)


def check_action(game, action, player, legal=None):
    """Raise IllegalAction unless `player` may do `action` now.

    `legal`: the actions, if the caller has other names for them.
    """
    if legal is None:
        legal = game.legal_actions()
    to_move = game.to_move()
    if action in legal and player in to_move and is_count(player):
        return
    if game.over:
        message = "the game is over; no action is allowed"
    elif action in legal:
        others = ", ".join([str(p) for p in to_move])
        message = "player %r is not to move; to move: %s" % (player, others)
    else:
        message = "action %r is not legal now; legal: %s" % (action, ", ".join(legal))
    raise IllegalAction(message, legal, to_move)


def check_dice(game, dice):
    """Raise BadDice unless the next roll may be made with that many dice."""
    least, most = game.dice_range() or (game.dice_count(), game.dice_count())
    if not is_count(dice) or not least <= dice <= most:
        allowed = str(least) if least == most else "%d to %d" % (least, most)
        raise BadDice("dice: %r is not allowed; allowed: %s" % (dice, allowed))


def check_faces(game, faces):
    """Raise BadDice unless the next roll can show `faces`."""
    if not isinstance(faces, (list, tuple)):
        raise BadDice("faces: %r is not a list of faces" % (faces,))
    check_dice(game, len(faces))
    low, high = game.FACES
    for face in faces:
        if not is_count(face) or not low <= face <= high:
            raise BadDice("faces: %r cannot fall; allowed: %d to %d" % (face, low, high))
