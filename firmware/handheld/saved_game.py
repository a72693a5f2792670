# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""The game in progress, kept after every action, so that it goes on after a power cut.

The journal holds `number seat seat …|record`; an action appends its token. A seat is a kind and,
if it has a name of its own, `=name`. A choice that stays hidden until all have chosen is kept as
the player's number and a letter (`2s`: player 2 sits), and `x` says that the game counts no more.

`number` is 0 for a game that does not count for statistics, else one more than the last game that
did. These remember the number in the same write that counts the game, so whatever a power cut
leaves of action, count and deletion, a game is counted once: see `is_there` and `App.finish`.
"""

from shared_rules.game import SIT
from shared_rules.notation import position_text

from .match import NAME_CHARS, seats_of

JOURNAL_KEY = 3
STATS_KEY = 2  # its value begins with the number of the last game counted
LONGEST = 1200  # bytes; a longer game starts anew from its position
NOT_COUNTED = b" x"


def last_counted(journal):
    """The number of the last game that was counted."""
    return int((journal.get(STATS_KEY) or b"0").split(b" ")[0])


def keep(journal, match):
    """Keep the match as it stands, no choice pending."""
    text = match.record.text()
    if len(text) > LONGEST:
        text = position_text(match.game) + " :"
    words = [str(match.number)]
    for seat, unnamed in zip(match.seats, seats_of([kind for kind, _ in match.seats])):
        name = "".join([char if "0" <= char <= "z" else "_" for char in seat[1][:NAME_CHARS]])
        words.append(seat[0] if seat == unnamed else seat[0] + "=" + name.replace("=", "_"))
    journal.put(JOURNAL_KEY, (" ".join(words) + "|" + text).encode())


def add(journal, match, token, action, player):
    """Keep an action that has been done; `token` is what the record got of it."""
    if token and journal.size(JOURNAL_KEY) > LONGEST and not match.game.over:
        keep(journal, match)
    else:
        token = token or "%d%s" % (player, "s" if action == SIT else "t")
        journal.append(JOURNAL_KEY, (" " + token).encode())


def is_there(journal):
    """True when there is a game to go on with; one that has been counted is over and goes."""
    if not journal.size(JOURNAL_KEY):
        return False
    number = journal.get(JOURNAL_KEY).split(b" ")[0]
    if number != b"0" and number.isdigit() and int(number) == last_counted(journal):
        journal.delete(JOURNAL_KEY)
        return False
    return True
