"""Achievements, badges for rivals, and the best results of challenges."""

# Texts: a line for each achievement in `pages/<language>/feats.txt`, `name|how to earn it`.

from shared_rules.players import KINDS

from ..game.parts import HUMAN
from ..language import lines_of, say
from .records import ALL, OWN

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


def _earn(records, places):
    """Earn achievements and badges, by their places; return those that are new."""
    bits = records.number("achievements")
    new = [place for place in places if not bits >> place & 1]
    records.set("achievements", bits | sum([1 << place for place in new]))
    return new


def _earned(records, start, names):
    """Return which of `names`, whose places begin with `start`, are earned."""
    bits = records.number("achievements") >> start
    return [name for n, name in enumerate(names.split(" ")) if bits >> n & 1]


def finish(records, match, won, best, worst, rolls, deficit):
    """Earn what a finished game is worth, see `account`."""
    kinds = [kind for kind, _ in match.seats]
    rivals = [kind for kind in kinds if kind != HUMAN]
    won = int(bool(won) and len(rivals) + 1 == len(kinds))
    badges = [BADGE + place for place, kind in enumerate(KINDS.split(" ")) if won and kind in kinds]
    badges = _earn(records, badges)
    table = records.rows("table")
    variants = [row for row in table if 0 < row[0] < OWN and row[1] == ALL]
    reached = (
        won, records.number("streak"), best, won * worst, won * deficit,
        won and worst == 0 and rolls > 0, won * len(rivals), len(variants),
        records.number("counted"), len(_earned(records, BADGE, KINDS)),
    )  # fmt: skip
    places = [place for place, least in enumerate(LEAST[: len(reached)]) if reached[place] >= least]
    match.earned = _earn(records, places) + badges


def challenge(records, match, today):
    """Count a challenge: its result, if it is better than before, and the days in a row.

    `today`: its number, 0 if nobody told it; then any later day may be the next one.
    """
    from shared_rules.challenges import day_after

    margin = worth(match)
    number = -match.number
    day, days = records.entry("challenge_days")
    if day_after(number) and (number == today if today else number > day):
        if number != day:
            days = days + 1 if number == day_after(day) else 1
        records.put("challenge_days", [(number, days)])
    if margin > 0:
        match.earned = _earn(records, [len(LEAST) - 1])
    rows = records.rows("challenges")
    if margin > dict(rows).get(number, margin - 1):
        records.put("challenges", [row for row in rows if row[0] != number] + [(number, margin)])


def worth(match):
    """Return by how much the first player is ahead of the best rival."""
    points = match.game.standings()
    return points[0] - max(points[1:])


def margin(points):
    """Return in words that a challenge was won by so many points, or lost by -`points`."""
    if not points:
        return say("shared")
    return say("challenge_won" if points > 0 else "challenge_lost", abs(points))


def judge(records, loss, decisions):
    """Earn what a review is worth."""
    if loss < NO_LOSS and decisions >= LEAST[-2]:
        _earn(records, [len(LEAST) - 2])


def texts(place):
    """Return (name, how to earn it) of an achievement or a badge."""
    if place >= BADGE:
        from ..game.names import name

        return name(KINDS.split(" ")[place - BADGE]), say("badge_of_rival")
    line = lines_of("feats", "feats")[place]
    name, _, how = line.partition("|")
    return name, how % LEAST[place] if "%d" in how else how


def notice(match):
    """Return what the result says of a challenge, or of what the game has earned; else ""."""
    if match.number < 0:
        return "%s: %s" % (str(1000000 - match.number)[1:], margin(worth(match)))
    if match.earned:
        names = " ".join([say("feats_earned", texts(place)[0]) for place in match.earned])
        return names if len(names) < 22 else say("feats_earned_more", len(match.earned))
    return ""


def report(records, answer):
    """Add achievements and challenges to the answer to `stats`."""
    answer["achievements"] = _earned(records, 0, NAMES)
    answer["badges_of_rivals"] = _earned(records, BADGE, KINDS)
    answer["challenge_days"] = records.entry("challenge_days")[1]
    answer["best_of_challenges"] = [
        {"number": number, "best_margin": margin} for number, margin in records.rows("challenges")
    ]
