# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Statistics: games played and won, by variant and kind of player, and records of people.

Saved as text, a line each: the totals (`TOTALS`); `:` and the reviewed games, two characters each;
`!` and `kind games wins` of the rivals; `*key result name`, the best results (key: `id>n`, most
points, alone in `n` turns; `id<n`, fewest turns alone to `n` points); the variants, the last at the
end, as `id games kind games wins shared kind …` (own dice: `id+`); additions (see `Stats`).
"""

from .game.parts import HUMAN, NAME_CHARS
from .saves.journal import BUDGET, STATISTICS
from .saves.moves_read import plain, short, spelled, whole

DIE, COIN = 6, 2  # faces
_SERIES = DIE, COIN, -DIE, -COIN  # keys of `faces`; below 0: people's own
WON, LOST, NEITHER = "w", "l", "n"
BEYOND = 1000000000  # no number of the statistics is so great
# `counted`: the number of the last game (see `saved_game`). Of humans: `streak` and `best_streak`,
# games won in a row against computers; `luck`, hundredths of a point in `rolls` rolls; `loss`,
# hundred-thousandths of a win that `decisions` decisions gave away; `gave`, what the dice gave in
# these games. Behind them: how often each face of a die fell, from 1, and of a coin, from the tail,
# then of dice that people typed in.
TOTALS = (
    "counted", "streak", "best_streak", "best_turn", "biggest_bust", "luck", "rolls", "loss",
    "decisions", "gave",
)  # fmt: skip
_SIGNED = ("luck", "loss", "gave")
MOST_THROWS = 6000  # then a new series begins, so that the saved counts stay short
# Bytes. Beyond it the variant played longest ago loses its kinds of players, then its games.
LONGEST = 690
_A_GAME = 4000  # more throws than that no game has
BEST = 6  # best results that are kept
_PEOPLE = "~"  # short for HUMAN
# Of each of the latest reviewed games: what people's choices lost, from _SMALLEST on, and what the
# dice gave them, around _EVEN; a step is a two-hundredth of a win, and a fiftieth.
REVIEWED = 22
_SMALLEST, _EVEN, _LARGEST = 33, 79, 125
_LOSS_STEP, _GAVE_STEP = 500, 2000  # hundred-thousandths of a win


def image(head, lines):
    """Return `head` and the variants' lines as bytes, with their names as letters."""
    rows = [line.split(" ") for line in lines]
    lines = [" ".join([_PEOPLE if word == HUMAN else short(word) for word in row]) for row in rows]
    at = 0
    while lines and len(head) + sum([len(line) + 1 for line in lines]) > LONGEST:
        if at < len(lines):
            lines[at] = " ".join(lines[at].split(" ")[:2])
            at += 1
        else:
            lines.pop(0)
    return "\n".join([head] + lines).encode()


def check(words):
    """Raise ValueError unless the words of a variant's line are as `Stats` writes them."""
    if len(words) % 4 != 2:
        raise ValueError("a kind of players without its counts")
    for place, word in enumerate(words):
        if place and place % 4 != 2:
            if not 0 <= int(word) < BEYOND:
                raise ValueError("a count out of range")


def unpack(line, number):
    """Return (words, counts) of such a line. Raises ValueError."""
    given = line[1:].split(" ")
    if "A" <= line[1:2] <= "Z":
        given = [given[0][1:], given[1], line[1]] + given[2:]
    counts, more = [], 0  # type: tuple[list[int], int]
    for char in given[0][1:]:
        if char == "~":
            more += 70
        elif "0" <= char <= "u":
            counts.append(more + ord(char) - 48)
            more = 0
        else:
            raise ValueError("no count")
    best, worst, rolls = [str(count) for count in counts[:3]]
    words = [str(number), given[0][0], best, worst, given[1], rolls]
    words += [whole(given[2]), "1"]
    rows = given[3:]
    if len(rows) == 1 and "." not in rows[0]:  # a person against it
        rows = [".1.%d" % (words[1] == WON), "%s.1.%d" % (rows[0], words[1] != WON)]
        if whole(rows[1].split(".")[0]) < HUMAN:
            rows = rows[1:] + rows[:1]
    for word in rows:
        seats = word.split(".")
        given = seats[1:] or ["1"]
        words += [whole(seats[0]) or HUMAN] + given + ["0"] * (3 - len(given))
    check(words[6:])
    return words, counts[3:]


