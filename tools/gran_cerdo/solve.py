"""Solve Gran Cerdo backwards in the coordinates of `grid`; within a turn the state is exact."""

from typing import NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from pocketpig.simulation.gran_cerdo.policies import Rule, hold_at
from pocketpig.simulation.gran_cerdo.rolls import (
    ADD,
    BLOCK,
    BUST,
    EVENTS,
    LEAST_DICE,
    MOST_DICE,
    OINK,
    TURNS,
    Rolls,
)  # fmt: skip
from shared_rules.variants.gran_cerdo import GREEDY, MOST_TRUFFLES, THIRD_DIE_ABOVE
from shared_rules.variants.gran_cerdo import OINK as OINK_POINTS

from . import grid
from .grid import BOTH, LONGEST, MARGIN, MARGINS, ME, MINE, TOTALS, greedy_index, place_in

Table = NDArray[np.float32]
SHAPE = (2, len(MINE), grid.LONGEST_ROW, grid.GREEDY_STATES, MARGINS)
# Arrays of a turn are indexed by (turn total, margin). Beyond TOTALS and MARGINS they repeat their
# last rows and columns, so that no roll leads outside.
HEIGHT = TOTALS + 36
WIDTH = MARGINS + OINK_POINTS
ALWAYS, WON, NEVER = -9.0, 1.0, 9.0
# If both pigs have this many truffles more than THIRD_DIE_ABOVE, two dice are impossible, also in
# the cells that interpolation uses.
MARGIN_OF_GRID = 20
NO_RULE: Rule = np.zeros(0, dtype=np.int64)


class Chances(NamedTuple):
    """Chances of a roll, a row each for two and for three dice, in single precision.

    add, oink: by points; ends: a bust, mud, a gift. tops[r]: one more than the greatest turn total
    after r rolls.
    """

    add: Table
    oink: Table
    ends: Table
    tops: NDArray[np.int64]


class Ends(NamedTuple):
    """The mover's share by margin for each way to end the turn, after some longest round.

    hold, gift: (HEIGHT, WIDTH), by turn total too; bust: (2, WIDTH), without and with the third
    die; mud: (WIDTH). Margins are those before the turn's truffles are banked or lost.
    """

    hold: Table
    bust: Table
    mud: Table
    gift: Table


@njit
def new_ends(longest_rounds: int) -> Ends:
    """Return room for `Ends` after each of so many longest rounds: the first index."""
    return Ends(
        np.zeros((longest_rounds, HEIGHT, WIDTH), dtype=np.float32),
        np.zeros((longest_rounds, 2, WIDTH), dtype=np.float32),
        np.zeros((longest_rounds, WIDTH), dtype=np.float32),
        np.zeros((longest_rounds, HEIGHT, WIDTH), dtype=np.float32),
    )


@njit
def of_round(ends: Ends, n: int) -> Ends:
    """Return the ends after longest round number n."""
    return Ends(ends.hold[n], ends.bust[n], ends.mud[n], ends.gift[n])


@njit
def turn_over(
    turn: int, table: Table, three: int, mine: int, theirs: int, longest: int, who: int,
    out: Table,
) -> None:  # fmt: skip
    """Fill out[margin + MARGIN] with the mover's share after `turn`; `table`: the next turn's."""
    if turn == TURNS:
        points = np.sign(mine - theirs) * MOST_TRUFFLES
        if longest > 0 and who != BOTH:
            points += GREEDY if who == ME else -GREEDY
        for margin in range(-MARGIN, MARGIN + 1):
            out[margin + MARGIN] = 0.5 + 0.5 * np.sign(points + margin)
        return
    ahead = mine - theirs  # the lead over the mover of the next turn
    if theirs > grid.MINE_TOP:
        theirs = grid.MINE_TOP + 1 - BLOCK + theirs % BLOCK
    i, u = place_in(MINE, theirs)
    along = abs(ahead) <= grid.NEAR and MINE[i] + ahead >= 0
    g = greedy_index(longest, BOTH if who == BOTH else grid.YOU - who)
    out[:] = 1
    for k in range(i, i + 2 if u > 0 else i + 1):
        row = grid.THEIRS[k, : grid.LENGTHS[k]]
        j, v = place_in(row, (MINE[k] if along else theirs) + ahead)
        weight = np.float32(u if k > i else 1 - u)
        a, b = weight * np.float32(1 - v), weight * np.float32(v)
        j2 = j + 1 if v > 0 else j
        for m in range(MARGINS):
            out[MARGINS - 1 - m] -= a * table[three, k, j, g, m] + b * table[three, k, j2, g, m]


