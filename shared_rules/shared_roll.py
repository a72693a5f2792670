"""Games in which one roll counts for everybody: sit to bank, or stand for the next."""

from .checks import is_count
from .errors import BadPlayers
from .game import SIT, STAND, Game


class SharedRollGame(Game):
    """All stand for the first roll of a round; after a scoring roll any may sit and bank."""

    # Choices are simultaneous: collected from all who stand, then revealed together. The
    # turn is the round, the turn total the round total. `standing` is a list of bools,
    # `choices` has "", "stand" or "sit" for each player, `choosing` is True while choices
    # are awaited.

    MIN_PLAYERS = 2
    MAX_PLAYERS = 30
    FIELDS = Game.FIELDS + ("standing", "choosing")
    # Not in the public state.
    HIDDEN = ("choices",)
    SHARED_ROLL = True

    def __init__(self, options=None, players=2, first=0):
        super().__init__(options, players, first)
        self.choices = [""] * players
        self.choosing = False
        self.standing = [True] * players

    def check_first(self, first):
        if not is_count(first) or first != 0:
            raise BadPlayers("first: %r is not allowed; allowed: 0 (all play at once)" % (first,))

    @property
    def player(self):
        """The roller: always player 0."""
        return 0

    def to_move(self):
        if not self.choosing:
            return super().to_move()
        return [p for p in range(self.players) if self.standing[p] and not self.choices[p]]

    def legal_actions(self):
        return (STAND, SIT) if self.choosing else super().legal_actions()

    def must_roll(self):
        return not self.choosing

    def busts_left(self):
        """Return after how many more turns in which all bust the game ends, or None."""
        return None

    def extra_state(self, state):
        state["standing"] = list(self.standing)

    def roll(self, faces):
        keep, factor, points, goes_on, self.event = self.effect(faces)
        self.dice = faces
        for player in range(self.players):
            if self.standing[player]:
                self.scores[player] *= keep
        self.turn_total = factor * self.turn_total + points
        self.roll_number += 1
        if goes_on:
            self.choosing = True
        else:
            self.end_turn()

    def choose(self, action, player):
        self.choices[player] = action
        return "" if self.to_move() else self.reveal()

    def reveal(self):
        """Apply all choices together; return them as a record token."""
        token = ""
        for player in range(self.players):
            if self.standing[player]:
                sits = self.choices[player] == SIT
                token += "s" if sits else "t"
                if sits:
                    self.scores[player] += self.turn_total
                    self.standing[player] = False
        self.choosing = False
        self.choices = [""] * self.players
        if True not in self.standing:
            self.end_turn()
        return token

    def fault(self):
        if True not in self.standing:
            return "nobody stands"
        if not self.roll_number and (self.choosing or False in self.standing):
            return "all stand until the first roll of the round"
        for player in range(self.players):
            if self.choices[player] and not (self.choosing and self.standing[player]):
                return "a choice of a player who is not asked"
        return "all have chosen" if self.choosing and not self.to_move() else ""

    def end_turn(self):
        self.choosing = False
        self.standing = [True] * self.players
        super().end_turn()
