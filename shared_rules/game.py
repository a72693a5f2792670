# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""A game in progress, for any variant."""

# A variant is a subclass of `Game` (or of `shared.SharedGame`) that states its data and
# overrides the few hooks in which it differs, usually `effect` alone. Dice are an input:
# `apply` takes the faces that fell, `chance_outcomes` tells what may fall.

from . import options as option_rows
from .checks import check_action, check_faces, is_count
from .errors import BadDice, BadPlayers

ROLL = "roll"
HOLD = "hold"
STAND = "stand"
SIT = "sit"


class Game:
    """One game; sequential turns unless a subclass says otherwise."""

    # Public attributes: `options` (dict, defaults filled in), `players` (number), `first`
    # (index), `scores` (list of banked points), `turn_total`, `dice` (faces of the last roll),
    # `roll_number` (rolls made in this turn), `turn` (from 1, over all players), `over`,
    # `event` (what the last roll did, see `effects`, or "").

    ID = ""
    NAME = ""
    DICE = 1
    # Least and greatest face, from 0 to 9: a record has a digit a face.
    FACES = (1, 6)
    MIN_PLAYERS = 2
    MAX_PLAYERS = 10
    OPTIONS = (option_rows.TARGET, option_rows.END)
    # What the one-line text form holds besides options, players and first.
    FIELDS = ("scores", "turn_total", "roll_number", "turn", "dice", "over")
    # State that others may not see before it is revealed.
    HIDDEN = ()
    # True where one roll counts for all, who choose at once: see `SharedRollGame`.
    SHARED_ROLL = False
    # No score of the variant can be below this.
    LOWEST = 0

    def __init__(self, options=None, players=2, first=0):
        """Raise BadOption or BadPlayers when the variant does not allow the arguments."""
        self.options = option_rows.fill(self.OPTIONS, options or {})
        if not is_count(players) or not self.MIN_PLAYERS <= players <= self.MAX_PLAYERS:
            raise BadPlayers(
                "players: %r is not allowed; allowed: %d to %d"
                % (players, self.MIN_PLAYERS, self.MAX_PLAYERS)
            )
        self.players = players
        self.check_first(first)
        self.first = first
        self.scores = [0] * players
        self.turn_total = 0
        self.dice = ()
        self.roll_number = 0
        self.turn = 1
        self.over = False
        self.event = ""

    def check_first(self, first):
        """Raise BadPlayers unless `first` may begin."""
        if not is_count(first) or not 0 <= first < self.players:
            raise BadPlayers(
                "first: %r is not allowed; allowed: 0 to %d" % (first, self.players - 1)
            )

    # --- hooks: what a variant may say differently

    def effect(self, faces):
        """What a roll of `faces` does under the options: an effect tuple (see `effects`)."""
        raise NotImplementedError

    def must_roll(self):
        """True where the player to move has no choice but to roll."""
        return self.roll_number == 0

    def dice_count(self):
        """Dice of the next roll, or None while the player is still to choose."""
        return None if self.over else self.DICE

    def dice_limits(self):
        """(least, greatest) number of dice that any roll of the game may have."""
        return (self.DICE, self.DICE)

    def dice_range(self):
        """(least, greatest) number of dice where the player chooses it now, else None."""
        return None

    def after_roll(self, event, at_risk):
        """Called once a roll has taken effect, before the turn may end.

        `at_risk` is what the roller had, score and turn total, when the dice were thrown.
        """

    def banks_at_once(self):
        """True where a roll ends the turn whatever it shows."""
        return False

    def is_last_turn(self):
        """True where the game ends with the turn that has just been banked."""
        if self.options["end"] == "first":
            return self.scores[self.player] >= self.options["target"]
        return self.turn % self.players == 0 and max(self.scores) >= self.options["target"]

    def should_be_over(self):
        """True where the game has ended before this turn began (a position read from text)."""
        if self.options["end"] == "first" or self.turn % self.players == 1:
            return max(self.scores) >= self.options["target"]
        return False

    def fault(self):
        """What is impossible about the variant's own fields, in words, or ""."""
        return ""

    def extra_state(self, state):
        """Add the variant's own entries to the public `state` dict."""

    # --- reading

    @property
    def player(self):
        """Index of the player whose turn it is."""
        return (self.first + self.turn - 1) % self.players

    def to_move(self):
        """List of the players whose action is awaited."""
        return [] if self.over else [self.player]

    def legal_actions(self):
        """Tuple of the actions that `apply` accepts now."""
        if self.over:
            return ()
        return (ROLL,) if self.must_roll() else (ROLL, HOLD)

    def phase(self):
        """ "roll" (nothing to choose), "choose" or "over"."""
        if self.over:
            return "over"
        return "choose" if len(self.legal_actions()) > 1 or self.dice_range() else "roll"

    def standings(self):
        """What decides the game, one integer a player: the greatest wins."""
        return self.scores

    def winners(self):
        """Indexes of the winners; empty before the end, several when they share."""
        if not self.over:
            return []
        standings = self.standings()
        best = max(standings)
        return [i for i in range(self.players) if standings[i] == best]

    def outcome(self):
        """Shares of the win, one (numerator, denominator) a player, or None before the end."""
        if not self.over:
            return None
        winners = self.winners()
        return [(1 if i in winners else 0, len(winners)) for i in range(self.players)]

    def chance_outcomes(self, dice=None):
        """The distinct effects of the next roll: (denominator, [(weight, effect), …]).

        Weights are exact integers that add up to the denominator. `dice` is the number of
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
        """The public state as a dict; hidden choices are left out."""
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
        """Do `action` and return its record token ("" for a choice that stays hidden).

        `faces` are the dice that fell, for a roll; `player` (the one to move if None) acts.
        Raises IllegalAction or BadDice and changes nothing when that cannot be.
        """
        if player is None and not self.over:
            player = self.to_move()[0]
        check_action(self, action, player)
        if action == ROLL:
            check_faces(self, faces)
            self.roll(tuple(faces))
            return "".join([str(face) for face in faces])
        if faces is not None:
            raise BadDice("dice fall only for a roll, not for %r" % action)
        return self.choose(action, player)

    def roll(self, faces):
        """Let `faces`, already checked, take effect."""
        player = self.player
        at_risk = self.scores[player] + self.turn_total
        keep, factor, points, goes_on, self.event = self.effect(faces)
        self.dice = faces
        self.scores[player] *= keep
        self.turn_total = factor * self.turn_total + points
        self.roll_number += 1
        self.after_roll(self.event, at_risk)
        if not goes_on or self.banks_at_once():
            self.bank()

    def choose(self, action, player):
        """Do the legal `action` that is not a roll; return its record token."""
        self.bank()
        return "h"

    def bank(self):
        """Add the turn total to the score and end the turn."""
        self.scores[self.player] += self.turn_total
        self.end_turn()

    def end_turn(self):
        """Go on to the next turn, or end the game."""
        self.turn_total = 0
        self.roll_number = 0
        if self.is_last_turn():
            self.over = True
        else:
            self.turn += 1
