"""Observing methods that are seldom called. Their code is loaded only for them."""

import sys

from shared_rules import __version__
from shared_rules.errors import IllegalAction
from shared_rules.thinking import Thought
from shared_rules.variants import ids, variant_class

from .. import folders
from ..board import BUTTONS
from ..drawing.canvas import HEIGHT, WIDTH
from ..line.observe import match_of
from ..line.protocol import NOT_SUPPORTED, PLAYER, TIMED_OUT, Refusal, put, write

PARAMS = {"advice": (("player", PLAYER, None),), "today": (("number", (101, 991231)),)}


def hello(link):
    app = link.app
    board = app.board
    # Of the game that is about to begin, or goes on.
    fair = app.screen.fair or app.match and app.match.fair
    version = ".".join([str(part) for part in sys.implementation.version[:3]])
    return {
        "product": "pocketpig",
        "firmware": __version__,
        "protocol": 1,
        "target": board.target,
        "board": board.name,
        "interpreter": "%s %s" % (sys.implementation.name, version),
        "test_mode": app.test_mode,
        "display": {"width": WIDTH, "height": HEIGHT},
        "buttons": list(BUTTONS),
        "max_line": link.max_line,
        "panel": "missing" if app.panel.missing else "ok",
        "commitment": fair.commitment or None if fair else None,
    }


def variants(link):
    pieces = []
    for identifier in ids():
        put(pieces, b"," if pieces else b"[")
        folders.make_room()
        write(pieces, facts(identifier, variant_class(identifier)))
        yield None
    put(pieces, b"]")
    return pieces


def facts(identifier, variant):
    """Return the entry of a variant in the list."""
    from shared_rules.options import is_range  # not for every method

    rows = {}
    for name, default, allowed in variant.OPTIONS:
        row = {"default": default}
        if is_range(allowed):
            row["min"], row["max"] = allowed
        else:
            row["allowed"] = list(allowed)
        rows[name] = row
    return {
        "id": identifier,
        "name": variant.NAME,
        "min_players": variant.MIN_PLAYERS,
        "max_players": variant.MAX_PLAYERS,
        "options": rows,
    }


def stats(link):
    from ..records.stats import report

    return report(link.app.journal)


def advice(link, player):
    app = link.app
    game = match_of(app).game
    to_move = game.to_move()
    if player is None and to_move:
        player = to_move[0]
    if player not in to_move:
        message = "player %s is not to move" % player
        raise IllegalAction(message, game.legal_actions(), to_move)
    before = moment(app)
    thought = None
    done = False
    while not done:
        yield None  # after the module was loaded
        if moment(app) != before:
            raise Refusal(TIMED_OUT, "the game has gone on before the advice was worked out")
        thought = thought or Thought(app.match.advice(player))
        done = thought.step()
    answer = thought.answer
    thought = None
    yield None
    chances = list((answer.get("actions") or {}).values()) + list(answer.get("mix", {}).values())
    for chance in chances + [answer.get("win")]:
        # JSON has no NaN and no infinity.
        if isinstance(chance, float) and not 0 <= chance <= 1:
            raise Refusal(NOT_SUPPORTED, "the table gives a probability of %r" % chance)
    return answer


def moment(app):
    """Return values that change when anybody acts."""
    game = app.match.game
    return app.match, game.turn, game.roll_number, game.to_move()


def today(link, number):
    link.app.board.today = number
    return {"number": number}


def report(link):
    from ..saves import reports

    return reports.report(link.app.journal)
