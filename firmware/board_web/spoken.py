# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""What a screen reader is told in place of the panel's signs."""

from handheld.app import App
from handheld.game.parts import HUMAN
from handheld.language import say
from handheld.ui.list_screen import ListScreen
from shared_rules.game import ROLL, SIT

_MOST = 40  # of what is done while nobody looks


class ToldApp(App):
    """The app; `done` has what its players did since somebody looked, for JSON."""

    def __init__(self, *given):
        self.done = []
        self._game = None
        super().__init__(*given)

    def act(self, action, player, dice=None):
        match, screen = self.match, self.screen
        game = match.game
        last, total = getattr(screen, "last", None), game.turn_total
        stood = game.SHARED_ROLL and [p for p in range(game.players) if game.standing[p]]
        token = super().act(action, player, dice)
        people = [kind for kind, _ in match.seats if kind == HUMAN]
        # One roll for all is everybody's; without people the computers' game is told.
        own = not people or game.SHARED_ROLL or match.seats[player][0] == HUMAN
        ended = getattr(screen, "last", None)
        ended = ended if ended is not last else None
        done = {"own": own, "last": ended}
        if action == ROLL:
            done["faces"] = list(game.dice) if own else None
            done["total"] = None if ended else game.turn_total
        elif game.SHARED_ROLL:
            openly = hasattr(screen, "asked") and match.seats[player][0] == HUMAN
            if not token and not (openly and action == SIT):
                return token  # it stays hidden
            letters = dict(zip(stood, token)) if token else {player: "s"}
            for name, letter in (("sits", "s"), ("stands", "t")):
                done[name] = [match.name(p) for p in stood if letters.get(p) == letter]
            done.update({"total": total, "last": None, "all": bool(token)})
        if own or ended:
            self.done = self.done[1 - _MOST :] + [done]
        return token

    def taken(self):
        """Return what is done, and forget it. A step that was taken back is told instead."""
        match = self.match
        game = match and match.game
        if self._game and match is self._game[0] and game is not self._game[1]:
            self.done = [{"own": True, "last": ("", say("undo"), 0)}]
        self._game = match and (match, game)
        done, self.done = self.done, []
        return done


def spoken(app):
    """Return the row of a list or the position of a game, for JSON; None: the panel's words do."""
    screen = app.screen
    if isinstance(screen, ListScreen):
        rows = screen.rows()  # type: ignore[attr-defined] # each subclass has it
        key, label, value = rows[screen.at]
        found = {"row": label if value is None else "%s %s" % (label, value)}
        found.update({"at": screen.at + 1, "of": len(rows), "line": screen.line(key)})
        found["editing"] = screen.editing
        return found
    if screen.ID != "play":
        return None
    match = app.match
    game = match.game
    mover, heading = screen.mover(), screen.title
    waits = match.computer() is None
    if getattr(screen, "choice", None):
        return None  # it asks whether that is meant
    asks = waits and game.SHARED_ROLL and game.choosing and hasattr(screen, "asked")
    sitting = game.SHARED_ROLL and [
        not game.standing[p] or asks and game.choices[p] == SIT for p in range(game.players)
    ]
    dice = screen.dice_number() if mover is not None else None
    return {
        "title": heading(mover),
        "waits": waits,
        "scores": [
            (match.name(p), game.scores[p], bool(sitting and sitting[p]))
            for p in range(game.players)
        ],
        "faces": list(game.dice) if game.roll_number and (asks or mover is not None) else [],
        "total": game.turn_total,
        "holding": None if mover is None else game.scores[mover] + game.turn_total,
        "asked": asks and (say("menu") if mover is None else match.name(mover)),
        "dice": dice and "%d %s" % (dice, say("dice" if dice > 1 else "die")),
    }
