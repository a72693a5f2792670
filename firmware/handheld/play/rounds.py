"""The points of every round, between rounds that have letters."""

from ..drawing import dice_art
from ..drawing.canvas import RIGHT


def draw(canvas, match, letters):
    """Draw the round that comes, and the points of each player in those before."""
    from shared_rules.reading import parse_position, replay_token

    game = match.game
    # Play the record again. Rounds before its start are not known.
    done = []
    past = parse_position(match.record.start)
    scores, turn = list(past.scores), past.turn
    for token in match.record.tokens():
        replay_token(past, token)
        if past.turn != turn or past.over:
            done.append([new - old for old, new in zip(scores, past.scores)])
            scores, turn = list(past.scores), past.turn
    first = game.turn - len(done) - (0 if game.over else 1)
    for place, letter in enumerate(letters):
        comes = place == game.turn - 1 and not game.over
        canvas.text(37 + 18 * place, 0, letter, 1, comes, RIGHT)
    canvas.text(128, 0, "=", 1, False, RIGHT)
    canvas.hline(0, 8, 128)
    ranked = sorted([(-game.scores[player], player) for player in range(game.players)])[:5]
    for row, player in enumerate(sorted([player for _, player in ranked])):
        y = 10 + 9 * row
        canvas.text(0, y, match.name(player))
        for place, points in enumerate(done):
            canvas.text(37 + 18 * (first + place), y, str(points[player]), 1, False, RIGHT)
        canvas.text(128, y, str(game.scores[player]), 1, False, RIGHT)
    faces = "".join([str(face) for face in game.dice])
    dice_art.rolls(canvas, 0, 0, 15, [faces] if faces else ())
