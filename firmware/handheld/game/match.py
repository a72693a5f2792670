"""A game in progress: its players, dice and record."""

from shared_rules.checks import check_action, check_dice, check_faces
from shared_rules.errors import BadPlayers
from shared_rules.game import ROLL, SIT
from shared_rules.notation import ROOM_FOR_PROOF, Record

from .. import folders
from ..language import lines_of, say, text_or
from .parts import HUMAN, NAME_CHARS, computer_player

_TRIES = 5  # to work out advice
# With more players the code of a computer player is loaded for each of its actions.
_CROWD = 10


class Match:
    """A game between `seats`."""

    # seats: a list of (kind, name); kind is "human" or a strategy's name. fair: the `FairDice` of
    # the game; None: nothing can be proven. dirty: the save must be written anew.
    # held: the human who chose last and may take that back (see `undo`), or None. typed: people
    # type in what fell; faces: those of the next roll, once they are typed in.

    challenge = False  # its rivals choose by the secret, too
    faces = ()  # type: tuple

    def __init__(self, game, seats, cup, record=None, fair=None, typed=False):
        """Raise BadPlayers or UnknownStrategy if the seats do not fit."""
        if len(seats) != game.players:
            raise BadPlayers("players: %d seats for %d players" % (len(seats), game.players))
        self.game = game
        self.seats = seats
        # One object of a kind plays for all its seats, to save memory; strategies keep no seat.
        self.computers = {kind: computer_player(kind) for kind, _ in seats if kind != HUMAN}
        self.cup = cup
        self.fair = fair
        self.typed = typed
        self.dirty = False
        self.held = None
        self.record = record or Record(game, ROOM_FOR_PROOF if fair or typed else 0)
        # The number for statistics, see `resume`; 0: it does not count. That of a challenge is
        # negative.
        self.number = 0
        self.earned = ()  # at its end, see `feats`
        self.best = False  # the result of one player is the best so far
        self.mistakes = None  # of people, once a review has counted them
        self.look = None  # of the variant, see `looks`

    def strategy(self, player):
        """Return the strategy of `player`, None for a human."""
        kind = self.seats[player][0]
        if self.computers.get(kind, 0) is None:
            self.computers[kind] = computer_player(kind)
        return self.computers.get(kind)

    def rest(self):
        """Free the memory of the strategies; they are made again when next needed."""
        for kind in self.computers:
            self.computers[kind] = None

    def apply(self, action, player, dice=None):
        """Let `player` do `action`, throwing the dice of a roll; return the record token.

        `dice`: their number, if the player chooses it. Raises a RulesError; then nothing changes,
        but an impossible scripted roll is dropped.
        """
        game = self.game
        check_action(game, action, player)
        faces = None
        if action == ROLL:
            if dice is None:
                dice = game.dice_count()
            check_dice(game, dice)
            if self.fair and self.cup.forced:
                self.fair = None  # a tester's dice end the proof
                self.dirty = True
            if self.typed and not self.cup.forced:
                faces, self.faces = self.faces, ()
            else:
                faces = (self.fair or self.cup).throw(game.FACES, dice)
            check_faces(game, faces)
        token = game.apply(action, faces, player)
        if faces and self.fair:
            self.fair.rolled += 1
        self.record.append(token, game)
        self.held = None
        if token in ("", "h") and not game.over and self.seats[player][0] == HUMAN:
            self.held = player
        return token

    def asked(self):
        """Return True if somebody has to type in what falls next."""
        return self.typed and not (self.faces or self.cup.forced)

    def undoable(self):
        """Return True if the newest step is a roll that somebody has typed in."""
        last = self.record.pieces()[-1]
        return self.typed and not self.game.over and last[-1:].isdigit()

    def rolls(self):
        """Return the rolls of this turn as texts, or the last of them."""
        pieces = str(b" ".join(self.record.pieces()[-2:]), "ascii").split()
        return [piece for piece in pieces if piece.isdigit()][-self.game.roll_number :]

    def told(self, player, lost, score, total):
        """Return what a turn did that has ended: (name, what ended it, points).

        `lost`: it scores nothing. `score`, `total`: when it began, and before its last action.
        """
        game = self.game
        points = game.scores[player] - score
        if lost:  # in a shared roll what those who stand lose, whatever the roller has banked
            points = (0 if game.SHARED_ROLL else points) - total
        if game.event == "gift":
            given = say("gift_to", -points, self.name(1 - player))[:10]  # beside the mud
            return say("gives", self.name(player)), given, 0
        name = "" if game.SHARED_ROLL or game.players < 2 else self.name(player)
        return name, text_or(game.event, game.event) if lost else "", points

    def sits(self, player):
        """Return True if all may see that a player sits; several people choose in the open."""
        game = self.game
        if not game.SHARED_ROLL:
            return False
        kinds = [kind for kind, _ in self.seats]
        in_the_open = kinds.count(HUMAN) > 1 and kinds[player] == HUMAN
        return not game.standing[player] or in_the_open and game.choices[player] == SIT

    def name(self, player):
        """Return the player's name, cut to the room on the panel."""
        return self.seats[player][1][:NAME_CHARS]

    def computer(self):
        """Return the index of the computer player to move, or None."""
        return self._first(False)

    def human(self):
        """Return the index of the first human to move, or None."""
        return self._first(True)

    def _first(self, human):
        for player in self.game.to_move():
            if (self.seats[player][0] == HUMAN) == human:
                return player
        return None

    def looks(self, settings):
        """Return what the variant looks like, a dict: see `pages/looks.txt`."""
        if self.look is None:  # reading takes so long that the match keeps it
            lines = lines_of("looks", self.game.ID)
            if "pig_face" in settings:
                lines += lines_of("looks", self.game.ID + " face")
            self.look = dict([line.split("=") for line in lines])
        return self.look

    def advice(self, player, game=None):
        """Generator; returns the advice for `player`, who is to move: see `advice.steps`.

        `game`: another position than that of the match. Without memory it begins again, since a
        request may hold it.
        """
        game = game or self.game
        for tries in range(_TRIES):
            try:
                from .advice import steps

                thinking = steps(game, player)
                return (yield from thinking)
            except MemoryError:
                if tries + 1 == _TRIES:
                    raise
            thinking = None
            folders.collect()
            yield None

    def thoughts(self):
        """Return the random source of the next choice of a computer player."""
        fair = self.fair
        if not (self.challenge and fair) or self.cup.forced or self.game.over:
            return self.cup.thoughts
        from shared_rules.fair_dice import NONE, FairDice

        # A roll with the addition `-SEAT` and the number of the next roll. The rivals of a shared
        # roll choose before the person, whose index is 0.
        source = FairDice(fair.secret, NONE + str(self.computer() or 0), fair.rolled)
        source.throw(self.game.FACES, 0)
        return source

    def think(self):
        """Generator; returns the (action, dice) of the computer to move."""
        player = self.computer()
        choice = yield from self.strategy(player).think(self.game, player, self.thoughts())
        if folders.SCARCE and len(self.seats) > _CROWD:
            self.rest()
            folders.forget(folders.PLAYERS)
        return choice
