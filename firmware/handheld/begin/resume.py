# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Write the head of a saved game (see `saved_game`); resume games from saves and records."""

from binascii import hexlify, unhexlify

from shared_rules.errors import BadText
from shared_rules.game import HOLD, ROLL
from shared_rules.notation import ROOM_FOR_PROOF, VERSION, Record, position_text

from ..game.match import Match
from ..game.parts import HUMAN, NAME_CHARS, challenge_cup, load_fair_dice, own_dice, seats_of
from ..language import say
from ..memory import MOMENT, START, Within
from ..saves.journal import GAME
from ..saves.moves import FAIR, NOT_COUNTED, NOT_PROVEN, TYPED_IN, UNDO, code
from ..saves.moves_read import codes_of_record, decode, plain, short, spelled, whole

_fair_dice = load_fair_dice()

_YOU = "rival_name_human"
MOST_STEPS = 300  # bytes of actions that a newly saved game may have


def _is_number(word):
    return word.isdigit() and len(word) < 10


def _start(text, game):
    """Return the text of a position without what is usual, such as options at their defaults."""
    usual = ["%s=%s" % (name, default) for name, default, _ in game.OPTIONS]
    usual += [VERSION, "players=%d" % game.players, "first=%d" % 0]
    words = [word for word in text.split(" ") if word not in usual]
    return " ".join([short(words[0])] + words[1:])


def save(journal, match):
    """Save the match at its present position."""
    game, fair = match.game, match.fair
    words = [str(match.number)]
    for seat, unnamed in zip(match.seats, seats_of([kind for kind, _ in match.seats])):
        name = plain(seat[1][:NAME_CHARS])
        kind = "" if seat[0] == HUMAN else short(seat[0])
        if seat == (HUMAN, say(_YOU)):
            words.append("=")  # in whatever language the game goes on
        else:
            words.append(kind if seat == unnamed else kind + "=" + name)
    hidden = game.HIDDEN and position_text(game, True) != position_text(game)
    start, codes, rolls = match.record.start, b"", match.record.rolls
    if not hidden:
        codes = codes_of_record(match.record.tokens(), fair)
    if hidden or len(codes) > MOST_STEPS:
        start, codes, rolls = position_text(game, True), b"", 0
        if match.held is not None and not game.SHARED_ROLL:
            # It can still be taken back after a power cut.
            from shared_rules.reading import undo

            start, codes = position_text(undo(game, match.record, None)[0]), code(HOLD)
    value = b""
    if match.cup.typed:
        value = bytes((TYPED_IN,))
    if fair:
        value = bytes((FAIR,)) + unhexlify(fair.secret)
        word = str(fair.rolled - rolls)
        if fair.addition != _fair_dice.NONE:
            word += "+" + fair.addition
        if fair.again:
            word += "*%d" % fair.again
        if fair.rolloff:
            word += "." + fair.rolloff
        words.insert(1, word + ("" if fair.commitment else "!"))
    head = " ".join(words) + "|" + _start(start, game) + ":"
    match.dirty = False
    journal.put(GAME, value + head.encode() + codes)


def secret(value):
    """(the secret's digits or "", the rest) of the kept game."""
    if value[:1] == bytes((TYPED_IN,)):
        return "", value[1:]
    if value[:1] != bytes((FAIR,)):
        return "", value
    return str(hexlify(value[1:17]), "ascii"), value[17:]


def number(journal):
    """The number of the kept game, 0 where it has none."""
    word = secret(journal.get(GAME) or b"")[1].split(b" ")[0]
    return int(word) if _is_number(word) else 0


def last_counted(journal):
    """Return the number of the last game that was counted."""
    with Within(MOMENT):
        from ..saves.records import Records

        return Records(journal).number("counted")


def is_there(journal):
    """Return True if there is a game to resume; delete one that was counted: it is over."""
    if not journal.size(GAME):
        return False
    kept = number(journal)
    if kept and kept == last_counted(journal):
        journal.delete(GAME)
        return False
    return True


def mark_unproven(journal):
    """Mark the saved game as not proven: a computer could have read its secret."""
    value = journal.get(GAME) or b""
    if value[:1] == bytes((FAIR,)) and value[-1:] != code(NOT_PROVEN):
        journal.step(code(NOT_PROVEN))


