"""The names of variants and of players, and the table that a set-up saves."""

from shared_rules.players import KINDS, NAMES
from shared_rules.variants import ids, variant_class

from ..language import say, text_or
from ..saves.journal import INITIALS, SETUP
from .parts import HUMAN, NAME_CHARS

LETTERS = " ABCDEFGHIJKLMNÑOPQRSTUVWXYZ0123456789"
MEDIUM = "medium"
_HUMAN = "."
_LINE_CHARS = 21


def game_name(identifier):
    """Return the name of a variant: from the texts, else its NAME, else the identifier."""
    name = text_or(identifier, "")
    if not name:
        name = variant_class(identifier).NAME if identifier in ids() else identifier
    return name


def name(kind):
    """Return the name of a kind of player, else its letters; a person is "you"."""
    kinds = KINDS.split(" ")
    if kind in kinds:
        return NAMES.split(" ")[kinds.index(kind)]
    return text_or("rival_name_" + kind, kind[:NAME_CHARS])


def read_initials(journal):
    """Return the saved initials as a list, "" for a seat without; it ends at the last saved."""
    try:
        names = str(journal.get(INITIALS) or b"", "utf-8").split(",")
        for name in names:
            if len(name) > NAME_CHARS or [char for char in name if char not in LETTERS]:
                raise ValueError("no initials")
        return names
    except ValueError:
        journal.damaged = INITIALS
        return [""]


def named(kinds, initials):
    """Return the seats (see `Match`) of these kinds of players.

    A person has initials, else a number; a single person is "you". Rivals have names; further ones
    of a kind have a number for the last letter.
    """
    seats = []
    for place, kind in enumerate(kinds):
        if kind != HUMAN:
            word = name(kind)
            number = kinds[:place].count(kind) + 1
            if number > 1:
                number = str(number)
                word = word[: NAME_CHARS - len(number)] + number
        elif place < len(initials) and initials[place]:
            word = initials[place]
        else:
            word = name(HUMAN) if kinds.count(HUMAN) == 1 else "P%d" % (place + 1)
        seats.append((kind, word))
    return seats


def with_letter(name, place, step):
    """Return `name`, padded, with the letter at `place` changed by `step`."""
    padded = (name + " " * NAME_CHARS)[:NAME_CHARS]
    letter = LETTERS[(LETTERS.find(padded[place]) + step) % len(LETTERS)]
    return padded[:place] + letter + padded[place + 1 :]


# --- the table: who plays what


def title(identifier, kinds):
    """Return a game in a line, such as `Pig with ACE` or `Pig for 3`."""
    computers = [kind for kind in kinds if kind != HUMAN]
    if len(kinds) == 2 and len(computers) == 1:
        words = say("game_with_rival", game_name(identifier), name(computers[0]))
    elif len(kinds) == 1:
        words = say("game_of_one_player", game_name(identifier))
    else:
        words = say("game_for_people", game_name(identifier), len(kinds))
    return words[:_LINE_CHARS]


def text(identifier, kinds, words):
    """Return a set-up as text; `words`: the others of `read`."""
    all_kinds = KINDS.split(" ")
    letters = [chr(65 + all_kinds.index(kind)) if kind in all_kinds else _HUMAN for kind in kinds]
    return " ".join([identifier, "".join(letters)] + words)


def read(journal):
    """Return (identifier, kinds, other words) of the saved set-up.

    Without one: Pig with a medium rival. What is unknown in it is replaced and counts as damaged.
    """
    words = journal.text(SETUP).split(" ")
    identifier = words[0]
    if identifier not in ids() or not words[1:2] or not words[1]:
        if journal.size(SETUP):
            journal.damaged = SETUP
        return ids()[0], [HUMAN, MEDIUM], []
    all_kinds = KINDS.split(" ")
    kinds = []
    for letter in words[1]:
        if letter == _HUMAN:
            kinds.append(HUMAN)
        elif 65 <= ord(letter) < 65 + len(all_kinds):
            kinds.append(all_kinds[ord(letter) - 65])
        else:
            kinds.append(MEDIUM)
            journal.damaged = SETUP
    return identifier, kinds, words[2:]
