# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""The game in progress, kept after every action, so that it goes on after a power cut."""

# The journal holds `number seat seat …|record`; an action appends its token. A seat is a kind and,
# if it has a name of its own, `=name`. A choice that stays hidden until all have chosen is kept as
# the player's number and a letter (`2s`: player 2 sits), and `x` says that the game counts no more.
#
# `number` is 0 for a game that does not count for statistics, else one more than the last game that
# did. These remember the number in the same write that counts the game, so whatever a power cut
# leaves of action, count and deletion, a game counts once: see `resume.is_there`, `App.finish`.

from shared_rules.game import SIT

JOURNAL_KEY = 3
STATS_KEY = 2  # its value begins with the number of the last game counted
LONGEST = 1200  # bytes; a longer game starts anew from its position
NOT_COUNTED = b" x"


def add(journal, match, token, action, player):
    """Keep an action that has been done; `token` is what the record got of it."""
    if token and journal.size(JOURNAL_KEY) > LONGEST and not match.game.over:
        from .resume import keep

        keep(journal, match)
    else:
        token = token or "%d%s" % (player, "s" if action == SIT else "t")
        journal.append(JOURNAL_KEY, (" " + token).encode())
