# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""The bridge's observing methods: what anybody on the line may ask, and nothing hidden."""

import sys
from binascii import b2a_base64

from shared_rules import __version__
from shared_rules.errors import IllegalAction
from shared_rules.options import is_range
from shared_rules.variants import ids, release, variant_class

from . import bridge
from .board import BUTTONS
from .bridge_request import NO_GAME, NOT_SUPPORTED, Refusal, dumps
from .canvas import HEIGHT, WIDTH

PARAMS = {
    "subscribe": (("on", "flag"),),
    "advice": (("player", (0, 29), None),),
}


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
        "max_line": bridge.MAX_LINE,
        "panel": "missing" if app.panel.missing else "ok",
    }


def variants(link):
    """The JSON of the list of variants in pieces, with one variant in memory at a time."""
    before = b"["
    for identifier in ids():
        loaded = "shared_rules.variants." + identifier in sys.modules
        if not loaded:
            link.app.board.memory()  # collects, see `modules.load`
        variant = variant_class(identifier)
        rows = {}
        for name, default, allowed in variant.OPTIONS:
            row = {"default": default}
            if is_range(allowed):
                row["min"], row["max"] = allowed
            else:
                row["allowed"] = list(allowed)
            rows[name] = row
        piece = dumps(
            {
                "id": identifier,
                "name": variant.NAME,
                "min_players": variant.MIN_PLAYERS,
                "max_players": variant.MAX_PLAYERS,
                "options": rows,
            }
        )
        variant = None
        if not loaded:
            release(identifier)
        yield before + piece
        before = b","
    yield b"]"


def state(link):
    return link.app.match.game.state() if link.app.match else None


def screen(link):
    app = shown(link.app)
    return {"id": app.screen.ID, "lines": app.canvas.lines(), "frame_id": app.frame_id}


def frame(link):
    app = shown(link.app)
    return {
        "width": WIDTH,
        "height": HEIGHT,
        "data": str(b2a_base64(app.canvas.buffer), "ascii").strip(),
        "contrast": app.panel.contrast_value,
        "inverted": app.panel.inverted,
        "on": app.panel.on,
        "frame_id": app.frame_id,
    }


def record(link):
    """The JSON of the record in pieces: it is ASCII without quotes, and may be long."""
    before = b'{"text":"'
    for piece in match_of(link.app).record.pieces():
        yield before + piece
        before = b""
    yield b'"}'


def stats(link):
    return link.app.stats().report()


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
    if not hasattr(app, "advice"):
        raise Refusal(NOT_SUPPORTED, "this firmware has no perfect players to ask")
    answer = app.advice(player)
    for chances in (answer, answer.get("actions", {}), answer.get("mix", {})):
        for chance in chances.values():
            # What is no probability is no number either, and JSON could not say it.
            if isinstance(chance, float) and not 0 <= chance <= 1:
                raise ValueError("a probability of %r" % chance)
    return answer


def subscribe(link, on):
    link.subscribed = on
    return {"on": on}
