"""Choices in games of turns."""

# They are computed from the worths of the starts of turns. Sections of a table: "v" has the
# opponent's worths if all turns are alike, or those of the first mover of a round; "w" those of the
# second mover; "c" the worths of answering a banked target from 1, 2, … behind (its parameter is
# the lead with which holding is always best); "d", "e", "f" numbers of dice for the first mover,
# the second, and the answer; "b" the chances to return from a negative turn total: row 0 for totals
# that one roll reaches, row 1 for those below, see `Turn`.

from ...game import HOLD, ROLL
from .table import ONE, blank
from .turn import SEEN_ROLL, Turn, longest, sweep_reached


class RacePosition:
    """Position of the player to move."""

    # Scores are shifted to the table's target, since only the distance to the target matters. That
    # is exact except for wipes, which lead back to 0.

    def __init__(self, table, game, player):
        self.table = table
        self.hold_worth = self.roll_worth = 0
        self.turn = None
        self.held = None  # () to keep the worths of holding, for the next number of dice
        self.end = game.options["end"]
        if game.players == 2:
            self.theirs = game.scores[1 - player]
        else:
            from ..crowd import rival_to_beat

            self.theirs = rival_to_beat(game, player)
        self.mine = game.scores[player]
        if self.end == "rounds":
            from .turns import place

            place(self, game)
            return
        self.target = target = table.number("target")
        shift = target - game.options["target"]
        self.zero = max(0, shift)
        self.floor = table.section(b"v")[2] if game.LOWEST else 0
        self.mine += shift
        self.theirs += shift
        # With several players, play against one past the target as if nobody moved after.
        self.answered = self.end in ("equal_turns", "one_more_turn")
        self.second = self.answered and (
            game.turn % game.players == 0 and self.end == "equal_turns" or self.theirs >= target
        )
        self.exact = shift >= 0 and game.players == 2
        if table.section(b"d") and game.options["max_dice"] != table.number("max_dice"):
            self.exact = False
        if min(self.mine, self.theirs) < self.floor:
            self.exact = False
            self.mine, self.theirs = self.nearer(self.mine), self.nearer(self.theirs)
        if not self.second and self.end != "one_more_roll":
            self.theirs = min(self.theirs, target - 1)
        self.last = self.theirs >= target
        self.tag = b"w" if self.end == "equal_turns" and not self.second else b"v"
        self.row = self.theirs
        if self.answered and not table.section(b"c"):
            # The nearest table of a game with one more turn is that of one more roll.
            self.end = "one_more_roll"

    def nearer(self, score):
        """Return a score within the table, from one of a game where a score is beyond it.

        A lead tells as much if it changes by the root of the distance.
        """
        target, floor = self.target, self.floor
        behind = min(self.mine, self.theirs)
        near = max(floor, target - 20)
        lead = int((score - behind) * ((target - floor) / (target - behind)) ** 0.5)
        return score if score > near else min(floor + lead, near)

    def work(self, outcomes, total):
        """Generator that computes `hold_worth` and `roll_worth`."""
        if (self.zero or self.end == "rounds") and [
            1 for _, effect in outcomes[1] if not effect.keep
        ]:
            self.exact = False
        if self.last and self.end == "one_more_roll" and not self.answered:
            self.roll_worth = last_roll(outcomes, self.theirs - self.mine)
            return
        yield from self.prepare(outcomes, total)
        turn = self.turn
        asked = max(0, min(total, turn.top))
        self.hold_worth = turn.hold[asked]
        yield from self.play(asked)
        self.roll_worth = turn.seen[SEEN_ROLL]
        if total < 0:
            from .sweeps import work_below

            yield from work_below(self, -total)

    def play(self, total):
        """Generator that computes `turn` for the turn total `total`, at least 0."""
        turn = self.turn
        if turn.set_weight or turn.deepest or turn.jumps or not turn.end_weight:
            from .sweeps import work

            return work(turn, total)
        return sweep_reached(turn, total)

    def prepare(self, outcomes, total):
        """Generator that makes `turn`, with its worths of holding."""
        top = self.top(outcomes)
        limit = top + 1  # above it holding is worth the same, but over rounds or before an answer
        if self.end == "rounds":
            limit = self.target - self.mine
        elif self.answered and not self.second and self.end != "one_more_roll":
            limit = self.table.section(b"c")[4] + self.theirs - self.mine
        top = max(top, min(total, limit))
        most = longest(outcomes)
        length = top + most + 1
        hold = self.held and self.held[:length]
        if not hold:
            hold = blank(length)
            yield from self.fill(hold, outcomes)
            if self.held is not None:
                self.held = hold[:]
        wipe = 0 if self.last else ONE - self.table.marked
        turn = self.turn = Turn(outcomes, hold, top, wipe)
        turn.width = most
        if turn.deepest and turn.end_weight:
            from .sweeps import chances_below

            turn.below = chances_below(self.table, 0)

    def top(self, outcomes):
        """Return the turn total above which holding is always best."""
        if self.last:
            return max(0, self.theirs - self.mine)
        if self.end == "rounds":
            from .turns import ENOUGH

            return max(ENOUGH, self.theirs - self.mine + self.table.section(b"v")[1])
        ahead = 1
        if self.end == "one_more_roll":
            ahead = longest(outcomes) + 1
        elif self.answered and not self.second:
            ahead = self.table.section(b"c")[1]
        return max(self.target, self.theirs + ahead) - self.mine - 1

    def fill(self, hold, outcomes):
        """Generator that fills in the worths of holding at 0, 1, …"""
        i, j, target = self.mine, self.theirs, self.target
        if self.last:
            for k in range(len(hold)):
                lead = i + k - j
                hold[k] = ONE if lead > 0 else ONE // 2 if lead == 0 else 0
            return
        zero = min(self.zero, i) - self.floor
        yield from self.table.worths(self.tag, self.row, hold, i - self.floor, zero)
        for k in range(min(target - i, len(hold))):
            hold[k] = ONE - hold[k]
        yield None
        answers = b""
        if self.answered and not self.second and self.end != "one_more_roll":
            answers = self.table.row(b"c", 0)[3 * (target - j - 1) : 3 * (len(hold) + i - j - 1)]
        at = 0
        for k in range(target - i, len(hold)):
            if self.end == "one_more_roll":
                hold[k] = ONE - last_roll(outcomes, i + k - j)
            elif at >= len(answers):
                hold[k] = ONE
            else:
                hold[k] = ONE - (answers[at] | answers[at + 1] << 8 | answers[at + 2] << 16)
            at += 3
        yield None


