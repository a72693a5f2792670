"""What a match is made of: kinds of players, seats, the table of scores."""

HUMAN = "human"
TYPED = "typed"  # in place of the fair dice: people type in what fell
PERFECT = "perfect"
NAME_CHARS = 3
# The coach's perfect player with its table, whose check takes a tenth of a second and more, or the
# worths of the scores of a player alone, which take seconds.
kept = []  # type: list


def computer_player(name):
    if name == PERFECT:
        from .table_file import perfect_player

        return perfect_player()
    from shared_rules.players.by_name import make

    return make(name)


def seats_of(kinds):
    """Return seats (see `Match`) for kinds of players, named P1, P2, ..."""
    return [(kind, "P%d" % (place + 1)) for place, kind in enumerate(kinds)]
