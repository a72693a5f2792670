"""Rules of thumb that people can play by.

Pig's is "keep pace and end race" (Neller & Presser, Practical Play of the Dice Game Pig,
2010): race when either score is 71 or more, else hold at 21 plus an eighth of the
opponent's lead. The other games to a target use the same form with other numbers:
`hold` is the hold-at value with the fewest expected turns to the target alone.
"""

from .strategy import Strategy

# (hold, race): hold at that turn total if level; race if a score is within `race` of the target
RULES = {
    "pig": (21, 29),
    "hog": (21, 29),
    "two_dice": (18, 20),
    "piggy": (33, 30),
    "piglet": (2, 2),
    "pig_dice": (33, 20),
}
# The same for rules that depend on an option: (option, {value: (hold, race)})
RULES_BY_OPTION = {
    "big": (
        "double_one",
        {
            "add25": (32, 30),
            "bank25": (24, 25),
            "set25": (24, 25),
            "wipe": (23, 22),
            "bust": (23, 25),
        },
    ),
    "sevens": ("doubles", {"double": (50, 40), "plain": (33, 30)}),
}
SPREAD = 8


def rule_for(game):
    """Return (hold, race) of the game's variant and options, or None."""
    if game.ID in RULES_BY_OPTION:
        option, rules = RULES_BY_OPTION[game.ID]
        return rules[game.options[option]]
    return RULES.get(game.ID)


def leading_rival(game, player):
    """Return the best score of the others, 0 if there are none."""
    return max([score for p, score in enumerate(game.scores) if p != player] or [0])


def _stops_on_pace(game, player, rule):
    """True if keep pace and end race stops."""
    hold, race = rule
    target = game.goal()
    if game.players == 1:
        return game.turn_total >= hold if target else stops_by_gain(game, player)
    rival = leading_rival(game, player)
    score = game.scores[player]
    if rival >= target:  # without a target too
        if target or game.is_last_turn():
            return score + game.turn_total > rival
        return game.turn_total >= hold + (rival - score) // SPREAD
    if target - max(rival, score) <= race:
        return score + game.turn_total >= target
    return game.turn_total >= hold + (rival - score) // SPREAD


def stops_by_gain(game, player, total=None):
    """True if a roll does not raise score and turn total (`total`: in its place) on average."""
    score = game.scores[player]
    total = game.turn_total if total is None else total
    gain = 0
    for weight, (keep, factor, points, _, _) in game.chance_outcomes()[1]:
        gain += weight * (keep * score + factor * total + points - score - total)
    return gain <= 0


def _stops_in_shared_roll(game, player, later):
    """Sit at 20, or later when behind; among three and more `later` still.

    If all rivals sit in the last round, stand until ahead of them.
    """
    # A player who sits together with the leader never catches up.
    rivals = [p for p in range(game.players) if p != player]
    lead = leading_rival(game, player)
    score = game.scores[player]
    if game.is_last_turn() and True not in [game.standing[p] for p in rivals]:
        return False
    at = 20 if game.players < 3 else 20 + later
    return game.turn_total >= at + max(0, lead - score) // SPREAD


# Gran Cerdo's rule by option `pair`, in hundredths of truffles, the best that a search found
# (docs/internals/tables.md). With two dice: the total to hold at when level in the third round;
# what to add for every truffle behind; and for every later round. The same three with three dice.
# What to add in turn _NEXT_TO_LAST.
_NEXT_TO_LAST = 9
TRUFFLES = {
    "sum": (4276, 49, -629, 1327, 30, -45, -101),
    "nothing": (4858, 35, -412, 762, 26, 118, -131),
}


def hold_at(rule, turn, three, behind):
    """Return when to hold before the last turn of Gran Cerdo, in hundredths of truffles.

    three: 1 with three dice, else 0; behind: the other's banked truffles less one's own.
    """
    base = 3 * three
    hold = rule[base] + rule[base + 1] * behind + rule[base + 2] * ((turn - 1) // 2 - 2)
    return hold + rule[6] if turn == _NEXT_TO_LAST else hold


def _stops_in_gran_cerdo(game, player, later):
    """Hold by `hold_at`; in the last turn roll until the victory points win."""
    behind = leading_rival(game, player) - game.scores[player]
    rule = TRUFFLES[game.options["pair"]]
    hold = hold_at(rule, game.turn, 1 if game.three_dice else 0, behind)
    return not game.is_last_turn() and 100 * game.turn_total >= hold


SPECIAL = {
    "skunk": _stops_in_shared_roll,
    "swine_herd": _stops_in_shared_roll,
    "gran_cerdo": _stops_in_gran_cerdo,
}


class Practical(Strategy):
    """The variant's rule of thumb, else by expected gain."""

    # Points, see `_stops_in_shared_roll`: who sits with others shares what they win.
    later = 0

    def stops(self, game, player, source):
        if game.ID in SPECIAL:
            return SPECIAL[game.ID](game, player, self.later)
        rule = rule_for(game)
        return _stops_on_pace(game, player, rule) if rule else stops_by_gain(game, player)