def mark_unsaved(journal):
    """Mark the kept game as going on in memory; return False if the sector has no part of it."""
    value = journal.get(GAME) or b""
    # Of another game no dice fell since it was saved. Without an index, after an error of the
    # store, nobody knows what is in the sector.
    other = journal.index and (journal.stored(GAME) or b"")[:17] != value[:17]
    if value[:1] != bytes((FAIR,)) or other:
        return False
    journal.mark()
    mark_unproven(journal)
    return True


def discard(journal):
    """Abandon the saved game. If it counts, its secret must be erased: mark the sector."""
    journal.dirty = journal.dirty or is_there(journal) and number(journal) > 0


def dropped(journal):
    """Return how many secrets a new game drops with the kept one."""
    try:
        count, _, _, _, fair = parts(journal)
    except BadText:
        return 0
    return fair.again + 1 if fair and count >= 0 else 0


def parts(journal):
    """Return (number, seats, position text, codes, `FairDice` or None) of the saved game.

    Raises BadText, which does not tell the secret.
    """
    digits, value = secret(journal.get(GAME) or b"")
    head, _, rest = value.partition(b"|")
    start, _, codes = rest.partition(b":")
    if head + start and max(head + start) > 127:
        raise BadText("a kept game begins with ASCII")
    words = str(head, "ascii").split(" ")
    if not _is_number(words[0][words[0][:1] == "-" :]):
        raise BadText("a kept game begins with its number")
    count = int(words.pop(0))
    fair = None
    if digits:
        fair = dice(digits, words.pop(0) if words else "")
    try:
        seats = seats_of([whole(word.partition("=")[0]) or HUMAN for word in words])
        name, _, rest = str(start, "ascii").partition(" ")
        text = (whole(name) + " " + rest).strip()
    except ValueError:
        raise BadText("a kept game has a letter too many") from None
    for place, word in enumerate(words):
        name = word.partition("=")[2]
        if name:
            seats[place] = (seats[place][0], spelled(name))
        elif word == "=":
            seats[place] = (HUMAN, say(_YOU))
    if text.split(" ")[0] != VERSION:
        text = "%s %s players=%d" % (VERSION, text, len(seats))
    return count, seats, text, codes, fair


def dice(digits, word):
    """The `FairDice` of a secret that a word of the head is about."""
    rest, _, rolloff = word.rstrip("!").partition(".")
    rest, _, again = rest.partition("*")
    rolled, _, addition = rest.partition("+")
    if not (_is_number(rolled) and _is_number(again or "0")):
        raise BadText("a kept game says how many rolls there were")
    fair = _fair_dice.FairDice(digits, addition or _fair_dice.NONE, int(rolled))
    fair.again = int(again or 0)
    fair.rolloff = rolloff
    if word[-1:] == "!":
        fair.commitment = ""
    return fair


def kept_match(journal, cup):
    """Return the saved match, with this dice cup. Raises a RulesError if it cannot be read."""
    from shared_rules.reading import parse_position, undo, undoable

    count, seats, start, codes, fair = parts(journal)
    if journal.get(GAME)[:1] == bytes((TYPED_IN,)):
        cup = own_dice(cup)
    with Within(START):
        game = parse_position(start)  # it loads the variant
    record = Record(game, ROOM_FOR_PROOF if fair or cup.typed else 0)
    whole = True
    for action, faces, player in decode(codes, fair):
        if action == NOT_COUNTED:
            count = 0
        elif action == NOT_PROVEN:
            if fair:
                fair.commitment = ""
        elif action == UNDO:
            game, record = undo(game, record, player)
        elif action:
            if fair and action == ROLL:
                faces = fair.throw(game.FACES, faces)
                fair.rolled += 1
            record.append(game.apply(action, faces, player), game)
        else:
            whole = False
    if count < 0:
        cup = challenge_cup(cup)
    match = Match(game, seats, cup, record, fair)
    match.number = count
    if count < 0:
        cup.match = match
    for player in undoable(game, record):
        if seats[player][0] == HUMAN:
            match.held = player
    if not whole:
        # Later steps must not complete the one that was cut short.
        save(journal, match)
    return match


def match_of_record(cup, text):
    """Return a match of humans at the end of a record. Raises a RulesError."""
    from shared_rules.reading import replay

    with Within(START):
        game, record = replay(text)  # it loads the variant
    return Match(game, seats_of([HUMAN] * game.players), cup, record)
