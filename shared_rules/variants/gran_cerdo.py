"""Gran Cerdo: five rounds of truffles for two pigs, scored in victory points."""

from ..effects import BUST, Effect, add
from ..game import Game
from . import register

# The third die comes when both pigs have more truffles than this.
THIRD_DIE_ABOVE = 50
MOST_TRUFFLES, FIFTY, OINK, GREEDY = 5, 1, 2, 3  # victory points of the milestones

MUD = Effect(0, 0, 0, False, "mud")
GIFT = Effect(0, 0, 0, False, "gift")
ACES = (1, 1, 1)  # the roll of a gift


@register
class GranCerdo(Game):
    """Two dice, later three; equal dice are an Oink and force another roll.

    `oinks` and `most_rolls` (rolls of a pig's longest round) have one integer a pig;
    `forced` is True while an Oink forces the next roll.
    """

    ID = "gran_cerdo"
    NAME = "Gran Cerdo"
    MIN_PLAYERS = 2
    MAX_PLAYERS = 2
    ROUNDS = 5
    OPTIONS = (("pair", "sum", ("sum", "nothing")), ("gift", "banked", ("banked", "round")))
    FIELDS = Game.FIELDS + ("three_dice", "forced", "oinks", "most_rolls")

    def __init__(self, options=None, players=2, first=0):
        super().__init__(options, players, first)
        self.three_dice = False
        self.forced = False
        self.oinks = [0, 0]
        self.most_rolls = [0, 0]

    def dice_count(self):
        if self.over:
            return None
        return 3 if self.three_dice else 2

    def dice_limits(self):
        return (2, 3)

    def must_roll(self):
        return self.roll_number == 0 or self.forced

    def effect(self, faces):
        aces = faces.count(1)
        if aces:
            return (BUST, MUD, GIFT)[aces - 1]
        total = sum(faces)
        different = len(set(faces))
        if different == 1:
            return Effect(1, 1, 2 * total, True, "oink")
        if different < len(faces) and self.options["pair"] == "nothing":
            return add(0)
        return add(total)

    def roll(self, faces):
        player, first = self.player, self.turn % 2 == 1
        given = self.scores[player] + self.turn_total
        super().roll(faces)
        if self.event == "gift" and first and self.options["gift"] == "round":
            self.turn_total = given
        elif self.event == "gift":
            self.scores[1 - player] += given

    def may_begin(self):
        first = self.turn % 2 == 1
        if self.options["gift"] == "banked" or first or self.over or self.dice != ACES:
            return super().may_begin()
        return self.scores[1 - self.player] == 0

    def after_roll(self, event):
        player = self.player
        other = 1 - player
        self.forced = event == "oink"
        if self.forced:
            self.oinks[player] += 1
        self.most_rolls[player] = max(self.most_rolls[player], self.roll_number)
        if event in ("mud", "gift") or (
            self.scores[other] > THIRD_DIE_ABOVE
            and self.scores[player] + self.turn_total > THIRD_DIE_ABOVE
        ):
            self.three_dice = True

    def is_last_turn(self):
        return self.turn >= self.ROUNDS * self.players

    def fault(self):
        oink = self.roll_number > 0 and self.effect(self.dice).event == "oink"
        if self.forced != oink:
            return "an Oink, and only that, forces the next roll"
        if not self.three_dice and (len(self.dice) == 3 or min(self.scores) > THIRD_DIE_ABOVE):
            return "it is time for three dice"
        if self.roll_number > self.most_rolls[self.player]:
            return "most_rolls is below roll_number"
        return ""

    def milestones(self, scores=None):
        """Return victory points by milestone: [(name, [points, points])]. A tie gives to both.

        `scores` stands in for the banked ones.
        """
        scores = scores or self.scores
        return [
            ("most_truffles", _to_the_most(scores, MOST_TRUFFLES)),
            ("fifties", [score // 50 * FIFTY for score in scores]),
            ("oinks", [oinks * OINK for oinks in self.oinks]),
            ("greedy", _to_the_most(self.most_rolls, GREEDY)),
        ]

    def standings(self):
        return _add_up(self.milestones())

    def points_if_banked(self):
        """Return victory points if the turn were banked and the game over."""
        scores = list(self.scores)
        scores[self.player] += self.turn_total
        return _add_up(self.milestones(scores))

    def extra_state(self, state):
        state["round"] = (self.turn + 1) // 2
        state["three_dice"] = self.three_dice
        state["oinks"] = list(self.oinks)
        state["most_rolls"] = list(self.most_rolls)
        if self.over:
            state["victory_points"] = self.standings()
            state["milestones"] = dict(self.milestones())


def _add_up(milestones):
    return [sum([points[pig] for _, points in milestones]) for pig in (0, 1)]


def _to_the_most(amounts, points):
    return [points if amount == max(amounts) else 0 for amount in amounts]
