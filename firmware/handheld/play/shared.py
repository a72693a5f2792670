"""Who sits and who stands, where one roll counts for all: several people choose in the open."""

from shared_rules.game import ROLL, SIT, STAND

from ..board import DOUBLE_MS, elapsed
from ..game.parts import HUMAN
from ..language import say
from ..ui.base import BOTH

_TIE_SOON = 5  # announce the end of the game by busts when so few are left
_HALF, _COLUMN = 67, 21  # pixels
_ROWS = 5


class Choices:
    """What the screen of a game with a shared roll has besides; `open`: several people choose.

    In the open B sits for the person at the arrow, A rolls for those who still stand. One person
    chooses like the rivals, in secret.
    """

    # at: the place of the arrow among the people who are asked; behind them is the menu. _shown:
    # what was chosen, as (heading, players) of those who sit now and of those who stand, or None.
    # _ms: since when a press counts: the second press of a double tap chooses nothing.

    def __init__(self, play):
        self._play = play
        self._match = play.match
        self.open = [kind for kind, _ in play.match.seats].count(HUMAN) > 1
        self.at = 0
        self._shown = None
        self._ms = play.app.now

    def human(self):
        """Return the person who chooses now, or None."""
        match = self._match
        return match.human() if match.game.choosing and match.computer() is None else None

    def waits(self):
        """Return True if a press is the second of a double tap while people choose."""
        app = self._play.app
        if self.human() is None:
            return False
        if not app.test_mode and elapsed(app.now, self._ms) < DOUBLE_MS:
            return True
        if not self.open:
            self._ms = app.now
        return False

    def _asked(self):
        """Return the people who choose or have chosen since the last roll."""
        game = self._match.game
        return [
            player
            for player, seat in enumerate(self._match.seats)
            if seat[0] == HUMAN and (game.standing[player] or game.choices[player])
        ]

    def choosing(self):
        """Return True while people choose in the open."""
        return self.open and self.human() is not None

    def at_arrow(self):
        """Return the person at the arrow, or None."""
        return (self._asked() + [None])[self.at]

    def heading(self):
        """Return what the game waits for, "" if it is one player."""
        if self.choosing():
            return say("who_sits")
        if self._match.game.choosing:
            return ""
        left = self._match.game.busts_left()
        return say("all_roll") if left is None or left > _TIE_SOON else say("tie_soon", left)

    def keys(self):
        """Return what the buttons do while people choose in the open."""
        player = self.at_arrow()
        if player is None:
            b = say("menu"), self._play.app.show, "pause"
        elif self._match.game.choices[player]:
            b = say("undo"), self._stand_up, player
        else:
            b = say("sit"), self._sit, player
        return [("A", say("roll"), self._roll), ("B",) + b, (BOTH, "", self._step)]

    def _step(self, step):
        self.at = (self.at - step) % (len(self._asked()) + 1)

    def _roll(self):
        play, game = self._play, self._match.game
        for player in [player for player in self._asked() if not game.choices[player]]:
            play.choose(STAND, player)
        if game.roll_number and not game.choosing and self._match.human() is not None:
            play.choose(ROLL, self._match.human())

    def _sit(self, player):
        self._play.choose(SIT, player)
        self.at = min(self.at + 1, len(self._asked()))

    def _stand_up(self, player):
        app = self._play.app
        self._match.held = player
        from .undo import undo

        undo(app)
        app.screen.shared.at = self.at

    def act(self, action, player, dice):
        """Let a player act; show the choices together when all have chosen."""
        app, game = self._play.app, self._match.game
        words, before, points = game.legal_actions(), list(game.scores), game.turn_total
        stood = [place for place in range(game.players) if game.standing[place]]
        app.act(action, player, dice)
        if not app.hurry and len(words) > 1 and not game.choosing and len(stood) > 1:
            sits = [place for place in stood if game.scores[place] != before[place]]
            stands = [place for place in stood if place not in sits]
            sitting = say("sitting" if stands else "all_sit", "%+d" % points)
            self._shown = (sitting, sits), (say("standing" if sits else "all_stand"), stands)

    def acted(self, action):
        """A player has acted."""
        self._shown = None
        if action == ROLL:
            self.at = 0
        if action == ROLL or not self.open:  # people sit down one press after the other
            self._ms = self._play.app.now

    def draw(self, canvas):
        """Draw what was chosen until the next action; return False if there is nothing to show."""
        if not self._shown:
            return False
        match, groups = self._match, [group for group in self._shown if group[1]]
        scale = 2 if max([len(places) for _, places in groups]) < 3 else 1
        columns = 1 if scale > 1 else 6 // len(groups)
        canvas.hline(0, 9, 128)
        for half, (word, places) in enumerate(groups):
            x = _HALF * half
            if half:
                canvas.columns = x, 0
            canvas.text(x, 0, word)
            canvas.vline(x - 4, 10, 45)
            names = [match.name(place) for place in places]
            if len(names) > columns * _ROWS:
                names = names[: columns * _ROWS - 1] + ["..."]
            for place, name in enumerate(names):
                row, column = divmod(place, columns)
                canvas.text(x + _COLUMN * column, 10 + scale + 9 * scale * row, name, scale)
        return True
