"""A game in progress, for any variant."""

# A variant is a subclass of `Game` or of `shared_roll.SharedRollGame`. It sets the class
# attributes and overrides the hooks in which it differs, usually only `effect`. Dice are an
# input: `apply` takes the faces rolled, `chance_outcomes` lists the possible effects.

from .checks import check_action, check_faces, is_count
from .errors import BadDice, BadPlayers
from .options import END, ROUNDS, TARGET

ROLL = "roll"
HOLD = "hold"
STAND = "stand"
SIT = "sit"


class Rules:
    """What a variant sets and overrides."""

    # A class of its own: a collection of the device's garbage takes twice as long while a class
    # has so many names that more than 64 objects wait to be marked.

    ID = ""
    NAME = ""
    DICE = 1
    # Least and greatest face, from 0 to 9: a record has a digit a face.
    FACES = (1, 6)
    MIN_PLAYERS = 1
    MAX_PLAYERS = 10
    OPTIONS = (TARGET, END, ROUNDS)
    # Fields of the one-line text form, besides options, players and first. They are numbers, texts,
    # tuples or lists of these, set in `__init__`: the library's `undo` puts back no others.
    FIELDS = ("scores", "turn_total", "roll_number", "turn", "dice", "over", "closing")
    # Fields that other players may not see until they are revealed.
    HIDDEN = ()
    # True where one roll counts for all, who choose at once: see `SharedRollGame`.
    SHARED_ROLL = False
    # The lowest possible score.
    LOWEST = 0

    def effect(self, faces):
        """Return the effect of a roll of `faces` under the options (see `effects`)."""
        raise NotImplementedError

    def must_roll(self):
        """True if the player to move can only roll."""
        return self.roll_number == 0

    def dice_count(self):
        """Return the number of dice of the next roll, None if over or to be chosen."""
        return None if self.over else self.DICE

    def dice_limits(self):
        """Return (least, greatest) number of dice of any roll of the game."""
        return (self.DICE, self.DICE)

    def dice_range(self):
        """Return (least, greatest) if the player chooses the dice now, else None."""
        return None

    def after_roll(self, event):
        """Called after a roll took effect, before the turn may end."""

    def may_begin(self):
        """True if a turn may begin with this turn total (to check positions read from text)."""
        return self.turn_total == 0

    def banks_at_once(self):
        """True if any roll ends the turn."""
        return self.closing >= 0 and self.options.get("end") == "one_more_roll"

    def goal(self):
        """Return the target, 0 if the game has none."""
        rounds = self.options.get("end") == "rounds"
        return 0 if rounds else self.options.get("target", 0)

    def closes(self):
        """True if the others have one more turn, or roll, after the target is banked."""
        return self.options.get("end", "") in ("one_more_roll", "one_more_turn")

    def is_last_turn(self):
        """True if the turn just banked ends the game."""
        end = self.options["end"]
        if end == "rounds":
            return self.turn >= self.options["rounds"] * self.players
        if self.closes():
            return (self.player + 1) % self.players == self.closing
        return (end == "first" or self.turn % self.players == 0) and max(self.scores) >= self.goal()

    def fault(self):
        """Return what is impossible in the variant's own fields, or ""."""
        return ""

    def extra_state(self, state):
        """Add the variant's own entries to the public `state` dict."""


