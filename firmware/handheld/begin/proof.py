"""Fair dice before and after a game: a new secret, and the record with its proof."""

from binascii import hexlify

from shared_rules import fair_dice


def fair_dice_of(app):
    """`FairDice` with a new secret; None where a tester has asked for dice, or none can be."""
    from .resume import dropped

    cup, journal = app.cup, app.journal
    if cup.forced or not fair_dice.hashlib:
        return None
    # Nobody knows the secret if any one of the sources is unknown. The place in the journal grows
    # with each save, so no two saved games have it in common. What is left of the hash stands for
    # the oldest presses: so no secret comes twice before a restart.
    place = "%d %d " % (journal.erases, journal.end)
    digest = fair_dice.sha256(
        b"pocketpig-1 draw ", cup.entropy(32), cup.pressed, place.encode(), app.board.noise()
    )
    cup.pressed = digest[16:] + cup.pressed[16:]
    dice = fair_dice.FairDice(str(hexlify(digest[:16]), "ascii"))
    if cup.unproven:
        dice.commitment = ""
    dice.again = max(cup.again, dropped(journal))
    cup.again = dice.again + 1
    return dice


def pieces(match):
    """The record in pieces of bytes; of a finished game with what proves its dice.

    See docs/fair-dice.md. The secret is told here alone.
    """
    fair, record = match.fair, match.record
    parts = record.pieces()
    if match.typed:
        parts[0] = (record.start + " typed=1 :").encode()
    if not (fair and match.game.over):
        return parts
    from shared_rules.proof import proof_words

    seats = [kind for kind, _ in match.seats]
    first = fair.rolled - record.rolls + 1
    number = max(0, -match.number)
    words = proof_words(fair, seats, first, number, not fair.commitment)
    parts[0] = record.start.encode()
    parts[1:1] = [words.encode(), b" :"]
    seal = fair_dice.sha256(b"pocketpig-1 record ", *parts)
    parts[2] = b" seal=" + hexlify(seal)[:16] + b" :"
    return parts


def text(match):
    """The record with its proof as one line."""
    return str(b"".join(pieces(match)), "ascii")
