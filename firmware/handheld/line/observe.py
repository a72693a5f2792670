"""The observing methods: allowed to any client; they reveal nothing hidden."""

# `seldom` has the others.

from binascii import b2a_base64

from ..drawing.canvas import HEIGHT, WIDTH
from .protocol import NO_GAME, Refusal

PARAMS = {"subscribe": (("on", "flag"),)}
_PICTURE_PIECE = 192  # bytes, 256 in base64


def shown(app):
    """Return the app, after drawing its picture if that is due."""
    if app.dirty:
        app.draw()
    return app


def match_of(app):
    """Return the current or last match. Raises Refusal if there is none."""
    if app.match is None:
        raise Refusal(NO_GAME, "there is no game")
    return app.match


def public_state(match):
    """The public state, with what is told of the secret of the dice."""
    state = match.game.state()
    if match.fair and match.fair.commitment:
        state["commitment"] = match.fair.commitment
    if match.typed:
        state["typed"] = True
    return state


def state(link):
    return public_state(link.app.match) if link.app.match else None


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
        "inverted": False,
        "on": app.panel.on,
        "frame_id": app.frame_id,
    }


def record(link):
    # It is ASCII without quotes, so it needs no escapes.
    match = match_of(link.app)
    pieces = match.record.pieces()
    if match.typed or match.fair and match.game.over:
        from ..begin.proof import pieces as proven

        pieces = proven(match)
    return {"text": [b'"'] + pieces + [b'"']}


def memory(link):
    free, used = link.app.board.memory() or (None, None)
    return {"free": free, "used": used}


def subscribe(link, on):
    link.subscribed = on
    return {"on": on}
