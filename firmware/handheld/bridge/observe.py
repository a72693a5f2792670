# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""The bridge's observing methods: what anybody on the line may ask, and nothing hidden."""

import sys
from binascii import b2a_base64

from shared_rules import __version__
from shared_rules.errors import IllegalAction
from shared_rules.options import is_range
from shared_rules.variants import ids, variant_class

from ..board import BUTTONS
from ..drawing.canvas import HEIGHT, WIDTH
from ..memory import for_advice, for_game, for_variant, without_variant
from .protocol import NO_GAME, NOT_SUPPORTED, PLAYER, TIMED_OUT, Refusal, put, write

PARAMS = {
    "subscribe": (("on", "flag"),),
    "advice": (("player", PLAYER, None),),
}
_PICTURE_PIECE = 192  # bytes, 256 in base64


def shown(app):
    """The app, with its picture up to date."""
    if app.dirty:
        app.draw()
    return app


def match_of(app):
    """The current or last match; Refusal when there is none."""
    if app.match is None:
        raise Refusal(NO_GAME, "there is no game")
    return app.match


def hello(link):
    app = link.app
    board = app.board
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
    }


def variants(link):
    """Generator: None while variants are loaded, with one in memory at a time; then the list."""
    pieces = []
    for identifier in ids():
        passing = for_variant(identifier)
        variant = variant_class(identifier)
        put(pieces, b"," if pieces else b"[")
        write(pieces, facts(identifier, variant))
        variant = None
        if passing:
            without_variant(identifier)
            yield None
    put(pieces, b"]")
    yield pieces


def facts(identifier, variant):
    """What the list of variants says of one."""
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


def state(link):
    return link.app.match.game.state() if link.app.match else None


def screen(link):
    app = shown(link.app)
    return {"id": app.screen.ID, "lines": app.canvas.lines(), "frame_id": app.frame_id}


def frame(link):
    app = shown(link.app)
    picture = memoryview(app.canvas.buffer)
    data = [b'"']
    for at in range(0, len(picture), _PICTURE_PIECE):
        data.append(b2a_base64(picture[at : at + _PICTURE_PIECE])[:-1])  # without its \n
    data.append(b'"')
    return {
        "width": WIDTH,
        "height": HEIGHT,
        "data": data,
        "contrast": app.panel.contrast_value,
        "inverted": app.panel.inverted,
        "on": app.panel.on,
        "frame_id": app.frame_id,
    }


def record(link):
    # It is ASCII without quotes.
    return {"text": [b'"'] + match_of(link.app).record.pieces() + [b'"']}


def stats(link):
    report = link.app.stats().report()
    for_game(link.app.match)
    return report


def memory(link):
    free, used = link.app.board.memory() or (None, None)
    return {"free": free, "used": used}


def advice(link, player):
    app = link.app
    game = match_of(app).game
    to_move = game.to_move()
    if player is None and to_move:
        player = to_move[0]
    if player not in to_move:
        message = "player %s is not to move" % player
        raise IllegalAction(message, game.legal_actions(), to_move)
    for_advice()
    return thoughts(app, player)


def moment(app):
    """What differs once anybody has acted."""
    game = app.match.game
    return app.match, game.turn, game.roll_number, game.to_move()


def thoughts(app, player):
    """Generator: None while the advice is worked out, then the advice."""
    before = moment(app)
    steps = answer = None
    again = True
    while answer is None:
        try:
            steps = steps or app.advice(player)
            answer = next(steps)
        except MemoryError:
            if not again:
                raise
            # What has been loaded up to here may lie in the way: begin anew without it.
            again = False
            steps = None
            for_game(app.match)
        if answer is None:
            yield None
            if moment(app) != before:
                raise Refusal(TIMED_OUT, "the game has gone on before the advice was worked out")
    for_game(app.match)
    for chances in (answer, answer.get("actions", {}), answer.get("mix", {})):
        for chance in chances.values():
            # What is no probability is no number either, and JSON could not say it.
            if isinstance(chance, float) and not 0 <= chance <= 1:
                raise Refusal(NOT_SUPPORTED, "the table gives a probability of %r" % chance)
    yield answer


def subscribe(link, on):
    link.subscribed = on
    return {"on": on}


def report(link):
    from .. import reports

    return reports.report(link.app.journal)
