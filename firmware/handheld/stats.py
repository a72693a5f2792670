# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Statistics: games played and won, by variant and kind of player, and records of people.

Saved as text: the totals (`TOTALS`), a line a variant, the one played last at the end:
`id games kind games wins shared kind …`, and then additions (see `Stats`).
"""

from .match import HUMAN
from .saves.journal import STATISTICS

COUNTS = ("games", "wins", "shared")
# `counted`: the number of the last game (see `saved_game`). Of humans: `streak` and `best_streak`,
# games won in a row against computers; `luck`, hundredths of a point in `rolls` rolls; `loss`,
# hundred-thousandths of a win that `decisions` decisions gave away.
TOTALS = (
    "counted", "streak", "best_streak", "best_turn", "biggest_bust", "luck", "rolls", "loss",
    "decisions",
)  # fmt: skip
# Bytes. Beyond it the variant played longest ago loses its kinds of players, then its games.
LONGEST = 690
LATEST = 600  # bytes of additions after which all is rewritten
WON, LOST, NEITHER = "w", "l", "n"


def check_counts(words):
    """Raise ValueError unless the words of a variant's line are as `Stats` writes them."""
    if len(words) % 4 != 2:
        raise ValueError("a kind of players without its counts")
    for place, word in enumerate(words):
        if place and place % 4 != 2:
            int(word)


def _shorten(head, lines):
    at = 0
    while lines and len(head) + sum([len(line) + 1 for line in lines]) > LONGEST:
        if at < len(lines):
            lines[at] = " ".join(lines[at].split(" ")[:2])
            at += 1
        else:
            lines.pop(0)
    return "\n".join([head] + lines).encode()


def shortened(value):
    """Return statistics of the first version, which has the same lines, cut to today's length."""
    if max(value) > 127:
        return b""
    lines = str(value, "ascii").split("\n")
    return _shorten(lines[0], lines[1:])


def result(match):
    """Return what a finished game adds: the words of a line, see `Stats`."""
    from .account import account

    best, worst, luck, rolls = account(match)
    kinds = [kind for kind, _ in match.seats]
    winners = match.game.winners()
    streak = NEITHER
    if HUMAN in kinds and len(set(kinds)) > 1:
        streak = WON if len(winners) == 1 and kinds[winners[0]] == HUMAN else LOST
    words = [str(match.number), streak] + [str(n) for n in (best, worst, luck, rolls)]
    words += [match.game.ID, "1"]
    for kind in sorted(set(kinds)):
        places = [place for place, each in enumerate(kinds) if each == kind]
        won = [place for place in places if place in winners]
        alone = len(winners) == 1
        counts = len(places), len(won) if alone else 0, 0 if alone else len(won)
        words += [kind] + [str(n) for n in counts]
    return words


class Stats:
    """The statistics, read from the journal; every change is saved at once.

    Unreadable statistics count as damaged and start from zero.
    """

    # An addition is `+number streak best worst luck rolls` and a variant's line for a game, or
    # `~loss decisions` for a review.

    def __init__(self, journal):
        self._journal = journal
        self._lines = []
        self.totals = {name: 0 for name in TOTALS}
        lines = journal.text(STATISTICS).split("\n")
        try:
            for name, word in zip(TOTALS, lines[0].split()):
                self.totals[name] = int(word)
            for line in lines[1:]:
                self._read(line)
        except ValueError:
            journal.damaged = True
            self._lines = []
            self.totals = {name: 0 for name in TOTALS}

    def _read(self, line):
        words = line.split(" ")
        if line[:1] == "+":
            words[0] = words[0][1:]
            check_counts(words[6:])
            self._add(words)
        elif line[:1] == "~":
            self._judged(int(words[0][1:]), int(words[1]))
        else:
            check_counts(words)
            self._lines.append(line)

    def _add(self, words):
        """Add the `result` of a game."""
        totals = self.totals
        number, best, worst, luck, rolls = [int(word) for word in words[:1] + words[2:6]]
        totals["counted"] = number
        totals["best_turn"] = max(totals["best_turn"], best)
        totals["biggest_bust"] = max(totals["biggest_bust"], worst)
        totals["luck"] += luck
        totals["rolls"] += rolls
        if words[1] != NEITHER:
            totals["streak"] = totals["streak"] + 1 if words[1] == WON else 0
            totals["best_streak"] = max(totals["best_streak"], totals["streak"])
        row = [words[6], "0"]
        for line in self._lines:
            if line.split(" ")[0] == words[6]:
                row = line.split(" ")
                self._lines.remove(line)
                break
        row[1] = str(int(row[1]) + int(words[7]))
        for place in range(8, len(words), 4):
            kind = words[place]
            at = 2
            while row[at : at + 1] not in ([kind], []):
                at += 4
            if at == len(row):
                row += [kind, "0", "0", "0"]
            for n in (1, 2, 3):
                row[at + n] = str(int(row[at + n]) + int(words[place + n]))
        self._lines.append(" ".join(row))

    def keep(self):
        """Save all in the shortest form."""
        head = " ".join([str(self.totals[name]) for name in TOTALS])
        self._journal.put(STATISTICS, _shorten(head, self._lines))

    def _append(self, line):
        if self._journal.size(STATISTICS) > LONGEST + LATEST:
            self.keep()
        else:
            self._journal.append(STATISTICS, ("\n" + line).encode())

    def count(self, match):
        """Count a finished game, once: the same write stores its number."""
        if match.number != self.totals["counted"]:
            words = result(match)
            self._add(words)
            self._append("+" + " ".join(words))

    def lines(self):
        """Return the variants' lines as lists of words: id, games, then kind and COUNTS each."""
        return [line.split(" ") for line in self._lines]

    def _judged(self, loss, decisions):
        self.totals["loss"] += loss
        self.totals["decisions"] += decisions

    def judge(self, loss, decisions):
        """Add the loss of decisions of people (see `TOTALS`)."""
        self._judged(loss, decisions)
        self._append("~%d %d" % (loss, decisions))

    def reset(self):
        """Start from zero; the number of the last game stays."""
        self._lines = []
        for name in TOTALS[1:]:
            self.totals[name] = 0
        self.keep()

    def report(self):
        """A dict: `games`, `variants` by id with `games` and `players` (COUNTS by kind), TOTALS.

        It leaves out the number of the last game; `luck` is in points, `loss` in wins.
        """
        total = 0
        variants = {}
        for words in self.lines():
            players = {}
            for at in range(2, len(words), 4):
                counts = words[at + 1 : at + 4]
                players[words[at]] = {name: int(n) for name, n in zip(COUNTS, counts)}
            variants[words[0]] = {"games": int(words[1]), "players": players}
            total += int(words[1])
        report = {"games": total, "variants": variants}  # type: dict
        for name in TOTALS[1:]:
            report[name] = self.totals[name]
        report["luck"] /= 100
        report["loss"] /= 100000
        return report
