"""Roll-off of two dice for who starts (Gran Cerdo rules; used for every variant)."""

DICE = 2


def leaders(rolls):
    """Return the indexes of the best of `rolls` (pairs of faces): sum, then higher die.

    If several, these roll again.
    """
    ranks = [(sum(faces), max(faces)) for faces in rolls]
    best = max(ranks)
    return [place for place, rank in enumerate(ranks) if rank == best]
