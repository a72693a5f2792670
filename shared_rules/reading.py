"""Positions and records read from text (see `notation` for the form), and undo."""

from .checks import quote
from .errors import BadDice, BadText, IllegalAction
from .game import HOLD, ROLL, SIT, STAND
from .notation import PIECE, VERSION, Record
from .variants import variant_class

LARGEST = 10**18
# Words of a position that belong to the proof of its dice, see `fair_dice`.
PROOF = " commitment secret addition roll rolloff again seats challenge unproven typed seal "


def _is_number(text):
    # Not str.isdigit: it accepts digits of other alphabets, and "²", which int() does not.
    return text != "" and not text.strip("0123456789")


def _read_int(name, text, least, most):
    digits = text[1:] if text[:1] == "-" else text
    if not _is_number(digits) or len(digits) > 19 or not least <= int(text) <= most:
        raise BadText("%s: %r is not a whole number from %d to %d" % (name, text, least, most))
    return int(text)


def _read(name, text, model, least):
    """Read `text` as a value of the type of `model`."""
    if isinstance(model, bool):
        return _read_int(name, text, 0, 1) == 1
    if isinstance(model, int):
        return _read_int(name, text, least, LARGEST)
    if isinstance(model, str):
        if text not in ("", STAND, SIT):
            raise BadText("%s: %r is no choice; allowed: stand, sit" % (name, text))
        return text
    items = text.split(",")
    if isinstance(model, tuple):
        return tuple([_read_int(name, item, 0, 9) for item in items])
    if len(items) != len(model):
        raise BadText("%s: %d values, not %d" % (name, len(items), len(model)))
    return [_read(name, item, model[0], least) for item in items]


def parse_position(text):
    """Return the game at the position `text` (see `position_text`); a proof in it says nothing.

    Raises BadText, or another RulesError for an unknown variant, option or value.
    """
    if not isinstance(text, str):
        raise BadText("a position is text, not %r" % (text,))
    words = text.split()
    if not words or words[0] != VERSION:
        raise BadText("a position begins with %r, not %s" % (VERSION, quote(text)))
    if len(words) < 2:
        raise BadText("no variant after %r" % VERSION)
    from .options import is_range  # not kept during a game

    variant = variant_class(words[1])
    pairs = {}
    for word in words[2:]:
        name, equals, value = word.partition("=")
        if not equals or name in pairs:
            raise BadText("%r: expected name=value, each name once" % word)
        pairs[name] = value
    options = {}
    for name, _, allowed in variant.OPTIONS:
        if name in pairs:
            value = pairs.pop(name)
            options[name] = _read_int(name, value, 0, LARGEST) if is_range(allowed) else value
    players = _read_int("players", pairs.pop("players", "2"), 0, LARGEST)
    first = _read_int("first", pairs.pop("first", "0"), 0, LARGEST)
    game = variant(options, players, first)
    for name in sorted(pairs):
        if " %s " % name in PROOF:
            continue
        if name not in game.FIELDS + game.HIDDEN:
            raise BadText("unknown field %r in a position of %s" % (name, game.ID))
        setattr(game, name, _read(name, pairs[name], getattr(game, name), game.LOWEST))
    _check_position(game)
    return game


def _check_position(game):
    """Raise BadText unless the fields of `game` fit together."""
    low, high = game.FACES
    least, most = game.dice_limits()
    rolled = game.roll_number > 0
    if game.turn < 1 or game.roll_number < 0:
        fault = "turn counts from 1, roll_number from 0"
    elif min(game.scores) < game.LOWEST:
        fault = "a score is below %d" % game.LOWEST
    elif [face for face in game.dice if not low <= face <= high]:
        fault = "dice show %d to %d" % (low, high)
    elif rolled and not game.dice:
        fault = "a roll was made, and no dice are given"
    elif game.dice and not least <= len(game.dice) <= most:
        fault = "%d dice, and a roll has %d to %d" % (len(game.dice), least, most)
    elif rolled and (not game.effect(game.dice).goes_on or game.banks_at_once()):
        fault = "the last roll ended its turn"
    elif not rolled and not game.may_begin():
        fault = "a turn total before the first roll of the turn"
    elif _closing_fault(game):
        fault = "closing and the scores disagree"
    elif game.over and (rolled or not game.is_last_turn()):
        fault = "the game cannot be over"
    elif not game.over and _ended_before(game):
        fault = "the game must be over"
    else:
        fault = game.fault()
    if fault:
        raise BadText("impossible position: " + fault)


