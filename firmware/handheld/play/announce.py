"""Tell buzzer and bridge what an action has done."""

from ..game.parts import HUMAN


def sound(app, action):
    """Play the sounds of an action; a hidden choice has none."""
    game, seats = app.match.game, app.match.seats
    end = ""
    if game.over:
        kinds = [seats[player][0] for player in game.winners()]
        end = "win" if HUMAN in kinds else "lose"
    if action == "roll":
        app.sound.play(action, game.event, end)
    elif not game.SHARED_ROLL:
        app.sound.play(end or action)


def send(app, action, player, turn, scores):
    """Send the events of the last action to the bridge."""
    game, event = app.match.game, app.bridge.event
    if action == "roll":
        event("roll", {"player": player, "dice": list(game.dice), "effect": game.event})
    if game.scores != scores:
        event("scores", {"turn": turn, "scores": list(game.scores)})
    if game.over:
        event("result", {"winners": game.winners(), "scores": list(game.scores)})
