"""The caller: rolls for a crowd that plays a shared-roll game without the handheld."""

# Nobody's score is kept: the game's players stand for the crowd, until all of it sit.

from shared_rules.checks import check_faces
from shared_rules.errors import BadDice
from shared_rules.game import ROLL, SIT, STAND
from shared_rules.variants import variant_class

from ..board import elapsed
from ..drawing.canvas import CENTER, RIGHT
from ..drawing.dice_art import draw_dice
from ..language import say
from ..ui.base import BOTH, BaseScreen

GAMES = ("skunk", "swine_herd")
PACES = (0, 3, 5, 10, None)  # seconds in which people sit down; None: A rolls
_SEEN_MS = 1000  # in which the dice are seen before these seconds begin


class Screen(BaseScreen):
    """A rolls, B ends the round or leaves; up and down choose the game, then the pace."""

    # said: the words of what ended the round; None while it goes on. left: seconds on the panel.

    def __init__(self, app, parent):
        super().__init__(app, parent)
        from ..menu.setup import get

        chosen = get(app).variant.ID
        self._at = GAMES.index(chosen) if chosen in GAMES else 0
        self._pace = 2
        self._begin()

    def _begin(self):
        """Begin a game; the target, which nobody's score can reach here, does not end it."""
        variant, setup = variant_class(GAMES[self._at]), self.app.setup
        options = dict(setup.options) if setup.variant.ID == variant.ID else {}
        if "target" in [row[0] for row in variant.OPTIONS]:
            options["target"] = 1000
        self.game = variant(options, variant.MIN_PLAYERS)
        self.said = None
        self._lost = 0
        self.left = 0
        self._since_ms = 0  # of the roll

    def keys(self):
        game = self.game
        end = ("B", say("caller_end"), self.back)
        pace = (BOTH, "", self._step_pace)
        if self.said:
            go_on = ("again", self._begin) if game.over else ("next", self._next)
            return [("A", say(go_on[0]), go_on[1]), end, pace]
        roll = ("A", say("roll"), self._roll)
        if game.roll_number:
            return [roll, ("B", say("caller_all"), self._all_sit), pace]
        if game.turn > 1:
            return [roll, end, pace]
        return [roll, ("B", "≡", self.back), (BOTH, say("game"), self._step_game)]

    def _next(self):
        self.said = None

    def _all_sit(self):
        self._choose(SIT)
        self.said = "caller_sat"

    def _step_pace(self, step):
        self._pace = (self._pace + step) % len(PACES)
        self._since_ms = self.app.now

    def _step_game(self, step):
        self._at = (self._at + 1) % len(GAMES)
        self._begin()

    def _choose(self, action):
        for place in self.game.to_move():
            self.game.apply(action, None, place)

    def _roll(self):
        app, game = self.app, self.game
        faces = app.cup.throw(game.FACES, game.DICE)
        try:
            check_faces(game, faces)
        except BadDice:
            return  # a scripted roll that these dice cannot show is dropped
        if game.choosing:
            self._choose(STAND)
        self._lost = game.turn_total
        game.apply(ROLL, faces)
        self._since_ms = app.power.pressed_ms = app.now  # the panel stays lit while it rolls
        app.dirty = True
        if game.choosing:
            app.sound.play("roll")
        else:
            app.sound.play(game.event)
            self.said = game.event

    def tick(self, now_ms):
        pace = PACES[self._pace]
        if not self.game.choosing or pace is None:
            return
        left = _SEEN_MS + 1000 * pace - elapsed(now_ms, self._since_ms)
        if left <= 0:
            self._roll()
            left = _SEEN_MS
        self.app.due((left - 1) % 1000 + 1)
        seconds = min(pace, (left + 999) // 1000)
        if seconds != self.left:
            self.left = seconds
            self.app.dirty = True
            if 0 < seconds < 4:
                self.app.sound.play("click")

    # --- what is shown, here and in a browser

    def title(self):
        from ..game.names import game_name

        game = self.game
        ended = self.said and not game.over
        return "%s %s" % (game_name(game.ID), game.turn - 1 if ended else game.turn)

    def word(self):
        """Return what everybody is told in a word."""
        if not (self.said or self.game.roll_number):
            return say("caller_stand")
        return say(self.said or "caller_sit").upper()

    def fell(self):
        return self.game.dice if self.said or self.game.roll_number else ()

    def total(self):
        """Return the round total, what a bust has cost, or "" where there is none to show."""
        if self.said == "caller_sat" or not self.fell():
            return ""
        return str(-self._lost if self.said else self.game.turn_total)

    def seconds(self):
        """Return how many seconds are left to sit down, or None."""
        return self.left if self.said is None and self.fell() and PACES[self._pace] else None

    def pace(self):
        pace = PACES[self._pace]
        return "A" if pace is None else "%d s" % pace

    def corner(self):
        return self.pace() if self.fell() else ""

    def picture(self, canvas):
        faces = self.fell()
        if not faces:
            canvas.text(64, 24, self.word(), 2, False, CENTER)
            return
        draw_dice(canvas, 0, 11, 27 * len(faces), 24, faces)
        canvas.digits(126, 11, self.total(), True, RIGHT)
        canvas.text(0, 38, self.word(), 2)
        if self.seconds() is not None:
            canvas.text(128, 38, str(self.left), 2, False, RIGHT)
