# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""The bridge's control methods: for tests, in test mode only."""

from shared_rules.checks import check_action
from shared_rules.errors import RulesError, UnknownStrategy
from shared_rules.game import ROLL

from ..board import BUTTONS, RELEASE, elapsed
from ..match import HUMAN
from ..memory import for_game
from ..scripted_dice import queue
from .observe import match_of, shown
from .protocol import (
    BAD_PARAMETERS,
    DICE,
    NOT_SUPPORTED,
    PLAYER,
    TIMED_OUT,
    Refusal,
    quote,
    take,
)

STEP_MS = 10  # simulated time moves on in steps no longer than this while a button is down

PARAMS = {
    "press": (("button", BUTTONS), ("ms", (0, 10000), 30), ("count", (1, 100), 1)),
    "down": (("button", BUTTONS),),
    "up": (("button", BUTTONS),),
    "wait": (("screen", "word"), ("timeout_ms", (0, 3600000))),
    "new_game": (
        ("variant", "word"),
        ("options", "object", {}),
        ("players", "list"),
        ("first", PLAYER, 0),
    ),
    "act": (("player", PLAYER), ("action", "word"), ("dice", DICE, None)),
    "dice": (("faces", "list"),),
    "seed": (("seed", (0, (1 << 32) - 1)),),
    "load": (("text", "text"),),
    "clock": (("advance_ms", (0, 1 << 28)),),
    "self_test": (("timeout_ms", (0, 60000), 10000),),
    "reset": (("storage", ("keep", "erase")),),
}
SEAT = (("kind", "word"), ("name", "word", ""))


def picture(app):
    """What a button method answers with, once all has been handled."""
    shown(app)
    return {"frame_id": app.frame_id, "screen": app.screen.ID}


def move(link, button, pressed):
    """Press or let go a button, as a finger would; the app handles it in its next step."""
    index = BUTTONS.index(button)
    if pressed:
        link.down |= 1 << index
    else:
        link.down &= ~(1 << index)
    link.app.inject(index if pressed else index + RELEASE)


def press(link, button, ms, count):
    app = link.app
    for _ in range(count):
        move(link, button, True)
        yield None
        start = app.now
        while elapsed(app.now, start) < ms:
            app.board.advance_clock(min(STEP_MS, ms - elapsed(app.now, start)))
            yield None
        move(link, button, False)
        yield None
    yield picture(app)


def down(link, button):
    move(link, button, True)
    yield None
    yield picture(link.app)


def up(link, button):
    move(link, button, False)
    yield None
    yield picture(link.app)


def wait(link, screen, timeout_ms):
    app = link.app
    start = app.now
    while app.screen.ID != screen:
        if elapsed(app.now, start) >= timeout_ms:
            message = "no screen %s in %d ms; shown: %s" % (
                quote(screen),
                timeout_ms,
                app.screen.ID,
            )
            raise Refusal(TIMED_OUT, message)
        yield None
    yield picture(app)


def doing(app, deed):
    """Generator: `deed()`, None until humans alone are awaited, at last what tells the state."""
    # Once it is done no lack of memory may make an error of it: what may take some is tried again.
    match = app.match

    def tell():
        return match.game.state()

    deed()
    match = app.match
    while not settled(app, match):
        app.hurry = True
        yield None
    app.hurry = False
    yield tell


def settled(app, match):
    """True once no computer is to move, or a person has left the game, which holds them up."""
    try:
        return match.computer() is None or app.match is not match or app.screen.ID != "play"
    except MemoryError:
        return False


def new_game(link, variant, options, players, first):
    seats = []
    for index, seat in enumerate(players):
        kind, name = take(seat, SEAT, "players[%d]." % index)
        seats.append((kind, name or "P%d" % (index + 1)))

    def deed():
        try:
            link.app.start_match(variant, options, seats, first)
        except UnknownStrategy as error:
            message = "players: kind: %s, or %s" % (error, HUMAN)
            raise Refusal(BAD_PARAMETERS, message) from None

    return doing(link.app, deed)


def act(link, player, action, dice):
    app = link.app
    game = match_of(app).game
    if player >= game.players:
        message = "player: %d is not allowed; allowed: 0 to %d" % (player, game.players - 1)
        raise Refusal(BAD_PARAMETERS, message)
    if dice is not None and not (action == ROLL and game.dice_range()):
        message = "dice: not allowed; only for a roll whose number of dice is chosen"
        raise Refusal(BAD_PARAMETERS, message)
    check_action(game, action, player)

    def deed():
        if app.screen.ID != "play":
            app.show("play")
        app.act(action, player, dice)

    return doing(app, deed)


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
        except Exception as error:
            for_game(link.app.match)
            if isinstance(error, RulesError):
                raise Refusal(BAD_PARAMETERS, "text: %s" % error) from None
            raise

    return doing(link.app, deed)


def clock(link, ms):
    app = link.app
    if not app.board.advance_clock(ms):
        raise Refusal(NOT_SUPPORTED, "time cannot be moved on this target")
    yield None
    picture(app)
    yield {"advanced_ms": ms}


def self_test(link, timeout_ms):
    app = link.app
    app.show("self_test", timeout_ms, False)
    screen = app.screen
    while not screen.result:
        if app.screen is not screen:
            raise Refusal(TIMED_OUT, "another screen has put an end to the self-test")
        yield None
    yield screen.result


def reset(link, storage):
    link.restart = storage
    return {"storage": storage}
