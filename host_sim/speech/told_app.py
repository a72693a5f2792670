"""The app, and what there is to tell of it."""

from handheld import language
from handheld.app import App
from handheld.game.parts import HUMAN
from handheld.language import say, text_or
from handheld.records.achievements import notice as notice_of
from handheld.records.achievements import texts
from shared_rules.game import ROLL, SIT

from .plain import paragraphs
from .plain import say as speech
from .sentences import Sentences

_MOST = 40  # of what is done while nobody looks


class ToldApp(App):
    """The app; `done` has what its players did since somebody looked."""

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
        ended = _ended(ended) if ended is not last else None
        done = {"own": own, "last": ended}
        if action == ROLL:
            done["faces"] = _faces(self) if own else None
            done["total"] = None if ended else game.turn_total
        elif game.SHARED_ROLL:
            openly = _in_the_open(screen) and match.seats[player][0] == HUMAN
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


class Teller:
    """Tells what the app of a runner shows. The runner makes a `ToldApp`; it may be another later.

    `runner()` returns the runner, or None while the handheld has no power.
    """

    def __init__(self, runner):
        self._runner = runner
        self._sentences = Sentences()

    def mark(self):
        """Return what differs when there is something to tell."""
        runner = self._runner()
        if not (runner and runner.app):
            return None
        app = runner.app
        return id(app), app.frame_id, runner.crashed or bool(app.done)

    def tell(self):
        """Return what is new in sentences, or ""."""
        runner, code = self._runner(), language.code()
        if not (runner and runner.app):
            return self._sentences.tell(code, "off", [speech(code, "off")])
        app = runner.app
        lines = app.canvas.lines()
        if runner.crashed:
            return self._sentences.tell(code, "crash", lines)
        # They come and go, in one place.
        marks = [] if app.journal.saved else [say("unsaved"), "TEST", "PC", app.power.low]
        for mark in marks:
            if mark and lines and lines[0].endswith(mark):
                lines[0] = lines[0][: -len(mark)].rstrip()
        asks = bool(getattr(app.screen, "below", None))
        now = row_or_position(app)
        return self._sentences.tell(code, app.screen.ID, lines, now, app.taken(), asks)

    def repeat(self):
        """Return the whole screen in sentences."""
        self._sentences.forget()
        return self.tell()


def row_or_position(app):
    """Return the row of a list, the position of a game or the texts of a table, a dict.

    None: the panel's words do.
    """
    screen = app.screen
    if screen.ID == "feats":
        return _feat(screen)
    if screen.ID == "reckoning":
        return {"texts": _reckoning(app.match, screen)}
    if screen.ID == "result" and app.match.game.players > 1:
        return {"texts": _result(app.match, screen)}
    if hasattr(screen, "EXPLAINS"):  # a `ListScreen`: that module goes, and comes back as another
        heading, rows = screen.title, screen.rows()
        row = rows[screen.at]
        label, value = row.shown()
        return {
            "title": heading(),
            "row": label if value is None else "%s: %s" % (label, value),
            "at": screen.at + 1,
            "of": len(rows),
            "line": screen.line(row) if screen.EXPLAINS else "",
            "editing": screen.editing,
        }
    if screen.ID != "play":
        return None
    return _position(app, screen)


def _reckoning(match, screen):
    """Return a text for each milestone that is shown, with what each pig has and gets."""
    rows = [(say(name), has, points) for name, has, points in screen.rows[: screen.shown]]
    if screen.shown > len(screen.rows):
        name = say("total" if match.game.over else "points")
        rows.append((name, match.game.standings(), ("", "")))
    found = [say("points")]
    for name, has, points in rows:
        each = []
        for pig in (0, 1):
            gets = "" if points[pig] == "" else ", +%d" % points[pig]
            each.append(("%s %s" % (match.name(pig), has[pig])).strip() + gets)
        found.append("%s: %s; %s" % (name, each[0], each[1]))
    return found


def _result(match, screen):
    """Return who has won, the scores, and what was earned."""
    players, winners = range(match.game.players), match.game.winners()
    title = screen.title()
    if len(winners) > 1:
        title = "%s: %s" % (title, ", ".join([match.name(player) for player in winners]))
    table = ["%s %d" % (match.name(p), match.game.standings()[p]) for p in players]
    return [title, ", ".join(table)] + paragraphs(language.code(), [notice_of(match) or ""])


def _ended(ended):
    """Return what ended a turn (see `Match.told`), with the bust in the words of speech."""
    name, event, points = ended
    return name, speech(language.code(), "bust") if event == say("bust") else event, points


def _in_the_open(screen):
    """Return True if several people choose who sits."""
    shared = getattr(screen, "shared", None)
    return bool(shared and shared.open)


def _feat(screen):
    name, how = texts(screen.places[screen.at])
    earned = screen.earned >> screen.places[screen.at] & 1
    return {
        "title": say("feats"),
        "row": speech(language.code(), "earned" if earned else "unearned", name),
        "at": screen.at + 1,
        "of": len(screen.places),
        "line": how,
        "editing": False,
    }


def _position(app, screen):
    match = app.match
    game = match.game
    mover, heading = screen.mover(), screen.title
    waits = match.computer() is None
    asks = waits and game.SHARED_ROLL and game.choosing and _in_the_open(screen)
    dice = screen.dice_number() if mover is not None else None
    fell = game.roll_number and (asks or mover is not None)
    # The panel may lack room for the coach's key.
    keys = [row[:2] if row[1] is not None else (row[0], "?") for row in screen.keys()]
    return {
        "title": heading(),
        "waits": waits,
        "scores": [(match.name(p), game.scores[p], match.sits(p)) for p in range(game.players)],
        "faces": _faces(app) if fell else [],
        "event": text_or(game.event, "") if fell and game.event else "",
        "total": game.turn_total,
        "stop": "sitting" if game.SHARED_ROLL else "holding",
        "holding": None if mover is None else game.scores[mover] + game.turn_total,
        "asked": asks and (say("menu") if mover is None else match.name(mover)),
        "dice": dice and "%d %s" % (dice, say("dice" if dice > 1 else "die")),
        "turn": game.turn,
        "round": _round(game, match.looks(app.settings)),
        "target": speech(language.code(), "target", game.goal()) if game.goal() else "",
        "rule": screen.rule[1:],
        "hint": screen.hint.line(match) if screen.hint else "",
        "keys": "" if game.over else "  ".join(["%s  %s" % row for row in keys]),
    }


def _faces(app):
    look = app.match.looks(app.settings)
    words = [look.get("%d:%d" % pair) for pair in enumerate(app.match.game.dice)]
    return [say(word) if word else str(face) for word, face in zip(words, app.match.game.dice)]


def _round(game, look):
    """Return which round it is, in words; "" without rounds."""
    code = language.code()
    rounds = look.get("rounds", "")
    turn = game.round()
    if rounds >= "A":
        return speech(code, "letter", turn, len(rounds), rounds[turn - 1])
    rounds = "" if game.goal() else rounds or game.options.get("rounds")
    return speech(code, "round", speech(code, "of", turn, rounds)) if rounds else ""
