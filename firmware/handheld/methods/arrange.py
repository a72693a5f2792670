"""Control methods that prepare a test: a game, dice, the clock, a restart."""

from shared_rules.checks import quote
from shared_rules.errors import RulesError, UnknownStrategy

from ..board import elapsed
from ..game.parts import HUMAN
from ..game.scripted_dice import queue
from ..line.protocol import BAD_PARAMETERS, NOT_SUPPORTED, PLAYER, TIMED_OUT, Refusal, values_of
from .control import picture, work

PARAMS = {
    "wait": (("screen", "word"), ("timeout_ms", (0, 3600000))),
    "new_game": (
        ("variant", "word"),
        ("options", "object", {}),
        ("players", "list"),
        ("first", PLAYER, 0),
    ),
    "dice": (("faces", "list"),),
    "seed": (("seed", (0, (1 << 32) - 1)),),
    "load": (("text", "text"),),
    "clock": (("advance_ms", (0, 1 << 28)),),
    "self_test": (("timeout_ms", (0, 60000), 10000),),
    "reset": (("storage", ("keep", "erase")),),
}
SEAT = (("kind", "word"), ("name", "word", ""))


def wait(link, screen, timeout_ms):
    app = link.app
    start = app.now
    while app.screen.ID != screen:
        if elapsed(app.now, start) >= timeout_ms:
            told = quote(screen), timeout_ms, app.screen.ID
            raise Refusal(TIMED_OUT, "no screen %s in %d ms; shown: %s" % told)
        yield None
    return picture(app)


def new_game(link, variant, options, players, first):
    seats = []
    for index, seat in enumerate(players):
        kind, name = values_of(seat, SEAT, "players[%d]." % index)
        seats.append((kind, name or "P%d" % (index + 1)))

    def deed():
        try:
            link.app.start_match(variant, options, seats, first)
        except UnknownStrategy as error:
            message = "players: kind: %s, or %s" % (error, HUMAN)
            raise Refusal(BAD_PARAMETERS, message) from None

    return work(link.app, deed)


def dice(link, faces):
    cup = link.app.cup

    def tell():
        return {"queued": cup.queued}

    if faces:
        queue(cup, faces)
    else:
        cup.clear()
    return tell


def seed(link, number):
    link.app.cup.seed(number)
    return {"seed": number}


def load(link, text):
    def deed():
        try:
            link.app.load_match(text)
        except RulesError as error:
            raise Refusal(BAD_PARAMETERS, "%s: %s" % ("text", error)) from None

    return work(link.app, deed)


def clock(link, ms):
    app = link.app
    if not app.board.advance_clock(ms):
        raise Refusal(NOT_SUPPORTED, "time cannot be moved on this target")
    yield None
    picture(app)
    return {"advanced_ms": ms}


def self_test(link, timeout_ms):
    app = link.app
    app.show("self_test", timeout_ms, False)
    screen = app.screen
    while not screen.result:
        if app.screen is not screen:
            raise Refusal(TIMED_OUT, "another screen has put an end to the self-test")
        yield None
    return screen.result


def reset(link, storage):
    link.restart = storage
    return {"storage": storage}