class Stats:
    """The statistics, read from the journal; every change is saved at once.

    Unreadable statistics count as damaged and start from zero.
    """

    # An addition is a game (see `pack`), `~loss decisions gave` for a review, or `*key result name`
    # for a best result.

    def __init__(self, journal):
        self._journal = journal
        self.clear()
        lines = journal.text(STATISTICS).split("\n")
        try:
            words = lines[0].split()
            for name, word in zip(TOTALS, words):
                self.totals[name] = int(word)
            counts = [int(word) for word in words[len(TOTALS) :]] + [0] * 2 * (DIE + COIN)
            for n in _SERIES:
                self.faces[n], counts = counts[: abs(n)], counts[abs(n) :]
            for line in lines[1:]:
                self._read(line)
            self.check()
        except (ValueError, IndexError):
            journal.damaged = STATISTICS
            self.clear()

    def check(self):
        """Raise ValueError if what was read is out of range."""
        for name, total in self.totals.items():
            if not (-BEYOND if name in _SIGNED else -1) < total < BEYOND:
                raise ValueError("a total out of range")
        for counts in self.faces.values():
            if min(counts) < 0 or sum(counts) > MOST_THROWS + _A_GAME:
                raise ValueError("throws out of range")
        for line in self._lines:
            check(line.split(" "))
        for games, wins in self._rivals.values():
            if not 0 <= wins <= games or not 0 < games < BEYOND:
                raise ValueError("games against a rival out of range")
        for key, (result, name) in self.best.items():
            if not 0 <= result < BEYOND or len(key) > 24 or len(name) > NAME_CHARS:
                raise ValueError("a best result out of range")
        if len(self.reviewed) > 2 * REVIEWED or max(self.reviewed or b"\0") > _LARGEST:
            raise ValueError("reviewed games out of range")
        if len(self.header()) > LONGEST:
            raise ValueError("statistics that cannot be shortened")

    def clear(self):
        """Start from zero, in memory only."""
        self._lines, self._rivals = [], {}  # by kind: games against it, won alone
        self.reviewed = b""  # two characters each, see `REVIEWED`
        self.best = {}  # by key: (result, name of the player, "" for you)
        self.totals = {name: 0 for name in TOTALS}
        self.faces = {n: [0] * abs(n) for n in _SERIES}

    def _read(self, line):
        words = line.split(" ")
        if line[:1] == "=":
            self.count(*unpack(line, self.totals["counted"] + 1))
        elif line[:1] == "~":
            self.note(int(words[0][1:]), int(words[1]), int((words + [0])[2]))
        elif line[:1] == ":":
            self.reviewed = line[1:].encode()
            if len(self.reviewed) % 2:
                raise ValueError("half a reviewed game")
        elif line[:1] == "*":
            words[0] = whole(line[1:2]) + words[0][2:]
            self.keep(words[0], int(words[1]), spelled(words[2]))
        elif line[:1] == "!":
            words[0] = words[0][1:]
            for at in range(0, len(words), 3):
                self._rivals[whole(words[at])] = int(words[at + 1]), int(words[at + 2])
        else:
            words = [HUMAN if word == _PEOPLE else whole(word) for word in words]
            check(words)
            self._lines.append(" ".join(words))

    def count(self, words, counts):
        """Add the `result` of a game, and how often its faces fell."""
        series = self.faces.get(-len(counts) if "+" in words[6] else len(counts), [])
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
            if kind != HUMAN and words[1] != NEITHER:
                games, wins = self._rivals.get(kind, (0, 0))
                self._rivals[kind] = games + 1, wins + (words[1] == WON)
            at = 2
            while row[at : at + 1] not in ([kind], []):
                at += 4
            if at == len(row):
                row += [kind, "0", "0", "0"]
            for n in (1, 2, 3):
                row[at + n] = str(int(row[at + n]) + int(words[place + n]))
        self._lines.append(" ".join(row))

    def keep(self, key, result, name):
        """Keep a result, in memory only, if it is the best; return its line, else ""."""
        if key in self.best:
            before = self.best[key][0]
            if not (before < result if ">" in key else result < before):
                return ""
        elif len(self.best) == BEST:
            del self.best[sorted(self.best)[0]]
        self.best[key] = result, name
        return self._line(key)

    def _line(self, key):
        word, more = key.replace(">", " >").replace("<", " <").split(" ")
        result, name = self.best[key]
        return "*%s%s %d %s" % (short(word), more, result, plain(name))

    def header(self):
        """Return all but the variants' lines as text."""
        words = [self.totals[name] for name in TOTALS]
        for n in _SERIES:
            words += self.faces[n]
        while len(words) > len(TOTALS) + DIE + COIN and not words[-1]:
            words.pop()
        rows = [" ".join([str(word) for word in words])]
        if self.reviewed:
            rows.append(":" + str(self.reviewed, "ascii"))
        rivals = []
        for kind, games, wins in self.against():
            rivals += [short(kind), str(games), str(wins)]
        if rivals:
            rows.append("!" + " ".join(rivals))
        rows += [self._line(key) for key in sorted(self.best)]
        return "\n".join(rows)

    def save(self):
        """Save all in the shortest form."""
        self._journal.put(STATISTICS, image(self.header(), self._lines))

    def append(self, line):
        """Save an addition, or all anew if there is no room for it."""
        if self._journal.size(STATISTICS) + 1 + len(line) > BUDGET[STATISTICS]:
            self.save()
        else:
            self._journal.append(STATISTICS, ("\n" + line).encode())

    def lines(self, own=False):
        """Return the variants' lines (`own`: of own dice) as words: id, games, counts by kind."""
        rows = [line.split(" ") for line in self._lines]
        return [[row[0].rstrip("+")] + row[1:] for row in rows if own == ("+" in row[0])]

    def note(self, loss, decisions, gave):
        """Add a reviewed game, in memory only."""
        self.totals["loss"] += loss
        self.totals["decisions"] += decisions
        self.totals["gave"] += gave
        loss = _SMALLEST + (loss + _LOSS_STEP // 2) // _LOSS_STEP
        gave = _EVEN + (gave + _GAVE_STEP // 2) // _GAVE_STEP
        point = bytes([max(_SMALLEST, min(_LARGEST, step)) for step in (loss, gave)])
        self.reviewed = (self.reviewed + point)[-2 * REVIEWED :]

    def points(self):
        """Return (loss, what the dice gave) of the latest reviews, in the units of `TOTALS`."""
        kept = self.reviewed
        pairs = [(kept[n] - _SMALLEST, kept[n + 1] - _EVEN) for n in range(0, len(kept), 2)]
        return [(loss * _LOSS_STEP, gave * _GAVE_STEP) for loss, gave in pairs]

    def judge(self, loss, decisions, gave=0):
        """Add the loss of decisions of people, and what the dice gave them (see `TOTALS`)."""
        from . import feats

        self.note(loss, decisions, gave)
        self.append("~%d %d %d" % (loss, decisions, gave))
        feats.judge(self._journal, loss, decisions)

    def reset(self):
        """Start from zero; the number of the last game stays."""
        counted = self.totals["counted"]
        self.clear()
        self.totals["counted"] = counted
        self.save()

    def against(self):
        """Return a list of (kind, games against it, games won by a human alone)."""
        return [(kind,) + self._rivals[kind] for kind in sorted(self._rivals)]

    def report(self):
        """Return all but the number of the last game as a dict."""
        from .stats_report import report

        return report(self, self._journal)