class Game(Rules):
    """A game; players take turns unless a subclass differs."""

    # Public attributes: `options` (dict, defaults filled in), `players` (number), `first`
    # (index), `scores` (list of banked points), `turn_total`, `dice` (faces of the last roll),
    # `roll_number` (rolls made in this turn), `turn` (from 1, over all players), `over`,
    # `closing` (who banked the target where the others then have one more turn or roll, -1
    # before), `event` (what the last roll did, see `effects`, or "").

    def __init__(self, options=None, players=2, first=0):
        """Raise BadOption or BadPlayers if the variant does not allow the arguments."""
        from .options import check_alone, fill  # not kept during a game

        self.options = fill(self.OPTIONS, options or {})
        if not is_count(players) or not self.MIN_PLAYERS <= players <= self.MAX_PLAYERS:
            least, most = self.MIN_PLAYERS, self.MAX_PLAYERS
            allowed = least if least == most else "%d to %d" % (least, most)
            raise BadPlayers("players: %r is not allowed; allowed: %s" % (players, allowed))
        if players == 1:
            check_alone(self.OPTIONS, self.options)
        self.players = players
        self.check_first(first)
        self.first = first
        self.scores = [0] * players
        self.turn_total = 0
        self.dice = ()
        self.roll_number = 0
        self.turn = 1
        self.over = False
        self.closing = -1
        self.event = ""

    def check_first(self, first):
        """Raise BadPlayers unless `first` may begin."""
        if not is_count(first) or not 0 <= first < self.players:
            raise BadPlayers(
                "first: %r is not allowed; allowed: 0 to %d" % (first, self.players - 1)
            )

    # --- reading

    @property
    def player(self):
        """Index of the player whose turn it is."""
        return (self.first + self.turn - 1) % self.players

    def round(self):
        """Return which round it is, from 1: in each every player has a turn."""
        return self.turn if self.SHARED_ROLL else (self.turn - 1) // self.players + 1

    def to_move(self):
        """Return the list of players to move."""
        return [] if self.over else [self.player]

    def legal_actions(self):
        """Return the actions that `apply` accepts now."""
        if self.over:
            return ()
        return (ROLL,) if self.must_roll() else (ROLL, HOLD)

    def phase(self):
        """Return "roll" (nothing to choose), "choose" or "over"."""
        if self.over:
            return "over"
        return "choose" if len(self.legal_actions()) > 1 or self.dice_range() else "roll"

    def standings(self):
        """Return one integer a player; the greatest wins."""
        return self.scores

    def winners(self):
        """Return the winners: several if they share, none before the end."""
        if not self.over:
            return []
        standings = self.standings()
        best = max(standings)
        return [i for i in range(self.players) if standings[i] == best]

    def outcome(self):
        """Return each player's share as (numerator, denominator); None before the end."""
        if not self.over:
            return None
        winners = self.winners()
        return [(1 if i in winners else 0, len(winners)) for i in range(self.players)]

    def chance_outcomes(self, dice=None):
        """Return the effects of the next roll: (denominator, [(weight, effect), …]).

        The effects are distinct. Integer weights add up to the denominator. `dice` is the number of
        dice, needed where the player chooses it.
        """
        n = dice or self.dice_count()
        low, high = self.FACES
        faces = [low] * n
        weights = {}
        more = True
        while more:
            effect = self.effect(tuple(faces))
            weights[effect] = weights.get(effect, 0) + 1
            i = 0
            while i < n and faces[i] == high:
                faces[i] = low
                i += 1
            more = i < n
            if more:
                faces[i] += 1
        return (high - low + 1) ** n, [(weights[e], e) for e in sorted(weights)]

    def state(self):
        """Return the public state as a dict, without hidden choices."""
        dice_range = self.dice_range()
        state = {
            "variant": self.ID,
            "options": dict(self.options),
            "players": self.players,
            "scores": list(self.scores),
            "turn_total": self.turn_total,
            "dice": list(self.dice),
            "dice_count": self.dice_count(),
            "phase": self.phase(),
            "to_move": self.to_move(),
            "legal": list(self.legal_actions()),
            "roll_number": self.roll_number,
            "turn": self.turn,
            "over": self.over,
            "winners": self.winners(),
        }
        if dice_range:
            state["dice_range"] = list(dice_range)
        self.extra_state(state)
        return state

    # --- playing

    def apply(self, action, faces=None, player=None):
        """Do `action`; return its record token ("" for a choice that stays hidden).

        `faces`: the dice rolled, for a roll. `player`: who acts, default the one to move.
        Raises IllegalAction or BadDice, and then changes nothing.
        """
        if player is not None or action not in self.legal_actions():
            check_action(self, action, player)
        if action == ROLL:
            check_faces(self, faces)
            self.roll(tuple(faces))
            return "".join([str(face) for face in faces])
        if faces is not None:
            raise BadDice("dice fall only for a roll, not for %r" % action)
        return self.choose(action, self.to_move()[0] if player is None else player)

    def roll(self, faces):
        """Apply a roll of `faces`, already checked."""
        player = self.player
        keep, factor, points, goes_on, self.event = self.effect(faces)
        self.dice = faces
        self.scores[player] *= keep
        self.turn_total = factor * self.turn_total + points
        self.roll_number += 1
        self.after_roll(self.event)
        if not goes_on or self.banks_at_once():
            self.bank()

    def choose(self, action, player):
        """Do the legal `action` that is not a roll; return its record token."""
        self.bank()
        return "h"

    def bank(self):
        """Add the turn total to the score and end the turn."""
        player = self.player
        self.scores[player] += self.turn_total
        if self.closing < 0 and self.closes() and self.scores[player] >= self.goal():
            self.closing = player
        self.end_turn()

    def end_turn(self):
        """Begin the next turn, or end the game."""
        self.turn_total = 0
        self.roll_number = 0
        if self.is_last_turn():
            self.over = True
        else:
            self.turn += 1
