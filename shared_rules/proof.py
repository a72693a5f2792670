"""The words in a record's head about its dice, see docs/fair-dice.md."""

from .errors import BadText
from .fair_dice import NONE, FairDice

DIGITS = 32  # of a secret


def proof_words(fair, seats, roll, challenge=0, unproven=False):
    """Return the words of a proof before its seal, each behind a space.

    `seats`: the kinds of the players; `roll`: the number of the record's first roll.
    """
    commitment = FairDice(fair.secret).commitment  # known also where it is no longer told
    return " commitment=" + commitment + dice_words(fair, seats, roll, challenge, unproven)


def dice_words(fair, seats, roll, challenge=0, unproven=False):
    """Return these words without the commitment, which follows from the secret."""
    words = " secret=%s" % fair.secret
    if fair.addition != NONE:
        words += " addition=%s" % fair.addition
    if fair.rolloff:
        words += " rolloff=%s" % fair.rolloff
    if fair.again:
        words += " again=%d" % fair.again
    words += " roll=%d seats=%s" % (roll, ",".join(seats))
    if challenge:
        words += " challenge=%d" % challenge
    return words + (" unproven=1" if unproven else "")


def split_head(text):
    """Return (position, words): a record's head without the words about its dice; these by name."""
    from .reading import PROOF

    position, words = [], {}
    for word in text.split():
        name, _, value = word.partition("=")
        if " %s " % name in PROOF:
            words[name] = value
        else:
            position.append(word)
    return " ".join(position), words


def dice_of(words):
    """The `FairDice` that the words of a proof are about, None without a secret. Raises BadText."""
    if "secret" not in words:
        return None
    digits = words["secret"]
    numbers = [words.get("roll", ""), words.get("again", "0"), words.get("addition", "0")]
    numbers += words.get("rolloff", "0").split(",")
    good = len(digits) == DIGITS and not digits.strip("0123456789abcdef")
    if not good or [n for n in numbers if not n.isdigit() or len(n) > 9] or numbers[0] == "0":
        raise BadText("a kept game says how its dice came about")
    addition = words.get("addition", NONE)
    fair = FairDice(digits, addition, int(numbers[0]) - 1)
    fair.again = int(numbers[1])
    fair.rolloff = words.get("rolloff", "")
    if "unproven" in words:
        fair.commitment = ""
    return fair
