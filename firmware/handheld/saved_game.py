# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""The game in progress, kept after every action, so that it goes on after a power cut.

The journal holds `kind kind …|record`; an action appends its token. A choice that stays hidden
until all have chosen is kept as the player's number and a letter (`2s`: player 2 sits).
"""

from shared_rules.game import SIT, STAND
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


def load(journal):
    """(kinds, record, pending) of the game that was kept.

    `pending` are hidden choices after the record's end: list of (action, player).
    """
    kinds, _, text = str(journal.get(JOURNAL_KEY), "ascii").partition("|")
    start, _, moves = text.partition(":")
    record = start + ":"
    pending = []
    for token in moves.split():
        if token[0].isdigit() and token[-1] in "st":
            pending.append((SIT if token[-1] == "s" else STAND, int(token[:-1])))
        else:
            # The revealed choices hold the pending ones.
            record += " " + token
            pending = []
    return kinds.split(" "), record, pending
