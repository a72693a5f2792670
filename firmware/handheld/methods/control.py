"""The bridge's control methods, for tests, in test mode only: buttons and actions."""

from shared_rules.checks import DICE, check_action
from shared_rules.game import ROLL

from ..board import BUTTONS, RELEASE, elapsed
from ..line.observe import match_of, public_state, shown
from ..line.protocol import BAD_PARAMETERS, PLAYER, TIMED_OUT, Refusal, values_of
from ..saves.journal import GAME

STEP_MS = 10  # longest step of simulated time while a button is down
# The most actions of computer players in one request. docs/protocol.md has the reasons.
LONGEST = 20_000

PARAMS = {
    "press": (("button", BUTTONS), ("ms", (0, 10000), 30), ("count", (1, 100), 1)),
    "down": (("button", BUTTONS),),
    "up": (("button", BUTTONS),),
    "act": (("player", PLAYER), ("action", "word"), ("dice", DICE, None)),
}


def picture(app):
    """Return the answer of the button methods, after the app has handled all events."""
    shown(app)
    return {"frame_id": app.frame_id, "screen": app.screen.ID}


def move(link, button, pressed):
    """Generator: press or release a button; the app handles it in its next step."""
    index = BUTTONS.index(button)
    if pressed:
        link.down |= 1 << index
    else:
        link.down &= ~(1 << index)
    link.app.inject(index if pressed else index + RELEASE)
    yield None


def press(link, button, ms, count):
    app = link.app
    for _ in range(count):
        yield from move(link, button, True)
        start = app.now
        while elapsed(app.now, start) < ms:
            app.board.advance_clock(min(STEP_MS, ms - elapsed(app.now, start)))
            yield None
        yield from move(link, button, False)
    return picture(app)


def down(link, button):
    yield from move(link, button, True)
    return picture(link.app)


def up(link, button):
    yield from move(link, button, False)
    return picture(link.app)


def work(app, deed):
    """Generator: do `deed()`, wait for a human's turn, return a function that gives the state."""
    # After the deed a lack of memory must not become an error: steps that allocate are retried.
    match = app.match

    def answer():
        return public_state(match)

    deed()
    match = app.match
    app.hurry = LONGEST
    while not settled(app, match):
        if not app.hurry:
            app.journal.delete(GAME)
            app.show("title")
            app.match = None
            raise Refusal(TIMED_OUT, "no end after %d actions: the game is given up" % LONGEST)
        yield None
    app.hurry = 0
    return answer


def settled(app, match):
    """Return True if no computer is to move, or if a person has left the screen of the game."""
    try:
        return match.computer() is None or app.match is not match or app.screen.ID != "play"
    except MemoryError:
        return False


def act(link, player, action, dice):
    app = link.app
    game = match_of(app).game
    values_of({"player": player}, (("player", (0, game.players - 1)),))
    if dice is not None and not (action == ROLL and game.dice_range()):
        message = "dice: not allowed; only for a roll whose number of dice is chosen"
        raise Refusal(BAD_PARAMETERS, message)
    check_action(game, action, player)

    def deed():
        if app.screen.ID != "play":
            app.show("play")
        app.act(action, player, dice)

    return work(app, deed)
