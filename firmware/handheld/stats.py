# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Statistics: games played and won, by variant and kind of player, and records of people.

Saved as text: the totals (`TOTALS`), a line a variant, the one played last at the end:
`id games kind games wins shared kind …`, and then additions (see `Stats`).
"""

from .match import HUMAN
from .saves.journal import STATISTICS
from .saves.moves_read import short, whole

COUNTS = ("games", "wins", "shared")
# `counted`: the number of the last game (see `saved_game`). Of humans: `streak` and `best_streak`,
# games won in a row against computers; `luck`, hundredths of a point in `rolls` rolls; `loss`,
# hundred-thousandths of a win that `decisions` decisions gave away; `gave`, what the dice gave in
# these games. Behind them: how often each face of a die fell, from 1, and of a coin, from the tail.
TOTALS = (
    "counted", "streak", "best_streak", "best_turn", "biggest_bust", "luck", "rolls", "loss",
    "decisions", "gave",
)  # fmt: skip
DIE, COIN = 6, 2  # faces
MOST_THROWS = 6000  # then a new series begins, so that the exact test takes a Pico 2 s at most
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


def pack(words, counts):
    """Return the `result` of a game as a short line; the number is left out."""
    line = "=%s%s %s %s %s " % tuple(words[1:6])
    for count in counts:
        line += "~" * (count // 70) + chr(48 + count % 70)
    line += "- " if not counts else " "
    line += short(words[6])
    for at in range(8, len(words), 4):
        kind = "" if words[at] == HUMAN else short(words[at])
        line += " " + ".".join([kind] + words[at + 1 : at + 4])
        for usual in (".0", ".0", ".1"):
            if line[-2:] == usual:
                line = line[:-2]
            else:
                break
    return line


def unpack(line, number):
    """Return (words, counts) of such a line. Raises ValueError."""
    given = line[1:].split(" ")
    if len(given) < 6 or not given[0]:
        raise ValueError("words of a game are missing")
    words = [str(number), given[0][0], given[0][1:]] + given[1:4] + [whole(given[5]), "1"]
    counts = []
    more = 0
    for char in given[4]:
        if char == "~":
            more += 70
        elif char != "-":
            counts.append(more + ord(char) - 48)
            more = 0
    for word in given[6:]:
        seats = word.split(".")
        given = seats[1:] or ["1"]
        words += [whole(seats[0]) or HUMAN] + given + ["0"] * (3 - len(given))
    check_counts(words[6:])
    return words, counts


def faces_of(match):
    """Return how often each face fell in the record, from the least; none for other dice."""
    low, high = match.game.FACES
    if high - low + 1 not in (DIE, COIN):
        return []
    counts = [0] * (high - low + 1)
    for token in match.record.tokens():
        if token.isdigit():
            for face in token:
                counts[int(face) - low] += 1
    return counts


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

    # An addition is `=streak best worst luck rolls faces id seat …` for a game (see `pack`), or
    # `~loss decisions gave` for a review. The version before wrote a game with its number and a
    # variant's line: `+number streak best worst luck rolls id 1 kind games wins shared …`.

    def __init__(self, journal):
        self._journal = journal
        self._lines = []
        self.totals = {name: 0 for name in TOTALS}
        self.faces = {n: [0] * n for n in (DIE, COIN)}
        lines = journal.text(STATISTICS).split("\n")
        try:
            words = lines[0].split()
            for name, word in zip(TOTALS, words):
                self.totals[name] = int(word)
            counts = [int(word) for word in words[len(TOTALS) :]] + [0] * (DIE + COIN)
            self.faces = {DIE: counts[:DIE], COIN: counts[DIE : DIE + COIN]}
            for line in lines[1:]:
                self._read(line)
        except ValueError:
            journal.damaged = True
            self._lines = []
            self.totals = {name: 0 for name in TOTALS}
            self.faces = {n: [0] * n for n in (DIE, COIN)}

    def _read(self, line):
        words = line.split(" ")
        if line[:1] == "+":
            words[0] = words[0][1:]
            check_counts(words[6:])
            self._add(words, [])
        elif line[:1] == "=":
            self._add(*unpack(line, self.totals["counted"] + 1))
        elif line[:1] == "~":
            self._judged(int(words[0][1:]), int(words[1]), int((words + [0])[2]))
        else:
            check_counts(words)
            self._lines.append(line)

    def _add(self, words, counts):
        """Add the `result` of a game, and how often its faces fell."""
        series = self.faces.get(len(counts), [])
        begins = sum(series) >= MOST_THROWS
        for place, count in enumerate(counts[: len(series)]):
            series[place] = count if begins else series[place] + count
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
        words = [self.totals[name] for name in TOTALS] + self.faces[DIE] + self.faces[COIN]
        head = " ".join([str(word) for word in words])
        self._journal.put(STATISTICS, _shorten(head, self._lines))

    def _append(self, line):
        if self._journal.size(STATISTICS) > LONGEST + LATEST:
            self.keep()
        else:
            self._journal.append(STATISTICS, ("\n" + line).encode())

    def count(self, match):
        """Count a finished game, once: the same write stores its number."""
        if match.number != self.totals["counted"]:
            words, counts = result(match), faces_of(match)
            self._add(words, counts)
            self._append(pack(words, counts))

    def lines(self):
        """Return the variants' lines as lists of words: id, games, then kind and COUNTS each."""
        return [line.split(" ") for line in self._lines]

    def _judged(self, loss, decisions, gave):
        self.totals["loss"] += loss
        self.totals["decisions"] += decisions
        self.totals["gave"] += gave

    def judge(self, loss, decisions, gave=0):
        """Add the loss of decisions of people, and what the dice gave them (see `TOTALS`)."""
        self._judged(loss, decisions, gave)
        self._append("~%d %d %d" % (loss, decisions, gave))

    def reset(self):
        """Start from zero; the number of the last game stays."""
        self._lines = []
        for name in TOTALS[1:]:
            self.totals[name] = 0
        self.faces = {n: [0] * n for n in (DIE, COIN)}
        self.keep()

    def report(self):
        """A dict: `games`, `variants` by id with `games` and `players` (COUNTS by kind), TOTALS.

        It leaves out the number of the last game; `luck` is in points, `loss` and `gave` in wins.
        `faces` and `coin` say how often each face fell.
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
        report["gave"] /= 100000
        report["faces"] = self.faces[DIE]
        report["coin"] = self.faces[COIN]
        return report
