"""Let a player act: in the game, its save, with sounds and events."""

from shared_rules.game import ROLL

from ..game.moves import NOT_COUNTED, code, encode
from ..game.parts import HUMAN
from ..saves.journal import GAME, TORN

LONGEST = 1350  # bytes; a longer game is saved anew from its present position


def act(app, action, player, dice):
    """Do what `App.act` says."""
    app.catch_up()
    match = app.match
    game = match.game
    turn, scores, asked = game.turn, list(game.scores), game.to_move()[:1]
    token = match.apply(action, player, dice)
    if app.test_mode:
        count_no_more(app.journal, match)
    append(app, action, None if player == asked[0] else player)
    if app.hurry:
        app.hurry -= 1
    else:
        _sound(app, action)
    app.screen.acted(action, player)
    app.dirty = True
    if token and app.bridge.subscribed:
        _send(app, action, player, turn, scores)
    if game.over:
        app.finish(match)
    return token


def append(app, action, player):
    """Save the last action; `player`: None for the one who was first to choose before it."""
    journal, match = app.journal, app.match
    game = match.game
    if (match.dirty or journal.size(GAME) > LONGEST) and not game.over:
        from ..begin.resume import save

        save(journal, match)
    elif journal.size(GAME):
        codes = encode(action, game.dice, match.fair, player)
        for at in range(0, len(codes), TORN):
            journal.step(codes[at : at + TORN])
    if match.fair and not journal.saved and (game.over or action == ROLL):
        # After a power cut a roll would fall again; and at the end of a game its secret is told.
        if GAME in journal.waiting:
            app.rewrite()
        if GAME in journal.waiting:
            from ..begin.resume import mark_unsaved

            if mark_unsaved(journal):
                match.fair.commitment = ""


def count_no_more(journal, match):
    """Let the game no longer count for statistics, and save that."""
    if match.number:
        match.number = 0
        if journal.size(GAME):
            journal.step(code(NOT_COUNTED))


def _sound(app, action):
    """Play the sounds of an action; a hidden choice has none."""
    game, seats = app.match.game, app.match.seats
    end = ""
    if game.over:
        kinds = [seats[player][0] for player in game.winners()]
        end = "win" if HUMAN in kinds else "lose"
    if action == ROLL:
        app.sound.play(action, game.event, end)
    elif not game.SHARED_ROLL:
        app.sound.play(end or action)


def _send(app, action, player, turn, scores):
    """Send the events of the last action to the bridge."""
    game, event = app.match.game, app.bridge.event
    if action == ROLL:
        event("roll", {"player": player, "dice": list(game.dice), "effect": game.event})
    if game.scores != scores:
        event("scores", {"turn": turn, "scores": list(game.scores)})
    if game.over:
        event("result", {"winners": game.winners(), "scores": list(game.scores)})
