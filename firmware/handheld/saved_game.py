# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""The game in progress, kept after every action, so that it goes on after a power cut.

The journal holds `kind kind …|record`; an action appends its token. A choice that stays hidden
until all have chosen is kept as the player's number and a letter (`2s`: player 2 sits).
"""

from shared_rules.game import SIT
from shared_rules.notation import position_text

JOURNAL_KEY = 3
LONGEST = 1200  # bytes; a longer game starts anew from its position


def keep(journal, match):
    """Keep the match as it stands, no choice pending."""
    text = match.record.text()
    if len(text) > LONGEST:
        text = position_text(match.game) + " :"
    kinds = " ".join([kind for kind, _ in match.seats])
    journal.put(JOURNAL_KEY, (kinds + "|" + text).encode())


def add(journal, match, token, action, player):
    """Keep an action that has been done; `token` is what the record got of it."""
    if match.game.over:
        journal.delete(JOURNAL_KEY)
    elif token and journal.size(JOURNAL_KEY) > LONGEST:
        keep(journal, match)
    else:
        token = token or "%d%s" % (player, "s" if action == SIT else "t")
        journal.append(JOURNAL_KEY, (" " + token).encode())


def is_there(journal):
    """True when there is a game to go on with."""
    return journal.size(JOURNAL_KEY) > 0
