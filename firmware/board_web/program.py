# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""What the page calls: steps of the app, its words, records from links and for links."""

import builtins

import browser

from board_web.board import WebBoard
from handheld import language
from handheld.runner import Runner
from handheld.saves.journal import SETTINGS
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
runner = Runner(WebBoard())
_frame = None  # the app and the picture that the page knows the words of


def step():
    """Step the app; return how many ms it may sleep."""
    return runner.step()


def words():
    """Return the screen's id and its lines of text, or "" if the picture is still the same."""
    global _frame
    app = runner.app
    frame = (id(app), app.frame_id)
    if frame == _frame:
        return ""
    _frame = frame
    lines = ["crash" if runner.crashed else app.screen.ID]
    return "\n".join(lines + app.canvas.lines())


def language_code():
    return language.code()


def setting(name):
    """Return the value of a setting."""
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
    app = runner.app
    if runner.crashed or not app.match:
        return ""
    from handheld.game.proof import text

    return text(app.match)


def position():
    """Return the position as text, of a finished game its start; "" if there is no game."""
    app = runner.app
    if runner.crashed or not app.match:
        return ""
    from shared_rules.notation import position_text

    return app.match.record.start if app.match.game.over else position_text(app.match.game)


def open_record(text):
    """Show a record: the review of a finished game, else the game. Return "" or what is wrong."""
    app = runner.app
    if runner.crashed:
        return "crash"
    if ":" not in text:
        text += " :"  # a position alone
    try:
        app.load_match(text)
    except RulesError as error:
        return str(error) or "record"
    if app.match.game.over:
        app.show("review", "result")
    return ""


def coach_waits():
    """Return True if the game waits for a person, who may ask the coach."""
    app = runner.app
    if runner.crashed or app.screen.ID != "play" or app.match.game.over:
        return False
    return app.match.human() is not None


def coach():
    """Show the coach, if somebody may ask."""
    if coach_waits():
        runner.app.show("coach")
