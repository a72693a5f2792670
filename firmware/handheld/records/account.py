"""Count a finished game; work out best turn, worst loss and luck."""

from shared_rules.variants import ids

from ..game.parts import HUMAN
from ..language import say
from . import achievements, stats
from .records import ANY, FEWEST, OWN, Records

_HUNDRED = 100
MOST_THROWS = 6000  # then a new series of faces begins


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
        player, turn = game.player, game.turn
        score, total = game.scores[player], game.turn_total
        replay_token(game, token)
        ended = game.over or game.turn != turn
        if token != "h" and not game.SHARED_ROLL and match.seats[player][0] == HUMAN:
            dice = len(token)
            if dice not in expected:
                expected[dice] = worth(game, dice)
            denominator, a, b, c = expected[dice]
            now = game.scores[player] + (0 if ended else game.turn_total)
            luck += _HUNDRED * now - _HUNDRED * (a * score + b * total + c) // denominator
            rolls += 1
            worst = max(worst, score + total - now)
        if not ended:
            continue
        for seat, (kind, _) in enumerate(match.seats):
            if kind == HUMAN:
                if game.SHARED_ROLL or seat == player:
                    best = max(best, game.scores[seat] - before[seat])
                deficit = max(deficit, max(game.scores) - game.scores[seat])
        before = list(game.scores)
    return best, worst, luck, rolls, deficit


def _game_of(match):
    """Return the number of the match's game."""
    return 1 + ids().index(match.game.ID) + (OWN if match.typed else 0)


def _count_faces(records, match):
    """Add how often each face fell in the record."""
    low, high = match.game.FACES
    name = {6: "die", 2: "coin"}.get(high - low + 1)
    if not name:
        return
    series = [list(records.entry(name, own)) for own in (0, 1)]
    counts = series[match.typed]
    if sum(counts) >= MOST_THROWS:
        counts[:] = [0] * len(counts)
    for token in match.record.tokens():
        if token.isdigit():
            for face in token:
                counts[int(face) - low] += 1
    records.put(name, series)


def _count_players(records, match):
    """Add a game to the table; return who of the people won alone: True, False, None: none met a
    rival."""
    table = records.rows("table")
    game = _game_of(match)
    kinds = [kind for kind, _ in match.seats]
    winners = [kinds[player] for player in match.game.winners()]
    alone = len(winners) == 1
    won = None
    if HUMAN in kinds and len(set(kinds)) > 1 and not match.typed:
        won = winners == [HUMAN]
    stats.count(table, game, "", (1, 0, 0))
    for kind in sorted(set(kinds)):
        wins = winners.count(kind)
        shares = (wins, 0) if alone else (0, wins)
        stats.count(table, game, kind, (kinds.count(kind),) + shares)
        if kind != HUMAN and won is not None:
            stats.count(table, ANY, kind, (1, int(won), 0))
    records.put("table", table)
    return won


def best_results(match):
    """Return the results of the humans, see `stats.keep`.

    They are victory points, and what one player alone has made.
    """
    game = match.game
    number, results = 0, game.standings()
    if match.typed:
        return []
    if game.players == 1 and game.goal():
        number, results = FEWEST + game.goal(), [game.turn]
    elif game.players == 1:
        number = game.options["rounds"]
    elif results is game.scores:
        return []
    you = say("rival_name_human")
    return [
        (_game_of(match), number, results[player], "" if name == you else name)
        for player, (kind, name) in enumerate(match.seats)
        if kind == HUMAN
    ]


def count(journal, match, today=0):
    """Count a finished game, once: the same write stores its number and what it earns.

    A challenge adds nothing, a game alone at most a best result. Typed dice can be made up, so
    they earn nothing.

    `today`: the number of today's challenge, 0 if nobody told it.
    """
    records = Records(journal)
    number = match.number
    if number < 0:
        achievements.challenge(records, match, today)
    elif len(match.seats) == 1:
        match.best = [stats.keep(records, row) for row in best_results(match)] == [True]
    elif number != records.number("counted"):
        records.set("counted", number)
        _count_faces(records, match)
        won = _count_players(records, match)
        if won is not None:
            records.set("streak", records.number("streak") + 1 if won else 0)
        if not match.typed:
            best, worst, luck, rolls, deficit = account(match)
            records.add("luck", luck)
            records.add("rolls", rolls)
            for name, value in (
                ("best_streak", records.number("streak")),
                ("best_turn", best),
                ("biggest_bust", worst),
            ):
                records.set(name, max(value, records.number(name)))
            achievements.finish(records, match, won, best, worst, rolls, deficit)
        for row in best_results(match):
            stats.keep(records, row)
    records.save()
