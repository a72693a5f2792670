# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Achievements, badges for rivals, and the best results of challenges: one saved value."""

# The value: VERSION; the achievements as bits, in the order of NAMES; the badges, in that of
# KINDS; two bytes each. The last day whose challenge was played, in three bytes, and how many days
# in a row that makes, in two. Then the challenges, the one added last at the end: the number in
# three bytes, and the margin of the best result, from -_ZERO, in two.
#
# Texts: a line for each achievement in `pages/<language>/feats.txt`, `name|how to earn it`.

from shared_rules.players import KINDS

from .game.parts import HUMAN
from .language import code, lines_of, say
from .saves.journal import FEATS

VERSION = 1
# The order is part of what is saved: add at the end, up to 16.
NAMES = (
    "first_win winning_streak great_turn recovery comeback clean_win crowd every_game hundred_games"
    " every_rival sound_choices challenge_won"
)
# How much each of them needs, in their order:
# first_win: games won; winning_streak: games won in a row; great_turn: points in a turn;
# recovery: points that a roll cost, in a game won; comeback: points behind, in a game won;
# clean_win: games won in which no roll cost points; crowd: rivals in a game won;
# every_game: variants played; hundred_games: games played; every_rival: badges;
# sound_choices: choices in a reviewed game without a mistake; challenge_won: challenges won.
LEAST = (1, 5, 40, 30, 40, 1, 3, 12, 100, 11, 10, 1)
BADGE = 16  # the first badge's place among all that can be earned
NO_LOSS = 50  # hundred-thousandths of a win that a game without a mistake may lose, by rounding
CHALLENGES = 18  # numbers that are kept
_ZERO = 1 << 15
_ENTRY = 5  # bytes
_NEW = bytes((VERSION, 0, 0, 0, 0, 0, 0, 0, 0, 0))


class Feats:
    """What is saved. A value that cannot be read counts as damaged, and begins anew."""

    # `earned`: bits of the achievements, and from BADGE on of the badges. `best`: (number, margin).
    # `day`: the last day whose challenge was played, 0: none; `days`: so many in a row.

    def __init__(self, journal):
        self._journal = journal
        value = journal.get(FEATS) or _NEW
        good = value[0] == VERSION and len(value) % _ENTRY == 0
        rows = []
        for at in range(_ENTRY, len(value), _ENTRY):
            number = int.from_bytes(value[at : at + 3], "big")
            rows.append((number, int.from_bytes(value[at + 3 : at + _ENTRY], "big")))
            good = good and (at == _ENTRY or 0 < number < 1000000)
        if not (good and rows):
            journal.damaged = FEATS
            value, rows = _NEW, [(0, 0)]
        self.earned = value[1] << 8 | value[2] | value[3] << 24 | value[4] << 16
        self.day, self.days = rows[0]
        self.best = [(number, word - _ZERO) for number, word in rows[1:]]

    def save(self):
        """Save all of it, if it has changed."""
        value = bytearray((VERSION,))
        for shift in (8, 0, 24, 16):
            value.append(self.earned >> shift & 255)
        for number, word in [(self.day, self.days)] + [(n, best + _ZERO) for n, best in self.best]:
            value += number.to_bytes(3, "big") + (word & 65535).to_bytes(2, "big")
        self._journal.put(FEATS, bytes(value))

    def _earn(self, place):
        """Earn an achievement or a badge; return it in a list if it is new."""
        if self.earned >> place & 1:
            return []
        self.earned |= 1 << place
        return [place]

    def count(self, start, names):
        """Return how many of `names` are earned, whose places begin with `start`."""
        return len([n for n in range(len(names.split(" "))) if self.earned >> start + n & 1])

    def result(self, number):
        """Return the best margin of a challenge, or None."""
        for other, margin in self.best:
            if other == number:
                return margin
        return None


def finish(journal, match, words, deficit, stats):
    """Save what a finished game earns: its `words` as `account.result` makes them."""
    feats = Feats(journal)
    kinds = [kind for kind, _ in match.seats]
    rivals = [kind for kind in kinds if kind != HUMAN]
    won = int(len(rivals) + 1 == len(kinds) and words[1] == "w")
    new = []
    for place, kind in enumerate(KINDS.split(" ")):
        if won and kind in kinds:
            new += feats._earn(BADGE + place)
    best, worst, rolls = int(words[2]), int(words[3]), int(words[5])
    totals = stats.totals
    reached = (
        won, totals["streak"], best, won * worst, won * deficit, won and worst == 0 and rolls > 0,
        won * len(rivals), len(stats.lines()), totals["counted"], feats.count(BADGE, KINDS),
    )  # fmt: skip
    for place in range(len(reached) - 1, -1, -1):
        if reached[place] >= LEAST[place]:
            new = feats._earn(place) + new
    feats.save()
    match.earned = new


def challenge(journal, match, today):
    """Save the result of a challenge, if it is better than before, and the days in a row.

    `today`: its number, 0 if nobody told it; then any later day may be the next one.
    """
    from shared_rules.challenges import day_after

    feats = Feats(journal)
    margin = worth(match)
    number = -match.number
    if day_after(number) and (number == today if today else number > feats.day):
        if number != feats.day:
            feats.days = feats.days + 1 if number == day_after(feats.day) else 1
        feats.day = number
    before = feats.result(number)
    if margin > 0:
        match.earned = feats._earn(len(LEAST) - 1)
    if before is None or margin > before:
        feats.best = [row for row in feats.best if row[0] != number]
        feats.best.append((number, margin))
        feats.best = feats.best[-CHALLENGES:]
    feats.save()


def worth(match):
    """Return by how much the first player is ahead of the best rival."""
    points = match.game.standings()
    return max(1 - _ZERO, min(_ZERO - 1, points[0] - max(points[1:])))


def margin(points):
    """Return in words that a challenge was won by so many points, or lost by -`points`."""
    if not points:
        return say("shared")
    return say("challenge_won" if points > 0 else "challenge_lost", abs(points))


def judge(journal, loss, decisions):
    """Save what a review earns."""
    if loss < NO_LOSS and decisions >= LEAST[-2]:
        feats = Feats(journal)
        if feats._earn(len(LEAST) - 2):
            feats.save()


def texts(place):
    """Return (name, how to earn it) of an achievement or a badge."""
    if place >= BADGE:
        from .game.names import name

        return name(KINDS.split(" ")[place - BADGE]), say("badge_of_rival")
    line = lines_of(code() + "/feats", "feats")[place]
    name, _, how = line.partition("|")
    return name, how % LEAST[place] if "%d" in how else how


def notice(match):
    """Return what the result says of a challenge, or of what the game has earned; else ""."""
    if match.number < 0:
        return "%s: %s" % (str(1000000 - match.number)[1:], margin(worth(match)))
    if match.earned:
        name = texts(match.earned[0])[0]
        more = len(match.earned) - 1
        return say("feats_earned_more", name, more) if more else say("feats_earned", name)
    return ""


def report(journal, report):
    """Add what is saved to the report of the statistics."""
    feats = Feats(journal)
    for key, start, names in (("achievements", 0, NAMES), ("badges_of_rivals", BADGE, KINDS)):
        report[key] = [
            name for n, name in enumerate(names.split(" ")) if feats.earned >> start + n & 1
        ]
    report["challenge_days"] = feats.days
    report["best_of_challenges"] = [
        {"number": number, "best_margin": margin} for number, margin in feats.best
    ]
