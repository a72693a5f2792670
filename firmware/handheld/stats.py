# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Games played and won, by variant and by kind of player."""

JOURNAL_KEY = 2
COUNTS = ("games", "wins", "shared")


class Stats:
    """Kept as text, one line a variant: `id games kind games wins shared kind …`."""

    def __init__(self, journal):
        self._journal = journal

    def _lines(self):
        return str(self._journal.get(JOURNAL_KEY) or b"", "ascii").split("\n")

    def count(self, match):
        """Count a game that is over."""
        game = match.game
        winners = game.winners()
        lines = self._lines()
        words = [game.ID, "0"]
        for line in lines:
            if line.split(" ")[0] == game.ID:
                words = line.split(" ")
                lines.remove(line)
                break
        words[1] = str(int(words[1]) + 1)
        for player, seat in enumerate(match.seats):
            kind = seat[0]
            if kind not in words[2:]:
                words += [kind, "0", "0", "0"]
            at = words.index(kind) + 1
            words[at] = str(int(words[at]) + 1)
            if player in winners:
                at += 1 if len(winners) == 1 else 2
                words[at] = str(int(words[at]) + 1)
        lines.append(" ".join(words))
        self._journal.put(JOURNAL_KEY, "\n".join([line for line in lines if line]).encode())

    def report(self):
        """A dict: `games`, and `variants` by id with `games` and `players` (COUNTS by kind)."""
        total = 0
        variants = {}
        for line in self._lines():
            words = line.split(" ")
            if len(words) < 2:
                continue
            players = {}
            for at in range(2, len(words), 4):
                counts = words[at + 1 : at + 4]
                players[words[at]] = {name: int(n) for name, n in zip(COUNTS, counts)}
            variants[words[0]] = {"games": int(words[1]), "players": players}
            total += int(words[1])
        return {"games": total, "variants": variants}
