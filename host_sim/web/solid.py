"""What the page of perfect play shows of two players, computed by the device's own code."""

# The page calls the functions at the end. Only integers and text cross over.

import json

from handheld.game.table_file import Reader
from shared_rules.players.perfect import Perfect
from shared_rules.players.tables.listed import bounds_of, choice, is_held
from shared_rules.players.tables.race import RacePosition
from shared_rules.players.tables.shared import WHOLE, position_of, probability
from shared_rules.players.tables.table import ONE, blank, table_name
from shared_rules.players.tables.turn import LATEST
from shared_rules.thinking import answer_of
from shared_rules.variants import new_game

OVER_ROUNDS = 100  # the scores shown where there is no target


class Solid:
    """The positions of a game with its options, at a turn or round."""

    # full: the target of the table. file: the name of the file that has the columns, "" if none is
    # for these options; there scores are `full - target` higher, since only the distance to the
    # target matters. estimate: True if a wipe leads back to 0, from where it is farther in the
    # table.

    def __init__(self, identifier, options, turn=1):
        """Raises RulesError, or OSError if the table is missing."""
        game = self.game = new_game(identifier, options)
        game.turn = turn
        self.perfect = Perfect(Reader)
        answer_of(self.perfect.open(game))
        table = self.table = self.perfect.table
        self.target = game.options.get("target", OVER_ROUNDS)
        self.full = table.numbers.get("target", OVER_ROUNDS)
        self.file = table.name[:-4]
        self.estimate = False
        self.outcomes = None
        if game.SHARED_ROLL:
            if "target" not in game.options:
                self.file += "-%d" % turn
            return
        if turn % 2 == 0:
            self.file += "-second"
        position = self.at(0, 0)
        if not table.section(b"d"):
            # In Hog rolling one die at a time loses nothing.
            dice = game.dice_range()
            self.outcomes = game.chance_outcomes(dice[0] if dice else None)
            wipes = [1 for _, effect in self.outcomes[1] if not effect.keep]
            self.estimate = self.target < self.full and wipes != []
        if self.estimate or not position.exact:
            self.file = ""

    def at(self, mine, theirs):
        """Return the position of the rules in `tables` for these scores."""
        self.game.scores = [mine, theirs]
        if self.game.SHARED_ROLL:
            return position_of(self.perfect, self.game, 0)[0]
        return RacePosition(self.table, self.game, 0)

    def column(self, theirs):
        """Return a list by the player's score: `changes`, or the best dice, or `sits`."""
        found = []
        held = ()
        for mine in range(self.target):
            position = self.at(mine, theirs)
            if self.game.SHARED_ROLL:
                found.append(sits(position.mix(position.mine, position.theirs)))
            elif not self.outcomes:
                found.append(self.dice(position))
            else:
                position.held = held
                found.append(self.changes(position))
                held = position.held[1:]
        return found

    def dice(self, position):
        """Return the best number of dice."""
        return answer_of(choice(position, self.game))[1]

    def changes(self, position):
        """Return the turn totals at which rolling and holding change places.

        Rolling is best from 0 on, holding from the first of them, rolling from the second, and so
        on; from the last on holding.
        """
        if self.table.section(b"h") and not position.last:
            bounds = answer_of(bounds_of(self.table, position.mine, position.theirs))
            left = position.target - position.mine
            top = max(1, left - min(bounds))
            holds = [is_held(bounds, left - k) for k in range(top + 1)]
        else:
            answer_of(position.prepare(self.outcomes, 0))
            turn = position.turn
            turn.least = 1  # turn totals that no roll reaches, too
            answer_of(position.play(0))
            top = turn.top
            holds = [turn.win[k] <= position.held[k] for k in range(top + 1)]
        found = []
        for k in range(1, top + 1):
            if holds[k] != len(found) & 1:
                found.append(k)
        if not len(found) & 1:
            found.append(top + 1)
        return found

    def start(self, position):
        """Return the worth at the start of a turn or round."""
        if self.game.SHARED_ROLL:
            answer_of(position.start())
            return position.worth(position.mine, position.theirs)
        one = blank(1)
        tag = b"w" if position.second else b"v"
        column = position.theirs - position.floor
        answer_of(self.table.worths(tag, position.mine, one, column))
        return one[0]

    def figures(self, mine, theirs, total):
        """Return what is known of a position, besides its column; impossible scores are moved."""
        mine = max(0, min(mine, self.target - 1))
        theirs = max(0, theirs)
        position = self.at(mine, theirs)
        shared = self.game.SHARED_ROLL
        last = not shared and position.last
        if not last and theirs >= self.target:
            theirs = self.target - 1
            position = self.at(mine, theirs)
        found = {"mine": mine, "theirs": theirs, "total": total, "last": last, "one": ONE}
        if not last:
            found["start"] = self.start(position)
        if shared:
            mix = position.mix(position.mine, position.theirs)
            found["sits"] = sits(mix)
            found["stands"] = stands(mix, total)
        elif not self.outcomes:
            found["dice"] = self.dice(position)
        else:
            end = self.game.options["end"]
            if end == "first" or position.second:
                found["left"] = self.target - mine  # wins at once
            if last and end != "one_more_roll":
                position.held = ()
                found["changes"] = self.changes(position)
                position = self.at(mine, theirs)
            answer_of(position.work(self.outcomes, total))
            found["roll"] = position.roll_worth
            found["hold"] = position.hold_worth
        return found

    def mixes(self, theirs, top):
        """Return the probabilities of standing, by score from 0 and round total from 1 to `top`."""
        found = []
        for mine in range(self.target):
            position = self.at(mine, theirs)
            mix = position.mix(position.mine, position.theirs)
            found.append([stands(mix, total) for total in range(1, top + 1)])
        return found


def stands(mix, total):
    """Return the probability of standing at a round total, from 0 to 1."""
    return probability(mix, total) / WHOLE


def sits(mix):
    """Return the least round total at which sitting is likelier than standing, 0 for none."""
    for total in range(1, LATEST):
        if stands(mix, total) < 0.5:
            return total
    return 0


_solid = None  # the one that is shown


def table_of(identifier, options):
    """Return the name of the table of a game with these options (JSON)."""
    return table_name(new_game(identifier, json.loads(options)))


def choose(identifier, options, turn):
    """Choose a game, its options (JSON) and the turn or round; return what it is, as JSON."""
    global _solid
    _solid = Solid(identifier, json.loads(options), turn)
    names = ("full", "target", "file", "estimate")
    return json.dumps({name: getattr(_solid, name) for name in names})


def column(theirs):
    return json.dumps(_solid.column(theirs))


def figures(mine, theirs, total):
    return json.dumps(_solid.figures(mine, theirs, total))


def mixes(theirs, top):
    return json.dumps(_solid.mixes(theirs, top))
