# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""The statistics: games played and won, luck and skill; and their reset."""

from shared_rules.rarity import FEWEST, in_series, rarity

from ..board import RELEASE, A, B
from ..language import known, say
from ..names import game_name
from .text_screen import TextScreen, wrap

PLAIN = ("streak", "best_streak", "best_turn", "biggest_bust")


def hundredths(number):
    """Return hundredths as text, such as +1.25."""
    return "%s%d.%02d" % ("-" if number < 0 else "+", abs(number) // 100, abs(number) % 100)


def series(counts, lines):
    """Return the lines about a series of throws: the counts of faces, and how rare they are."""
    if sum(counts) < FEWEST:
        return []
    chance = rarity(counts)
    key = "statistics_fair" if chance >= 0.0005 else "statistics_unfair"
    return lines + wrap(say(key, *in_series(chance)))


class Screen(TextScreen):
    """A resets, after a question, if there is something; B goes back."""

    ID = "statistics"

    def __init__(self, app, parent):
        super().__init__(app, parent)
        self._asking = self._any = False
        self.read()

    def title(self):
        return say("sure" if self._asking else "statistics")

    def read(self):
        """Make the lines."""
        stats = self.app.stats()
        totals = stats.totals
        report = stats.report()
        self.page = 0
        self._any = report["games"] > 0
        if not self._any:
            self.lines = [say("none_yet")]
            return
        games = report["games"]
        lines = [say("st_games", games) if games > 1 else say("statistics_one_game")]
        lines += [say("st_" + name, totals[name]) for name in PLAIN]
        if totals["rolls"]:
            lines.append(say("st_luck", hundredths(totals["luck"] // totals["rolls"])))
        if totals["decisions"]:
            # hundred-thousandths of a win, in per cent with two decimals
            loss = totals["loss"] // 10 // totals["decisions"]
            lines.append(say("st_loss", hundredths(loss)[1:]))
            lines.append(say("statistics_gave", hundredths(totals["gave"] // 1000)))
        die, coin = report["faces"], report["coin"]
        lines += series(die, ["1-3: %d %d %d" % tuple(die[:3]), "4-6: %d %d %d" % tuple(die[3:])])
        lines += series(coin, [say("statistics_coin", *coin)])
        for words in stats.lines():
            lines.append("%s: %s" % (game_name(words[0]), words[1]))
            for at in range(2, len(words), 4):
                kind = known(words[at], words[at])
                lines.append(say("st_of", kind, int(words[at + 2]), int(words[at + 1])))
        self.lines = lines

    def decide(self, event):
        asks = self._asking or event == A and self._any
        if event >= RELEASE or event not in (A, B) or not asks:
            super().decide(event)
            return
        if self._asking and event == A:
            self.app.stats().reset()
            self.read()
        self._asking = event == A and not self._asking
        self.app.dirty = True

    def keys(self):
        if self._asking:
            return [("A", say("yes")), ("B", say("no"))]
        keys = [("A", say("reset"))] if self._any else []
        keys.append(("B", say("back")))
        return keys + [("▲▼", "")] if self.pages() > 1 else keys
