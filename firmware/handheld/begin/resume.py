"""Save the game in progress, so that it goes on after a power cut; resume it."""

# The journal holds `number name,name,… `, the record with the words about its dice but without the
# commitment and usual options, `|`, and then the actions since as steps (see `moves`). Names like
# P1 are left out; `=` is "you", in any language. Choices of a shared roll are steps like all
# others, even while they are hidden.
#
# `number` is 0 for a game that does not count for statistics, else one more than that of the last
# counted game. The statistics store it in the same write that counts the game. So a finished game
# counts once, even if the power fails: see `is_there`, `App.finish`.

from shared_rules.errors import BadText
from shared_rules.game import ROLL
from shared_rules.notation import ROOM_FOR_PROOF, position_text

from ..game.match import Match
from ..game.moves import BY, CODES, END, FACES, NOT_COUNTED, NOT_PROVEN, NUMBERS, UNDO, WORDS, code
from ..game.parts import HUMAN, NAME_CHARS, seats_of
from ..language import say
from ..saves.journal import GAME

_YOU = "rival_name_human"
_DIGITS = 32  # of a secret
MOST_STEPS = 600  # bytes of actions that a newly saved game may have


def _is_number(word):
    return word.isdigit() and len(word) < 10


def _plain(name):
    """Return a player's name as it is saved, in ASCII; `parts` reads it."""
    plain = ""
    for char in name[:NAME_CHARS]:
        good = "0" <= char <= "9" or "A" <= char <= "Z" or "a" <= char <= "z"
        plain += char if good else "~" if char == "Ñ" else "_"
    return plain


def save(journal, match):
    """Save the match at its present position."""
    game, fair = match.game, match.fair
    kinds = [kind for kind, _ in match.seats]
    names = []
    for seat, unnamed in zip(match.seats, seats_of(kinds)):
        if seat == (HUMAN, say(_YOU)):
            names.append("=")  # in whatever language the game goes on
        else:
            names.append("" if seat == unnamed else _plain(seat[1]))
    hidden = game.HIDDEN and position_text(game, True) != position_text(game)
    start, steps = match.record.start, match.record.pieces()[1:]
    if hidden or sum([len(piece) for piece in steps]) > MOST_STEPS:
        start, steps = position_text(game, True), []
        if match.held is not None and not game.SHARED_ROLL:
            # It can still be taken back after a power cut.
            from shared_rules.reading import undo

            start, steps = position_text(undo(game, match.record, None)[0]), [b" h"]
    usual = ["%s=%s" % row[:2] for row in game.OPTIONS]
    start = " ".join([word for word in start.split(" ") if word not in usual])
    if fair:
        from shared_rules.proof import dice_words

        start += dice_words(fair, kinds, fair.rolled + 1, 0, not fair.commitment)
    else:
        start += " typed=1" * match.typed + " seats=" + ",".join(kinds)
    head = "%d %s %s :" % (match.number, ",".join(names), start)
    match.dirty = False
    journal.put(GAME, head.encode() + b"".join(steps) + b"|")


def _word(value, name):
    """Return what stands behind ` name=` in the value of a kept game, b"" without it."""
    head = (value or b"").partition(b":")[0]
    return head.partition(b" " + name + b"=")[2].partition(b" ")[0]


def _secret(value):
    """Return the digits of the secret in the value of a kept game, b"" if it has none."""
    return _word(value, b"secret")[:_DIGITS]


def number(journal):
    """The number of the kept game, 0 where it has none."""
    word = (journal.get(GAME) or b"").split(b" ")[0]
    return int(word) if _is_number(word) else 0


def last_counted(journal):
    """Return the number of the last game that was counted."""
    if journal.noted is None:
        from ..records.records import note

        note(journal)
    return journal.noted[0]


def is_there(journal):
    """Return True if there is a game to resume; delete one that was counted: it is over."""
    played = number(journal)
    if played and played == last_counted(journal):
        journal.delete(GAME)
    return bool(journal.size(GAME))