def _ended_before(game):
    """True if the turn before this ended the game."""
    game.turn -= 1
    ended = game.is_last_turn()
    game.turn += 1
    # In a shared roll, who sits may have reached the target in this round.
    return ended and not (game.SHARED_ROLL and game.roll_number and game.goal())


def _closing_fault(game):
    """True if `closing` is no player who banked the target, or should be one."""
    if not game.closes():
        return game.closing != -1
    if not -1 <= game.closing < game.players:
        return True
    score = max(game.scores) if game.closing < 0 else game.scores[game.closing]
    return (game.closing >= 0) != (score >= game.goal())


def replay_token(game, token):
    """Apply one token of a record. Raises BadText, IllegalAction or BadDice."""
    if _is_number(token):
        game.apply(ROLL, [int(face) for face in token])
    elif token == "h":
        game.apply(HOLD)
    else:
        players = game.to_move()
        if len(token) != len(players) or not game.SHARED_ROLL:
            raise BadText("%r does not fit: %d players choose" % (token, len(players)))
        for player, letter in zip(players, token):
            if letter not in "ts":
                raise BadText("%r: expected t (stand) or s (sit)" % token)
            game.apply(SIT if letter == "s" else STAND, None, player)


def _words(text, at):
    """Yield the words of `text` from index `at` on."""
    # A list of all words of a long record would take 50 KB.
    rest = ""
    for place in range(at, len(text), PIECE):
        # The last word may continue in the next piece: split it off, with a mark at its end.
        words = (rest + text[place : place + PIECE] + "|").split()
        rest = words.pop()[:-1]
        for word in words:
            yield word
    if rest:
        yield rest


def replay(text):
    """Replay a record (or a position); return (game, record). Raises a RulesError."""
    if not isinstance(text, str):
        raise BadText("a record is text, not %r" % (text,))
    colon = text.find(":")
    end = colon if colon >= 0 else len(text)
    game = parse_position(text[:end])
    record = Record(game)
    for number, token in enumerate(_words(text, end + 1)):
        try:
            replay_token(game, token)
        except (BadDice, IllegalAction) as error:
            raise BadText("step %d %r: %s" % (number + 1, token, error)) from None
        record.append(token, game)
    return game, record


def undoable(game, record):
    """Return the players who can take back their newest choice.

    That is a hold, or a choice that is not revealed yet; not one that ended the game, and nothing
    once the next roll has fallen.
    """
    if game.SHARED_ROLL:
        return [player for player in range(game.players) if game.choices[player]]
    if game.over or record.pieces()[-1][-2:] != b" h":
        return []
    return [(game.first + game.turn - 2) % game.players]


def undo(game, record, player, roll=False):
    """Return (game, record) without the newest choice of `player`; None: of any player.

    `roll`: without the newest step, whatever it is. The record given stays as it was; so does the
    game, unless its rolls are shared. Raises IllegalAction.
    """
    players = undoable(game, record)
    if player is None and players:
        player = players[-1]
    if player not in players and not roll:
        message = "player %r has nothing to take back" % (player,)
        raise IllegalAction(message, game.legal_actions(), game.to_move())
    if game.SHARED_ROLL and not roll:
        game.choices[player] = ""
        return game, record
    game = parse_position(record.start)
    shorter = Record(game, record.room)
    last = ""
    for token in record.tokens():
        if last:
            replay_token(game, last)
            shorter.append(last, game)
        last = token
    return game, shorter
