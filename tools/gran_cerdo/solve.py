# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Solve Gran Cerdo backwards, turn by turn, in the coordinates of `grid`.

Within a turn the state is exact: truffles of the round, rolls made, margin.
"""

from collections.abc import Callable

import numpy as np
from numba import njit
from numpy.typing import NDArray

from pocketpig.simulation.gran_cerdo.rolls import (
    BLOCK,
    GREEDY,
    MOST_TRUFFLES,
    OINK_POINTS,
    THIRD_DIE_ABOVE,
    TURNS,
    Rolls,
)
from pocketpig.simulation.gran_cerdo.rule import Rule, hold_at

from .grid import (
    BOTH,
    GREEDY_STATES,
    LENGTHS,
    LONGEST,
    LONGEST_ROW,
    MARGIN,
    MARGINS,
    ME,
    MINE,
    MINE_TOP,
    NEAR,
    THEIRS,
    TOTALS,
    greedy_index,
    mine_at,
    other_view,
    theirs_at,
)  # fmt: skip

Table = NDArray[np.float32]
SHAPE = (2, len(MINE), LONGEST_ROW, GREEDY_STATES, MARGINS)
GAINS = 37
# Arrays of a turn are indexed by (turn total, margin). Beyond TOTALS and MARGINS they repeat their
# last rows and columns, so that no roll leads outside.
HEIGHT = TOTALS + GAINS - 1
WIDTH = MARGINS + OINK_POINTS
BEST, HOLDS, ROLLS, RACES = range(4)
# If both pigs have this many truffles more than THIRD_DIE_ABOVE, two dice are impossible, also in
# the cells that interpolation uses.
MARGIN_OF_GRID = 20


@njit
def clip(margin: int) -> int:
    """Limit a margin to the table."""
    return min(max(margin, -MARGIN), MARGIN)


@njit
def final_share(ahead: int, longest: int, who: int, margin: int) -> float:
    """Return the mover's share of the win at the end of the game."""
    points = margin
    if ahead != 0:
        points += MOST_TRUFFLES if ahead < 0 else -MOST_TRUFFLES
    if longest > 0 and who != BOTH:
        points += GREEDY if who == ME else -GREEDY
    return 1.0 if points > 0 else 0.5 if points == 0 else 0.0


@njit
def turn_over(
    turn: int, table: Table, three: int, mine: int, theirs: int, longest: int, who: int,
    out: NDArray[np.float32],
) -> None:  # fmt: skip
    """Fill out[margin + MARGIN] with the mover's share after `turn`; `table`: the next turn's."""
    if turn == TURNS:
        for margin in range(-MARGIN, MARGIN + 1):
            out[margin + MARGIN] = final_share(theirs - mine, longest, who, margin)
        return
    ahead = mine - theirs  # the lead over the mover of the next turn
    if theirs > MINE_TOP:
        theirs = MINE_TOP + 1 - BLOCK + theirs % BLOCK
    i, u = mine_at(theirs)
    along = abs(ahead) <= NEAR and MINE[i] + ahead >= 0
    g = greedy_index(longest, other_view(who))
    out[:] = 1
    for k in range(i, i + 2 if u > 0 else i + 1):
        j, v = theirs_at(k, (MINE[k] if along else theirs) + ahead)
        weight = np.float32(u if k > i else 1 - u)
        a = weight * np.float32(1 - v)
        b = weight * np.float32(v)
        j2 = j + 1 if v > 0 else j
        for m in range(MARGINS):
            out[MARGINS - 1 - m] -= a * table[three, k, j, g, m] + b * table[three, k, j2, g, m]


