# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""The choices of Gran Cerdo's player: a small network for each turn (docs/gran-cerdo.md).

Strong, not perfect: all that it says is an estimate. The very last turn is decided by victory
points wherever holding wins or loses for certain.

Section "n" of the table has a row a turn; the table's numbers "one" and "two" are the neurons of
the hidden layers. The last layer gives the inclination to hold, and LOGIT times the logits of the
worths of holding and of rolling. Plain integers throughout: the host compiles `fill_inputs` too.
"""

from ..game import HOLD, ROLL
from ..variants.gran_cerdo import GREEDY, MOST_TRUFFLES, OINK, ROUNDS, THIRD_DIE_ABOVE
from .table_file import ONE, TableError
from .table_net import run

TAG = b"n"
OUTPUTS = 3
LOGIT = 64
TURNS = 2 * ROUNDS
BLOCK = 50
INPUTS = 26
FULL = 120  # the greatest input

# 1000 / (1 + exp(-x)) for x = 0, 1/2, 1 ... 6
LOGISTIC = (500, 622, 731, 818, 881, 924, 953, 971, 982, 989, 993, 996, 998)


def clip(number, most):
    """`number` between -most and most."""
    return -most if number < -most else most if number > most else number


def sign(number):
    """-1, 0 or 1."""
    return clip(number, 1)


def fill_inputs(out, mine, theirs, total, rolls, three, oinks, my_most, their_most):
    """Fill `out`, `INPUTS` numbers from -FULL to FULL, for the player to move.

    mine, theirs: banked truffles; total: of this round; rolls: in this round; three: 1 with three
    dice; oinks: mine less theirs; my_most, their_most: rolls of the longest round.
    """
    banked = mine + total
    ahead = banked - theirs
    kept = OINK * oinks + mine // BLOCK - theirs // BLOCK
    held = OINK * oinks + banked // BLOCK - theirs // BLOCK
    longer = my_most - their_most
    lead = held + MOST_TRUFFLES * sign(ahead) + GREEDY * sign(longer)
    out[0] = clip(total, FULL)
    out[1] = clip(total * 3, FULL)
    out[2] = clip(mine // 2, FULL)
    out[3] = clip(theirs // 2, FULL)
    out[4] = clip(banked // 2, FULL)
    out[5] = clip(ahead, FULL)
    out[6] = clip(ahead * 3, FULL)
    out[7] = clip(ahead * 15, FULL)
    out[8] = sign(ahead) * FULL
    out[9] = clip(mine - theirs, FULL)
    out[10] = clip((mine - theirs) * 4, FULL)
    out[11] = banked % BLOCK * 2
    out[12] = mine % BLOCK * 2
    out[13] = theirs % BLOCK * 2
    out[14] = clip(held * 12, FULL)
    out[15] = clip(held * 40, FULL)
    out[16] = clip(kept * 15, FULL)
    out[17] = FULL if three else 0
    out[18] = FULL if theirs > THIRD_DIE_ABOVE else 0
    out[19] = clip(rolls * 12, FULL)
    out[20] = clip(max(my_most, their_most) * 10, FULL)
    out[21] = sign(longer) * FULL
    out[22] = clip((their_most - rolls) * 20, FULL)
    out[23] = FULL if my_most <= their_most == rolls else 0
    out[24] = clip(lead * 20, FULL)
    out[25] = sign(lead) * FULL


def outputs(perfect, game, player):
    """Generator: None while working, then the outputs of the turn's network."""
    table = perfect.table
    if table.number("inputs") != INPUTS:
        raise TableError("%s: made for another player" % table.name)
    other = 1 - player
    xs = [0] * INPUTS
    fill_inputs(
        xs, game.scores[player], game.scores[other], game.turn_total, game.roll_number,
        1 if game.three_dice else 0, game.oinks[player] - game.oinks[other],
        game.most_rolls[player], game.most_rolls[other],
    )  # fmt: skip
    _, _, first, rows, columns, start = table.section(TAG)
    sizes = (table.number("one"), table.number("two"), OUTPUTS)
    yield None
    for step in run(table, start + 2 * rows + 2 + (game.turn - first) * columns, xs, sizes):
        yield step


def share_if_held(game, player):
    """What holding in the last turn gains, as a worth; None before."""
    if game.turn < TURNS:
        return None
    points = game.points_if_banked()
    lead = points[player] - points[1 - player]
    return ONE if lead > 0 else 0 if lead < 0 else ONE // 2


def choice(perfect, game, player, source):
    """Generator: None while thinking, then (action, dice)."""
    perfect.exact = False
    share = share_if_held(game, player)
    if share in (0, ONE):
        yield (HOLD if share else ROLL), None
        return
    for out in outputs(perfect, game, player):
        if out is None:
            yield None
    yield (HOLD if out[0] > 0 else ROLL), None


def worths(perfect, game, player):
    """Generator: None while at work, then ({action: worth}, None); the choice has the greatest."""
    perfect.exact = False
    for out in outputs(perfect, game, player):
        if out is None:
            yield None
    roll = worth(out[2])
    if game.must_roll():
        yield {ROLL: roll}, None
        return
    hold = share_if_held(game, player)
    if hold is None:
        hold = worth(out[1])
    best = out[0] > 0
    if hold in (0, ONE):
        best = hold > 0
    # The network chooses better than it estimates: where these differ, the choice is close.
    if best and roll >= hold:
        hold = (hold + roll) // 2
        roll = hold - 1
    elif hold >= roll and not best:
        roll = (hold + roll + 1) // 2
        hold = roll - 1
    yield {HOLD: max(hold, 0), ROLL: min(roll, ONE)}, None


def worth(logit):
    """The worth of LOGIT times a logit."""
    step = LOGIT // 2
    size = min(abs(logit), step * (len(LOGISTIC) - 1) - 1)
    low = LOGISTIC[size // step]
    chance = low + (LOGISTIC[size // step + 1] - low) * (size % step) // step
    return (chance if logit > 0 else 1000 - chance) * ONE // 1000
