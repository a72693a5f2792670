"""Choices in shared rolls, from a table of worths and mixes."""

# Sections of a table: "n" has the worths of starts of turns or rounds, "m" the probabilities of
# standing while the rival stands. To a target, rows are by the player's score, columns by the
# rival's. Over rounds, rows are by the round from 1 on; columns of worths are by the lead from 1
# on, of mixes by the lead from its least on.

from ...game import SIT, STAND
from .table import ONE, blank
from .turn import LATEST, SEEN_ROLL, Turn, longest, sweep_reached

WHOLE = 256  # certainty in a mix
NEAR, MORE = 96, 24  # a lead of NEAR, and of MORE than now: always sit

# Kinds of the runs of a mix, in the two upper bits; the lower six are the length less 1.
# A line's two ends or a number follow; the last run never ends.
SITS, STANDS, LINE, SAME = 0, 1, 2, 3


class ToTarget:
    """Position of two players in a game to a target."""

    # Scores are shifted to the table's target: only the distance to it matters.
    # mine, theirs: scores; exact: False if the table is for another game.

    def __init__(self, table, game, mine, theirs):
        self.table = table
        self.target = table.number("target")
        shift = self.target - game.options["target"]
        self.mine = max(0, mine + shift)
        self.theirs = max(0, theirs + shift)
        self.exact = shift >= 0 and game.players == 2
        self.row = ()
        self.loaded = -1

    def _look_near(self):
        """Do nothing: rows are read whole."""

    def mix(self, mine, theirs):
        """Return the mix of a player at `mine`."""
        return self.table.part(b"m", mine, theirs)

    def load(self, theirs):
        """Generator that loads the worths against `theirs`."""
        if theirs != self.loaded and theirs < self.target:
            self.row = self.row or blank(self.target)
            yield from self.table.worths(b"n", theirs, self.row)
        self.loaded = theirs

    def worth(self, mine, theirs):
        """Return the worth after both have banked."""
        if mine < self.target and theirs < self.target:
            return ONE - self.row[mine]
        return ONE if mine > theirs else ONE // 2 if mine == theirs else 0

    def start(self):
        """Generator that loads the worths for the turn's start."""
        return self.load(self.theirs)

    def nothing_changes(self):
        """Return the round total from which on nothing changes."""
        return self.target - min(self.mine, self.theirs)


class OverRounds:
    """Position of two players over a number of rounds; attributes as in `ToTarget`."""

    def __init__(self, table, game, mine, theirs):
        self.table = table
        self.round = game.turn
        self.mine = mine
        self.theirs = theirs
        self.exact = game.players == 2
        self.widest = table.section(b"n")[4]
        self.row = ()
        self.loaded = -1

    def _look_near(self):
        """Leave out leads with which to sit always; they count as won."""
        self.widest = min(self.widest, max(NEAR, abs(self.mine - self.theirs) + MORE))

    def mix(self, mine, theirs):
        middle = self.table.section(b"m")[4] // 2
        lead = max(-middle, min(middle, mine - theirs))
        return self.table.part(b"m", self.round, middle + lead)

    def load(self, theirs, ended=1):
        if self.loaded != ended:
            self.row = blank(self.widest)
            yield from self.table.worths(b"n", self.round + ended, self.row)
        self.loaded = ended

    def worth(self, mine, theirs):
        lead = mine - theirs
        if abs(lead) > self.widest:
            return ONE if lead > 0 else 0
        return self.row[lead - 1] if lead > 0 else ONE - self.row[-lead - 1] if lead else ONE // 2

    def start(self):
        return self.load(self.theirs, 0)

    def nothing_changes(self):
        return LATEST


def probability(mix, total):
    """Return the probability of standing at a round total from 1, of WHOLE."""
    at = 0
    place = 1
    while True:
        kind = mix[at] >> 6
        run = (mix[at] & 63) + 1
        size = kind if kind < LINE else 3 if kind == LINE else 2
        after = at + (size if kind >= LINE else 1)
        if total < place + run or after == len(mix):
            break
        at = after
        place += run
    if kind < LINE:
        return WHOLE if kind == STANDS else 0
    first = mix[at + 1]
    if kind == SAME:
        return first
    return first + (mix[at + 2] - first) * min(total - place, run - 1) // max(1, run - 1)


def position_of(perfect, game, player):
    """Return (position, True if the rival stands); the rival leads, on ties it stands."""
    best = -1
    for other in range(game.players):
        if other != player:
            rank = 2 * game.scores[other] + game.standing[other]
            if rank > best:
                best, rival = rank, other
    kind = ToTarget if "target" in game.options else OverRounds
    position = kind(perfect.table, game, game.scores[player], game.scores[rival])
    return position, game.standing[rival]


def alone(position, outcomes, mine, theirs, total):
    """Generator; returns (worth of rolling on, of sitting).

    For a player at `mine` and a round total; the rival has banked `theirs`.
    """
    yield from position.load(theirs)
    # Clamp deficits beyond the table.
    mine = max(mine, theirs - LATEST)
    total = min(total, LATEST)
    lost = position.worth(mine, theirs)
    # Above `top` sitting is best: it is worth more than winning for certain unless the roll busts.
    goes_on = sum([weight for weight, effect in outcomes[1] if effect.goes_on])
    most = goes_on * ONE + (outcomes[0] - goes_on) * lost + outcomes[0]
    most = min(most, outcomes[0] * ONE)
    top = total
    while outcomes[0] * position.worth(mine + top + 1, theirs) < most and top < LATEST:
        top += 1
        if top & 63 == 0:
            yield None
    # From `total` on only.
    hold = blank(top - total + longest(outcomes) + 1)
    for k in range(len(hold)):
        hold[k] = position.worth(mine + total + k, theirs)
        if k & 63 == 0:
            yield None
    sit = hold[0]
    turn = Turn(outcomes, hold, top - total, 0)
    turn.ends = turn.end_weight * lost
    yield from sweep_reached(turn, 0)
    return turn.seen[SEEN_ROLL], sit


def _is_standing_best(worths):
    """True if rolling on is worth more than sitting, or sitting nothing."""
    return worths[0] > worths[1] or not worths[1]


def choice(perfect, game, player, source):
    """Generator; returns ((action, dice), True if it is exact)."""
    position, rival_stands = position_of(perfect, game, player)
    if rival_stands:
        stand = probability(position.mix(position.mine, position.theirs), game.turn_total)
        stands = stand == WHOLE or (stand > 0 and source.below(WHOLE) < stand)
    else:
        outcomes = perfect.outcomes_of(game)
        position._look_near()
        worths = yield from alone(
            position, outcomes, position.mine, position.theirs, game.turn_total
        )
        stands = _is_standing_best(worths)
    return (STAND if stands else SIT, None), position.exact
