# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Games played and won, by variant and by kind of player, and what people are proud of.

Kept as text. First the totals (`TOTALS`), then a line a variant, the one played last at the end:
`id games kind games wins shared kind …`.
"""

from .match import HUMAN
from .saved_game import STATS_KEY

COUNTS = ("games", "wins", "shared")
# `counted`: the number of the last game (see `saved_game`). Of humans: `streak` and `best_streak`,
# games won in a row against computers; `luck`, hundredths of a point in `rolls` rolls; `loss`,
# hundred-thousandths of a win that `decisions` decisions gave away.
TOTALS = (
    "counted", "streak", "best_streak", "best_turn", "biggest_bust", "luck", "rolls", "loss",
    "decisions",
)  # fmt: skip
LONGEST = 1150  # bytes; beyond, the kinds of players of what was played longest ago are forgotten


def check_counts(words):
    """Raise ValueError unless the words of a variant's line are as `Stats` writes them."""
    if len(words) % 4 != 2:
        raise ValueError("a kind of players without its counts")
    for place, word in enumerate(words):
        if place and place % 4 != 2:
            int(word)


class Stats:
    """Read from the journal when made; every change is kept at once.

    What cannot be read counts as damaged, and they begin anew.
    """

    def __init__(self, journal):
        self._journal = journal
        self._lines = journal.text(STATS_KEY).split("\n")
        try:
            numbers = [int(word) for word in self._lines.pop(0).split()]
            for words in self.lines():
                check_counts(words)
        except ValueError:
            journal.damaged = True
            self._lines, numbers = [], []
        numbers += [0] * (len(TOTALS) - len(numbers))
        self.totals = {name: number for name, number in zip(TOTALS, numbers)}

    def _keep(self):
        head = " ".join([str(self.totals[name]) for name in TOTALS])
        lines = self._lines
        at = 0
        while at < len(lines) and len(head) + sum([len(line) + 1 for line in lines]) > LONGEST:
            lines[at] = " ".join(lines[at].split(" ")[:2])
            at += 1
        self._journal.put(STATS_KEY, "\n".join([head] + lines).encode())

    def count(self, match):
        """Count a game that is over, once: its number is remembered in the same write."""
        from .account import account

        totals = self.totals
        if match.number == totals["counted"]:
            return
        totals["counted"] = match.number
        self._count_players(match)
        best, worst, luck, rolls = account(match)
        totals["best_turn"] = max(totals["best_turn"], best)
        totals["biggest_bust"] = max(totals["biggest_bust"], worst)
        totals["luck"] += luck
        totals["rolls"] += rolls
        kinds = [kind for kind, _ in match.seats]
        if HUMAN in kinds and len(set(kinds)) > 1:
            winners = match.game.winners()
            won = len(winners) == 1 and kinds[winners[0]] == HUMAN
            totals["streak"] = totals["streak"] + 1 if won else 0
            totals["best_streak"] = max(totals["best_streak"], totals["streak"])
        self._keep()

    def _count_players(self, match):
        game = match.game
        winners = game.winners()
        words = [game.ID, "0"]
        for line in self._lines:
            if line.split(" ")[0] == game.ID:
                words = line.split(" ")
                self._lines.remove(line)
                break
        words[1] = str(int(words[1]) + 1)
        for player, seat in enumerate(match.seats):
            kind = seat[0]
            if kind not in words[2:]:
                words += [kind, "0", "0", "0"]
            at = words.index(kind, 2) + 1
            words[at] = str(int(words[at]) + 1)
            if player in winners:
                at += 1 if len(winners) == 1 else 2
                words[at] = str(int(words[at]) + 1)
        self._lines.append(" ".join(words))

    def lines(self):
        """The lines of the variants as lists of words: id, games, then kind and COUNTS each."""
        return [line.split(" ") for line in self._lines]

    def judge(self, loss, decisions):
        """Add what some decisions of people gave away (see `TOTALS`)."""
        self.totals["loss"] += loss
        self.totals["decisions"] += decisions
        self._keep()

    def reset(self):
        """Begin anew; the number of the last game stays."""
        self._lines = []
        for name in TOTALS[1:]:
            self.totals[name] = 0
        self._keep()

    def report(self):
        """A dict: `games`, `variants` by id with `games` and `players` (COUNTS by kind), TOTALS.

        Without the number of the last game; `luck` in points, `loss` in wins.
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