def mark_unproven(journal):
    """Mark the saved game as not proven: a computer could have read its secret."""
    value = journal.get(GAME)
    if _secret(value) and value[-1:] != code(NOT_PROVEN):
        journal.step(code(NOT_PROVEN))


def mark_unsaved(journal):
    """Mark the kept game as going on in memory; return False if the sector has no part of it."""
    digits = _secret(journal.get(GAME))
    # Of another game no dice fell since it was saved. Without an index, after an error of the
    # store, nobody knows what is in the sector.
    if not digits or journal.index and _secret(journal.stored(GAME)) != digits:
        return False
    journal.mark()
    mark_unproven(journal)
    return True


def discard(journal):
    """Abandon the saved game. If it counts, its secret must be erased: mark the sector."""
    journal.dirty = journal.dirty or 0 < number(journal) != last_counted(journal)


def dropped(journal):
    """Return how many secrets a new game drops with the kept one."""
    value = journal.get(GAME)
    again = _word(value, b"again") or b"0"
    counts = _secret(value) and value[:1] != b"-" and _is_number(again)
    return int(again) + 1 if counts else 0


def parts(journal):
    """Return (number, seats, record, codes, words of the proof) of the saved game.

    Raises BadText, which does not tell the secret.
    """
    text, _, codes = (journal.get(GAME) or b"").partition(b"|")
    if text and max(text) > 127:
        raise BadText("a kept game begins with ASCII")
    head, _, steps = str(text, "ascii").partition(":")
    count, _, head = head.partition(" ")
    names, _, head = head.partition(" ")
    if not _is_number(count[count[:1] == "-" :]):
        raise BadText("a kept game begins with its number")
    from shared_rules.proof import split_head

    position, words = split_head(head)
    seats = seats_of(words.get("seats", "").split(","))
    for place, name in enumerate(names.split(",")[: len(seats)]):
        if name == "=":
            seats[place] = (HUMAN, say(_YOU))
        elif name:
            seats[place] = (seats[place][0], name.replace("_", " ").replace("~", "Ñ"))
    return int(count), seats, position + " :" + steps, codes, words


def decode(codes, fair=False):
    """Yield (action, faces or None, player or None); ("", None, None) for a torn end.

    `fair`: the faces follow from a secret; their number is yielded instead. Raises BadText.
    """
    faces = []
    player = None
    asked = False  # the next code is a player
    for n in range(len(codes)):
        code = codes[n : n + 1]
        number, face, at = NUMBERS.find(code), FACES.find(code), CODES.find(code)
        word = WORDS[at] if at >= 0 else ""
        if asked:
            player = number
            asked = False
        elif fair and number >= 0:
            yield ROLL, number + 1, None
        elif face >= 0 and not fair:
            faces.append(face)
        elif word == END and faces:
            yield ROLL, faces, None
            faces = []
        elif word == BY:
            asked = True
        elif word:
            yield word, None, player
            player = None
        else:
            raise BadText("a kept game has a step of a newer version")
    if faces or asked or player is not None:
        yield "", None, None


def kept_match(journal, cup):
    """Return the saved match, with this dice cup. Raises a RulesError if it cannot be read."""
    from shared_rules.proof import dice_of
    from shared_rules.reading import replay, undo, undoable

    count, seats, text, codes, words = parts(journal)
    fair = dice_of(words)
    typed = "typed" in words and not fair
    game, record = replay(text)
    record.room = ROOM_FOR_PROOF if fair or typed else 0
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
    match = Match(game, seats, cup, record, fair, typed)
    match.number = count
    match.challenge = count < 0
    for player in undoable(game, record):
        if seats[player][0] == HUMAN:
            match.held = player
    if not whole:
        # Later steps must not complete the one that was cut short.
        save(journal, match)
    return match
