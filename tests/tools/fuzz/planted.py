# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Faults planted in the firmware, to see that `games` finds them.

    python -m tests.tools.fuzz.planted

prints for each after how many games it was found, and the fewest steps.
"""

import itertools
from unittest.mock import patch

from handheld import app as app_module
from handheld.app import App
from handheld.drawing.panel import Panel
from handheld.game import saved_game
from handheld.line.bridge import Bridge
from handheld.saves import journal as journal_module
from handheld.saves import journal_rewrite, journal_start
from handheld.saves.journal import GAME, Journal
from shared_rules.game import HOLD
from tests.tools.fuzz.games import few_steps, walk
from tests.tools.fuzz.tally import quiet

MOST_GAMES = 2000


def lost_barrier():
    """The header of a rewritten sector is written with the rest, not after it."""
    rewrite = journal_rewrite.rewrite

    def faulty(journal, values=None, room=None):
        store = journal.store
        write = store.write

        def at_once(offset, data):
            if len(data) > 256:
                head = journal_start.header(journal.erases + 1)
                data = head + bytes(data[len(head) :])
            write(offset, data)

        with patch.object(store, "write", at_once):
            return rewrite(journal, values, room)

    return patch.object(journal_rewrite, "rewrite", faulty)


def skipped_check():
    """A record is whole if its length is."""

    def faulty(read, at, end):
        head = read(at, min(3, end - at))
        if len(head) < 3 or journal_module.bits_set(head[0]) not in (6, 7):
            return None
        start, n = (3, (head[1] & 127) << 8 | head[2]) if head[1] > 127 else (2, head[1])
        if at + start + n + 3 > end:
            return None
        return head[0], read(at + start, n), at + start + n + 3

    return patch.object(journal_module, "read_record", faulty)


def off_by_one():
    """The journal ends a byte too early after an addition."""
    append = Journal.append

    def faulty(journal, key, tail):
        append(journal, key, tail)
        journal.end -= journal.saved

    return patch.object(Journal, "append", faulty)


def lost_byte():
    """A byte is lost where an answer did not fit into the line at once."""
    flush = Bridge.flush

    def faulty(bridge, link):
        done = flush(bridge, link)
        bridge._sent += not done
        return done

    return patch.object(Bridge, "flush", faulty)


def panel_not_asked():
    """A panel that has lost its power is not noticed."""
    return patch.object(Panel, "_lost_power", lambda panel: False)


def not_drawn():
    """The picture stays as it was when somebody has acted."""
    act = App.act

    def faulty(app, *args):
        act(app, *args)
        app.dirty = False

    return patch.object(App, "act", faulty)


def hold_not_saved():
    append = saved_game.append

    def faulty(journal, match, action, *more):
        if action != HOLD or match.dirty:
            append(journal, match, action, *more)

    return patch.object(saved_game, "append", faulty)


def loss_not_told():
    judge = journal_start._judge

    def faulty(journal, *more):
        judge(journal, *more)
        journal.damaged, journal.fresh = 0, False

    return patch.object(journal_start, "_judge", faulty)


def deleted_before_it_is_counted():
    finish = App.finish

    def faulty(app, match):
        app.journal.delete(GAME)
        finish(app, match)

    return patch.object(App, "finish", faulty)


def clock_that_wraps():
    """Times are compared without a thought of the wrap."""
    return patch.object(app_module, "elapsed", lambda now_ms, then_ms: now_ms - then_ms)


FAULTS = (
    lost_barrier, skipped_check, off_by_one, lost_byte, panel_not_asked, not_drawn, hold_not_saved,
    loss_not_told, deleted_before_it_is_counted, clock_that_wraps,
)  # fmt: skip


def found(fault):
    """Return (seed, games until it is found, what broke, few steps); None after MOST_GAMES."""
    games = 0
    with fault(), quiet():
        for seed in itertools.count():
            ended, said, _ = walk(seed)
            games += ended
            if said:
                return seed, games, *few_steps(seed)
            if games >= MOST_GAMES:
                return None


def table_row(fault, row):
    """Return a row of the table of all faults."""
    if row is None:
        return f"{fault.__name__:30} not found"
    seed, games, said, steps = row
    return f"{fault.__name__:30} seed {seed:<4} {games:4} games {len(steps):3} steps  {said[:60]!r}"


if __name__ == "__main__":
    for each in FAULTS:
        print(table_row(each, found(each)), flush=True)
