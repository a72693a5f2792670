"""Options of a variant: rows `(name, default, allowed)`."""

# `allowed` is a tuple of words, or a pair of integers: the least and the greatest value.

from .checks import is_count
from .errors import BadOption, BadPlayers

TARGET = ("target", 100, (1, 1000))
END = ("end", "first", ("first", "equal_turns", "one_more_turn", "rounds"))
ROUNDS = ("rounds", 10, (1, 50))  # of each player, with `end` "rounds"
ALONE = ("first", "rounds")  # the values of `end` that one player may choose


def is_range(allowed):
    """True if `allowed` is a pair of integers, False if it is a tuple of words."""
    return isinstance(allowed[0], int)


def _allowed_text(allowed):
    if is_range(allowed):
        return "%d to %d" % allowed
    return ", ".join(allowed)


def check_value(row, value):
    """Return `value` if the option row allows it, else raise BadOption."""
    name, _, allowed = row
    if is_range(allowed):
        good = is_count(value) and allowed[0] <= value <= allowed[1]
    else:
        good = isinstance(value, str) and value in allowed
    if not good:
        raise BadOption(
            "option %s: %r is not allowed; allowed: %s" % (name, value, _allowed_text(allowed))
        )
    return value


def stepped(value, allowed, step):
    """Return the value that up (`step` above 0) or down leads to: a number or word further."""
    if is_range(allowed):
        return min(allowed[1], max(allowed[0], value + step))
    return allowed[(allowed.index(value) + (-1 if step > 0 else 1)) % len(allowed)]


def fill(rows, given):
    """Return a dict of all options: those of `given`, else the defaults.

    Raises BadOption for an unknown name or a value out of range.
    """
    names = [row[0] for row in rows]
    for name in given:
        if name not in names:
            raise BadOption("unknown option %r; allowed: %s" % (name, ", ".join(names) or "none"))
    return {row[0]: check_value(row, given[row[0]] if row[0] in given else row[1]) for row in rows}


def check_alone(rows, options):
    """Raise BadPlayers unless one player may play with these options."""
    end = options.get("end")
    if end not in ALONE:
        allowed = [word for row in rows if row[0] == "end" for word in row[2] if word in ALONE]
        raise BadPlayers(
            "players: 1 is not allowed with end=%s; allowed: with end=%s"
            % (end, " or ".join(allowed))
        )
