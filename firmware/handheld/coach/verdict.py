"""Say in a sentence what a decision was, what was right, and why: the odds and what is at stake."""

from shared_rules.game import HOLD, SIT

from ..game.parts import HUMAN
from ..language import say, wrap
from .chances import action_name, coach_lines, percent, tenths


def _of_hundred(chance):
    return int(100 * chance + 0.5)


def _odds(game, dice=None):
    """Return (chance to lose the turn total, to lose the score too, mean points of other rolls)."""
    denominator, outcomes = game.chance_outcomes(dice)
    lost = wiped = points = 0
    for weight, effect in outcomes:
        if effect.factor or effect.points:
            points += weight * effect.points
        else:
            lost += weight
            wiped += 0 if effect.keep else weight
    return lost / denominator, wiped / denominator, points / max(1, denominator - lost)


def _why_roll(game, player, rival):
    """Return the text, and its values behind the odds, that says why to roll on."""
    from shared_rules.players.practical import stops_by_gain

    score, total = game.scores[player], game.turn_total
    lead = rival - score - total
    needs, theirs = game.goal() - score - total, game.goal() - rival
    if lead > 0 and (game.is_last_turn() or 0 < game.goal() <= rival):
        return "the rival is ahead", (lead,)
    if not stops_by_gain(game, player):
        return "little is at stake", (max(0, total),)
    if game.goal():
        if 0 < needs <= theirs:
            return "it takes few points", (needs,)
        if theirs > 0:
            return "the rival takes few points", (theirs,)
    return ("the rival is ahead", (lead,)) if lead > 0 else ("much is at stake", (max(0, total),))


def _before(row):
    """Return of a decision the game before it, what was done in short, and the scores.

    A decision: (-loss, place in the record, position before it, player, what was done, what was
    best); the last two as the advice names them.
    """
    from shared_rules.reading import parse_position

    _, _, position, player, done, _ = row
    game = parse_position(position)
    rival = max([points for other, points in enumerate(game.scores) if other != player])
    action, _, dice = done.partition(" ")
    words = "%s %s" % (dice, say("dice" if int(dice) > 1 else "die")) if dice else ""
    return game, words or say("rv_" + action, game.turn_total), game.scores[player], rival


def in_short(row):
    """Return a decision and its cost in lines."""
    _, words, score, rival = _before(row)
    text = coach_lines("scores before it", words, score, rival, percent(tenths(-row[0])))[0]
    return "\n  ".join(wrap(text)).split("\n")


def explain(match, row, look):
    """Return lines about a decision; `look`: see `Match.looks`."""
    game, words, score, rival = _before(row)
    player, done, best = row[3:]
    action, _, dice = done.partition(" ")
    lost, wiped, points = _odds(game, int(best.split(" ")[1]) if dice else None)
    odds = _of_hundred(lost)
    if dice:
        text = coach_lines("you rolled so many", words, score, rival)
        before, _, instead = _odds(game, int(dice))
        numbers = odds, _of_hundred(before), int(points + 0.5), int(instead + 0.5)
        text += coach_lines("so many dice are better", int(best.split(" ")[1]), *numbers)
    else:
        text = coach_lines("what you did: " + action, game.turn_total, score, rival)
        text += coach_lines("what was better", action_name(best, look).lower())
        if best not in (HOLD, SIT):
            key, values = _why_roll(game, player, rival)
        elif wiped and score > 0:
            key, values = "all is at stake", (game.turn_total, _of_hundred(wiped), score)
        else:
            key, values = "much is at stake", (game.turn_total,)
        if best in (HOLD, SIT):
            game.choose(best, player)
        if game.winners() == [player]:
            text += coach_lines("it wins at once")
        else:
            text += coach_lines(key, *((odds,) + values))
    if [kind for kind, _ in match.seats].count(HUMAN) > 1:
        text.insert(0, match.name(player) + ":")
    return wrap(" ".join(text))
