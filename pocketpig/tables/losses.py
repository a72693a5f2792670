"""The most that the device's choices with a table lose, over all positions."""

from typing import NamedTuple

import numpy as np

from pocketpig.computer_players import Bytes
from pocketpig.position import Position
from pocketpig.solver.fixed_turns_solution import FixedTurnsSolution
from pocketpig.solver.moves import Floats, Ints, reach, turns_go_on
from pocketpig.solver.turn_solution import TurnsSolution
from shared_rules.players.tables.check import check
from shared_rules.players.tables.table import ONE, Table
from shared_rules.players.tables.turns import ENOUGH
from shared_rules.thinking import answer_of

from .device_turn import Weights, roll_gains, turns_loss, weights_of

# Turn totals are checked up to this much beyond a win.
BEYOND = 100


class Turns(NamedTuple):
    """The starts of turns against one score of the opponent, by the player's score.

    Scores count from the least one. worths: of holding, by the new score; wipe: worth of losing the
    score; tops, limits: by the player's score, the turn totals above which the device holds, and up
    to which it is checked.
    """

    worths: Floats
    wipe: float
    tops: Ints
    limits: Ints


def turns_against(solution: TurnsSolution, j: int, second: bool, ahead: int) -> Turns:
    """Return the turns against an opponent with score j below the target.

    ahead: the lead above which the device always holds if it would bank the target.
    """
    target = solution.target
    floor = getattr(solution, "floor", 0)
    scores = np.arange(floor, target)
    tops = max(target, j + ahead) - scores - 1
    highest = [solution.highest(Position(i, j, second=second)) for i in range(floor, target)]
    limits = np.maximum(np.maximum(target + BEYOND, highest) - scores, tops)
    length = int((limits + scores).max()) - floor + reach(solution.moves) + 1
    worths, _, wipe = solution.hold_worths(Position(floor, j, second=second), length)
    return Turns(worths, wipe, tops, limits)


def turns_over_rounds(solution: FixedTurnsSolution, turn: int, theirs: int, ahead: int) -> Turns:
    """Return the starts of that turn of a game over rounds, from 1, by the player's lead.

    theirs: the opponent's score. Leads count from the score 0 or -LEAD to LEAD. ahead: the lead
    with which the device always holds if its turn total is ENOUGH.
    """
    least = max(0, theirs - solution.LEAD)
    leads = np.arange(least, theirs + solution.LEAD) - theirs
    tops = np.maximum(ENOUGH, ahead - leads)
    if turn == 2 * solution.game.options["rounds"]:
        tops = np.maximum(0, -leads)
    limits = np.maximum(tops, BEYOND - np.minimum(leads, 0))
    length = int((limits + leads).max() - leads[0]) + reach(solution.moves) + 1
    position = Position(least, theirs, 0, turn % 2 == 0, round=(turn + 1) // 2)
    worths, _, wipe = solution.hold_worths(position, length)
    return Turns(worths, wipe, tops, limits)


def over_rounds_worths(row: Ints, turns: Turns, theirs: int) -> tuple[Ints, int]:
    """Return (worths of holding, of a wipe) as the device reads them; see `turns_over_rounds`."""
    least = max(0, len(row) // 2 - theirs)
    end = np.zeros(max(0, len(turns.worths) - len(row) + least), dtype=np.int64)
    return ONE - np.append(row[least:], end)[: len(turns.worths)], ONE - int(row[least])


def gains_of(solution: TurnsSolution, turns: Turns) -> list[Floats]:
    """Return `roll_gains` of the turns for every number of dice."""
    moves = solution.moves
    pad = reach(moves)
    return [
        roll_gains(moves, m, turns.worths, turns.limits, turns.wipe, pad)
        for m in range(len(solution.lists))
    ]


class Check:
    """Finds what the device's choices lose in turns of `solution`; below: section "b"."""

    def __init__(self, solution: TurnsSolution, turns: Turns, below: Ints) -> None:
        self.turns = turns
        self.target = solution.target
        self.pad = reach(solution.moves)
        self.rolls: list[tuple[Weights, Floats]] = []
        if turns_go_on(solution.lists):
            weights = [weights_of(outcomes, below) for _, outcomes in solution.lists]
            self.rolls = list(zip(weights, gains_of(solution, turns)))

    def loss(self, worths: Ints, wipe: int, enough: float = 1.0) -> float:
        """Return the most that is lost; a loss above `enough` as soon as it is found.

        worths, wipe: like those of the turns, as the device reads them.
        """
        worst = 0.0
        tops, limits = self.turns.tops, self.turns.limits
        for roll, gains in self.rolls:
            loss = turns_loss(roll, gains, worths, tops, limits, wipe, self.pad, enough)
            worst = max(worst, loss)
            if worst > enough:
                break
        return worst

    def row_loss(self, row: Ints, replies: Ints, j: int, enough: float = 1.0) -> float:
        """Return `loss` against an opponent with score j.

        row: its worths from the lowest score on; replies: by the lead; the last is 0.
        """
        worths = device_worths(row, replies, j, self.target, len(self.turns.worths))
        return self.loss(worths, ONE - int(row[len(row) - self.target]), enough)


def device_worths(row: Ints, replies: Ints, j: int, target: int, length: int) -> Ints:
    """Return the first `length` worths of holding as the device reads them, by the new score.

    row, replies: as in `Check.row_loss`.
    """
    leads = np.arange(target, target - len(row) + length) - j
    return ONE - np.append(row, replies[np.minimum(leads, len(replies) - 1)])


def opened(content: bytes, name: str) -> Table:
    """Return the table of that file name as the device opens it. Raises TableError."""
    table = Table(Bytes(content), name)
    answer_of(check(table))
    return table


def changes(gain: Floats, tolerance: float) -> list[int]:
    """Return turn totals at which the choice changes, from rolling; ignore gains to `tolerance`."""
    clear = np.nonzero(np.abs(gain) > tolerance)[0]
    rolls = gain[clear] > 0.0
    found: list[int] = clear[rolls != np.append(True, rolls)[:-1]].tolist()
    return found


def chances_of_dice(solution: TurnsSolution) -> Floats:
    """Return [index in `lists`, points]: probability to bank the points with a turn's only roll."""
    moves = solution.moves
    table = np.zeros((len(solution.lists), reach(moves) + 1))
    for m in range(len(table)):
        ends = slice(moves.end_at[m], moves.end_at[m + 1])
        np.add.at(table[m], moves.end_n[ends], moves.end_p[ends])
    return table


def dice_worths(solution: TurnsSolution, position: Position, chances: Floats) -> Floats:
    """Return the worth of every number of dice, in the order of `lists`."""
    hold, _, _ = solution.hold_worths(position, chances.shape[1])
    return chances @ hold[: chances.shape[1]]
