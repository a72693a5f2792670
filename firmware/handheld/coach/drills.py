"""What drills save: people's dearest mistakes, and the results of series."""

# A mistake has 8 bytes:
#   0, 1  its cost in tenths of a per cent (10 bits), the series in which it was answered rightly
#         (2 bits), the variant by its place in `ids` (4 bits)
#   2     the options but `target` and `rounds`
#   3     the target, twice, plus 1 in the second turn of a round; without a target 20 times the
#         rounds, plus the turn from 0
#   4-6   own score, the rival's, turn total, each plus _ZERO
#   7     how many dice the turn rolls, twice, 0 before its first roll; plus 1 if the rival sits or
#         has banked the target

from shared_rules.errors import BadText
from shared_rules.notation import position_text
from shared_rules.variants import ids, variant_class

from ..records.records import MISTAKES

COUNT = 10  # positions of a series
RIGHT = 3  # series, after which a mistake goes
_ONE = 16  # a right answer, in byte 1
_WHOLE = 1000  # tenths of a per cent
_ZERO = 50
_TURNS = 20


def options_of(variant):
    """Return rows (name, allowed values) of the options in byte 2."""
    from shared_rules.options import is_range

    return [
        (name, list(range(allowed[0], allowed[1] + 1)) if is_range(allowed) else allowed)
        for name, _, allowed in variant.OPTIONS
        if name not in ("target", "rounds")
    ]


def pack(game, player, cost):
    """Return a mistake of `player` in a game of two; b"" if it needs more than 8 bytes."""
    code, scale = 0, 1
    for name, allowed in options_of(game):
        code += scale * allowed.index(game.options[name])
        scale *= len(allowed)
    where = _TURNS * game.options.get("rounds", 0) + game.turn - 1
    if game.goal():
        where = 2 * game.goal() + (game.turn - 1) % 2
    elif game.turn > _TURNS:
        return b""  # `where` is that of a game with more rounds
    other = 1 - player
    waits = not game.standing[other] if game.SHARED_ROLL else game.closing >= 0
    dice = len(game.dice) if game.roll_number else 0
    row = [cost >> 2, (cost & 3) << 6 | ids().index(game.ID), code, where]
    for points in (game.scores[player], game.scores[other], game.turn_total):
        row.append(points + _ZERO)
    row.append(2 * dice + waits)
    return bytes(row) if 0 <= min(row) and max(row) < 256 and row[1] & 63 < _ONE else b""


def unpack(data):
    """Return a game of two in the position of a mistake. Raises a RulesError."""
    variant = variant_class(ids()[data[1] % _ONE])
    code, where = data[2:4]
    options = {}
    for name, allowed in options_of(variant):
        options[name] = allowed[code % len(allowed)]
        code //= len(allowed)
    names = [row[0] for row in variant.OPTIONS]
    ends = "target" in names and options.get("end") != "rounds"
    size = 2 if ends else _TURNS
    if ends or "rounds" in names:
        options["target" if ends else "rounds"] = where // size
    game = variant(options)
    # Whoever began is player 0; all choose at once in shared rolls.
    turn = where % size
    mover = 0 if game.SHARED_ROLL else turn % 2
    game.turn = turn + 1
    points = [byte - _ZERO for byte in data[4:7]]
    game.scores[mover], game.scores[1 - mover], game.turn_total = points
    dice, waits = data[7] >> 1, data[7] & 1
    if game.SHARED_ROLL:
        game.choosing, game.standing[1] = True, not waits
    elif waits:
        game.closing = 1 - mover
    if dice:
        # Any faces do with which the turn goes on.
        game.roll_number = 1
        game.dice = tuple([game.FACES[1] - n % 2 for n in range(dice)])
    from shared_rules.reading import parse_position

    game = parse_position(position_text(game))  # which checks it
    if code or game.phase() != "choose":
        raise BadText("no choice of a game")
    return game


def place(data):
    """Return what two mistakes in the same position share."""
    return bytes([data[1] % _ONE]) + data[2:]


def saved_mistakes(records, identifier=""):
    """Return the saved mistakes, of one variant or all, the costliest first."""
    rows = []
    for row in records.rows("drill_mistakes"):
        data = bytes(row)
        valid = data[1] % _ONE < len(ids()) and count(data) < RIGHT
        if valid and 0 < data[0] << 2 | data[1] >> 6 <= _WHOLE:
            if identifier in ("", ids()[data[1] % _ONE]):
                rows.append(data)
    return sorted(rows, reverse=True)


def keep(records, mistakes):
    """Keep the costliest of these mistakes and the saved ones; a repeated one starts over."""
    rows = saved_mistakes(records)
    for data in mistakes:
        rows = [row for row in rows if place(row) != place(data)] + [data]
    records.put("drill_mistakes", sorted(rows, reverse=True)[:MISTAKES])


def count(data):
    """Return in how many series a mistake was answered rightly."""
    return data[1] >> 4 & 3


def passed(data):
    """Return a mistake after another right answer, b"" after the last."""
    data = data[:1] + bytes([data[1] + _ONE]) + data[2:]
    return data if count(data) < RIGHT else b""


def save(records, right, lost, changed):
    """Save a series: its right choices, and the mean loss in tenths of a per cent.

    `changed`: what became of mistakes by what they were.
    """
    rows = [changed.get(row, row) for row in saved_mistakes(records)]
    records.put("drill_mistakes", [row for row in rows if row])
    records.put("drill_series", records.rows("drill_series") + [(right + 1, lost)])
    records.save()
