# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Numbered challenges: the same game, rivals and dice for everybody; the number is chosen here."""

# docs/challenges.md is the reference. DRAW is the SHA-256 of `pocketpig-1 challenge NUMBER`:
#
#   secret of the dice   its bytes 0 to 15 (see `shared_rules.fair_dice`)
#   game, rivals, first  bytes 16 to 19, see `setup`
#   rivals' chances      as rolls with the addition `-SEAT` and the number of the next roll
#
# Perfect play is no rival: not every handheld has its tables.

from binascii import hexlify

from shared_rules import fair_dice
from shared_rules.variants import new_game, variant_class

from .. import memory
from ..board import DOWN, RELEASE, UP, A
from ..drawing.canvas import CENTER
from ..language import known, say
from ..match import HUMAN, Match
from ..names import game_name, load, named
from .base import BaseScreen, draw_footer, draw_header

LARGEST = 999999
_DIGITS = 6
_PITCH = 12  # pixels from digit to digit
_LEFT = 64 - _DIGITS * _PITCH // 2
# The order is part of the scheme. Before a game: how many rivals it may have.
GAMES = (
    "2pig 2two_dice 2big 2sevens 2piggy 2fast 2hog 2skunk 2swine_herd 2pig_dice 2piglet 1gran_cerdo"
)
RIVALS = "easy medium hard keep_pace gambler banker"


def draw(number):
    """Return the 32 bytes that a number stands for."""
    return fair_dice.sha256(("pocketpig-1 challenge %d" % number).encode())


def secret(number):
    """Return the secret of its dice, 32 hexadecimal digits."""
    return str(hexlify(draw(number)[:16]), "ascii")


def setup(number):
    """Return (variant's id, kinds of players by seat, byte that chooses who starts)."""
    drawn = draw(number)
    games, rivals = GAMES.split(" "), RIVALS.split(" ")
    game = games[drawn[16] % len(games)]
    several = drawn[18] % 3 == 0 and game[0] == "2"
    kinds = [rivals[drawn[17] % len(rivals)]] * (2 if several else 1)
    return game[1:], [HUMAN] + kinds, drawn[19]


class Cup:
    """Stands in for the dice cup in a challenge: the rivals' chances follow from its number."""

    def __init__(self, app):
        self._app = app
        self.throw = app.cup.throw

    @property
    def forced(self):
        return self._app.cup.forced

    @property
    def thoughts(self):
        """A new source for the choice that comes next."""
        match = self._app.match
        if self.forced or not match.fair or match.game.over:
            return self._app.cup.thoughts
        addition = fair_dice.NONE + str(match.game.to_move()[0])
        source = fair_dice.FairDice(match.fair.secret, addition, match.fair.rolled)
        source.throw(match.game.FACES, 0)
        return source


def start(app, number):
    """Begin the challenge; in test mode its result is not kept."""
    variant, kinds, first = setup(number)
    memory.for_new_game(app.match, variant, list(kinds))
    fair = fair_dice.FairDice(secret(number))
    fair.commitment = ""  # everybody can know the dice
    first = 0 if variant_class(variant).SHARED_ROLL else first % len(kinds)
    game = new_game(variant, {}, len(kinds), first)
    match = Match(game, named(kinds, load(app.journal)), Cup(app), None, fair)
    if not app.test_mode:
        match.number = -number
    app.begin(match)


class Screen(BaseScreen):
    """Up and down type a number, A goes on to the next digit and begins, B goes back."""

    ID = "challenge"

    def __init__(self, app, parent):
        super().__init__(app)
        self._parent = parent
        self._feats = memory.load("screens.feats").Feats(app.journal)
        self._today = getattr(app.board, "today", 0)
        if self._today:
            number = self._today
        elif self._feats.best:
            number = self._feats.best[-1][0]
        else:
            number = 1 + int.from_bytes(app.board.entropy(3), "big") % LARGEST
        self._number = str(1000000 + number)[1:]
        self._place = -1  # of the digit that is typed

    def decide(self, event):
        if event >= RELEASE:
            return
        self.app.dirty = True
        at = self._place
        if event in (UP, DOWN):
            at = self._place = max(at, 0)
            digit = (int(self._number[at]) + (1 if event == UP else 9)) % 10
            self._number = self._number[:at] + str(digit) + self._number[at + 1 :]
        elif event == A:
            if 0 <= at < _DIGITS - 1:
                self._place += 1
            elif int(self._number):
                start(self.app, int(self._number))
        elif at >= 0:
            self._place -= 1
        else:
            self.app.show(self._parent)

    def draw(self, canvas):
        number = int(self._number)
        best = self._feats.result(number)
        draw_header(canvas, say("challenge"))
        canvas.digits(_LEFT + 1, 12, self._number)
        if self._place >= 0:
            canvas.fill_rect(_LEFT + _PITCH * self._place, 29, _PITCH - 1, 1)
        if number:
            variant, kinds, _ = setup(number)
            rivals = known(kinds[1], kinds[1])
            if len(kinds) > 2:
                rivals = say("challenge_of_two", rivals)
            canvas.text(64, 31, game_name(variant), 1, False, CENTER)
            canvas.text(64, 39, rivals, 1, False, CENTER)
        note = ""
        if number == self._today:
            note = say("challenge_today")
        if best is not None:
            note = say("challenge_best", "%+d" % best)
        canvas.text(64, 47, note, 1, False, CENTER)
        more = say("next" if 0 <= self._place < _DIGITS - 1 else "play")
        draw_footer(canvas, [("A", more), ("B", say("back")), ("▲▼", "")])
