"""The choices of Gran Cerdo's player: a small network for each turn (docs/internals/tables.md).

It is strong, not perfect; its worths are estimates.
"""

# If holding in the last turn wins or loses for certain, victory points decide. Section "n" of the
# table has a row a turn: its layers. The last layer gives a number that is above 0 to hold, and
# LOGIT times the logits of the worths of holding and of rolling. All integers have at most 31 bits.
# The host compiles `fill_inputs` and `run_layer`.

from ...game import HOLD, ROLL
from ...variants.gran_cerdo import GREEDY, MOST_TRUFFLES, OINK, THIRD_DIE_ABOVE
from .table import ONE, TableError

SIZES = (26, 56, 32, 3)  # inputs, neurons of the layers
FULL = 120  # the greatest input
MOST = 127  # the greatest output of a hidden neuron
SHIFT = 14
NEURON = 6  # bytes of a neuron before its weights
_WORK = 720  # bytes of neurons computed in a step: about 12 ms
LOGIT = 64
BLOCK = 50

# 1000 / (1 + exp(-x)) for x = 0, 1/2, 1 ... 6
LOGISTIC = (500, 622, 731, 818, 881, 924, 953, 971, 982, 989, 993, 996, 998)


def fill_inputs(out, mine, theirs, total, rolls, three, oinks, my_most, their_most):
    """Fill `out`, numbers from -FULL to FULL, for the player to move.

    mine, theirs: banked truffles; total: of this round; rolls: in this round; three: 1 with three
    dice; oinks: mine less theirs; my_most, their_most: rolls of the longest round.
    """
    banked = mine + total
    ahead = banked - theirs
    kept = OINK * oinks + mine // BLOCK - theirs // BLOCK
    held = OINK * oinks + banked // BLOCK - theirs // BLOCK
    most = 1 if ahead > 0 else -1 if ahead < 0 else 0
    greedy = my_most - their_most
    greedy = 1 if greedy > 0 else -1 if greedy < 0 else 0
    lead = held + MOST_TRUFFLES * most + GREEDY * greedy
    at = 0
    for x in (
        total, total * 3, mine // 2, theirs // 2, banked // 2, ahead, ahead * 3, ahead * 15,
        most * FULL, mine - theirs, (mine - theirs) * 4, banked % BLOCK * 2, mine % BLOCK * 2,
        theirs % BLOCK * 2, held * 12, held * 40, kept * 15, three * FULL,
        FULL if theirs > THIRD_DIE_ABOVE else 0, rolls * 12, max(my_most, their_most) * 10,
        greedy * FULL, (their_most - rolls) * 20, FULL if my_most <= their_most == rolls else 0,
        lead * 20, lead * FULL,
    ):  # fmt: skip
        out[at] = -FULL if x < -FULL else FULL if x > FULL else x
        at += 1


def run_layer(xs, total, rows, count, out, at, hidden):
    """Compute `count` neurons from `xs` into `out` from `at` on; `total` is the sum of `xs`.

    rows: bytes; a neuron has a factor (2 bytes), a bias (4), a weight for each of `xs` (1 byte,
    128 more than it is). hidden: limit the outputs to 0 … MOST.
    """
    i = 0
    for n in range(at, at + count):
        given = rows[i + 5]
        if given > 127:
            given -= 256
        given = ((given * 256 + rows[i + 4]) * 256 + rows[i + 3]) * 256 + rows[i + 2] - 128 * total
        factor = rows[i] + 256 * rows[i + 1]
        i += NEURON
        for x in xs:
            given += x * rows[i]
            i += 1
        given = given * factor >> SHIFT
        if hidden:
            given = 0 if given < 0 else MOST if given > MOST else given
        out[n] = given


def outputs(perfect, game, player):
    """Generator; returns the outputs of the turn's network."""
    table = perfect.table
    other = 1 - player
    xs = [0] * SIZES[0]
    fill_inputs(
        xs, game.scores[player], game.scores[other], game.turn_total, game.roll_number,
        1 if game.three_dice else 0, game.oinks[player] - game.oinks[other],
        game.most_rolls[player], game.most_rolls[other],
    )  # fmt: skip
    _, _, first, rows, columns, at = table.section(b"n")
    at += 2 * rows + 2 + (game.turn - first) * columns
    end = at + columns
    buffer = memoryview(bytearray(_WORK))
    for size in SIZES[1:]:
        out = [0] * size
        row = NEURON + len(xs)
        total = sum(xs)
        for start in range(0, size, _WORK // row):
            count = min(_WORK // row, size - start)
            if table.reader.fill(at, buffer[: count * row]) != count * row:
                raise TableError("%s: cut off" % table.name)
            at += count * row
            run_layer(xs, total, buffer, count, out, start, size != SIZES[-1])
            yield None
        xs = out
    if at != end:
        raise TableError("%s: made for another player" % table.name)
    return xs


def _share_if_held(game, player):
    """Return the worth of holding in the last turn; None before."""
    if not game.is_last_turn():
        return None
    points = game.points_if_banked()
    lead = points[player] - points[1 - player]
    return ONE if lead > 0 else 0 if lead < 0 else ONE // 2


def choice(perfect, game, player, source):
    """Generator; returns ((action, dice), False: it is not exact)."""
    values, _, _ = yield from worths(perfect, game, player)
    return (HOLD if values[HOLD] > values[ROLL] else ROLL, None), False


def worths(perfect, game, player):
    """Generator; returns ({action: worth}, None, False: they are not exact).

    The choice has the greatest worth.
    """
    out = yield from outputs(perfect, game, player)
    roll = worth(out[2])
    if game.must_roll():
        return {ROLL: roll}, None, False
    hold = _share_if_held(game, player)
    best = out[0] > 0 if hold in (None, ONE // 2) else hold > 0
    if hold is None:
        hold = worth(out[1])
    # The network chooses better than it estimates. If they disagree, the choice is close.
    if best and roll >= hold:
        hold = (hold + roll + 1) // 2
        roll = hold - 1
    elif hold >= roll and not best:
        roll = (hold + roll + 1) // 2
        hold = roll - 1
    return {HOLD: max(hold, 0), ROLL: min(roll, ONE)}, None, False


def worth(logit):
    """Return the worth of LOGIT times a logit."""
    step = LOGIT // 2
    size = min(abs(logit), step * (len(LOGISTIC) - 1) - 1)
    low = LOGISTIC[size // step]
    chance = low + (LOGISTIC[size // step + 1] - low) * (size % step) // step
    return (chance if logit > 0 else 1000 - chance) * ONE // 1000