@njit
def fill_leaves(
    turn: int, table: Table, three: int, mine: int, theirs: int, longest: int, who: int,
    ends: Ends,
) -> None:  # fmt: skip
    """Fill in the ends of a turn after a longest round of `longest` rolls by `who`."""
    row = np.empty(MARGINS, dtype=np.float32)
    fifties = mine // BLOCK
    for t in range(TOTALS):
        third = 1 if three or (theirs > THIRD_DIE_ABOVE and mine + t > THIRD_DIE_ABOVE) else 0
        turn_over(turn, table, third, mine + t, theirs, longest, who, row)
        shift(row, (mine + t) // BLOCK - fifties, ends.hold[t])
        turn_over(turn, table, 1, 0, theirs + mine + t, longest, who, row)
        shift(row, theirs // BLOCK - (theirs + mine + t) // BLOCK - fifties, ends.gift[t])
    ends.hold[TOTALS:] = ends.hold[TOTALS - 1]
    for third in range(2):
        turn_over(turn, table, third, mine, theirs, longest, who, row)
        shift(row, 0, ends.bust[third])
    turn_over(turn, table, 1, 0, theirs, longest, who, row)
    shift(row, -fifties, ends.mud)


@njit
def shift(row: Table, gained: int, out: Table) -> None:
    """Set out[m] = row[m + gained], repeating the ends of `row`."""
    for m in range(WIDTH):
        out[m] = row[min(max(m + gained, 0), MARGINS - 1)]


@njit(fastmath=True)
def add_up(chances: Table, source: Table, oinks: int, start: int, stop: int, out: Table) -> None:
    """Add sum(chances[gain] * source[t + gain, m + oinks]) to out[t, m] for start <= t < stop."""
    # Flattened rows, and four gains at once, so that the compiler can use vector instructions.
    flat = out.reshape(-1)[start * WIDTH : stop * WIDTH]
    length = len(flat)
    whole = source.reshape(-1)[start * WIDTH + oinks : len(source) * WIDTH]
    gains = np.flatnonzero(chances)
    more = -len(gains) % 4
    weights = np.append(chances[gains], np.zeros(more, dtype=np.float32))
    gains = np.append(gains, np.repeat(gains[-1:], more))
    for n in range(0, len(gains), 4):
        pa, pb, pc, pd = weights[n], weights[n + 1], weights[n + 2], weights[n + 3]
        sa, sb = whole[gains[n] * WIDTH :][:length], whole[gains[n + 1] * WIDTH :][:length]
        sc, sd = whole[gains[n + 2] * WIDTH :][:length], whole[gains[n + 3] * WIDTH :][:length]
        for k in range(min(length, len(sa), len(sb), len(sc), len(sd))):
            flat[k] += pa * sa[k] + pb * sb[k] + pc * sc[k] + pd * sd[k]


@njit(fastmath=True)
def roll_value(
    p: Chances, low: int, middle: int, high: int, free: Table, forced: Table, ends: Ends, out: Table
) -> None:
    """Fill out[low:high] with the worth of rolling, by (turn total, margin + MARGIN).

    From turn total `middle` on three dice are rolled. free, forced: (HEIGHT, WIDTH) worth after the
    roll, if the pig may stop and if it must go on; ends: those of the turn after the roll.
    """
    for third in range(2):
        start = low if third == 0 else max(low, middle)
        stop = min(high, middle) if third == 0 else high
        if start >= stop:
            continue
        base = p.ends[third, 0] * ends.bust[third] + p.ends[third, 1] * ends.mud
        q = p.ends[third, 2]
        for t in range(start, stop):
            for m in range(WIDTH):
                out[t, m] = base[m] + q * ends.gift[t, m]
        add_up(p.add[third], free, 0, start, stop, out)
        add_up(p.oink[third], forced, OINK_POINTS, start, stop, out)
    out[low:high, MARGINS:] = out[low:high, MARGINS - 1 : MARGINS]
    if high == TOTALS:
        out[TOTALS:] = out[TOTALS - 1]


@njit
def stop_or_roll(hold: Table, rolled: Table, bars: Table, high: int, free: Table) -> None:
    """Fill free[:high] with the worth of deciding; see `bars_of`."""
    for t in range(high):
        for m in range(WIDTH):
            bar = bars[t] if len(bars) else rolled[t, m]
            free[t, m] = hold[t, m] if hold[t, m] >= bar else rolled[t, m]
    if high == TOTALS:
        free[TOTALS:] = free[TOTALS - 1]


@njit
def bars_of(turn: int, mine: int, theirs: int, middle: int, rule: Rule) -> Table:
    """Return by turn total the least worth at which the rule holds; empty without a rule."""
    bars = np.empty(TOTALS if len(rule) else 0, dtype=np.float32)
    for t in range(len(bars)):
        at = hold_at(rule, turn, 1 if t >= middle else 0, theirs - mine)
        bars[t] = WON if turn == TURNS else ALWAYS if 100 * t >= at else NEVER
    return bars


@njit
def first_with_three(three: int, mine: int, theirs: int) -> int:
    """Return the turn total from which on three dice are rolled; TOTALS if there is none."""
    if three:
        return 0
    three_from = max(THIRD_DIE_ABOVE + 1 - mine, 1)
    return min(three_from, TOTALS) if theirs > THIRD_DIE_ABOVE else TOTALS


@njit
def solve_cell(
    p: Chances, turn: int, table: Table, three: int, mine: int, theirs: int, rule: Rule, out: Table
) -> None:
    """Fill out[greedy, margin] with the worth of the start of a turn."""
    ends = new_ends(grid.GREEDY_STATES)
    for longest in range(1, LONGEST + 1):
        for who in range(3):
            here = of_round(ends, greedy_index(longest, who))
            fill_leaves(turn, table, three, mine, theirs, longest, who, here)
    middle = first_with_three(three, mine, theirs)
    bars = bars_of(turn, mine, theirs, middle, rule)
    # The mover has the longest round, and it is this one, of r rolls.
    free = np.empty((LONGEST + 1, HEIGHT, WIDTH), dtype=np.float32)
    forced = np.empty((LONGEST + 1, HEIGHT, WIDTH), dtype=np.float32)
    free[LONGEST] = ends.hold[greedy_index(LONGEST, ME)]
    forced[LONGEST] = free[LONGEST]
    for r in range(LONGEST - 1, -1, -1):
        after = of_round(ends, greedy_index(r + 1, ME))
        roll_value(p, 0, middle, p.tops[r], free[r + 1], forced[r + 1], after, forced[r])
        if r > 0:
            hold = ends.hold[greedy_index(r, ME)]
            stop_or_roll(hold, forced[r], bars, p.tops[r], free[r])
    out[0] = forced[0, 0, :MARGINS]
    # The longest round has `longest` rolls; this one becomes as long.
    stops = np.empty((HEIGHT, WIDTH), dtype=np.float32)
    rolls = np.empty((2, HEIGHT, WIDTH), dtype=np.float32)
    for longest in range(1, LONGEST + 1):
        for who in range(3):
            g = greedy_index(longest, who)
            as_long = greedy_index(longest, ME if who == ME else BOTH)
            rolls[longest % 2] = ends.hold[as_long] if longest == LONGEST else forced[longest]
            stop_or_roll(ends.hold[as_long], rolls[longest % 2], bars, p.tops[longest], stops)
            for r in range(longest - 1, -1, -1):
                after = of_round(ends, as_long if r + 1 == longest else g)
                now = rolls[r % 2]
                roll_value(p, 0, middle, p.tops[r], stops, rolls[1 - r % 2], after, now)
                if r > 0:
                    stop_or_roll(ends.hold[g], now, bars, p.tops[r], stops)
            out[g] = rolls[0, 0, :MARGINS]


@njit
def solve_turn(p: Chances, turn: int, table: Table, rule: Rule, out: Table) -> None:
    """Fill the table of a turn from that of the next; of the first turn, only the start."""
    for i in range(len(MINE)):
        if turn <= 2 and i > 0:
            return  # the mover of each of the first two turns has no truffles yet
        for j in range(grid.LENGTHS[i] if turn > 1 else 1):
            theirs = grid.THEIRS[i, j]
            solve_cell(p, turn, table, 1, MINE[i], theirs, rule, out[1, i, j])
            if min(MINE[i], theirs) < THIRD_DIE_ABOVE + MARGIN_OF_GRID:
                solve_cell(p, turn, table, 0, MINE[i], theirs, rule, out[0, i, j])
            else:
                out[0, i, j] = out[1, i, j]


def chances_of(rolls: Rolls) -> Chances:
    """Return the chances of the rolls."""
    chances = np.zeros((2, len(EVENTS), 37))
    for row, dice in enumerate((LEAST_DICE, MOST_DICE)):
        falls = slice(6**dice)
        np.add.at(chances[row], (rolls.kind[row, falls], rolls.points[row, falls]), 1)
        chances[row] /= 6**dice
    most = int(np.nonzero(chances)[2].max())
    tops = np.minimum(1 + most * np.arange(LONGEST + 1), TOTALS).astype(np.int64)
    parts = (chances[:, ADD], chances[:, OINK], chances[:, BUST:, 0])
    add, oink, ends = (np.ascontiguousarray(part, dtype=np.float32) for part in parts)
    return Chances(add, oink, ends, tops)


def solve_against(rolls: Rolls, rule: Rule) -> Table:
    """Return the worth of every turn's start to a pig that follows `rule`; the other plays best.

    It is (TURNS + 2, *SHAPE), indexed by turn from 1; the table after the last turn is not used.
    """
    p = chances_of(rolls)
    by_rule = np.zeros((TURNS + 2, *SHAPE), dtype=np.float32)
    best = by_rule[-1]
    for turn in range(TURNS, 0, -1):
        answer = np.zeros_like(best)
        solve_turn(p, turn, by_rule[turn + 1], NO_RULE, answer)
        solve_turn(p, turn, best, rule, by_rule[turn])
        best = answer
    start = (0, 0, 0, 0, MARGIN)  # neither pig has anything
    print(f"best play wins {(best[start] + 1 - by_rule[1][start]) / 2:.2%} from the rule")
    return by_rule
