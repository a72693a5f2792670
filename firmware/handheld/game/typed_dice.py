"""The question for the faces of dice that lie on the table."""

from ..board import FACE, elapsed
from ..drawing.dice_art import COIN, DIE, PIG_DICE, draw_die
from ..language import say
from ..ui.base import BOTH
from ..ui.question import Question
from .looks import ARTS

_AGAIN_MS = 250  # a second A in this time takes no second die


def ask(app, look, player, dice):
    """Generator; asks for the next roll of the match, of so many dice (None: as the game says).

    Returns its faces, which fall next, or (). A computer has decided to roll: from
    it B leads to the menu. `look`: see `Match.looks`.
    """
    match = app.match
    count = dice or match.game.dice_count()
    parent = "" if match.computer() is None else "pause"
    given = match.name(player), match.game.FACES, count, look, parent
    match.faces = yield TypedDice(app, *given)
    return match.faces


class TypedDice(Question):
    """What `who` rolled: up and down choose a face, A takes it, B takes the last one back.

    `limits`: least and greatest face of the `count` dice; `look`: see `Match.looks`; `parent`: the
    screen that B leads to in place of the one before. The answer is () where B led back.
    """

    # faces: taken so far; face: of the next die. From the face in the middle each other one is at
    # most three presses away.

    ID = "typed_dice"

    def __init__(self, app, who, limits, count, look=None, parent=""):
        super().__init__(app, parent)
        self._who = who
        self._low, self._high = self.limits = limits
        self.count = count
        self._look = look or {}
        self._art = ARTS.get(self._look.get("art"), DIE)
        self._ms = None  # when A took a die
        self.faces = ()  # type: tuple
        self._begin()

    def _begin(self):
        self.face = (self._low + self._high + 1) // 2

    def title(self):
        return say("what_fell", self._who)

    def keys(self):
        if self.faces:
            back = say("undo"), self._take_back
        else:
            back = ("≡", self.back) if self.parent else (say("back"), self.answer, ())
        take = ("A", say("take_die"), self._press_a)
        return [take, ("B",) + back, (BOTH, "", self._step)]

    def decide(self, event):
        if event >= FACE:
            if self._low <= event - FACE <= self._high:
                self._take(event - FACE)
        else:
            super().decide(event)

    def _step(self, step):
        span = self._high - self._low + 1
        self.face = self._low + (self.face - self._low + step) % span

    def _press_a(self):
        app = self.app
        if self._ms is None or app.test_mode or elapsed(app.now, self._ms) >= _AGAIN_MS:
            self._ms = app.now
            self._take(self.face)

    def _take(self, face):
        self.faces += (face,)
        self._begin()
        self.app.dirty = True
        if len(self.faces) == self.count:
            self.answer(self.faces)

    def _take_back(self):
        self.face = self.faces[-1]
        self.faces = self.faces[:-1]

    def picture(self, canvas):
        count = self.count
        place = len(self.faces)
        size = 23 if self._art == COIN else 24 if count < 5 else 19
        pitch = size + 2
        x = 64 - (count * pitch - 2) // 2
        y = 32 - size // 2
        for at, face in enumerate(self.faces + (self.face,)):
            left = x + pitch * at
            draw_die(canvas, left, y, size, face, self._art + (at & 1) * (self._art == PIG_DICE))
            canvas.word(left, y, str(face), size, size)
        word = self._look.get("%d:%d" % (place, self.face))
        canvas.text(left + size // 2 - 2, y - 9, "%s %s" % ("▲", say(word)) if word else "▲")
        canvas.text(left + size // 2 - 2, y + size + 2, "▼")
        for at in range(place + 1, count):
            canvas.rect(x + pitch * at, y, size, size)
