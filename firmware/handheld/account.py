# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Turn a finished game into a line of the statistics; work out best turn, worst loss, luck."""

from . import feats
from .game.parts import HUMAN
from .language import say
from .saves.moves_read import short
from .stats import COIN, DIE, LOST, NEITHER, WON, Stats

_HUNDRED = 100


def worth(game, dice):
    """Return (denominator, a, b, c): what a roll leaves on average.

    Score and turn total after the roll are (a * score + b * turn_total + c) / denominator.
    """
    denominator, outcomes = game.chance_outcomes(dice)
    of_score = of_total = points = 0
    for weight, effect in outcomes:
        of_score += weight * effect.keep
        of_total += weight * effect.factor
        points += weight * effect.points
    return denominator, of_score, of_total, points


def account(match):
    """Return (best turn, biggest loss, luck, rolls, deficit) of the humans.

    Luck: what their rolls gained above expectation, score and turn total together, in hundredths
    of a point. Shared rolls count as no luck. Deficit: the most points that one of them was behind
    the leader after a turn. If the record began anew, the game before is missing.
    """
    # The statistics are also read where no game is replayed.
    from shared_rules.reading import parse_position, replay_token

    game = parse_position(match.record.start)
    best = worst = luck = rolls = deficit = 0
    expected = {}
    before = list(game.scores)
    for token in match.record.tokens():
        player = game.player
        turn, score, total = game.turn, game.scores[player], game.turn_total
        replay_token(game, token)
        if game.SHARED_ROLL:
            if game.turn == turn and not game.over:
                continue
            for player, seat in enumerate(match.seats):
                if seat[0] == HUMAN:
                    best = max(best, game.scores[player] - before[player])
                    deficit = max(deficit, max(game.scores) - game.scores[player])
            before = list(game.scores)
            continue
        ended = game.over or game.turn != turn
        now = game.scores[player] + (0 if ended else game.turn_total)
        if match.seats[player][0] == HUMAN:
            if token != "h":
                dice = len(token)
                if dice not in expected:
                    expected[dice] = worth(game, dice)
                denominator, a, b, c = expected[dice]
                luck += _HUNDRED * now - _HUNDRED * (a * score + b * total + c) // denominator
                rolls += 1
                worst = max(worst, score + total - now)
            if ended:
                best = max(best, game.scores[player] - before[player])
        if ended:
            before = list(game.scores)
            for seat, score in zip(match.seats, before):
                if seat[0] == HUMAN:
                    deficit = max(deficit, max(before) - score)
    return best, worst, luck, rolls, deficit


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
    """Return what a finished game adds, the words of a line (see `Stats`), and the deficit."""
    best, worst, luck, rolls, deficit = account(match)
    kinds = [kind for kind, _ in match.seats]
    winners = match.game.winners()
    streak = NEITHER
    if HUMAN in kinds and len(set(kinds)) > 1:
        streak = WON if len(winners) == 1 and kinds[winners[0]] == HUMAN else LOST
    own = ""
    if match.cup.typed:  # whoever types can win: it counts for nothing else
        own, streak = "+", NEITHER
        best = worst = luck = rolls = 0
    words = [str(match.number), streak] + [str(n) for n in (best, worst, luck, rolls)]
    words += [match.game.ID + own, "1"]
    for kind in sorted(set(kinds)):
        places = [place for place, each in enumerate(kinds) if each == kind]
        won = [place for place in places if place in winners]
        alone = len(winners) == 1
        counts = len(places), len(won) if alone else 0, 0 if alone else len(won)
        words += [kind] + [str(n) for n in counts]
    return words, deficit


def pack(words, counts):
    """Return the `result` of a game as a short line; the number is left out.

    `=`, the letter of the variant, the streak, a character for each count below 70 (best turn,
    biggest loss, rolls, faces; before it "~" for each 70); the luck; without a letter the variant.
    """
    word = short(words[6])
    line = "=" + (word if len(word) == 1 else "") + words[1]
    for count in [int(words[2]), int(words[3]), int(words[5])] + counts:
        line += "~" * (count // 70) + chr(48 + count % 70)
    line += " " + words[4]
    if len(word) > 1:
        line += " " + word
    rows, rivals = [], []
    for at in range(8, len(words), 4):
        kind = "" if words[at] == HUMAN else short(words[at])
        rivals += [kind] if kind else []
        row = ".".join([kind] + words[at + 1 : at + 4])
        for usual in (".0", ".0", ".1"):
            if row[-2:] == usual:
                row = row[:-2]
            else:
                break
        rows.append(row)
    # Where one person meets one rival, the streak says who won.
    person, rival = (".1.1", "") if words[1] == WON else ("", ".1.1")
    if (
        words[1] != NEITHER
        and len(rivals) == 1
        and sorted(rows) == sorted([person, rivals[0] + rival])
    ):
        rows = rivals
    return " ".join([line] + rows)


def best_results(match):
    """Return rows (key, result, name) of the humans (see `stats`).

    The results are victory points, and what one player alone has made.
    """
    game = match.game
    if match.cup.typed:
        return []
    key, results = game.ID + ">", game.standings()
    if game.players == 1 and game.goal():
        key, results = "%s<%d" % (game.ID, game.goal()), [game.turn]
    elif game.players == 1:
        key += str(game.options["rounds"])
    elif results is game.scores:
        return []
    return [
        (key, results[player], "" if name == say("rival_name_human") else name)
        for player, (kind, name) in enumerate(match.seats)
        if kind == HUMAN
    ]


def count(journal, match, today=0):
    """Count a finished game, once: the same write stores its number.

    A challenge adds nothing, a game alone at most a best result. With the people's own dice nothing
    is earned.

    `today`: the number of today's challenge, 0 if nobody told it. Achievements are saved before the
    game, so that a power cut in between does not lose them.
    """
    stats = Stats(journal)
    if match.number < 0:
        feats.challenge(journal, match, today)
    elif len(match.seats) == 1:
        for line in [stats.keep(*row) for row in best_results(match)]:
            if line:
                stats.append(line)
                match.best = True
    elif match.number != stats.totals["counted"]:
        words, deficit = result(match)
        counts = faces_of(match)
        stats.count(words, counts)
        if not match.cup.typed:
            feats.finish(journal, match, words, deficit, stats)
        best = [stats.keep(*row) for row in best_results(match)]
        stats.append("\n".join([pack(words, counts)] + [line for line in best if line]))
