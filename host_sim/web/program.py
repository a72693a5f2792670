"""What the page calls: steps of the app, its words, records from links and for links."""

import builtins
import json

import browser

from board_web.board import WebBoard
from handheld import language
from handheld.board import FACE
from handheld.game.parts import HUMAN
from handheld.runner import Runner
from handheld.saves.journal import SETTINGS
from host_sim.speech.plain import joined, paragraphs
from host_sim.speech.told_app import Teller, ToldApp
from shared_rules.errors import RulesError

_TABLES = "/tables/"
_open_file = builtins.open


def _open(path, mode="r"):
    """Open a file; fetch a table that is not here yet. Raises OSError."""
    try:
        return _open_file(path, mode)
    except OSError:
        folder, found, name = path.rpartition(_TABLES)
        if not found or not browser.fetch_table(name):
            raise
        return _open_file(path, mode)


builtins.open = _open
runner = Runner(WebBoard(), ToldApp)
_teller = Teller(lambda: runner)
_mark = None  # of the picture that the page knows
step = runner.step
repeat, tell = _teller.repeat, _teller.tell
language_code = language.code


def set_today(number):
    """Tell the app the date as YYMMDD, for the challenge of the day."""
    runner.app.board.today = number


def result():
    """Return what to share of a challenge that is over, as JSON.

    `number`, `margin`, and `mistakes` (null before a review).
    """
    app = runner.app
    match = app.match
    if runner.crashed or not match or match.number >= 0 or not match.game.over:
        return "null"
    from handheld.records.achievements import worth

    return json.dumps({"number": -match.number, "margin": worth(match), "mistakes": match.mistakes})


def _screen(name):
    """Return the screen `name` if it is shown, else None."""
    screen = None if runner.crashed else runner.app.screen
    return screen if screen and screen.ID == name else None


def _match():
    """Return the game that is played, on the title the kept one; None: there is none."""
    app, title = runner.app, _screen("title")
    if runner.crashed:
        return None
    if app.match or not title or not title.resumes:
        return app.match
    from handheld.begin.resume import kept_match

    try:
        return kept_match(app.journal, app.cup)
    except RulesError:
        return None


def seats():
    """Return the kinds of the seats of the game in a line, "" if there is none."""
    match = _match()
    return ",".join([kind for kind, _ in match.seats]) if match else ""


def faces():
    """Return [[face, word]] of the dice that the handheld asks for, as JSON; [] if it does not."""
    screen = _screen("typed_dice")
    if not screen:
        return "[]"
    low, high = screen.limits
    words = [language.say("coin_tail"), language.say("coin_head")] if high == 1 else None
    return json.dumps([[n, words[n] if words else str(n)] for n in range(low, high + 1)])


def type_face(face):
    runner.app.inject(FACE + face)


def called():
    """Return what the caller shows, as JSON; "null" on any other screen."""
    screen = _screen("caller")
    if not screen:
        return "null"
    heading = screen.title
    keys = [
        (key, language.say("menu") if key == "B" and label == "≡" else label)
        for key, label, *_ in screen.keys()
    ]
    return json.dumps(
        {
            "title": heading(),
            "pace": screen.pace(),
            "faces": list(screen.fell()),
            "total": screen.total(),
            "word": screen.word(),
            "seconds": screen.seconds(),
            "keys": keys,
        }
    )


def open_challenge(number):
    """Show a challenge that begins with the next press."""
    runner.app.show("challenge", "menu", number)


def show_title():
    runner.app.show("title")


def changed():
    """Return the screen's id, or "" if there is nothing new to see or to tell."""
    global _mark
    mark = _teller.mark()
    if mark == _mark:
        return ""
    _mark = mark
    return "crash" if runner.crashed else runner.app.screen.ID


def words():
    code = language.code()
    return joined(code, paragraphs(code, runner.app.canvas.lines()))


def setting(name):
    return runner.app.settings[name]


def prefer(code, still):
    """At the first start take the browser's language, and no motion if it asks for none."""
    from handheld import settings

    app = runner.app
    if runner.crashed or app.test_mode or app.journal.size(SETTINGS):
        return
    if code in language.CODES:
        app.settings["language"] = code
    if still:
        app.settings["motion"] = "off"
    settings.apply(app)
    app.show(app.screen.ID)


def record():
    """Return the record of the game, or "" if there is none."""
    match = _match()
    if not match:
        return ""
    from handheld.begin.proof import text

    return text(match)


def position():
    """Return the position as text, of a finished game its start; "" if there is no game."""
    match = _match()
    if not match:
        return ""
    from shared_rules.notation import position_text

    return match.record.start if match.game.over else position_text(match.game)


def open_record(text, kinds=""):
    """Show a record: the review of a finished game, else the game. Return "" or what is wrong.

    `kinds`: the seats of the game, as `seats` returns them; without them all are people.
    """
    app = runner.app
    if runner.crashed:
        return "crash"
    if ":" not in text:
        text += " :"  # a position alone
    try:
        app.load_match(text)
    except RulesError as error:
        return str(error) or "record"
    match = app.match
    if match.game.over:
        app.show("review", "result")
        return ""
    from handheld.game.names import KINDS, named

    found = kinds.split(",")
    known = (KINDS + " " + HUMAN).split(" ")
    if len(found) == len(match.seats) and not [kind for kind in found if kind not in known]:
        match.seats = named(found, [])
        match.computers = {kind: None for kind in found if kind != HUMAN}
        app.show("play")
    return ""


def go_on():
    """Go on with the kept game, if there is one."""
    match = _match()
    if match:
        runner.app.play(match)


def coach_waits():
    """Return True if the game waits for a person, who may ask the coach."""
    play = _screen("play")
    return bool(play) and play.match.human() is not None


def coach():
    if coach_waits():
        runner.app.show("coach")