@njit
def fill_leaves(
    turn: int, table: Table, three: int, mine: int, theirs: int, longest: int, who: int,
    hold: Table, bust: Table, mud: NDArray[np.float32], gift: Table,
) -> None:  # fmt: skip
    """Fill in the mover's share by (turn total, margin) for each way to end the turn.

    hold, gift: (HEIGHT, WIDTH); bust: (2, WIDTH) without and with the third die; mud: (WIDTH).
    Margins are those before the turn's truffles are banked or lost.
    """
    row = np.empty(MARGINS, dtype=np.float32)
    fifties = mine // BLOCK
    for t in range(TOTALS):
        third = 1 if three or (theirs > THIRD_DIE_ABOVE and mine + t > THIRD_DIE_ABOVE) else 0
        turn_over(turn, table, third, mine + t, theirs, longest, who, row)
        shift(row, (mine + t) // BLOCK - fifties, hold[t])
        turn_over(turn, table, 1, 0, theirs + mine + t, longest, who, row)
        shift(row, theirs // BLOCK - (theirs + mine + t) // BLOCK - fifties, gift[t])
    hold[TOTALS:] = hold[TOTALS - 1]
    for third in range(2):
        turn_over(turn, table, third, mine, theirs, longest, who, row)
        shift(row, 0, bust[third])
    turn_over(turn, table, 1, 0, theirs, longest, who, row)
    shift(row, -fifties, mud)


@njit
def shift(row: NDArray[np.float32], gained: int, out: NDArray[np.float32]) -> None:
    """Set out[m] = row[m + gained], repeating the ends of `row`."""
    for m in range(WIDTH):
        out[m] = row[min(max(m + gained, 0), MARGINS - 1)]


@njit(fastmath=True)
def add_up(
    chances: NDArray[np.float32], source: Table, oinks: int, start: int, stop: int, out: Table
) -> None:
    """Add sum(chances[gain] * source[t + gain, m + oinks]) to out[t, m] for start <= t < stop."""
    # Flattened rows, and four gains at once, so that the compiler can use vector instructions.
    flat = out.reshape(-1)[start * WIDTH : stop * WIDTH]
    length = len(flat)
    whole = source.reshape(-1)[: len(source) * WIDTH]
    gains = np.flatnonzero(chances)
    for n in range(0, len(gains), 4):
        parts = gains[n : n + 4]
        a, b, c, d = parts[0], parts[-1], parts[-1], parts[-1]
        pa, pb, pc, pd = chances[a], np.float32(0), np.float32(0), np.float32(0)
        if len(parts) > 1:
            b, pb = parts[1], chances[parts[1]]
        if len(parts) > 2:
            c, pc = parts[2], chances[parts[2]]
        if len(parts) > 3:
            d, pd = parts[3], chances[parts[3]]
        at = start * WIDTH + oinks
        sa = whole[at + a * WIDTH :][:length]
        sb = whole[at + b * WIDTH :][:length]
        sc = whole[at + c * WIDTH :][:length]
        sd = whole[at + d * WIDTH :][:length]
        for k in range(min(length, len(sa), len(sb), len(sc), len(sd))):
            flat[k] += pa * sa[k] + pb * sb[k] + pc * sc[k] + pd * sd[k]


@njit(fastmath=True)
def roll_value(
    p: tuple[Table, Table, Table], low: int, middle: int, high: int, free: Table, forced: Table,
    bust: Table, mud: NDArray[np.float32], gift: Table, out: Table,
) -> None:  # fmt: skip
    """Fill out[low:high] with the worth of rolling, by (turn total, margin + MARGIN).

    p: (add, oink, ends) chances, a row each for two and for three dice. From turn total `middle` on
    three dice are rolled. free, forced: (HEIGHT, WIDTH) worth after the roll, if the pig may stop
    and if it must go on. The rest as in `fill_leaves`, for one roll more.
    """
    add, oink, ends = p
    for third in range(2):
        start = low if third == 0 else max(low, middle)
        stop = min(high, middle) if third == 0 else high
        if start >= stop:
            continue
        base = ends[third, 0] * bust[third] + ends[third, 1] * mud
        q = ends[third, 2]
        for t in range(start, stop):
            for m in range(WIDTH):
                out[t, m] = base[m] + q * gift[t, m]
        add_up(add[third], free, 0, start, stop, out)
        add_up(oink[third], forced, OINK_POINTS, start, stop, out)
    for t in range(low, high):
        for m in range(MARGINS, WIDTH):
            out[t, m] = out[t, MARGINS - 1]
    if high == TOTALS:
        out[TOTALS:] = out[TOTALS - 1]


@njit
def stop_or_roll(
    hold: Table, rolled: Table, ways: NDArray[np.int64], high: int, free: Table
) -> None:
    """Fill free[:high] with the worth of deciding by `ways`."""
    for t in range(high):
        way = ways[t]
        for m in range(WIDTH):
            if way == BEST:
                free[t, m] = max(hold[t, m], rolled[t, m])
            elif way == HOLDS or (way == RACES and hold[t, m] == 1):
                free[t, m] = hold[t, m]
            else:
                free[t, m] = rolled[t, m]
    if high == TOTALS:
        free[TOTALS:] = free[TOTALS - 1]


@njit
def decide(turn: int, mine: int, theirs: int, middle: int, rule: Rule) -> NDArray[np.int64]:
    """Return how a pig decides at each turn total: BEST, or by the rule if there is one."""
    ways = np.full(TOTALS, BEST)
    if len(rule):
        for t in range(TOTALS):
            if turn == TURNS:
                ways[t] = RACES
            else:
                at = hold_at(rule, turn, 1 if t >= middle else 0, theirs - mine)
                ways[t] = HOLDS if 100 * t >= at else ROLLS
    return ways


@njit
def solve_cell(
    p: tuple[Table, Table, Table], turn: int, table: Table, three: int, mine: int, theirs: int,
    tops: NDArray[np.int64], rule: Rule, out: Table,
) -> None:  # fmt: skip
    """Fill out[greedy, margin] with the worth of the start of a turn.

    tops[r]: one more than the greatest turn total after r rolls.
    """
    hold = np.empty((GREEDY_STATES, HEIGHT, WIDTH), dtype=np.float32)
    gift = np.empty((GREEDY_STATES, HEIGHT, WIDTH), dtype=np.float32)
    bust = np.empty((GREEDY_STATES, 2, WIDTH), dtype=np.float32)
    mud = np.empty((GREEDY_STATES, WIDTH), dtype=np.float32)
    for longest in range(1, LONGEST + 1):
        for who in range(3):
            g = greedy_index(longest, who)
            fill_leaves(
                turn, table, three, mine, theirs, longest, who,
                hold[g], bust[g], mud[g], gift[g],
            )  # fmt: skip
    middle = 0
    if not three:
        middle = TOTALS
        if theirs > THIRD_DIE_ABOVE:
            middle = min(max(THIRD_DIE_ABOVE + 1 - mine, 1), TOTALS)
    ways = decide(turn, mine, theirs, middle, rule)
    # The mover has the longest round, and it is this one, of r rolls.
    free = np.empty((LONGEST + 1, HEIGHT, WIDTH), dtype=np.float32)
    forced = np.empty((LONGEST + 1, HEIGHT, WIDTH), dtype=np.float32)
    free[LONGEST] = hold[greedy_index(LONGEST, ME)]
    forced[LONGEST] = free[LONGEST]
    for r in range(LONGEST - 1, -1, -1):
        g = greedy_index(r + 1, ME)
        roll_value(
            p, 0, middle, tops[r], free[r + 1], forced[r + 1], bust[g], mud[g], gift[g], forced[r]
        )
        if r > 0:
            stop_or_roll(hold[greedy_index(r, ME)], forced[r], ways, tops[r], free[r])
    out[0] = forced[0, 0, :MARGINS]
    # The longest round has `longest` rolls; this one has r, which is not more.
    a_free = np.empty((2, HEIGHT, WIDTH), dtype=np.float32)
    a_forced = np.empty((2, HEIGHT, WIDTH), dtype=np.float32)
    for longest in range(1, LONGEST + 1):
        for who in range(3):
            g = greedy_index(longest, who)
            for r in range(longest, -1, -1):
                now = r % 2
                nxt = 1 - now
                here = g
                if r == longest:
                    here = greedy_index(longest, ME if who == ME else BOTH)
                    if r == LONGEST:
                        a_free[now] = hold[here]
                        a_forced[now] = hold[here]
                        continue
                    nxt_g = greedy_index(longest + 1, ME)
                    roll_value(
                        p, 0, middle, tops[r], free[r + 1], forced[r + 1],
                        bust[nxt_g], mud[nxt_g], gift[nxt_g], a_forced[now],
                    )  # fmt: skip
                else:
                    nxt_g = g
                    if r + 1 == longest:
                        nxt_g = greedy_index(longest, ME if who == ME else BOTH)
                    roll_value(
                        p, 0, middle, tops[r], a_free[nxt], a_forced[nxt],
                        bust[nxt_g], mud[nxt_g], gift[nxt_g], a_forced[now],
                    )  # fmt: skip
                if r > 0:
                    stop_or_roll(hold[here], a_forced[now], ways, tops[r], a_free[now])
            out[g] = a_forced[0, 0, :MARGINS]


@njit
def solve_turn(
    p: tuple[Table, Table, Table], turn: int, table: Table, tops: NDArray[np.int64],
    rule: Rule, out: Table,
) -> None:  # fmt: skip
    """Fill the table of a turn from that of the next; of the first turn, only the start."""
    for i in range(len(MINE)):
        if turn <= 2 and i > 0:
            return  # the mover of each of the first two turns has no truffles yet
        for j in range(LENGTHS[i] if turn > 1 else 1):
            theirs = THEIRS[i, j]
            solve_cell(p, turn, table, 1, MINE[i], theirs, tops, rule, out[1, i, j])
            if min(MINE[i], theirs) < THIRD_DIE_ABOVE + MARGIN_OF_GRID:
                solve_cell(p, turn, table, 0, MINE[i], theirs, tops, rule, out[0, i, j])
            else:
                out[0, i, j] = out[1, i, j]


def chances(rolls: Rolls) -> tuple[Table, Table, Table]:
    """Return (add, oink, ends) chances in single precision, for `roll_value`."""
    ends = np.stack([rolls.bust_p, rolls.mud_p, rolls.gift_p], axis=1)
    return (
        rolls.add_p.astype(np.float32),
        rolls.oink_p.astype(np.float32),
        ends.astype(np.float32),
    )


def greatest_totals(rolls: Rolls) -> NDArray[np.int64]:
    """Return one more than the greatest turn total after 0, 1, … LONGEST rolls."""
    most = max(int(np.flatnonzero(p).max()) for p in (*rolls.add_p, *rolls.oink_p))
    return np.minimum(1 + most * np.arange(LONGEST + 1), TOTALS).astype(np.int64)


NO_RULE: Rule = np.zeros(0, dtype=np.int64)


def solve(
    rolls: Rolls, odd_rule: Rule = NO_RULE, even_rule: Rule = NO_RULE,
    tell: Callable[[str], None] = lambda text: None,
) -> Table:  # fmt: skip
    """Return the worth of the start of every turn: (TURNS + 2, *SHAPE), indexed by turn from 1.

    odd_rule, even_rule: rules (see `rule`) by which the first and the second pig play; a pig
    without one plays best. The last table, for the end of the game, is not used.
    """
    tables = np.zeros((TURNS + 2, *SHAPE), dtype=np.float32)
    p, tops = chances(rolls), greatest_totals(rolls)
    for turn in range(TURNS, 0, -1):
        rule = odd_rule if turn % 2 else even_rule
        solve_turn(p, turn, tables[turn + 1], tops, rule, tables[turn])
        tell(f"turn {turn}: {first_worth(tables[turn]):.4f} level at the start")
    return tables


def solve_against(
    rolls: Rolls, rule: Rule, tell: Callable[[str], None] = lambda text: None
) -> tuple[Table, float]:
    """Solve best play against a pig that follows `rule`.

    Return (tables for `best.new_plan`, share of the wins averaged over seats). The tables have the
    worth of every turn for the pig with the rule, whichever pig began.
    """
    begins = solve(rolls, even_rule=rule, tell=tell)
    follows = solve(rolls, odd_rule=rule, tell=tell)
    share = (first_worth(begins[1]) + 1 - first_worth(follows[1])) / 2
    follows[2::2] = begins[2::2]
    return follows, share


def first_worth(table: Table) -> float:
    """Return the worth at the start, when neither pig has anything."""
    return float(table[0, 0, 0, 0, MARGIN])