def last_roll(outcomes, behind):
    """Return the worth of the last roll for a player `behind`."""
    worth = 0
    for weight, (keep, _, points, _, _) in outcomes[1]:
        if keep and points >= behind:
            worth += weight * (2 if points > behind else 1)
    return worth * ONE // (2 * outcomes[0])


def column(perfect, game, outcomes, mine):
    """Generator; returns bytes: 1 at each turn total where rolling is worth more than holding.

    Of the player to move with the own score `mine`, also at totals that no roll reaches.
    """
    position = RacePosition(perfect.table, game, game.player)
    position.mine += mine - game.scores[game.player]
    yield from position.prepare(outcomes, 0)
    turn = position.turn
    turn.least = 1
    held = turn.hold[:]
    yield from position.play(0)
    return bytes([turn.win[total] > held[total] for total in range(turn.top + 1)])


def choice(perfect, game, player, source):
    """Generator; returns ((action, dice), True if it is exact)."""
    if game.turn_total < 0:
        # Holding a negative total is never best: docs/perfect-play.md.
        return (ROLL, None), True
    position = RacePosition(perfect.table, game, player)
    if game.dice_range() or perfect.table.section(b"h"):
        from . import listed as listed

        action = yield from listed.choice(position, game)
        return action, position.exact
    outcomes = perfect.outcomes_of(game)
    yield None
    yield from position.work(outcomes, game.turn_total)
    holds = position.hold_worth >= position.roll_worth
    return (HOLD if holds else ROLL, None), position.exact
