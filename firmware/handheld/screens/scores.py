# SPDX-FileCopyrightText: 2026 Pocket Pig contributors
# SPDX-License-Identifier: MIT
"""Every player's score, for 2 to 30 players, on the right of the table."""

from ..drawing.canvas import RIGHT

ROWS = 5
# Pixels left for the table beside one column of scores, and beside two.
WIDE, NARROW = 78, 44
MOST = 10  # if there are more players, show the one to move and the leaders


def players_shown(match, to_move):
    """Return the indexes of the players whose scores are shown, in order."""
    game = match.game
    if game.players <= MOST:
        return list(range(game.players))
    ranked = sorted([(-game.scores[p], p) for p in range(game.players) if p != to_move])
    shown = [p for _, p in ranked[: MOST - (to_move is not None)]]
    if to_move is not None:
        shown.append(to_move)
    return sorted(shown)


def table_width(game):
    """Return the pixels left of the scores."""
    return WIDE if game.players <= ROWS else NARROW


def draw_scores(canvas, match, to_move, scores=None, large=False):
    """Draw names and scores (by default the banked ones).

    The player to move is inverted and has an arrow if there is room. `large`: of two players, the
    one to move has larger figures. A dot marks who sits.
    """
    scores = scores or match.game.scores
    shown = players_shown(match, to_move)
    if len(shown) == 2 and -100 < min(scores) and max(scores) < 1000:
        y = 11
        for player in shown:
            _name(canvas, match, player, to_move, 80, y)
            if player == to_move:
                canvas.text(80, y + 10, "▶")
            number = str(scores[player])
            if large:
                tall = player == to_move and len(number) < 3
                canvas.digits(127, y, number, tall, RIGHT)
                y += 27 if player == to_move else 19
            else:
                canvas.digits(127, y + 6, number, False, RIGHT)
                y += 22
        return
    columns = 1 if len(shown) <= ROWS else 2
    for place, player in enumerate(shown):
        right = 128 if columns == 1 or place >= ROWS else 85
        y = 11 + 9 * (place % ROWS)
        _name(canvas, match, player, to_move, right - 39, y)
        if columns == 1 and player == to_move:
            canvas.text(right - 46, y, "▶")
        canvas.text(right, y, str(scores[player]), 1, False, RIGHT)


def _name(canvas, match, player, to_move, x, y):
    """Draw a player's name; inverted if to move, in brackets if sitting."""
    name = match.name(player)
    if match.game.SHARED_ROLL and not match.game.standing[player]:
        name = "·" + name[1:]
    canvas.text(x, y, name, 1, player == to_move)
