"""The game's picture for three to thirty players, with the functions of `scores`."""

from ..drawing.canvas import RIGHT
from ..language import say

ROWS = 5
MOST = 10  # places for players


def width(players):
    """Return the width of the part that the scores leave, beside one column of them or two."""
    return 82 if players <= ROWS else 40


def rect(width, count, low, large):
    """Return the box of `count` dice (y, width, height), and the right edge of the rolls before."""
    right = most = width
    if right > 40:
        low = low or large
        if large:
            right = 0
        if count > 2:
            most = 62
    return 16, min(most, max(24, 21 * count - 2)), 15 if low else 22, right


def draw_scores(canvas, match, to_move, scores, more, large):
    """Draw names, `scores` and the lane of all: a bar for the player to move, ticks for others.

    An arrow marks who is to move, a tick who sits.
    """
    game = match.game
    flag = game.goal()
    goal = flag or max(100, max(scores) + more)
    lane = bytearray(b"\x10" * 128)
    for player, score in enumerate(scores):
        at = max(0, min(118, 118 * score // goal))
        if player == to_move:
            ahead = max(at, min(118, 118 * (score + more) // goal))
            lane[:at] = b"\x1e" * at
            lane[at + 5 : ahead + 5] = (b"\x14\x1a" * 64)[: ahead - at]
            lane[at : at + 5] = b"\x0f\x12\x17\x12\x0f"
    for player, score in enumerate(scores):
        if player != to_move:
            lane[4 + max(0, min(118, 118 * score // goal))] |= 3
    if flag:
        lane[124:] = b"\x1f\x07\x07\x02"
    canvas.blit(lane, 0, 9, 128, 5)
    canvas.columns = width(game.players), 14
    shown = list(range(game.players))
    if game.players > MOST:  # the one to move, then the leaders, the best first
        ranked = sorted([(p != to_move, -game.scores[p], p) for p in shown])
        shown = [row[2] for row in ranked[: MOST - 1]]
    rows = len(shown)
    if rows > ROWS:
        rows = (rows + 1) // 2
    for place, player in enumerate(shown):
        number = str(scores[player])
        right = 84 if place < rows < len(shown) else 128
        x = right - 37
        y = 15 + 40 // rows * (place % rows)
        if player == to_move:
            canvas.text(x - 6, y, "▶")
        elif match.sits(player):
            canvas.text(x - 6, y, "✓")
        # Four figures leave room for two letters.
        canvas.text(x, y, match.name(player)[: 6 - len(number)])
        canvas.text(right, y, number, 1, False, RIGHT)
    if len(shown) < len(scores):
        canvas.text(128, 47, say("of_all_players", len(scores)), 1, False, RIGHT)


def draw_total(canvas, width, number, held, large):
    """Draw the turn total, and beside it what holding makes of it."""
    right = width - 2  # beside the arrow
    if right == 38:
        if len(number) > 3:
            number = number.lstrip("+")
        if len(number) > 3:
            canvas.text(right, 43, number, 1, False, RIGHT)
            return
        large = False
    elif not large and 2 * len(number) + len(held) < 14:
        canvas.text(0, 46, held)
    canvas.digits(right, 31 if large else 39, number, large, RIGHT)


def show_result(canvas, width, name, event, hint, number):
    """Draw what the last turn did, in two lines of those that fit."""
    right = width
    line = name + ": " + event if name and event else name or event
    if right == 40:
        right -= 2
        line = name or event
        if event and name and len(name) + len(number) < 6 and len(event) < 7:
            line, number = event, "%s %s" % (name, number)
    elif 6 * len(line) > right:
        line = event
    if 6 * len(line) <= right:
        canvas.text(right, 39, line, 1, False, RIGHT)
    canvas.text(right, 47, number, 1, False, RIGHT)
